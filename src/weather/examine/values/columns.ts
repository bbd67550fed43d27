/** What the values of each column make doubtful by themselves: a meter, a unit, what no sensor has seen. Needs no place. */
import { BRIGHTEST, DARKEST } from "../../limits.js";
import { doubtAbout } from "../../readers/table/plausible.js";
import { WEATHER_COLUMNS, type WeatherColumn, type WeatherSeries } from "../../series.js";
import type { Finding } from "../types.js";
import { spansOfRows } from "./words.js";

/** A finding before anybody counts its rows. */
export type Doubt = Omit<Finding, "rows">;

const UNITS: { readonly [column: string]: string } = {
  temperature: "°C",
  dew_point_temperature: "°C",
  albedo: "a share",
};
const SHOWN: { readonly [unit: string]: string } = { "kW/m2": "kW/m²", "kJ/m2": "kJ/m²", F: "°F" };

/** @param isTable a table has been asked for its units already */
export function columnDoubts(
  { columns, interval }: Pick<WeatherSeries, "columns" | "interval">,
  isTable = false,
): Doubt[] {
  const doubts: Doubt[] = [];
  for (const column of WEATHER_COLUMNS) {
    const values = columns[column] as ArrayLike<number> | undefined;
    if (values === undefined) continue;
    const unit = isTable ? undefined : unitDoubt(column, values);
    const isLight = column.endsWith("_irradiance");
    if (unit !== undefined) doubts.push(unit);
    else if (isLight) doubts.push(...impossible(column, values));
    if (isLight && countsUp(values, interval)) doubts.push(meter(column, values, "from the first row to the last"));
    else if (isLight && countsUpByDay(values, interval)) doubts.push(meter(column, values, "in the course of a day"));
  }
  return doubts;
}

/** Rows that tell a unit: more say no more. */
const MOST_ROWS = 20_000;

function unitDoubt(column: WeatherColumn, values: ArrayLike<number>): Doubt | undefined {
  const doubt = doubtAbout(column, sampled(values));
  if (doubt === undefined) return undefined;
  const unit = UNITS[column] ?? "W/m²";
  const likely = SHOWN[doubt.units[0]!] ?? doubt.units[0];
  return {
    code: "unit",
    verdict: column.endsWith("_irradiance") ? "unusable" : "look",
    column,
    spans: [{ from: 0, to: values.length }],
    message: `${column} is taken as ${unit}, but ${doubt.found}: is it ${likely}?`,
    remedy: `convert the column to ${unit === "a share" ? "a share of 1" : unit}, or name its unit (option \`units\`) where the file is a table`,
  };
}

/** An odd stride: rows of one time of day alone would not do. */
function sampled(values: ArrayLike<number>): ArrayLike<number> {
  if (values.length <= MOST_ROWS) return values;
  const stride = Math.ceil(values.length / MOST_ROWS) | 1;
  return Float64Array.from({ length: Math.floor(values.length / stride) }, (_, k) => values[k * stride]!);
}

function impossible(column: WeatherColumn, values: ArrayLike<number>): Doubt[] {
  const isImpossible = (row: number) => values[row]! > BRIGHTEST || values[row]! < DARKEST;
  const spans = spansOfRows(values.length, isImpossible);
  if (spans.length === 0) return [];
  let [count, worst] = [0, 0];
  for (const { from, to } of spans) {
    count += to - from;
    for (let row = from; row < to; row++) if (Math.abs(values[row]!) > Math.abs(worst)) worst = values[row]!;
  }
  const found = count === 1 ? "a value" : `${count} values`;
  const message = `${column} has ${found} impossible for irradiance, such as ${worst} W/m²: left out`;
  const remedy = "nothing where they are codes for missing values; else look at the unit and the sensor";
  return [{ code: "implausible", verdict: "look", column, spans, message, remedy }];
}

/** Seconds: of steps within a day, so many have an evening in which light falls. */
const TWO_DAYS = 172_800;
const LONGEST_STEP = 10_800;

function meter(column: WeatherColumn, values: ArrayLike<number>, when: string): Doubt {
  return {
    code: "meter",
    verdict: "unusable",
    column,
    spans: [{ from: 0, to: values.length }],
    message: `${column} never falls ${when}: is it a meter that counts up? Its differences are the light`,
    remedy: "replace each value by its difference from the one before, per interval, in W/m²",
  };
}

function countsUp(values: ArrayLike<number>, interval: number): boolean {
  if (interval > LONGEST_STEP || values.length * interval < TWO_DAYS) return false;
  let [first, before] = [Number.NaN, Number.NaN];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value < before) return false;
    if (Number.isNaN(value)) continue;
    if (Number.isNaN(first)) first = value;
    before = value;
  }
  return before > first;
}

/** A fall of a meter is its return to the beginning. */
const RETURN = 0.1;
/** Light falls about as often as it rises; a meter so many times less. */
const RISES = 4;

/** A meter that begins anew each day: it falls once, to nothing. */
function countsUpByDay(values: ArrayLike<number>, interval: number): boolean {
  if (interval > LONGEST_STEP || values.length * interval < TWO_DAYS) return false;
  let [before, rises, falls] = [Number.NaN, 0, 0];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    if (value < before) {
      if (value > RETURN * before) return false;
      falls++;
    } else if (value > before) rises++;
    before = value;
  }
  return falls > 0 && rises >= RISES * falls;
}
