/** What the values of each column show by themselves: a meter, a unit, what no sensor has seen. Needs no place. */
import { BRIGHTEST, DARKEST } from "../limits.js";
import { WEATHER_COLUMNS, type WeatherColumn, type WeatherSeries } from "../series.js";
import type { Found } from "./context.js";
import { spansOfRows } from "./types.js";
import { checkUnit, meterSign } from "./units.js";

const UNITS: { readonly [column: string]: string } = {
  temperature: "°C",
  dew_point_temperature: "°C",
  albedo: "a share",
};
const shownUnit = (unit: string) => (unit === "F" ? "°F" : unit.replace(/m2$/, "m²"));

/**
 * @param isTable a table has been asked for its units already
 * @param clear the clear sky's light of each row, where it is known
 */
export function columnFindings(
  { columns, interval }: Pick<WeatherSeries, "columns" | "interval">,
  isTable = false,
  clear?: ArrayLike<number>,
): Found[] {
  return WEATHER_COLUMNS.flatMap((column): Found[] => {
    const values = columns[column] as ArrayLike<number> | undefined;
    if (values === undefined) return [];
    const isLight = column.endsWith("_irradiance");
    // How high a sum is says nothing of its unit.
    const sum = isLight ? meterFinding(column, values, interval) : undefined;
    const unit = isTable || sum ? undefined : unitFinding(column, values, interval, clear);
    const found = sum ?? unit ?? (isLight ? implausibleFinding(column, values) : undefined);
    return found === undefined ? [] : [found];
  });
}

/** Rows that tell a unit: more say no more. */
const MOST_ROWS = 20_000;

function unitFinding(
  column: WeatherColumn,
  values: ArrayLike<number>,
  interval: number,
  clear: ArrayLike<number> | undefined,
): Found | undefined {
  const clearest = () => clear && highestWhere(clear, values);
  const flag = checkUnit(column, sampled(values), { interval, count: values.length, clearest, isAsked: false });
  if (flag === undefined) return undefined;
  const unit = UNITS[column] ?? "W/m²";
  return {
    code: "unit",
    verdict: column.endsWith("_irradiance") ? "unusable" : "look",
    column,
    spans: [{ from: 0, to: values.length }],
    message: `${column} is taken as ${unit}, but ${flag.found}: is it ${shownUnit(flag.units[0]!)}?`,
    remedy: `convert the column to ${unit === "a share" ? "a share of 1" : unit}; for a table, pass units, which says what it is in`,
  };
}

/** The highest light of the rows in which there is a value. */
function highestWhere(light: ArrayLike<number>, values: ArrayLike<number>): number {
  let most = 0;
  for (let row = 0; row < values.length; row++) if (!Number.isNaN(values[row]!)) most = Math.max(most, light[row]!);
  return most;
}

/** An odd stride: rows of one time of day alone would not do. */
function sampled(values: ArrayLike<number>): ArrayLike<number> {
  if (values.length <= MOST_ROWS) return values;
  const stride = Math.ceil(values.length / MOST_ROWS) | 1;
  return Float64Array.from({ length: Math.floor(values.length / stride) }, (_, k) => values[k * stride]!);
}

function implausibleFinding(column: WeatherColumn, values: ArrayLike<number>): Found | undefined {
  const spans = spansOfRows(values.length, (row) => values[row]! > BRIGHTEST || values[row]! < DARKEST);
  if (spans.length === 0) return undefined;
  let [count, worst] = [0, 0];
  for (const { from, to } of spans) {
    count += to - from;
    for (let row = from; row < to; row++) if (Math.abs(values[row]!) > Math.abs(worst)) worst = values[row]!;
  }
  const found = count === 1 ? "a value" : `${count} values`;
  const message = `${column} has ${found} impossible for irradiance, such as ${worst} W/m²: left out`;
  const remedy = "nothing where they are codes for missing values; else look at the unit and the sensor";
  return { code: "implausible", verdict: "look", column, spans, message, remedy };
}

function meterFinding(column: WeatherColumn, values: ArrayLike<number>, interval: number): Found | undefined {
  const when = meterSign(values, interval);
  if (when === undefined) return undefined;
  return {
    code: "meter",
    verdict: "unusable",
    column,
    spans: [{ from: 0, to: values.length }],
    message: `${column} never falls ${when}: is it a meter that counts up? Its differences are the light`,
    remedy: "replace each value by its difference from the one before, per interval, in W/m²",
  };
}
