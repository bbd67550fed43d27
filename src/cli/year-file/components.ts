/** What the formats of simulation tools want of a year beyond what it has: its direct and diffuse part. */
import { FREQUENCIES, frequencyOf } from "../../contract/observation/period.js";
import { computeColumns } from "../../index.js";
import { formatTime } from "../../time/iso-time.js";
import type { WeatherSeries } from "../../weather/series.js";
import { UsageError } from "../errors.js";
import type { YearRows } from "./types.js";

const LENGTHS = Object.values(FREQUENCIES)
  .map((length) => length / 1000)
  .join(", ");
const PARTS = ["direct_normal_irradiance", "diffuse_horizontal_irradiance"] as const;

/**
 * The year with DNI and DHI, worked out by the engine where there are none: on the record itself, so that light meets the sun
 * of the day that it fell on.
 *
 * @returns the rows, and a note on the parts that were worked out
 */
export function withComponents(
  { series, sourceTimes }: YearRows,
  record: WeatherSeries,
): { rows: YearRows; notes: string[] } {
  const added = PARTS.filter((name) => series.columns[name] === undefined);
  if (added.length === 0) return { rows: { series, sourceTimes }, notes: [] };
  const { place, interval, start, columns, sampling } = record;
  const frequency = frequencyOf(series.interval);
  if (place === undefined || frequency === undefined || sampling === "instant") {
    throw new UsageError(
      `the weather has no ${added.join(", ")}; it can be computed only from means over ${LENGTHS} s at a known place`,
    );
  }
  const first = start as number;
  const query = {
    lat: place.latitude,
    lon: place.longitude,
    parameters: PARTS.join(","),
    frequency,
    start: formatTime(first),
    end: formatTime(first + Object.values(columns)[0]!.length * interval * 1000),
  };
  const split = computeColumns(query, record, { gridOffset: secondOfHour(sourceTimes[0]!) });
  const rowAt = (time: number) => (time - split.start) / (split.interval * 1000);
  const parts = added.map((name) => [name, sourceTimes.map((time) => split.values[name]![rowAt(time)]!)]);
  const complete = { ...series, columns: { ...series.columns, ...Object.fromEntries(parts) } };
  const other = added[0] === "direct_normal_irradiance" ? "diffuse" : "direct";
  const from = added.length === 2 ? "global irradiance (Erbs-Driesse)" : `global and ${other} irradiance`;
  return {
    rows: { series: complete, sourceTimes },
    notes: [`${added.join(" and ")} computed from ${from}`],
  };
}

function secondOfHour(time: number): number {
  return (((time / 1000) % 3600) + 3600) % 3600;
}
