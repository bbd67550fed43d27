/** What the values of a series make doubtful, whatever format they came in. */
import type { Notice } from "../contract/observation/types.js";
import { BRIGHTEST, DARKEST } from "./limits.js";
import { doubtAbout } from "./readers/table/plausible.js";
import { WEATHER_COLUMNS, type WeatherSeries } from "./series.js";

const UNITS: { readonly [column: string]: string } = {
  temperature: "°C",
  dew_point_temperature: "°C",
  albedo: "a share",
};
const SHOWN: { readonly [unit: string]: string } = { "kW/m2": "kW/m²", "kJ/m2": "kJ/m²", F: "°F" };

/** @param isTable a table has been asked for its units already */
export function doubtNotices({ columns, interval }: WeatherSeries, isTable: boolean): Notice[] {
  const notices: Notice[] = [];
  for (const column of WEATHER_COLUMNS) {
    const values = columns[column];
    if (values === undefined) continue;
    const numbers = values as ArrayLike<number>;
    const doubt = isTable ? undefined : doubtAbout(column, sampled(numbers));
    if (doubt !== undefined) {
      const unit = UNITS[column] ?? "W/m²";
      const likely = SHOWN[doubt.units[0]!] ?? doubt.units[0];
      notices.push({ code: "unit", message: `${column} is taken as ${unit}, but ${doubt.found}: is it ${likely}?` });
    } else if (column.endsWith("_irradiance")) notices.push(...impossible(column, numbers));
    if (column.endsWith("_irradiance") && countsUp(numbers, interval)) {
      const message = `${column} never falls from the first row to the last: is it a meter that counts up? Its differences are the light`;
      notices.push({ code: "meter", message });
    }
  }
  return notices;
}

/** Seconds: of steps within a day, so many have an evening in which light falls. */
const TWO_DAYS = 172_800;
const LONGEST_STEP = 10_800;

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

/** Rows that tell a unit: more say no more. */
const MOST_ROWS = 20_000;

/** An odd stride: rows of one time of day alone would not do. */
function sampled(values: ArrayLike<number>): ArrayLike<number> {
  if (values.length <= MOST_ROWS) return values;
  const stride = Math.ceil(values.length / MOST_ROWS) | 1;
  return Float64Array.from({ length: Math.floor(values.length / stride) }, (_, k) => values[k * stride]!);
}

function impossible(column: string, values: ArrayLike<number>): Notice[] {
  let count = 0;
  let worst = 0;
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (!(value > BRIGHTEST || value < DARKEST)) continue;
    count++;
    if (Math.abs(value) > Math.abs(worst)) worst = value;
  }
  if (count === 0) return [];
  const found = count === 1 ? "a value" : `${count} values`;
  const message = `${column} has ${found} impossible for irradiance, such as ${worst} W/m²: left out`;
  return [{ code: "implausible", message }];
}

/** Hours of a year without 29 February. */
const YEAR = 8760;
/** Share of them that a year has. */
const WHOLE = 0.98;

/** A typical year is a year: one with much less is a part of it. */
export function partNotices({ columns, interval }: WeatherSeries, typicalYear: boolean): Notice[] {
  const values = Object.values(columns).find((column) => column !== undefined) as ArrayLike<number> | undefined;
  if (!typicalYear || values === undefined) return [];
  let rows = 0;
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row]!)) rows++;
  const hours = (rows * interval) / 3600;
  if (hours >= WHOLE * YEAR) return [];
  const message = `the typical year has ${Math.round(hours)} of ${YEAR} hours: sums cover only this part`;
  return [{ code: "part-of-year", message }];
}
