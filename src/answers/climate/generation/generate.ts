/** A year of weather from twelve monthly values. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { WeatherColumn } from "../../../data/weather/series.js";
import { Random } from "../../../foundation/statistics/random.js";
import { DAY, SECOND } from "../../../foundation/time/calendar.js";
import { withLeapDay } from "../../../foundation/time/typical-year.js";
import { type YearCalendar, yearCalendar } from "./calendar.js";
import { type CheckedOptions, checkMonthly, checkOptions, checkPlace } from "./check.js";
import { type DailyLaw, dailyIndices, daySums, exponentialDays } from "./daily.js";
import { aguiarDays, bendtDays } from "./daily-compared.js";
import { diffuseIrradiance, hourlyFractions, minuteFractions } from "./diffuse.js";
import { computeEnvelope, envelopeTurbidity } from "./envelope.js";
import { type HourlyLaw, hourlyIndices, tableHours, tagHours } from "./hourly.js";
import { minuteIrradiance } from "./minute.js";
import { fitMonths, type Month } from "./months.js";
import { airColumns } from "./states.js";
import {
  type DailyLawName,
  GENERATION_ALGORITHM,
  type GeneratedYear,
  type GenerationOptions,
  type GenerationPlace,
  type GenerationReport,
  type HourlyLawName,
  type MonthlyMeans,
} from "./types.js";

const DAILY: { readonly [name in DailyLawName]: (latitude: number) => DailyLaw } = {
  exponential: exponentialDays,
  bendt: () => bendtDays,
  aguiar: () => aguiarDays,
};
const HOURLY: { readonly [name in HourlyLawName]: HourlyLaw } = { table: tableHours(), tag: tagHours };

const PLAUSIBLE =
  "a plausible year, not a history: its hours and minutes belong to no date, and changes from one minute to the next " +
  "are accurate to 30 %";

type GeneratedColumns = { [name in WeatherColumn]?: Float64Array };

/**
 * Generates a year of hours or minutes from monthly values: global irradiance with exactly the given monthly means below a
 * clear-sky envelope, and, where they are given, temperature, humidity, wind and diffuse irradiance. Hours have diffuse irradiance in
 * any case, by a split that is fitted to such light. Nothing else is invented: a quantity without monthly values gets no column.
 *
 * Days are drawn from a law of the daily clear-sky index, hours from one of the hourly index given the day's, minutes by Skartveit
 * & Olseth 1992. No hour and no minute is brighter than its sun and the air above the place let it be. The monthly values describe an open horizon; values
 * measured below mountains already include the mountains' shade.
 *
 * Pure; the same arguments give the same bytes on every JavaScript engine as long as `report.algorithm` is the same.
 *
 * @param place degrees north and east, metres, hours; its clock begins the year: the first interval is that at 0 h on 1
 *   January, local standard time
 * @param monthly twelve values each, January first: irradiance W/m² (means over all 24 hours; at most what the clearest sky
 *   of the place gives), temperatures °C, humidity %, wind m/s
 * @returns `weather`: 8760 hours or 525,600 minutes of the year 2005 (or `options.year`), W/m², °C, %, m/s; `envelope`; and
 *   `report`, plain data that documents what was done
 * @throws TypeError, RangeError that name the argument, the month, the value and the likely mistake: not twelve finite numbers,
 *   more than the extraterrestrial mean, values that look like another unit, Tmin above Tmax, more diffuse than global irradiance
 *
 * Source: the laws' are in their files. The daily law and the tables of hours are fits of this project to measured years.
 *
 * @example
 * ```js
 * import { generateYear } from "irradiance-engine/climate";
 *
 * const place = { latitude: 47.4, longitude: 8.5, altitude: 440, timeZone: 1 };
 * const globalHorizontalIrradiance = [42, 75, 120, 170, 205, 225, 225, 195, 145, 85, 48, 34]; // W/m², January first
 * const { weather } = generateYear(place, { globalHorizontalIrradiance }, { randomSeed: 7 });
 * console.log(weather.columns.global_horizontal_irradiance.length); // 8760
 * ```
 */
export function generateYear(
  place: GenerationPlace,
  monthly: MonthlyMeans,
  options: GenerationOptions = {},
): GeneratedYear {
  const notices: Notice[] = [{ code: "synthetic", message: PLAUSIBLE }];
  const site = checkPlace(place, notices);
  const given = checkMonthly(monthly, site);
  const asked = checkOptions(options, monthly, notices);
  const random = new Random(asked.randomSeed);
  const calendar = yearCalendar(asked.year, site.timeZone);

  const turbidity = asked.linkeTurbidity.map((value) => envelopeTurbidity(asked.clearSky, value));
  const envelope = computeEnvelope(site, calendar, asked.clearSky, turbidity, asked.interval === 60);
  const months = fitMonths(given.globalHorizontalIrradiance, envelope, notices);
  const sums = daySums(envelope);
  const daily = dailyIndices(DAILY[asked.daily](site.latitude), months, sums, random);
  const hourly = hourlyIndices(HOURLY[asked.hourly], envelope, sums, daily, random);

  const fine = envelope.minutes ?? envelope;
  const hours = asked.interval === 3600;
  const global = envelope.minutes
    ? minuteIrradiance(hourly, envelope, random)
    : hourly.map((index, row) => index * envelope.global[row]!);
  const columns: GeneratedColumns = { global_horizontal_irradiance: global };
  if (given.diffuseHorizontalIrradiance) {
    // A month that was cut down keeps its share of diffuse light.
    const means = given.diffuseHorizontalIrradiance.map((mean, k) =>
      months[k]!.given > 0 ? (mean * months[k]!.mean) / months[k]!.given : 0,
    );
    const fractions = hours ? hourlyFractions(global, envelope) : minuteFractions(global, fine.extraterrestrial);
    columns.diffuse_horizontal_irradiance = diffuseIrradiance(global, fractions, fine.direct, means);
  } else if (hours) {
    const fractions = hourlyFractions(global, envelope);
    columns.diffuse_horizontal_irradiance = global.map((value, row) => value * fractions[row]!);
  }
  Object.assign(columns, airColumns(site, given, { months, sums, daily }, random, asked.interval));
  const wholeYear = (column: Float64Array) =>
    calendar.leap ? withLeapDay(column, DAY / SECOND / asked.interval) : column;
  for (const name of Object.keys(columns) as (keyof GeneratedColumns)[]) columns[name] = wholeYear(columns[name]!);
  return {
    weather: { start: calendar.start, interval: asked.interval, columns, place: site },
    envelope: wholeYear(fine.global),
    report: reportOf(asked, turbidity, calendar, months, Object.keys(columns), notices),
  };
}

function reportOf(
  { randomSeed, daily, hourly, interval, clearSky, linkeTurbidity }: CheckedOptions,
  envelopeTurbidity: readonly number[],
  { year }: YearCalendar,
  months: readonly Month[],
  syntheticColumns: readonly string[],
  notices: readonly Notice[],
): GenerationReport {
  return {
    algorithm: GENERATION_ALGORITHM,
    randomSeed,
    year,
    daily,
    hourly,
    minute: interval === 60 ? "skartveit-olseth-1992" : null,
    interval,
    clearSky,
    linkeTurbidity,
    envelopeTurbidity,
    months: months.map(({ given, mean, clearness, clearSkyIndex, envelopeFactor }) => ({
      given,
      mean,
      clearness,
      clearSkyIndex,
      envelopeFactor,
    })),
    syntheticColumns,
    notices,
  };
}

/** What a caller may miss, by the columns that there would be. */
const WITHHELD = [
  ["temperature", "temperature"],
  ["relative_humidity", "humidity"],
  ["wind_speed", "wind"],
] as const;

/**
 * Labels of a year of `generateYear`, in order of importance: sentences without commas, which not every format can hold.
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
