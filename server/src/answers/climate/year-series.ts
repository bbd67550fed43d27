/** A year of weather on other dates, and a little beyond its ends. */
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";

const DAY = 86_400_000;
/** What a warmer air carries with it. */
const AIR: readonly WeatherColumn[] = ["temperature", "dew_point_temperature"];

/**
 * A whole year with its last day in front and its first day behind: the clock of an answer in UTC begins and ends beside
 * that of the place, and models look at neighbours. Without the place: its altitude is the caller's to say.
 */
export function withDaysAround({ start, interval, columns }: WeatherSeries): WeatherSeries {
  const rows = DAY / 1000 / interval;
  const around: { [name in WeatherColumn]?: Float64Array } = {};
  for (const name of Object.keys(columns) as WeatherColumn[]) {
    const year = columns[name] as Float64Array;
    const wider = new Float64Array(year.length + 2 * rows);
    wider.set(year.subarray(year.length - rows));
    wider.set(year, rows);
    wider.set(year.subarray(0, rows), rows + year.length);
    around[name] = wider;
  }
  return { start: (start as number) - DAY, interval, columns: around };
}

/** The same weather in an air that is so many K warmer: humidity stays as near to saturation as it was. */
export function warmerSeries(series: WeatherSeries, kelvin: number): WeatherSeries {
  const columns = { ...series.columns };
  for (const name of AIR) {
    const column = columns[name];
    if (column) columns[name] = Float64Array.from(column as ArrayLike<number>, (value) => value + kelvin);
  }
  return { ...series, columns };
}
