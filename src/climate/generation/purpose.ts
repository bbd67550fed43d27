/** What random numbers are drawn for: no two draws of a year share an address. A new purpose takes a new number. */
export const PURPOSE = {
  /** i = day, j = 1: normal of the day; j = 0, i = 0: of the day before the first. */
  days: 1,
  /** i = day, j = hour: normal. */
  hours: 2,
  /** i = hour of the year, j = minute: normal. */
  minutes: 3,
  /** i = hour of the year: uniform, how unsettled its minutes are. */
  unsettled: 4,
  /** i = day: uniform, next state of the Markov chain. */
  states: 5,
  /** i = day: normal, of the air. */
  air: 6,
  /** i = hour of the year: normal. */
  wind: 7,
  /** Weather without state. i = day of thirty leap years: normal; attempt: whose. */
  dates: 8,
  /** i = day: uniform, the place within its thirtieth; attempt: whose. */
  anyDay: 9,
  /** i = run, j = lead in hours: normals of what a forecast gets wrong; attempt: what of. */
  runs: 10,
} as const;
