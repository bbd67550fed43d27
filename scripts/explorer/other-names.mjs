// Names of towns that people of the page's languages, or the town itself, use beside the one that GeoNames has first. Each is
// found in GeoNames: the build says which are not.
const NAMES = `
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
Londres Édimbourg Dublín Vienne Munich Cologne Francfort Hambourg Nuremberg Hanovre Dresde Brême Bâle Genève Zurich Lucerne Anvers Gand Bruges
Liège Lisbonne Séville Saragosse Barcelone Valence Cordoue Grenade Rome Milan Turin Venise Florence Gênes Naples Bologne Padoue Vérone
Palerme Athènes Salonique Varsovie Cracovie Bucarest Budapest Prague Moscou Kiev Copenhague Stockholm Helsinki Alger Caire Alexandrie Tanger
Marrakech Beyrouth Damas Bagdad Téhéran Jérusalem Mexico Pékin Canton Singapour Calcutta Séoul Tokyo Philadelphie Montréal Québec
Londra Edimburgo Dublino Parigi Marsiglia Lione Tolosa Nizza Strasburgo Bordò Grenoble Berlino Amburgo Monaco Colonia Francoforte Stoccarda
Norimberga Dresda Lipsia Brema Basilea Berna Ginevra Zurigo Lucerna Losanna Lugano Vienna Salisburgo Innsbruck Lubiana Zagabria Spalato
Bruxelles Anversa Gand L'Aia Lussemburgo Lisbona Siviglia Saragozza Barcellona Valencia Atene Salonicco Varsavia Cracovia Danzica Breslavia
Bucarest Belgrado Praga Mosca Copenaghen Stoccolma Gerusalemme Damasco Teheran Pechino Shanghai Singapore Giacarta
Ámsterdam Múnich Colonia Fráncfort Hamburgo Núremberg Hannover Basilea Berna Ginebra Zúrich Viena Bruselas Amberes Gante Brujas Luxemburgo
Estrasburgo Burdeos Marsella Niza Roma Milán Turín Venecia Florencia Génova Nápoles Bolonia Padua Verona Atenas Varsovia Cracovia Bucarest
Belgrado Praga Moscú Copenhague Estocolmo Oslo Argel Túnez Cairo Alejandría Tánger Jerusalén Damasco Teherán Pekín Cantón Singapur Yakarta
Filadelfia Tokio Seúl
`;
export const OTHER_NAMES = [...new Set(NAMES.trim().split(/\s+/))];
