/** Weather files of one place and many years as one series. */
import { checkWeather } from "../../weather/node.js";
import type { WeatherColumn, WeatherSeries } from "../../weather/series.js";
import { UsageError } from "../errors.js";
import type { NamedReading } from "../joined-weather.js";

interface Part {
  readonly file: string;
  readonly series: WeatherSeries;
  readonly start: number;
  readonly count: number;
}

/** Files further apart are taken for those of two places, degrees. */
const SAME_PLACE = 0.05;

/**
 * The files' rows in the order of time; what lies between them, and what one of them lacks, is missing.
 *
 * @throws UsageError for files that overlap, differ in place, step or phase, or are a typical year already
 */
export function mergeReadings(readings: readonly NamedReading[]): WeatherSeries {
  const parts = readings.map(partOf).sort((a, b) => a.start - b.start);
  const first = parts[0]!;
  for (const [index, part] of parts.entries()) if (index > 0) checkBeside(first, parts[index - 1]!, part);
  const step = first.series.interval * 1000;
  const end = parts.at(-1)!;
  const count = (end.start - first.start) / step + end.count;
  const columns: { [name in WeatherColumn]?: Float64Array } = {};
  for (const { series, start } of parts) {
    for (const [name, values] of Object.entries(series.columns) as [WeatherColumn, ArrayLike<number>][]) {
      columns[name] ??= new Float64Array(count).fill(Number.NaN);
      columns[name].set(values, (start - first.start) / step);
    }
  }
  return { ...first.series, start: first.start, columns };
}

function partOf({ file, reading }: NamedReading): Part {
  const { series, typicalYear } = reading;
  if (typicalYear)
    throw new UsageError(
      `${file} is a typical or generated year: it describes no actual year and cannot be mixed with measured ones`,
    );
  const { start } = checkWeather(series);
  return { file, series, start, count: Object.values(series.columns)[0]!.length };
}

function checkBeside(first: Part, before: Part, part: Part): void {
  const { interval, sampling = "average", place } = part.series;
  const step = interval * 1000;
  const apart = place && first.series.place ? distance(first.series.place, place) : 0;
  const differs =
    interval !== first.series.interval
      ? "steps of different lengths"
      : sampling !== (first.series.sampling ?? "average")
        ? "means and instants"
        : apart > SAME_PLACE
          ? `places ${apart.toFixed(2)}° apart`
          : !Number.isInteger((part.start - first.start) / step)
            ? "steps that do not coincide"
            : undefined;
  if (differs) throw new UsageError(`${first.file} and ${part.file} have ${differs}: give files of one place and kind`);
  if (part.start < before.start + before.count * step) {
    throw new UsageError(`${before.file} and ${part.file} overlap in time: give each year once`);
  }
}

type Place = NonNullable<WeatherSeries["place"]>;

function distance(a: Place, b: Place): number {
  return Math.max(Math.abs(a.latitude - b.latitude), Math.abs(a.longitude - b.longitude));
}
