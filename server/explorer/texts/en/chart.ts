/** Texts of chart. */
export const chart = {
  zoom: "Zoom",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  earlier: "Earlier",
  later: "Later",
  showAll: "Show all",
  curves: "Curves",
  now: "now",
  noValues: "No values",
  allZero: "0 all the time",
  without: (name: string) => `${name}: no values`,
  byDays: {
    1: "Each point is a day: its energy or sum; of temperatures and the like the mean and the range.",
    7: "Each point is a week: the mean day’s energy or sum; of temperatures and the like the mean and the range.",
    28: "Each point is four weeks: the mean day’s energy or sum; of temperatures and the like the mean and the range.",
  },
  zoomForMore: "Zoom in to ten days or less for single values.",
  finer: "Ask for the hours of this stretch",
  leftOut: (points: string) => `Points left out because values are missing: ${points}.`,
  timeIn: (zone: string) => `Time (${zone})`,
  typicalYear: "typical year",
  mean: (unit: string) => `${unit}, mean`,
  table: "Table of these values",
  first: "First",
  previous: "Previous",
  next: "Next",
  last: "Last",
  noRows: "no rows",
  rows: (from: string, to: string, all: string) => `rows ${from} to ${to} of ${all}`,
  pale: (months: string, more: string) =>
    `Pale because values are missing: ${months}${more === "" ? "" : ` and ${more} more`}.`,
  daysOf: (month: string, days: string, all: string) => `${month} (${days} of ${all} days)`,
  loss: (parts: string) => `Behind this horizon: ${parts}.`,
  lossOf: (name: string, shaded: string, open: string, percent: string) =>
    `${name} ${shaded} instead of ${open} (−${percent} %)`,
  summary: {
    light: (name: string, most: string, when: string, sum: string) =>
      `${name}: ${most} at most (${when})${sum === "" ? "" : `, ${sum} in all`}.`,
    level: (name: string, least: string, cold: string, most: string, warm: string, mean: string) =>
      `${name}: from ${least} (${cold}) to ${most} (${warm}), ${mean} on average.`,
    amount: (name: string, sum: string) => `${name}: ${sum} in all.`,
    dark: (name: string) => `${name}: no light in this period.`,
    lowSun: "The sun rises for a short time, and so low that the light is 0 in these values.",
    polarNight: "The sun does not rise in this period.",
    none: (name: string) => `${name}: no values.`,
    gaps: (missing: string, all: string) => `Missing values: ${missing} of ${all}; the curves have gaps there.`,
    hour: (clock: string, mean: string) => `Highest on average around ${clock}: ${mean}.`,
    months: (most: string, best: string, least: string, worst: string) =>
      `Highest in ${best} (${most}), lowest in ${worst} (${least}).`,
    sum: (sum: string) => `${sum} in all.`,
    mean: (mean: string) => `${mean} on average.`,
    years: (best: string, most: string, worst: string, least: string, mean: string) =>
      `Highest year ${best} (${most}), lowest ${worst} (${least}); mean of whole years ${mean}.`,
    duration: (name: string, half: string, tenth: string, most: string) =>
      `${name}: half of the time at least ${half}, a tenth of the time at least ${tenth}, at most ${most}.`,
  },
};
