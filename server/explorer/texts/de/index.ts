import type { Clause } from "../../accuracy/nearest.js";
import { figure, percent, plain } from "../numbers.js";
import type { Texts } from "../said.js";
import { type Sentence, spoken } from "../spoken.js";
import { accuracy } from "./page.js";

/** Die Texte auf Deutsch, Teil für Teil. */
export * from "./page.js";
export * from "./place.js";
export * from "./report.js";
export * from "./roof.js";
export * from "./series.js";

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
  mppt: ({ string, planes }) =>
    string === undefined
      ? "Jede Fläche an einem gemeinsamen Wechselrichter ist mit eigenem MPP-Tracker gerechnet: Ein Strang über zwei Flächen liefert weniger."
      : `Die Flächen ${planes} sind ein Strang, „${string}“: Alle haben den kleinsten Strom von ihnen, außer wo Bypassdioden mehr durchlassen.`,
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

export const service: Texts["service"] = spoken({
  sentences: SENTENCES,
  named: { ...accuracy.kinds, day: "Tag", month: "Monat", year: "Jahr" },
  phrases: {
    assumedClimate: "angenommen nach dem Klima: $1 des Lichts über der Luft",
    scatter: "Streuung von $1 Jahren, nach Students t",
    scatterOfNobody: "Streuung von $1 erzeugten Jahren",
    typicalYear: "ein typisches Jahr: im Anteil der Einstrahlung enthalten",
    oneYear: "ein Jahr steht für alle",
    meanOfYears: "Mittel von $1 Jahren",
    pyranometer: "mit einem Pyranometer gemessen, $1 mit 95 % $2",
    satellites: "von Satelliten: 3 bis 6 % an Stationen",
    reanalysis: "aus einer Reanalyse: 5 % (ERA5) und mehr an Stationen",
    typicalMean: "ein typisches Jahr: 5 % für das langjährige Mittel $1",
    generatedAt: "aus der Weltklimatologie erzeugt: $1 an $2 Orten",
    unknownSource: "Quelle unbekannt: 5 % angenommen, wie für ein langjähriges Mittel $1",
    judgedPlaces: "Weltklimatologie, {$1}: $2 Orte geprüft",
    judgedNowhere: "Weltklimatologie, {$1}: nirgends geprüft, angenommen",
    farOff: "Weltklimatologie, bei $1 bekanntermaßen so weit daneben",
    generatedHours: "erzeugte Stunden, zusätzlich zur Einstrahlung auf ebenem Boden",
    wall: "3 % bei einer Wand, nach dem Sinus der Neigung; 2 % bei Nachführung",
    ratedPower: "Nennleistung $1",
    soilingSnow: "Verschmutzung $1 %, Schnee $2 %",
    soiling: "Verschmutzung $1 %",
    besidePrograms: "neben anderen Programmen mit demselben Wetter",
    given: "angegeben",
    climatology: "Weltklimatologie",
    drawn: "Wetter, aus der Weltklimatologie erzeugt",
    simulatedRun: "simulierter Lauf über erzeugtem Wetter",
    forecastErrors: "mit Fehlern wie denen einer Vorhersage",
    monthlyValues: "ein Jahr, aus zwölf Monatswerten erzeugt",
    typicalMapped: "ein typisches Jahr auf diesen Daten",
    repeated: "nach dem Tag im Jahr wiederholt",
    sums: "Summen je {$1}: Einstrahlung in Wh/m²; Temperatur und Schneehöhe sind Mittel.",
    profile:
      "Der Verbrauch folgt dem Profil H25 des BDEW, dem Mittel vieler deutscher Haushalte: Ein einzelner ist ungleichmäßiger und verbraucht weniger vom eigenen Strom.",
    stepsOfOwnUse: "In Schritten von $1 Minuten erscheint der Eigenverbrauch höher, als er ist.",
    heldLoad:
      "Der Verbrauch hat Schritte von $1 Minuten, die über Schritte von $2 gehalten werden: Seine Spitzen darin fehlen.",
    otherCalendar:
      "Der Verbrauch von $1 bis $2 liegt auf dem Kalender eines anderen Jahres: Seine Wochentage und sein Wetter sind nicht die des Ertrags.",
    hoursAllYear: "Die Stunden des Tages sind das ganze Jahr über bei $1 gezählt, ohne Sommerzeit.",
    noWholeYear: "Ein ganzes Jahr von Leistung und Verbrauch fehlt: Beträge sind nicht gerechnet.",
    aboveLimit:
      "Leistung, die innerhalb eines Schrittes über der Begrenzung der Einspeisung liegt, fehlt: Abgeregelt wird mehr als angegeben.",
    limitBehindHouse:
      "Beim Eigenverbrauch liegt die Begrenzung der Einspeisung hinter dem Haus; der Ertrag oben hat sie davor, als verbrauchte niemand etwas.",
    idleBattery: "Die Batterie ist nicht beteiligt: Der Verbrauch des Hauses fehlt.",
    resampled: "von Zeitabschnitten von $1 s auf $2 s umgerechnet",
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
});
