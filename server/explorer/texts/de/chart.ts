/** Texte der Diagramme. */
import type { Texts } from "../en/index.js";

export const chart: Texts["chart"] = {
  zoom: "Ausschnitt",
  zoomIn: "Vergrößern",
  zoomOut: "Verkleinern",
  earlier: "Früher",
  later: "Später",
  showAll: "Alles zeigen",
  curves: "Kurven",
  now: "jetzt",
  noValues: "Keine Werte",
  allZero: "durchgehend 0",
  without: (name: string) => `${name}: keine Werte`,
  byDays: {
    1: "Jeder Punkt ist ein Tag: seine Energie oder Summe, bei Temperaturen und Ähnlichem das Mittel mit tiefstem und höchstem Wert.",
    7: "Jeder Punkt ist eine Woche: Energie oder Summe ihres mittleren Tages, bei Temperaturen und Ähnlichem das Mittel mit tiefstem und höchstem Wert.",
    28: "Jeder Punkt sind vier Wochen: Energie oder Summe ihres mittleren Tages, bei Temperaturen und Ähnlichem das Mittel mit tiefstem und höchstem Wert.",
  },
  zoomForMore: "Einzelne Werte sehen Sie, wenn Sie auf zehn Tage oder weniger vergrößern.",
  finer: "Stunden dieses Ausschnitts abfragen",
  leftOut: (points: string) => `Wegen fehlender Werte ausgelassene Punkte: ${points}.`,
  timeIn: (zone: string) => `Zeit (${zone})`,
  typicalYear: "typisches Jahr",
  mean: (unit: string) => `${unit}, Mittel`,
  table: "Tabelle dieser Werte",
  first: "Anfang",
  previous: "Zurück",
  next: "Weiter",
  last: "Ende",
  noRows: "keine Zeilen",
  rows: (from: string, to: string, all: string) => `Zeilen ${from} bis ${to} von ${all}`,
  pale: (months: string, more: string) =>
    `Blass, weil Werte fehlen: ${months}${more === "" ? "" : ` und ${more} weitere`}.`,
  daysOf: (month: string, days: string, all: string) => `${month} (${days} von ${all} Tagen)`,
  loss: (parts: string) => `Hinter diesem Horizont: ${parts}.`,
  lossOf: (name: string, shaded: string, open: string, percent: string) =>
    `${name} ${shaded} statt ${open} (−${percent} %)`,
  summary: {
    light: (name: string, most: string, when: string, sum: string) =>
      `${name}: höchstens ${most} (${when})${sum === "" ? "" : `, zusammen ${sum}`}.`,
    level: (name: string, least: string, cold: string, most: string, warm: string, mean: string) =>
      `${name}: von ${least} (${cold}) bis ${most} (${warm}), im Mittel ${mean}.`,
    amount: (name: string, sum: string) => `${name}: zusammen ${sum}.`,
    dark: (name: string) => `${name}: kein Licht in diesem Zeitraum.`,
    lowSun: "Die Sonne geht nur kurz und so flach auf, dass ihr Licht in diesen Werten 0 ist.",
    polarNight: "Die Sonne geht in diesem Zeitraum nicht auf.",
    none: (name: string) => `${name}: keine Werte.`,
    gaps: (missing: string, all: string) => `Fehlende Werte: ${missing} von ${all}; dort haben die Kurven Lücken.`,
    hour: (clock: string, mean: string) => `Im Mittel am höchsten gegen ${clock}: ${mean}.`,
    months: (most: string, best: string, least: string, worst: string) =>
      `Am meisten: ${best} (${most}), am wenigsten: ${worst} (${least}).`,
    sum: (sum: string) => `Zusammen ${sum}.`,
    mean: (mean: string) => `Im Mittel ${mean}.`,
    years: (best: string, most: string, worst: string, least: string, mean: string) =>
      `Höchstes Jahr ${best} (${most}), niedrigstes ${worst} (${least}); Mittel der ganzen Jahre ${mean}.`,
    duration: (name: string, half: string, tenth: string, most: string) =>
      `${name}: die Hälfte der Zeit mindestens ${half}, ein Zehntel der Zeit mindestens ${tenth}, höchstens ${most}.`,
  },
};
