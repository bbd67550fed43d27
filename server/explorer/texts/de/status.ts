/** Was eine Anfrage kostet, wie weit sie ist, und was zu tun ist, wenn etwas nicht ging. */
import type { Texts } from "../en/index.js";

export const status: Texts["status"] = {
  send: "Senden",
  sendFor: (price) => `Senden (${price})`,
  stop: "Abbrechen",
  again: "Erneut versuchen",
  takePlace: (place) => `${place} nehmen`,
  enterKey: "Schlüssel eingeben",
  free: "kostenlos",
  tokens: (count) => `${count} Token`,
  pricing: "Preis wird abgefragt …",
  price: (price) => `Diese Anfrage: ${price}.`,
  priceBalance: (price, balance) => `Diese Anfrage: ${price}; Guthaben: ${balance}.`,
  repeat: (price) => `${price}, schon bezahlt`,
  computing: "Wird berechnet …",
  slow: (seconds) =>
    `Seit ${seconds} s keine Antwort: Der Server rechnet noch, oder die Verbindung ist langsam. Sie können warten oder abbrechen.`,
  held: (seconds) => `Die Seite wartet ${seconds} s: Der Server begrenzt, wie oft dieser Schlüssel fragen darf.`,
  old: "Diese Werte gehören zur vorigen Anfrage. Mit „Senden“ holen Sie die neuen.",
  press: "Mit „Senden“ holen Sie die Werte.",
  unplaced: "Der Ort in diesem Link ist nicht lesbar; es wurde nichts angefragt. Wählen Sie einen Ort.",
  incomplete: (gaps) => `Geben Sie unter „Zeitraum“ die Monatswerte ein. ${gaps}`,
  askAgain: (seconds) => `Die Seite fragt in ${seconds} s noch einmal.`,
  stopped: "Abgebrochen; es wurde nichts abgebucht.",
  rows: (rows, columns, isOne) => `${rows} Intervalle, ${columns} ${isOne ? "Größe" : "Größen"}.`,
  empty: (rows, missing, isOne) => `${rows} Davon ${isOne ? "hat" : "haben"} ${missing} keine Werte.`,
  parameter: (name) => `Angabe: ${name}`,
  unread: (parts, more) =>
    `Diese Teile des Links versteht die Seite nicht und lässt sie weg: ${parts}${more === "" ? "" : ` und ${more} weitere`}`,
  unreachable:
    "Der Server antwortet nicht. Prüfen Sie, ob er läuft und ob Sie online sind, und versuchen Sie es noch einmal.",
  unreadable: (message) => `Die Seite kann die Antwort nicht lesen: ${message}.`,
  advice: {
    settings: "Der Server lehnt diese Einstellungen ab. Ändern Sie sie und versuchen Sie es noch einmal.",
    change: "Ändern Sie das und versuchen Sie es noch einmal.",
    demoOff: "Der Demo-Schlüssel ist auf diesem Server abgeschaltet. Geben Sie unter „Konto“ Ihren eigenen ein.",
    key: "Der Server kennt diesen Schlüssel nicht, oder er ist abgelaufen oder gesperrt. Prüfen Sie unter „Konto“, ob kein Zeichen fehlt.",
    places: "Wählen Sie einen dieser Orte, oder geben Sie unter „Konto“ Ihren eigenen Schlüssel ein.",
    cost: (cost, left) => `Das kostet ${cost}, übrig sind ${left}.`,
    tokensOfPeriod: "Wählen Sie einen kürzeren Zeitraum, oder bitten Sie den Betreiber um Token.",
    tokensOfYears: "Bitten Sie den Betreiber um Token. Weniger Jahre der Vergangenheit kosten weniger.",
    tokens: "Bitten Sie den Betreiber um Token.",
    noWeather: "Für diesen Ort hat dieser Server mit Ihrem Schlüssel kein solches Wetter.",
    noneOfPeriod:
      "Wählen Sie einen anderen Zeitraum oder Ort; die „Wetterquellen“ des Orts nennen, was es für Ihren Schlüssel gibt.",
    noneOfYear:
      "Wählen Sie ein anderes Jahr oder einen anderen Ort; die „Wetterquellen“ des Orts nennen, was es für Ihren Schlüssel gibt.",
    noneOfYears:
      "Wählen Sie andere Jahre, ein typisches Jahr oder einen anderen Ort; die „Wetterquellen“ des Orts nennen, was es für Ihren Schlüssel gibt.",
    none: "Wählen Sie einen anderen Ort, oder bitten Sie den Betreiber um Wetter für diesen.",
    late: "Die Anfrage kam nicht rechtzeitig beim Server an: Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.",
    moment: "Versuchen Sie es gleich noch einmal.",
    wait: (seconds) => `Versuchen Sie es in ${seconds} s noch einmal.`,
    longOfPeriod:
      "Der Server brauchte zu lange; es wurde nichts abgebucht. Wählen Sie einen kürzeren Zeitraum oder gröbere Schritte.",
    longOfYears:
      "Der Server brauchte zu lange; es wurde nichts abgebucht. Wählen Sie weniger Jahre oder weniger Modulflächen.",
    longOfYield:
      "Der Server brauchte zu lange; es wurde nichts abgebucht. Wählen Sie weniger Modulflächen, oder versuchen Sie es später noch einmal.",
    long: "Der Server brauchte zu lange; es wurde nichts abgebucht. Wählen Sie gröbere Schritte.",
    broken: (request) =>
      `Das ist ein Fehler des Servers. Versuchen Sie es noch einmal; kommt er wieder, wenden Sie sich an den Betreiber${request === "" ? "" : ` (Anfrage ${request})`}.`,
    stranger: (status) =>
      `Unterwegs hat etwas anderes als der Server geantwortet (Status ${status}). Versuchen Sie es noch einmal.`,
  },
  sources: {
    title: "Quellen und Hinweise",
    synthetic: "Synthetisches Wetter: plausibel, aber so war es nicht.",
    last: (place, endpoint) => `Werte der letzten Antwort: ${place} (${endpoint}).`,
    here: "am Ort",
    away: (km) => `${km} km entfernt`,
    run: (run) => `Lauf ${run}`,
    changes: (changes) => `Geändert: ${changes}.`,
    licence: (names) => `Lizenz: ${names}`,
    licences: (names) => `Lizenzen: ${names}`,
    credits: "Nachweise",
  },
};
