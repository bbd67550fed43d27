/** Whether weather that was read has anything to answer with: a source may cover a time without a single value in it. */
import type { Period, Place } from "irradiance-archive";
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { isIrradiance, sunAt } from "irradiance-engine/series";

/** Sine of the sun's height, some 6°: below it none may be light, and a night's zeros tell nothing of the day. */
const BY_DAY = 0.1;

/** @param columns any of which would do; light counts by day, if there is one */
export function hasValues(
  series: WeatherSeries,
  columns: readonly WeatherColumn[],
  { start, end }: Period,
  place: Place,
): boolean {
  const step = series.interval * 1000;
  const first = series.start as number;
  const [from, to] = [Math.max(0, Math.floor((start - first) / step)), Math.ceil((end - first) / step)];
  const rowWith = (name: WeatherColumn, isWanted: (value: number, row: number) => boolean) => {
    const values = series.columns[name] ?? [];
    for (let row = from; row < Math.min(to, values.length); row++) {
      const value = values[row];
      if (typeof value === "number" && !Number.isNaN(value) && isWanted(value, row)) return true;
    }
    return false;
  };
  const light = columns.filter(isIrradiance);
  const others = columns.filter((name) => !isIrradiance(name));
  if (others.some((name) => rowWith(name, () => true))) return true;
  if (light.some((name) => rowWith(name, (value) => value > 0))) return true;
  if (!light.some((name) => rowWith(name, () => true))) return false;
  const times = Float64Array.from({ length: to - from }, (_, k) => first + (from + k + 0.5) * step);
  const { sine } = sunAt(times, place);
  const isDay = (row: number) => sine[row - from]! > BY_DAY;
  return !sine.some((height) => height > BY_DAY) || light.some((name) => rowWith(name, (_, row) => isDay(row)));
}
