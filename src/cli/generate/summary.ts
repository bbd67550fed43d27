/** What `generate` says on standard error: the monthly values beside those of the year, and what there is to know. */
import type { MonthlyMeans } from "../../climate/index.js";
import { MONTH_DAYS, MONTH_NAMES } from "../../time/calendar.js";
import type { WeatherColumn } from "../../weather/series.js";
import { printNotice } from "../output.js";
import { lightOf, monthlyMeans } from "../year-file/light.js";
import type { MonthlySource } from "./source.js";
import type { Drawn } from "./year.js";

/** What is given and generated, and how many digits of it are shown. */
const OTHERS = [
  { title: "temperature, °C", key: "temperature", column: "temperature", digits: 1 },
  { title: "humidity, %", key: "relativeHumidity", column: "relative_humidity", digits: 0 },
  { title: "wind, m/s", key: "windSpeed", column: "wind_speed", digits: 1 },
] as const satisfies readonly { title: string; key: keyof MonthlyMeans; column: WeatherColumn; digits: number }[];

/** Two columns of numbers under one title. */
interface Pair {
  readonly title: string;
  readonly given: readonly number[];
  readonly generated: readonly number[];
  readonly digits: number;
  /** Of the year: a sum, else a mean. */
  readonly isSum?: boolean;
}

export function printSummary({ place, name }: MonthlySource, year: Drawn): void {
  const { latitude, longitude, altitude, timeZone } = place;
  printNotice(
    `monthly values: ${name}, at ${latitude}, ${longitude}, ${altitude} m, UTC${timeZone < 0 ? "" : "+"}${timeZone}`,
  );
  for (const line of monthlyTable(year)) printNotice(line);
  for (const message of year.notices) printNotice(`note: ${message}`);
}

export function monthlyTable({ series, monthly, report }: Drawn): string[] {
  const pairs: Pair[] = [
    {
      title: "GHI, kWh/m²",
      given: monthly.globalHorizontalIrradiance.map((mean, month) => (mean * 24 * MONTH_DAYS[month]!) / 1000),
      generated: lightOf(series).months,
      digits: 1,
      isSum: true,
    },
  ];
  for (const { title, key, column, digits } of OTHERS) {
    const given = monthly[key];
    if (given) pairs.push({ title, given, generated: monthlyMeans(series, column), digits });
  }
  const width = 11;
  const wide = 2 * width;
  const rows = MONTH_NAMES.map((name, month) => [
    name.slice(0, 3),
    ...pairs.flatMap(({ given, generated, digits }) =>
      [given, generated].map((values) => values[month]!.toFixed(digits)),
    ),
    report.months[month]!.clearness.toFixed(2),
  ]);
  const year = pairs.flatMap(({ given, generated, digits, isSum }) =>
    [given, generated].map((values) => (isSum ? sum(values) : meanOfYear(values)).toFixed(digits)),
  );
  const line = ([first = "", ...cells]: readonly string[]) =>
    `${first.padEnd(5)}${cells.map((cell) => cell.padStart(width)).join("")}`.trimEnd();
  return [
    `${"".padEnd(5)}${pairs.map(({ title }) => title.padStart(wide)).join("")}`,
    line(["", ...pairs.flatMap(() => ["given", "generated"]), "clearness"]),
    ...rows.map(line),
    line(["year", ...year]),
  ];
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function meanOfYear(values: readonly number[]): number {
  return sum(values.map((value, month) => value * MONTH_DAYS[month]!)) / 365;
}
