/** Le lieu, et le soleil là. */
import type { Texts } from "../said.js";

export const place: Texts["place"] = {
  label: "Lieu",
  start: "Greensboro, États-Unis (un exemple)",
  startOf: (town) =>
    `Un exemple pour commencer : ${town}, d’après le fuseau horaire de votre navigateur. Choisissez votre lieu.`,
  nameDropped: (name) =>
    `Le lien appelle ce lieu « ${name} », mais ses coordonnées sont ailleurs : le nom est laissé de côté.`,
  ofAddress:
    "La page ne connaît ni rues ni numéros : choisissez la ville, puis votre toit sur la carte ou par coordonnées.",
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
  minutes: (value) => `Minutes et secondes vont jusqu’à 59,999 ; ici il y a ${value}.`,
  refused: {
    postcode: "La page ne connaît pas les codes postaux : tapez la ville.",
    half: "C’est la moitié d’un lieu : il faut une latitude et une longitude, comme 47.4, 8.5.",
    doubt: "Cela peut se lire de plusieurs façons. Écrivez 47.4, 8.5 ou 47°24'N 8°30'E.",
    twice: "Les deux nombres sont de la même direction : il faut un nord ou sud et un est ou ouest.",
    "letter O": "O est l’est en allemand et l’ouest en français ou en espagnol : écrivez E ou W.",
    link: "Ce lien n’a pas de coordonnées. Ouvrez la carte à votre lieu et copiez le lien de là, ou tapez une ville.",
    "short link":
      "Un lien raccourci n’a pas de coordonnées. Ouvrez-le, puis copiez le lien long de la barre d’adresse.",
    "three words": "Trois mots ne peuvent être cherchés que par leur service. Collez les coordonnées qu’il montre.",
    "short code": "Un plus code court dépend d’une ville. Collez le code entier (8FVC9G8F+6X) ou les coordonnées.",
  },
  here: "Où je suis",
  locating: "Recherche de votre position …",
  located: {
    denied: "Le navigateur n’a pas le droit de dire où vous êtes. Permettez-le pour cette page, ou tapez une ville.",
    unavailable: "Votre appareil ne sait pas où il est en ce moment. Tapez une ville ou des coordonnées.",
    insecure: "Les navigateurs ne disent où vous êtes qu’aux pages en https. Tapez une ville ou des coordonnées.",
    late: "Votre appareil a mis trop de temps à trouver où il est. Réessayez, ou tapez une ville.",
  },
  map: "Carte",
  hideMap: "Cacher la carte",
  mapLabel:
    "Carte du monde. Les flèches la déplacent, plus et moins zooment, Entrée choisit le lieu du milieu. Une ville ou des coordonnées peuvent aussi être tapées au-dessus.",
  mapTools: { in: "Agrandir", out: "Réduire", show: "Montrer le lieu", touch: "Déplacer la carte d’un doigt" },
  mapHint: "Cliquez sur la carte pour choisir un lieu. Ctrl et la molette, ou deux doigts, zooment.",
  kilometres: (km) => `${km} km`,
  metres: (m) => `${m} m`,
  directions: { north: "N", south: "S", east: "E", west: "O" },
  altitude: "Altitude …",
  altitudeField: "Altitude (m)",
  altitudeHint: "Elle décide de la température et du ciel clair. Vide : comme le service la connaît.",
  altitudeOf: {
    own: (m) => `${m} m d’altitude`,
    coarse: (m) => `environ ${m} m d’altitude`,
    known: (m) => `${m} m d’altitude`,
    terrain: (m) => `${m} m d’altitude`,
  },
  altitudeFrom: {
    own: "L’altitude est donnée : à la main, avec le lieu ou par le lien.",
    town: "L’altitude de la ville, à dix mètres près (GeoNames).",
    coarse:
      "Le service la prend d’une carte grossière, fausse de centaines de mètres en montagne : tapez la vôtre si vous la connaissez.",
    known: "Le service connaît ce lieu.",
    terrain: "Le service la prend de données de relief.",
  },
  altitudeUnknown: "altitude inconnue",
  townLies: (town, m) => `L’altitude vient d’une carte grossière ; ${town} est à environ ${m} m.`,
  useMetres: (m) => `Utiliser ${m} m`,
  sources: "Sources de météo pour ce lieu",
  sourcesLoading: "Recherche …",
  sourcesNone: "Ce serveur n’a pas de météo de ce lieu pour votre clé.",
  sourcesGone: (names) => `Indisponible en ce moment : ${names}.`,
  atPlace: "sur place",
  away: (km) => `à ${km} km`,
  offer: (kind, from, to, minutes) => ` (${kind}) : ${from} à ${to}, toutes les ${minutes} min. `,
  cell: (lat, lon, away, licence) => `Maille ${lat}, ${lon}, ${away}. Licence : ${licence}.`,
  credit: "Villes : GeoNames, CC BY 4.0.",
  roofs: {
    title: "Mes toits",
    about: "Gardés dans ce seul navigateur, sous les noms de votre choix. La page s’ouvre sur le dernier.",
    unkept: "Ce navigateur ne les garde pas : enregistrez-les en fichier avant de partir.",
    name: "Nom de ce toit",
    save: "Garder ce toit",
    replace: "Le garder tel qu’il est",
    saved: (name) => `« ${name} » est gardé dans ce navigateur.`,
    rename: "Renommer",
    renameOf: (name) => `Renommer ${name}`,
    newName: (name) => `Nouveau nom de ${name}`,
    remove: "Supprimer",
    removeOf: (name) => `Supprimer ${name}`,
    removed: (name) => `« ${name} » est supprimé.`,
    undo: "Annuler",
    export: "Enregistrer tout",
    import: "Charger un fichier",
    taken: (count) => (count === 1 ? "Un toit est chargé." : `${count} toits sont chargés.`),
    notTaken: "Il n’y a pas de toits dans ce fichier.",
  },
  colours: {
    label: "Couleurs de la carte",
    plain: "Aucune",
    yield: "Production solaire",
    light: "Ensoleillement",
    units: { yield: "kWh par an et par kWc", light: "kWh/m² par an, horizontal" },
    below: (value) => `sous ${value}`,
    above: (value) => `${value} et plus`,
    here: {
      yield: (place, energy, percent) =>
        `${place} : environ ${energy} kWh par an et par kWc. Huit années sur dix sont à ±${percent} % près.`,
      light: (place, energy, percent) =>
        `${place} : environ ${energy} kWh/m² par an. Huit lieux sur dix de ce genre sont à ±${percent} % près.`,
    },
    nothing: (place) => `${place} : la carte n’a pas de valeur ici.`,
    about: {
      yield:
        "Pour des modules tournés vers l’équateur, inclinés des trois quarts de la latitude et de 3° de plus (45° au plus), avec les pertes usuelles, sans obstacle à l’horizon, dans une année type générée de la climatologie intégrée.",
      light:
        "De la climatologie intégrée : une moyenne de beaucoup d’années, à l’altitude moyenne du terrain à un demi-degré près, sans l’ombre des montagnes.",
    },
    between: (rms, worst) =>
      `Une valeur par degré : entre les lieux dont l’année a été calculée, la production s’écarte de ${rms} % (rms), au pire de ${worst} %. Le chiffre de votre toit est le meilleur.`,
    table: "Les plus grandes villes en chiffres",
    columns: ["Ville", "kWh par kWc", "%", "Ensoleillement (kWh/m²)", "%"],
  },
};
