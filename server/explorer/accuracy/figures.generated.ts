/** Written by scripts/accuracy-table.mjs from research/ and docs/reference/published.json: what the card of a place says. */
import type { JudgedPlace, KindErrors, PublishedFigure } from "./nearest.js";

/** What is stated for each kind of place: as the library's expectedError has it. */
export const KINDS: Readonly<Record<string, KindErrors>> = {
  "ice sheet": [0.22, 0.265, 0.22, 6.3, 0.279, 0],
  "small island": [0.083, 0.1, 0.146, 1.5, 0.109, 0],
  "stormy sea": [0.36, 0.434, 0.36, 3, 0.455, 0],
  "open sea": [0.15, 0.181, 0.15, 1.5, 0.191, 0],
  "high latitude": [0.074, 0.089, 0.146, 1.5, 0.097, 5],
  "tropics": [0.083, 0.1, 0.107, 1.3, 0.109, 6],
  "mountains": [0.051, 0.061, 0.086, 1.4, 0.07, 9],
  "hazy air": [0.069, 0.083, 0.1, 1.1, 0.091, 4],
  "coast": [0.049, 0.059, 0.091, 1.1, 0.068, 19],
  "dry land": [0.048, 0.058, 0.082, 1.4, 0.067, 8],
  "temperate land": [0.054, 0.065, 0.086, 1.3, 0.074, 19],
};

/** Where the climatology was judged by fields that had not seen the place. */
export const PLACES: readonly JudgedPlace[] = [
  ["Queensland, NSRDB",-27.4,152.7,-1.6],
  ["Amarillo, NSRDB",35.2,-101.9,-2.9],
  ["West Texas, NSRDB",30.6,-101.7,-0.3],
  ["Minnesota, NSRDB",47.5,-92.5,-1.5],
  ["Kuala Lumpur, NSRDB",3.3,101.7,-6.5],
  ["Llano Estacado, NSRDB",34.2,-102.7,-2.3],
  ["Western Australia, NSRDB",-28.5,114.5,-4.7],
  ["Central Texas, NSRDB",32.3,-100.2,-4.4],
  ["Rome, NSRDB",41.9,12.4,-1],
  ["Baltimore, TMY2",39.2,-76.7,-2.6],
  ["Sand Point AK, TMY3",55.3,-160.5,3.4],
  ["Greensboro NC, TMY3",36.1,-80,-0.7],
  ["New York",40.7,-73.9,-1.8],
  ["Granada, SWEC",37.2,-3.8,1.9],
  ["Port Angeles",48.1,-123.5,-2.5],
  ["Helsinki, IWEC",60.3,25,-11],
  ["Stockholm, IWEC",59.6,17.9,1],
  ["Hyakuri near Tokyo, IWEC",36.2,140.4,1.2],
  ["Lisbon, INETI",38.7,-9.2,5.1],
  ["Bogotá, IWEC",4.7,-74.1,3.8],
  ["Denver and Golden, TMY3, NSRDB",39.8,-105,2.4],
  ["Tucson, TMY3",32.2,-110.9,5.7],
  ["Chicago",42,-87.9,1.7],
  ["Sydney, IWEC",-34,151.2,-0.6],
  ["Antananarivo, IWEC",-18.8,47.5,19.8],
  ["Pittsburgh",40.4,-79.9,4.5],
  ["Benson near Oxford, TMYx",51.6,-1.1,-7.4],
  ["London Heathrow, TMYx",51.3,-0.3,-2.6],
  ["Seville, TMYx",37.4,-5.9,-0.2],
  ["Madrid",40.5,-3.6,-5.6],
  ["Tampa, TMY3",28,-82.5,5.2],
  ["Washington Dulles, TMY3",39,-77.5,-3.2],
  ["San Francisco",37.6,-122.4,8.9],
  ["Braunlage, TRY",51.7,10.6,-0.9],
  ["Chemnitz and Fichtelberg, TRY",50.6,12.9,1.4],
  ["Rostock, TRY",54.2,12.1,-5.8],
  ["Stötten, TRY",48.7,9.9,1.7],
  ["Potsdam, TRY",52.4,13.1,-5.6],
  ["Bad Marienberg, TRY",50.7,8,3.6],
  ["Mannheim, TRY",49.5,8.6,-2.3],
  ["Essen, TRY",51.4,7,3.1],
  ["Hof, TRY",50.3,11.9,-0.7],
  ["Mühldorf, TRY",48.3,12.5,2.5],
  ["Bremerhaven, TRY",53.5,8.6,2],
  ["Garmisch, TRY",47.5,11.1,1.4],
  ["Hamburg, TRY",53.6,10,4.6],
  ["Kassel, TRY",51.3,9.4,-1.7],
  ["Mojave, NSRDB",34.9,-116.8,-2.4],
  ["Mount Shasta, TMYx",41.3,-122.3,-6.8],
  ["Northway, TMY3",63,-141.9,14.3],
  ["Zürich and Zug",47.3,8.5,-0.4],
  ["Singapore",1.4,104,-0.6],
  ["Victoria BC",48.6,-123.4,0],
  ["Almería Solargis 2020",37.1,-2.4,-4.5],
  ["Des Moines PSM TMY",41.6,-93.6,-2.2],
  ["Fargo TMY2",46.9,-96.8,-3.4],
  ["Tokyo",35.7,139.8,4.5],
  ["Long Beach",33.8,-118.1,-0.8],
  ["Amsterdam",52.3,4.8,5.1],
  ["Alice Springs 2000 (BoM satellite+station)",-23.8,133.9,1.2],
  ["Mildura 2010",-34.2,142.1,-0.2],
  ["TGY Nye",36.6,-116,-1.9],
  ["Miami, TMY2",25.8,-80.3,0.1],
  ["Aberdeen Dyce, IWEC",57.2,-2.2,1.6],
  ["Ahmedabad",23,72.6,9.3],
  ["Palmas",-10.2,-48.3,2.7],
  ["Chapecó",-27.1,-52.6,-10.3],
  ["Richmond, TMY",37.5,-77.3,7.1],
  ["Cairo, IWEC",30.1,31.4,12.7],
  ["Shanghai, IWEC",31.2,121.4,8.6],
];

/** From texts that were read, with where. */
export const PUBLISHED: readonly PublishedFigure[] = [
  {"product":"Solargis","kind":"satellite","what":"GHI, mean over the years, 320 sites","figure":"bias 0.5 %, standard deviation of the biases 3.0 %; P90 of the bias ±4 to 8 %","source":"documentation of solargis.com","own":true},
  {"product":"Solargis","kind":"satellite","what":"DNI, mean over the years, 235 sites","figure":"bias 2.2 %, standard deviation of the biases 6.0 %; P90 of the bias ±9 to 14 %","source":"documentation of solargis.com","own":true},
  {"product":"CAMS radiation v3.2","kind":"satellite","what":"GHI, 10 minutes, 26 stations in Germany","figure":"bias −11 to +10 %, standard deviation 25 to 39 %","source":"Advances in Science and Research 17, 2020","doi":"10.5194/asr-17-143-2020","own":false},
  {"product":"HelioClim-3 v5","kind":"satellite","what":"GHI, 10 minutes, the same 26 stations","figure":"bias −6 to +5 %, standard deviation 20 to 31 %","source":"Advances in Science and Research 17, 2020","doi":"10.5194/asr-17-143-2020","own":false},
  {"product":"SARAH-3","kind":"satellite","what":"GHI, months (the series has 30 minutes and 0.05°)","figure":"about 5 W/m²","source":"documents of CM SAF","own":true},
  {"product":"SARAH","kind":"satellite","what":"GHI, days, Europe","figure":"mean absolute deviation 8 to 13 W/m²","source":"Urraca et al. 2017","own":false},
  {"product":"cloud index of satellite images","kind":"satellite","what":"GHI, hours, five stations, spring and summer","figure":"RMSD 15.5 %","source":"Dagestad & Olseth 2007","own":false},
  {"product":"cloud index of satellite images","kind":"satellite","what":"global, diffuse and beam, hours","figure":"30, 40 and 60 % (90, 55 and 95 W/m²)","source":"Ineichen & Perez 1999","own":false},
  {"product":"Meteonorm 9","kind":"typical","what":"GHI of the year and of months; DNI of the year; OVER at six sites","figure":"RMSE 6 %, ±10 %; bias 3.4 and RMSE 7.3 %; OVER 3.0 to 18.2 %","source":"docs.meteonorm.com","own":true},
  {"product":"a yield before the plant is built","kind":"yield","what":"uncertainty (k = 1) of the first year and of the life","figure":"8.7 and 7.9 % (variability 3.9, insolation 5, plane 3, rating 3, soiling 2, snow 1.5, other 5)","source":"Thevenard & Pelland 2013","own":false},
];

export const REVIEWED = {
  "about": "Measured beside stations in reviews of this project, hours with the sun up. The rows have no licence and are not in the repository, so nobody can repeat these figures from it.",
  "where": "ten stations in South America, 200 to 3,300 m",
  "figures": [
    {
      "product": "CAMS",
      "kind": "satellite",
      "bias": 5.8,
      "nrmse": 26.3
    },
    {
      "product": "LSA SAF",
      "kind": "satellite",
      "bias": 11.7,
      "nrmse": 26.7
    },
    {
      "product": "ERA5",
      "kind": "reanalysis",
      "bias": 4.6,
      "nrmse": 33.9
    },
    {
      "product": "MERRA-2",
      "kind": "reanalysis",
      "bias": 13.5,
      "nrmse": 38.2
    }
  ],
  "single": {
    "product": "NSRDB",
    "kind": "satellite",
    "where": "Desert Rock, May 1998",
    "figure": "GHI bias −0.3 %, nRMSE 9.2 %; DNI bias −0.9 %, nRMSE 17.6 %"
  }
} as const;
