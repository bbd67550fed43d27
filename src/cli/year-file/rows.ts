/** Rows of a year in longer steps, and without the day that formats of 365 days do not have. */
import { DAY, HOUR, yearOf, yearStart } from "../../time/calendar.js";
import { withoutLeapDay as columnWithoutLeapDay } from "../../time/typical-year.js";
import type { WeatherColumn, WeatherSeries } from "../../weather/series.js";
import type { YearRows } from "./types.js";

type Columns = { [name in WeatherColumn]?: Float64Array };

/** The same in hours, means of shorter steps; an hour of which a step is missing is missing. */
export function inHours({ series, sourceTimes }: YearRows): YearRows {
  const rows = 3600 / series.interval;
  if (rows === 1 || !Number.isInteger(rows) || series.sampling === "instant") return { series, sourceTimes };
  return { series: meansOf(series, rows), sourceTimes: sourceTimes.filter((_, row) => row % rows === 0) };
}

/** Means of so many rows each. */
export function meansOf(series: WeatherSeries, rows: number): WeatherSeries {
  const columns = mapped(series, (values) =>
    Float64Array.from({ length: Math.floor(values.length / rows) }, (_, mean) => {
      let sum = 0;
      for (let row = mean * rows; row < (mean + 1) * rows; row++) sum += values[row]!;
      return sum / rows;
    }),
  );
  return { ...series, interval: series.interval * rows, columns };
}

/** Of another number of days, so that the other days keep their dates. */
const COMMON_YEAR = 2005;

/** A leap year of generated weather, whose 29 February is empty, as 365 days that remember their year. */
export function withoutLeapDay({ series, sourceTimes }: YearRows): YearRows {
  const { start, interval, place } = series;
  const clock = (place?.timeZone ?? 0) * HOUR;
  const first = (start as number) + clock;
  const year = yearOf(first);
  const ofDay = DAY / 1000 / interval;
  const isLeapYear = first === yearStart(year) && sourceTimes.length === 366 * ofDay;
  if (!isLeapYear) return { series, sourceTimes };
  return {
    series: {
      ...series,
      start: yearStart(COMMON_YEAR) - clock,
      columns: mapped(series, (values) => columnWithoutLeapDay(values, ofDay)),
    },
    sourceTimes: columnWithoutLeapDay(sourceTimes, ofDay),
  };
}

function mapped({ columns }: WeatherSeries, change: (values: ArrayLike<number>) => Float64Array): Columns {
  const changed: Columns = {};
  for (const [name, values] of Object.entries(columns) as [WeatherColumn, ArrayLike<number>][]) {
    changed[name] = change(values);
  }
  return changed;
}
