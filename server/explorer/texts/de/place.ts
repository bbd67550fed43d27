/** Wo: das Suchfeld, die Höhe und die Karte. */
import type { Texts } from "../en/index.js";

export const place: Texts["place"] = {
  label: "Ort",
  search: "Ort oder Koordinaten",
  searchHint: "Ein Ort, Koordinaten oder ein Kartenlink",
  suggestions: "Vorschläge",
  goTo: (place) => `Gehe zu ${place}`,
  found: (count) =>
    count === 1
      ? "Ein Vorschlag, Eingabetaste übernimmt ihn"
      : `${count} Vorschläge; Pfeiltasten wählen, Eingabetaste übernimmt`,
  near: (town) => `bei ${town}`,
  unknown: (text) =>
    `Ein Ort namens „${text}“ ist hier nicht bekannt. Versuchen Sie einen größeren Ort in der Nähe, Koordinaten (47,4; 8,5 oder 47°24'N 8°30'O) oder einen Kartenlink.`,
  unloaded: (message) => `Die Orte ließen sich nicht laden (${message}). Koordinaten gehen trotzdem.`,
  range: {
    lat: (value) => `Die Breite ${value} liegt außerhalb von −90 bis 90.`,
    lon: (value) => `Die Länge ${value} liegt außerhalb von −180 bis 180.`,
  },
  minutes: (value) => `Minuten und Sekunden gehen bis 59,999; hier steht ${value}.`,
  refused: {
    half: "Das ist nur ein halber Ort: Nötig sind Breite und Länge, etwa 47,4; 8,5.",
    doubt: "Das lässt sich verschieden lesen. Schreiben Sie 47,4; 8,5 oder 47°24'N 8°30'O.",
    twice: "Beide Zahlen haben dieselbe Richtung: Nötig sind einmal Nord oder Süd und einmal Ost oder West.",
    "letter O": "O heißt im Deutschen Ost, im Französischen oder Spanischen West: Bitte schreiben Sie E oder W.",
    link: "Dieser Link enthält keine Koordinaten. Öffnen Sie die Karte an Ihrem Ort und kopieren Sie den Link dort, oder geben Sie einen Ort ein.",
    "short link":
      "Ein gekürzter Link enthält keine Koordinaten. Öffnen Sie ihn und kopieren Sie den langen Link aus der Adresszeile.",
    "three words": "Drei Wörter kann nur deren Dienst auflösen. Fügen Sie die Koordinaten ein, die er anzeigt.",
    "short code":
      "Ein kurzer Plus Code braucht einen Ort dazu. Fügen Sie den vollständigen Code (8FVC9G8F+6X) oder die Koordinaten ein.",
  },
  here: "Mein Standort",
  locating: "Ihr Standort wird gesucht …",
  located: {
    denied:
      "Der Browser darf Ihren Standort nicht nennen. Erlauben Sie es für diese Seite, oder geben Sie einen Ort ein.",
    unavailable: "Ihr Gerät kennt seinen Standort gerade nicht. Geben Sie einen Ort oder Koordinaten ein.",
    insecure: "Browser nennen den Standort nur Seiten mit https. Geben Sie einen Ort oder Koordinaten ein.",
    late: "Ihr Gerät hat seinen Standort nicht rechtzeitig gefunden. Versuchen Sie es erneut, oder geben Sie einen Ort ein.",
  },
  map: "Karte",
  hideMap: "Karte ausblenden",
  mapLabel:
    "Weltkarte. Pfeiltasten verschieben sie, Plus und Minus zoomen, die Eingabetaste wählt den Ort in der Mitte. Ein Ort oder Koordinaten lassen sich auch oben eingeben.",
  mapTools: { in: "Vergrößern", out: "Verkleinern", show: "Ort zeigen", touch: "Karte mit einem Finger verschieben" },
  mapHint: "Ein Klick auf die Karte wählt den Ort. Strg und Mausrad oder zwei Finger zoomen.",
  mapUnloaded: (message) => `Die Karte ließ sich nicht laden (${message}).`,
  kilometres: (km) => `${km} km`,
  metres: (m) => `${m} m`,
  directions: { north: "N", south: "S", east: "O", west: "W" },
  altitude: "Höhe …",
  altitudeField: "Höhe (m)",
  altitudeHint: "Sie bestimmt Temperatur und klaren Himmel. Leer: wie der Dienst sie kennt.",
  altitudeWrong: "Eine Zahl von −500 bis 9000 Metern, oder nichts.",
  altitudeOf: {
    own: (m) => `${m} m ü. M. (gesetzt)`,
    coarse: (m) => `etwa ${m} m ü. M.`,
    known: (m) => `${m} m ü. M.`,
    terrain: (m) => `${m} m ü. M.`,
  },
  altitudeFrom: {
    own: "Sie haben die Höhe gesetzt.",
    coarse:
      "Der Dienst nimmt sie aus einer groben Karte, die im Gebirge um Hunderte Meter danebenliegen kann: Geben Sie Ihre ein, wenn Sie sie kennen.",
    known: "Der Dienst kennt diesen Ort.",
    terrain: "Der Dienst nimmt sie aus Geländedaten.",
  },
  altitudeUnknown: "Höhe unbekannt",
  townLies: (town, m) => `Die Höhe stammt aus einer groben Karte; ${town} liegt auf etwa ${m} m.`,
  useMetres: (m) => `${m} m übernehmen`,
  sources: "Wetterquellen für diesen Ort",
  sourcesLoading: "Wird nachgesehen …",
  sourcesGone: (names) => `Zurzeit nicht verfügbar: ${names}.`,
  atPlace: "am Ort",
  away: (km) => `${km} km entfernt`,
  offer: (kind, from, to, minutes) => ` (${kind}): ${from} bis ${to}, alle ${minutes} min. `,
  cell: (lat, lon, away, licence) => `Zelle ${lat}, ${lon}, ${away}. Lizenz: ${licence}.`,
  credit: "Orte: GeoNames, CC BY 4.0.",
};
