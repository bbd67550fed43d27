/** `--plot` of `generate`: the year beside the monthly values, and the law of days where the source has one. */
import { basename } from "node:path";
import type { DailyDistribution } from "../../climatology/world/types.js";
import { placeLabel } from "../../report/labels.js";
import { yearComparison } from "../../report/year-comparison.js";
import { MONTH_DAYS } from "../../time/calendar.js";
import type { WeatherSeries } from "../../weather/series.js";
import { dayRanges, lightOf } from "../year-file/light.js";
import type { MonthlySource } from "./source.js";
import type { Drawn } from "./year.js";

/** @param others years of the same months: the sums of the months are the same for any seed, their days are not */
export function generatedPicture(
  { place, name, daily }: MonthlySource,
  year: Drawn,
  others: readonly WeatherSeries[],
): string {
  const { report, monthly, series } = year;
  const given = monthly.globalHorizontalIrradiance.map((mean, month) => (mean * 24 * MONTH_DAYS[month]!) / 1000);
  return yearComparison(
    [
      { name: `monthly values, ${shortened(basename(name))}`, months: given, days: daily && daysOf(daily) },
      { name: `generated, seed ${report.randomSeed}`, ...lightOf(series) },
    ],
    "A generated year and its monthly values",
    `${placeLabel(place.latitude, place.longitude)}, ${place.altitude} m · ${report.year} · ${report.daily} days, ${report.hourly} hours`,
    { ranges: dayRanges([series, ...others]), note: `lines: darkest and brightest day, of ${others.length + 1} seeds` },
  );
}

/** What fits beside the other name. */
const MOST_CHARACTERS = 40;

function shortened(name: string): string {
  return name.length <= MOST_CHARACTERS ? name : `${name.slice(0, MOST_CHARACTERS - 1)}…`;
}

/** Draws of each day, evenly over its law. */
const PER_DAY = 10;

/** kWh/m² a day. */
function daysOf(daily: DailyDistribution): Float64Array {
  return Float64Array.from(
    MONTH_DAYS.flatMap((length, month) => {
      const count = length * PER_DAY;
      return Array.from({ length: count }, (_, k) => (24 * daily.quantile(month, (k + 0.5) / count)) / 1000);
    }),
  );
}
