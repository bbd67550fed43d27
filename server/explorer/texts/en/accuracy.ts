/** Texts of the card “How accurate is this here?”. */
export const accuracy = {
  title: "How accurate is this here?",
  unloaded: "The figures could not be loaded. Close this and open it again.",
  waiting: "What is stated for this place appears with the next answer.",
  judged: (kind: string, share: string, places: string) =>
    `For generated weather, this place counts as ${kind}. At eight of ten places of this kind, the light of a year is within ±${share} of the truth; ${places} such places were judged, each with weather that had not seen it.`,
  assumed: (kind: string, share: string) =>
    `For generated weather, this place counts as ${kind}. Nobody has measured at such a place for this project, so ±${share} is assumed for the light of a year: no better than for the worst kind that was judged.`,
  notGenerated:
    "The weather that you see here is not generated: it comes from a source of its own, named below the result. The limits of generated weather do not apply to it; the figures of others may.",
  kinds: {
    "ice sheet": "ice sheet",
    "small island": "a small island",
    "stormy sea": "stormy sea",
    "open sea": "open sea",
    "high latitude": "high latitude",
    tropics: "tropics",
    mountains: "mountains",
    "hazy air": "hazy air",
    coast: "coast",
    "dry land": "dry land",
    "temperate land": "temperate land",
  },
  typical: "Typical errors (rms)",
  quantities: {
    year: "light of a year",
    months: "light of a month, in percent of the mean month",
    temperature: "temperature of a month",
    yield: "yield of a system in a typical year",
  },
  altitudeCounts:
    "The temperature's error contains what the altitude of the map may be off by. Type in your altitude, and it falls.",
  nearest: "The nearest judged places",
  place: "Place",
  distance: "Distance",
  found: "Light of a year, generated",
  bright: (share: string) => `${share} too high`,
  dark: (share: string) => `${share} too low`,
  exact: "exact",
  band: (share: string) => `The band is the ±${share} stated for your place.`,
  alone: "No place within 1,000 km was judged: expect an error somewhat larger than stated.",
  others: "What others publish about satellite and reanalysis data",
  product: "Data",
  what: "What, and where",
  figure: "Found",
  source: "Read in",
  more: "More in docs/how-accurate.md: one map, one table, what was fitted and what is blind, and what nobody knows.",
};
