import type { Texts } from "../en/index.js";

/** Texte der Karte „Wie genau ist das hier?“. */
export const accuracy: Texts["accuracy"] = {
  title: "Wie genau ist das hier?",
  unloaded: "Die Angaben ließen sich nicht laden. Bitte noch einmal öffnen.",
  waiting: "Was für diesen Ort gilt, erscheint mit der nächsten Antwort.",
  judged: (kind, share, places) =>
    `Für erzeugtes Wetter zählt dieser Ort zur Klasse „${kind}“. An acht von zehn Orten dieser Klasse weicht die Einstrahlung eines Jahres höchstens um ±${share} ab; geprüft wurden ${places} solche Orte, jeder mit Wetter, in das er nicht eingegangen war.`,
  assumed: (kind, share) =>
    `Für erzeugtes Wetter zählt dieser Ort zur Klasse „${kind}“. An einem solchen Ort hat für dieses Projekt niemand gemessen. Für die Einstrahlung eines Jahres wird deshalb ±${share} angenommen: nicht weniger als in der schlechtesten geprüften Klasse.`,
  notGenerated:
    "Das Wetter, das Sie hier sehen, ist nicht erzeugt: Es stammt aus einer eigenen Quelle, die unter dem Ergebnis steht. Die Grenzen für erzeugtes Wetter gelten dafür nicht; die Angaben anderer vielleicht.",
  kinds: {
    "ice sheet": "Eisschild",
    "small island": "kleine Insel",
    "stormy sea": "stürmisches Meer",
    "open sea": "offenes Meer",
    "high latitude": "hohe Breiten",
    tropics: "Tropen",
    mountains: "Gebirge",
    "hazy air": "trübe Luft",
    coast: "Küste",
    "dry land": "trockenes Land",
    "temperate land": "gemäßigtes Land",
  },
  typical: "Typische Fehler (quadratisches Mittel)",
  quantities: {
    year: "Einstrahlung eines Jahres",
    months: "Einstrahlung eines Monats, in Prozent des mittleren Monats",
    temperature: "Temperatur eines Monats",
    yield: "Ertrag einer Anlage in einem typischen Jahr",
  },
  altitudeCounts:
    "Im Fehler der Temperatur steckt, wie weit die Höhe der Karte daneben liegen kann. Geben Sie Ihre Höhe ein, dann wird er kleiner.",
  nearest: "Die nächsten geprüften Orte",
  place: "Ort",
  distance: "Entfernung",
  found: "Einstrahlung eines Jahres, erzeugt",
  bright: (share) => `${share} zu hoch`,
  dark: (share) => `${share} zu niedrig`,
  exact: "genau",
  band: (share) => `Das Band zeigt die ±${share}, die für Ihren Ort angegeben sind.`,
  alone: "Im Umkreis von 1.000 km wurde kein Ort geprüft: Rechnen Sie mit einem etwas größeren Fehler als angegeben.",
  others: "Was andere über Satelliten- und Reanalysedaten veröffentlichen",
  product: "Daten",
  what: "Was und wo",
  figure: "Gefunden",
  source: "Gelesen in",
  more: "Mehr in docs/how-accurate.md (englisch): eine Karte, eine Tabelle, was angepasst und was blind ist, und was niemand weiß.",
};
