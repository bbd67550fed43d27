// Names of towns that people of the page's languages, or the town itself, use beside the one that GeoNames has first. Each is
// found in GeoNames: the build says which are not.
export const OTHER_NAMES = `
Wien München Köln Nürnberg Hannover Braunschweig Genf Luzern Basel Bern Lausanne Freiburg Sitten Neuenburg
Mailand Milano Rom Roma Turin Torino Neapel Napoli Venedig Venezia Florenz Firenze Genua Genova Padua Padova Bozen Meran Brixen
Triest Syrakus Prag Praha Brünn Pilsen Budweis Karlsbad Warschau Warszawa Krakau Danzig Breslau Stettin Posen Kattowitz Lublin
Pressburg Kaschau Laibach Marburg Agram Moskau Moskva Königsberg Riga Reval Wilna Kaunas Kiew Lemberg Odessa Minsk Kopenhagen
København Aarhus Göteborg Gothenburg Stockholm Helsinki Helsingfors Turku Oslo Reykjavik Brüssel Bruxelles Brussel Antwerpen
Anvers Gent Brügge Bruges Lüttich Löwen Namur Ostende Haag Rotterdam Nimwegen Groningen Luxemburg Straßburg Strasbourg Mülhausen
Kolmar Nizza Marseille Lyon Dünkirchen Lissabon Lisboa Porto Oporto Sevilla Seville Saragossa Zaragoza Barcelona
Athen Athina Saloniki Thessaloniki Bukarest Hermannstadt Kronstadt Klausenburg Temeswar Belgrad Beograd Sofia
Skopje Tirana Sarajewo Ragusa Spalato Nikosia Istanbul Konstantinopel Izmir Smyrna Ankara Kairo Alexandria Algier Tunis Tripolis
Kasablanka Marrakesch Khartum Nairobi Daressalam Kapstadt Johannesburg Jerusalem Damaskus Beirut Bagdad Teheran Riad Mekka
Medina Kuwait Maskat Aden Kabul Taschkent Samarkand Bischkek Tiflis Jerewan Baku Kalkutta Kolkata Bombay Mumbai Madras
Bangalore Delhi Katmandu Dhaka Rangun Yangon Saigon Bangkok Singapur Jakarta Peking Beijing Schanghai Kanton Hongkong
Tokio Kyoto Seoul Pjöngjang Wladiwostok Havanna Mexiko Panama Bogota Lima Quito
Neu-Delhi Mexiko-Stadt Sankt-Petersburg Tel-Aviv
Vienna Munich Cologne Nuremberg Hanover Brunswick Geneva Lucerne Basle Zurich Berne Rome Milan Turin Naples Venice Florence
Genoa Prague Pilsen Warsaw Cracow Copenhagen Brussels Antwerp Ghent Lisbon Athens Bucharest Belgrade Moscow Cairo
`
  .trim()
  .split(/\s+/);
