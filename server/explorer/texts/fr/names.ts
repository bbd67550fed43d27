import type { LaterTexts } from "../said.js";

/** Des villes et régions dont GeoNames écrit le nom autrement. */
export const names: LaterTexts["names"] = {
  towns: {
    Munich: "Munich",
    Vienna: "Vienne",
    Prague: "Prague",
    Genoa: "Gênes",
    Rome: "Rome",
    Milan: "Milan",
    Turin: "Turin",
    Venice: "Venise",
    Florence: "Florence",
    Naples: "Naples",
    London: "Londres",
    Cologne: "Cologne",
    Geneva: "Genève",
    Bern: "Berne",
    Basel: "Bâle",
    Zurich: "Zurich",
    Zürich: "Zurich",
    Brussels: "Bruxelles",
    Antwerpen: "Anvers",
    Lisbon: "Lisbonne",
    Warsaw: "Varsovie",
    Copenhagen: "Copenhague",
    Athens: "Athènes",
    Moscow: "Moscou",
    Beijing: "Pékin",
    Cairo: "Le Caire",
    Algiers: "Alger",
    Barcelona: "Barcelone",
    Seville: "Séville",
    "New Delhi": "New Delhi",
    "Mexico City": "Mexico",
  },
  regions: {},
  search: "Ville ou coordonnées",
  searchHint: "Une ville, des coordonnées ou le lien d’une carte",
  suggestions: "Suggestions",
  goTo: (place) => `Aller à ${place}`,
  found: (count) =>
    count === 1
      ? "Une suggestion, choisie par Entrée"
      : `${count} suggestions ; les flèches choisissent, Entrée en prend une`,
  near: (town) => `près de ${town}`,
  unknown: (text) =>
    `Aucune ville « ${text} » n’est connue ici. Essayez une ville plus grande à côté, des coordonnées (47.4, 8.5 ou 47°24'N 8°30'E) ou le lien d’une carte.`,
  unloaded: "Les villes n’ont pas pu être chargées. Les coordonnées marchent toujours.",
  range: {
    lat: (value) => `La latitude ${value} est hors de −90 à 90.`,
    lon: (value) => `La longitude ${value} est hors de −180 à 180.`,
  },
};
