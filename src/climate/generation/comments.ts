/** What a file with a generated year should say of itself: clients drop all but the text. */
import type { GenerationReport } from "./types.js";

/** What a caller may miss, by the columns that there would be. */
const WITHHELD = [
  ["temperature", "temperature"],
  ["relative_humidity", "humidity"],
  ["wind_speed", "wind"],
] as const;

/**
 * Labels of a year of `generateYear`, in order of importance: sentences without commas, which not every format can hold.
 * @experimental
 */
export function generatedYearComments(report: GenerationReport): string[] {
  const { algorithm, randomSeed: seed, daily, hourly, minute, clearSky, syntheticColumns } = report;
  const laws = [`days ${daily}`, `hours ${hourly}`, ...(minute ? [`minutes ${minute}`] : []), `clear sky ${clearSky}`];
  const withheld = WITHHELD.filter(([column]) => !syntheticColumns.includes(column)).map(([, name]) => name);
  return [
    "Synthetic: a plausible year drawn from twelve monthly values and not a history: its hours and minutes belong to no date; changes from one minute to the next are accurate to 30 %",
    `Method: generation ${algorithm} (${laws.join("; ")}); seed ${seed}`,
    ...(withheld.length > 0 ? [`Without ${withheld.join(" and ")}: no monthly values of that kind were given`] : []),
  ];
}
