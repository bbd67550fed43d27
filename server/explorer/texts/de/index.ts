import { type Clause, clauseIn } from "../../accuracy/nearest.js";
import type { Facts } from "../en/index.js";
import { figure, percent, plain } from "../numbers.js";
import type { Texts } from "../said.js";
import { accuracy } from "./page.js";

/** Die Texte auf Deutsch, Teil für Teil. */
export * from "./data.js";
export * from "./page.js";
export * from "./place.js";
export * from "./roof.js";
export * from "./series.js";

type Sentence = (facts: { readonly [name: string]: number }, clause: Clause | undefined) => string;

/** Wie gut das Klima des Ortes bekannt ist. */
function errorOf({ name, places, within80, monthly, kelvin, ofYield }: Clause): string {
  const kind = (accuracy.kinds as { readonly [name: string]: string })[name] ?? name;
  const year =
    places > 0
      ? `Acht von zehn Orten seiner Art (${kind}; ${places} geprüft) weichen bei der Einstrahlung eines Jahres höchstens um ${within80} % ab.`
      : `Orte seiner Art (${kind}) hat niemand geprüft; angenommen ist, dass die Einstrahlung eines Jahres höchstens um ${within80} % abweicht.`;
  return `${year} Typische Fehler: bei der Einstrahlung eines Monats ${monthly} % des mittleren Monats, bei seiner Temperatur ${plain(kelvin)} K, beim Jahresertrag ${ofYield} %.`;
}

/** Nach dem Namen des Hinweises; was ein Satz braucht und nicht bekommt, macht ihn leer. */
const SENTENCES: { readonly [code: string]: Sentence } = {
  climatology: (_, clause) =>
    clause ? `Ein typisches Jahr, aus der Weltklimatologie erzeugt. ${errorOf(clause)}` : "",
  source: (_, clause) =>
    clause ? `Erzeugt aus dem Klima des Ortes, weder Aufzeichnung noch Vorhersage. ${errorOf(clause)}` : "",
  "known-miss": ({ place, percent: off, km }) =>
    off === undefined || km === undefined
      ? ""
      : `Die Weltklimatologie liegt hier bekanntermaßen weit daneben: Bei ${place}, ${figure(km)} km entfernt, war ihre Einstrahlung ${figure(Math.abs(off))} % zu ${off > 0 ? "hoch" : "niedrig"}.`,
  altitude: ({ altitude }) =>
    altitude === undefined
      ? ""
      : `Die Höhe von ${figure(altitude)} m stammt aus einer groben Karte; im Gebirge kann sie weit danebenliegen.`,
  synthetic: () =>
    "Ein plausibles Jahr, keine Aufzeichnung: Seine Stunden und Minuten gehören zu keinem Datum. Wie stark sich das Licht von Minute zu Minute ändert, ist auf 30 % genau.",
  wind: ({ speed }) =>
    speed === undefined ? "" : `Das Wetter enthält keinen Wind: Angenommen ist ${plain(speed)} m/s.`,
  snow: ({ percent: taken, points, coldest, least, most }) => {
    if (taken !== undefined && points !== undefined && coldest !== undefined)
      return `Schnee auf den Modulen ist mit ${figure(taken, 1)} % der Energie gerechnet (±${figure(points, 1)} Punkte), wie bei ${figure(coldest)} °C im kältesten Monat zu erwarten: Wie viel Schnee hier fällt, ist nicht bekannt. In trockenen Wintern nimmt er weniger, in schneereichen Bergen mehr.`;
    if (taken !== undefined && points !== undefined)
      return `Schnee auf den Modulen nimmt ${figure(taken, 1)} % der Energie, nach dem Schnee im Wetter (Marion u. a. 2013; ±${figure(points, 1)} Punkte zwischen Programmen mit diesem Modell).`;
    if (coldest === undefined || least === undefined || most === undefined) return "";
    const range = least > 0 ? `${least} bis ${most} %` : `bis zu ${most} %`;
    return `Das Wetter enthält keine Schneehöhe, deshalb ist Schnee auf den Modulen nicht gerechnet. Bei ${figure(coldest)} °C im kältesten Monat nimmt er ${range} des Jahresertrags, auf flachen Modulen und in schneereichen Bergen mehr.`;
  },
  azimuth: ({ tilt, azimuth, less, best }) =>
    tilt === undefined || azimuth === undefined || less === undefined || best === undefined
      ? ""
      : `Die Modulfläche mit ${plain(tilt)}° Neigung und Azimut ${plain(azimuth)}° bekommt ${percent(less)} weniger als eine mit Azimut ${plain(best)}°: Gezählt wird hier von Norden (90 ist Osten, 180 Süden), bei PVGIS ist 0 Süden.`,
  "horizon-unknown": () =>
    "Für diesen Ort hat der Server kein Gelände: Gerechnet ist mit ebenem Land, und Berge können Licht davon nehmen.",
  mppt: () =>
    "Jede Fläche an einem gemeinsamen Wechselrichter ist mit eigenem MPP-Tracker gerechnet: Ein Strang über zwei Flächen liefert weniger.",
  missing: ({ share, columns }) => {
    if (share !== undefined) return `${percent(share, 1)} des Lichts fehlen (nach der Höhe der Sonne gewichtet).`;
    return columns === undefined ? "" : `Keine Quelle hat für diesen Ort und diese Zeit: ${columns}.`;
  },
  doubts: ({ share }) =>
    share === undefined
      ? ""
      : `${percent(share, 1)} des Lichts sind zweifelhaft (Sensor tot, hängend oder übersteuert): Sie stehen in den Summen, gelten für das Jahr und P10 bis P90 aber als fehlend.`,
  annual: ({ months }) =>
    months === undefined
      ? ""
      : months < 12
        ? `Das Wetter hat nur ${months} von 12 Monaten: Es gibt keinen Jahresertrag.`
        : "Einem Monat fehlt in jedem Jahr mehr als ein Zehntel seines Lichts: Es gibt keinen Jahresertrag.",
  light: ({ share, irradiation }) =>
    share === undefined || irradiation === undefined
      ? ""
      : `${percent(share)} der Einstrahlung des Wetters (${figure(irradiation)} kWh/m²) sind nicht in den Summen: Sie fallen in Stunden ohne die anderen Werte oder ohne Sonne, oder sind mehr, als die Sonne gibt. Stimmen Ort und Zeiten?`,
  doubtful: ({ losses }) =>
    losses === undefined ? "" : `Die Verluste sind ${plain(losses)} Prozent: War ein Anteil von 1 gemeint?`,
  quantiles: ({ table }) =>
    table === undefined
      ? ""
      : `Die Spannen stammen aus den Fehlern früherer Vorhersagen (Tabelle ${table}): Was diesem Lauf immer in eine Richtung fehlt, kennen sie nicht.`,
  "not-ended": ({ until }) =>
    until === undefined
      ? ""
      : "Ein Zeitabschnitt bekommt seinen Wert erst, wenn er vorbei ist: Die letzten fehlen noch.",
};

type Phrase = readonly [words: RegExp, german: string];

/** Gründe der Unsicherheit, Namen von Datensätzen, und was an Werten geändert wurde. */
const PHRASES: readonly Phrase[] = [
  [
    /^assumed for a climate with ([\d.]+) of the light above the air.*$/,
    "angenommen nach dem Klima: $1 des Lichts über der Luft",
  ],
  [/^the scatter of (\d+) years, by Student's t$/, "Streuung von $1 Jahren, nach Students t"],
  [/^the scatter of (\d+) years that are nobody's history$/, "Streuung von $1 erzeugten Jahren"],
  [/^a typical year: in the share of the light$/, "ein typisches Jahr: im Anteil der Einstrahlung enthalten"],
  [/^one year stands for all$/, "ein Jahr steht für alle"],
  [/^the mean of (\d+) years$/, "Mittel von $1 Jahren"],
  [/^measured by a pyranometer, (±[\d.]+ %) with 95 % (\(.*\))$/, "mit einem Pyranometer gemessen, $1 mit 95 % $2"],
  [/^from satellites: 3 to 6 % at stations$/, "von Satelliten: 3 bis 6 % an Stationen"],
  [/^from a reanalysis: 5 % \(ERA5\) and more at stations$/, "aus einer Reanalyse: 5 % (ERA5) und mehr an Stationen"],
  [/^a typical year: 5 % for the long-term mean (.*)$/, "ein typisches Jahr: 5 % für das langjährige Mittel $1"],
  [/^generated from the world climatology: (.*) at (\d+) places$/, "aus der Weltklimatologie erzeugt: $1 an $2 Orten"],
  [
    /^of unknown source: 5 % assumed, as for a long-term mean (.*)$/,
    "Quelle unbekannt: 5 % angenommen, wie für ein langjähriges Mittel $1",
  ],
  [/^world climatology, ([a-z ]+): (\d+) places judged$/, "Weltklimatologie, {$1}: $2 Orte geprüft"],
  [/^world climatology, ([a-z ]+): none judged, assumed$/, "Weltklimatologie, {$1}: nirgends geprüft, angenommen"],
  [/^world climatology, known to be so far off at (.*)$/, "Weltklimatologie, bei $1 bekanntermaßen so weit daneben"],
  [
    /^generated hours, beyond the light on the horizontal$/,
    "erzeugte Stunden, zusätzlich zur Einstrahlung auf ebenem Boden",
  ],
  [
    /^3 % of a wall, by the sine of the tilt; 2 % of a tracker$/,
    "3 % bei einer Wand, nach dem Sinus der Neigung; 2 % bei Nachführung",
  ],
  [/^rated power (.*)$/, "Nennleistung $1"],
  [/^soiling (\d+) %, snow ([\d.]+) %$/, "Verschmutzung $1 %, Schnee $2 %"],
  [/^soiling (\d+) %$/, "Verschmutzung $1 %"],
  [/^beside other programs on the same weather$/, "neben anderen Programmen mit demselben Wetter"],
  [/^given$/, "angegeben"],
  [/^world climatology$/, "Weltklimatologie"],
  [/^weather drawn from the world climatology$/, "Wetter, aus der Weltklimatologie erzeugt"],
  [/^simulated run over weather drawn from the world climatology$/, "simulierter Lauf über erzeugtem Wetter"],
  [/^errors of a forecast put on$/, "mit Fehlern wie denen einer Vorhersage"],
  [/^a year drawn from twelve monthly values$/, "ein Jahr, aus zwölf Monatswerten erzeugt"],
  [/^a typical year mapped to these dates$/, "ein typisches Jahr auf diesen Daten"],
  [/^repeated by the day of the year$/, "nach dem Tag im Jahr wiederholt"],
  [
    /^sums of each (day|month|year): irradiance in Wh\/m²(?:; temperature and snow depth are means)?$/,
    "Summen je {$1}: Einstrahlung in Wh/m²; Temperatur und Schneehöhe sind Mittel.",
  ],
  [
    /^the load is BDEW's profile H25, .*$/,
    "Der Verbrauch folgt dem Profil H25 des BDEW, dem Mittel vieler deutscher Haushalte: Ein einzelner ist ungleichmäßiger und verbraucht weniger vom eigenen Strom.",
  ],
  [
    /^in steps of (\d+) minutes own use looks higher than it is.*$/,
    "In Schritten von $1 Minuten erscheint der Eigenverbrauch höher, als er ist.",
  ],
  [
    /^the load has steps of (\d+) minutes, which are held over steps of (\d+).*$/,
    "Der Verbrauch hat Schritte von $1 Minuten, die über Schritte von $2 gehalten werden: Seine Spitzen darin fehlen.",
  ],
  [
    /^the load of (\S+) to (\S+) is laid on the calendar of (?:a typical|another) year.*$/,
    "Der Verbrauch von $1 bis $2 liegt auf dem Kalender eines anderen Jahres: Seine Wochentage und sein Wetter sind nicht die des Ertrags.",
  ],
  [
    /^hours of the day are counted at (\S+) all year.*$/,
    "Die Stunden des Tages sind das ganze Jahr über bei $1 gezählt, ohne Sommerzeit.",
  ],
  [
    /^there is no whole year of power and load.*$/,
    "Ein ganzes Jahr von Leistung und Verbrauch fehlt: Beträge sind nicht gerechnet.",
  ],
  [
    /^power above the limit of feed-in within a step.*$/,
    "Leistung, die innerhalb eines Schrittes über der Begrenzung der Einspeisung liegt, fehlt: Abgeregelt wird mehr als angegeben.",
  ],
  [
    /^for own use the limit of feed-in is behind the house.*$/,
    "Beim Eigenverbrauch liegt die Begrenzung der Einspeisung hinter dem Haus; der Ertrag oben hat sie davor, als verbrauchte niemand etwas.",
  ],
  [/^the battery takes no part: .*$/, "Die Batterie ist nicht beteiligt: Der Verbrauch des Hauses fehlt."],
  [/^resampled from intervals of (\d+) s to (\d+) s$/, "von Zeitabschnitten von $1 s auf $2 s umgerechnet"],
];

export const service: Texts["service"] = {
  notice: (code: string, facts: Facts, message) =>
    SENTENCES[code]?.(facts as { readonly [name: string]: number }, clauseIn(message)) ?? "",
  phrase(words: string) {
    const [pattern, german] = PHRASES.find(([one]) => one.test(words)) ?? [];
    if (!pattern || german === undefined) return "";
    const named = { ...accuracy.kinds, day: "Tag", month: "Monat", year: "Jahr" } as {
      readonly [name: string]: string;
    };
    return words
      .replace(pattern, german)
      .replace(/\{([^{}]*)\}/, (_, kind: string) => named[kind] ?? kind)
      .replace(/(\d)\.(\d)/g, "$1,$2");
  },
  kinds: {
    measured: "gemessen",
    satellite: "Satellit",
    reanalysis: "Reanalyse",
    forecast: "Vorhersage",
    typical: "typisches Jahr",
    synthetic: "erzeugt",
  },
  licence: (name) => `Lizenz: ${name}.`,
};
