/** What the formats of simulation tools want of a year beyond what was measured: its direct and diffuse part, and hours. */
import type { TypicalYear } from "../../climate/index.js";
import { computeColumns } from "../../index.js";
import { formatTime } from "../../time/iso-time.js";
import type { WeatherColumn, WeatherSeries } from "../../weather/series.js";
import { UsageError } from "../errors.js";

const PARTS = ["direct_normal_irradiance", "diffuse_horizontal_irradiance"] as const;
const FREQUENCIES: { readonly [seconds: number]: string } = { 3600: "1_hour", 900: "15_minutes", 60: "1_minute" };

/**
 * The year with DNI and DHI, decomposed by the engine where the record lacks them: on the record itself, so that light meets
 * the sun of the day that it fell on.
 *
 * @returns the names of the parts that were worked out
 */
export function withComponents(year: TypicalYear, record: WeatherSeries): { year: TypicalYear; added: string[] } {
  const added = PARTS.filter((name) => year.series.columns[name] === undefined);
  if (added.length === 0) return { year, added: [] };
  const { place, interval, start, columns, sampling } = record;
  const frequency = FREQUENCIES[year.series.interval];
  if (place === undefined || frequency === undefined || sampling === "instant") {
    throw new UsageError(
      `the weather has no ${added.join(", ")}, which can be worked out for means over 60, 900 or 3600 s at a known place only`,
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
  const split = computeColumns(query, record, { gridOffset: secondOfHour(year.sourceTimes[0]!) });
  const rowAt = (time: number) => (time - split.start) / (split.interval * 1000);
  const parts = added.map((name) => [name, year.sourceTimes.map((time) => split.values[name]![rowAt(time)]!)]);
  const complete = { ...year.series.columns, ...Object.fromEntries(parts) };
  return { year: { ...year, series: { ...year.series, columns: complete } }, added: [...added] };
}

function secondOfHour(time: number): number {
  return (((time / 1000) % 3600) + 3600) % 3600;
}

/** The year in hours, means of its shorter steps; an hour of which a step is missing is missing. */
export function inHours(year: TypicalYear): TypicalYear {
  const { series, sourceTimes } = year;
  const rows = 3600 / series.interval;
  if (rows === 1 || !Number.isInteger(rows) || series.sampling === "instant") return year;
  const count = sourceTimes.length / rows;
  const columns: { [name in WeatherColumn]?: Float64Array } = {};
  for (const [name, values] of Object.entries(series.columns) as [WeatherColumn, ArrayLike<number>][]) {
    columns[name] = Float64Array.from({ length: count }, (_, hour) => {
      let sum = 0;
      for (let row = hour * rows; row < (hour + 1) * rows; row++) sum += values[row]!;
      return sum / rows;
    });
  }
  return {
    ...year,
    series: { ...series, interval: 3600, columns },
    sourceTimes: Float64Array.from({ length: count }, (_, hour) => sourceTimes[hour * rows]!),
  };
}
