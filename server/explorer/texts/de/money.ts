/** Texte der Karte „Mein Geld“, die mit ihr geladen werden. */
import type { LaterTexts } from "../said.js";

export const money: LaterTexts["money"] = {
  title: "Mein Geld: Eigenverbrauch, Ersparnis, Amortisation",
  house: "Stromverbrauch (kWh im Jahr)",
  tariff: "Preis einer kWh",
  cost: "Kosten der Anlage",
  begin:
    "Mit dem Stromverbrauch Ihres Hauses und dem Preis einer kWh steht hier, was im Haus bleibt und was das spart; mit den Kosten auch, wann die Anlage bezahlt ist.",
  more: "Einspeisung, Batterie, die Datei Ihres Zählers",
  feedIn: "Vergütung je eingespeister kWh",
  feedInHint: "Leer: keine.",
  battery: "Batterie (kWh)",
  batteryHint: "Zwischen leer und voll. Leer: keine.",
  currency: "Währung",
  currencyHint: "Etwa CHF, € oder £: Sie steht neben den Beträgen.",
  file: "Der Strom Ihres Hauses als Datei (CSV)",
  fileHint:
    "Ein Jahr eines Zählers, in Stunden oder Viertelstunden. Wählen Sie sie aus oder ziehen Sie sie hierher: Sie wird in diesem Browser gelesen und berechnet, und nichts davon wird gesendet.",
  noFile: "Ohne die Datei",
  ofFile: (name, kwh) =>
    `Aus ${name}: ${kwh} kWh im Jahr. Sie bleibt in diesem Browser; ein Link auf diese Seite enthält sie nicht. Mit Stunden der Dachleistung erscheint der Eigenverbrauch einige Prozentpunkte zu hoch.`,
  noSeries: "Der Dienst hat keine Stunden der Dachleistung geliefert.",
  unreadable: "Diese Datei war nicht zu gebrauchen:",

  payback: (years) => `Bezahlt nach ${years} Jahren`,
  between: (soon, late) =>
    `${soon} Jahre, wenn das Dach viel bringt (P10), ${late}, wenn es wenig bringt (P90); Preise und Verbrauch können anders kommen.`,
  never: (years) => `In ${years} Jahren nicht bezahlt`,
  neverLow: (soon, years) =>
    `${soon} Jahre, wenn das Dach viel bringt (P10); wenn es wenig bringt (P90), nicht in ${years}.`,
  gain: (gain) => `${gain} mehr im Jahr`,
  gainBetween: (low, high) => `zwischen ${low} (P90) und ${high} (P10)`,
  parts: (saved, earned) => `${saved}, die Sie nicht einkaufen, ${earned} für die Einspeisung.`,
  nothingEarned: (saved) =>
    `${saved}, die Sie nicht einkaufen. Für die Einspeisung ist nichts gerechnet: siehe unten „Einspeisung“.`,
  bill: (without, present) => `Der Strom eines Jahres kostet ohne die Anlage ${without}, mit ihr ${present}.`,
  worth: (years, amount) => `Nach ${years} Jahren übersteigen die Gewinne die Kosten um ${amount}.`,
  loss: (years, amount) => `Nach ${years} Jahren bleiben die Gewinne um ${amount} unter den Kosten.`,
  askCost: "Mit den Kosten der Anlage steht hier, wann sie bezahlt ist.",
  askPrice: "Mit dem Preis einer kWh steht hier, was das spart.",
  shares: (own, self) =>
    `${own} der Energie vom Dach werden im Haus verbraucht; sie decken ${self} des Stromverbrauchs.`,
  months: "Woher der Strom des Hauses kommt, und was eingespeist wird (kWh je Monat)",
  fromRoof: "vom Dach",
  fromGrid: "aus dem Netz",
  fedIn: "eingespeist",
  barOf: (month, name, kwh) => `${month}, ${name}: ${kwh} kWh`,
  asTable: "Die Zahlen als Tabelle",
  month: "Monat",
  year: "Jahr",
  use: "Haus (kWh)",
  roof: "Vom Dach (kWh)",
  grid: "Aus dem Netz (kWh)",
  feed: "Eingespeist (kWh)",
  selfHead: "Gedeckt (%)",
};
