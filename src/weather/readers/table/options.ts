/** The options of a table, checked. */
import { shown } from "../../../text/shown.js";
import { type Zone, zoneNamed } from "../../../time/zone.js";
import { isWeatherColumn } from "../../checked-series.js";
import { WEATHER_COLUMNS, type WeatherColumn } from "../../series.js";
import { SHORT_NAMES, type ShortName, type TableOptions, TIME_ROLES, type TimeRole } from "../options.js";
import type { Delimiter } from "../rows/split.js";
import { conversion } from "../rows/units.js";
import { amountFactor } from "./amounts.js";
import { type DatePattern, datePattern } from "./date-pattern.js";
import { type DateOrder, isDateOrder } from "./dates.js";

/** The options, checked, in the reader's terms. */
export interface TableRules {
  readonly columns: ReadonlyMap<WeatherColumn | TimeRole, string | number>;
  readonly units: ReadonlyMap<WeatherColumn, string>;
  readonly order: DateOrder | undefined;
  readonly pattern: DatePattern | undefined;
  readonly delimiter: Delimiter | undefined;
  readonly decimal: "." | "," | undefined;
  readonly zone: Zone | undefined;
  /** In lower case. */
  readonly missing: ReadonlySet<string>;
}

const DELIMITERS: { readonly [name: string]: Delimiter } = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  pipe: "|",
  space: " ",
  "\\t": "\t",
};
const DECIMALS: { readonly [name: string]: "." | "," } = { point: ".", ".": ".", comma: ",", ",": "," };

/** @throws TypeError, RangeError naming the option, what was expected, what came */
export function tableRules(options: TableOptions): TableRules {
  const { dateFormat } = options;
  checkText("dateFormat", dateFormat);
  const order = dateFormat?.toUpperCase();
  const isOrder = order !== undefined && isDateOrder(order);
  return {
    columns: checkedColumns(options.columns),
    units: checkedUnits(options.units),
    order: isOrder ? order : undefined,
    pattern: dateFormat === undefined || isOrder ? undefined : datePattern(dateFormat),
    delimiter: checkedDelimiter(options.delimiter),
    decimal: checkedDecimal(options.decimal),
    zone: checkedZone(options.zone),
    missing: checkedMissing(options.missing),
  };
}

function checkedColumns(columns: TableOptions["columns"]): TableRules["columns"] {
  const checked = new Map<WeatherColumn | TimeRole, string | number>();
  for (const [role, column] of entriesOf("columns", columns)) {
    if (column === undefined) continue;
    const isPosition = typeof column === "number" && Number.isInteger(column) && column >= 1;
    if (!isPosition && typeof column !== "string") {
      const expected = "the column's name in the file, or its position from 1";
      throw new TypeError(`readWeather: option "columns.${role}" must be ${expected}, got ${shown(column)}`);
    }
    const name = isTimeRole(role) ? role : weatherColumn("columns", role, [...TIME_ROLES]);
    checked.set(name, column as string | number);
  }
  return checked;
}

function checkedUnits(units: TableOptions["units"]): TableRules["units"] {
  const checked = new Map<WeatherColumn, string>();
  for (const [role, unit] of entriesOf("units", units)) {
    if (unit === undefined) continue;
    const column = weatherColumn("units", role, []);
    if (
      typeof unit !== "string" ||
      (conversion(column, unit) === undefined && amountFactor(column, unit) === undefined)
    ) {
      throw new RangeError(`readWeather: option "units.${role}" must be a known unit of ${column}, got ${shown(unit)}`);
    }
    checked.set(column, unit);
  }
  return checked;
}

function entriesOf(option: string, value: unknown): [string, unknown][] {
  if (value === undefined) return [];
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new TypeError(`readWeather: option "${option}" must be an object, got ${shown(value)}`);
}

function isTimeRole(role: string): role is TimeRole {
  return (TIME_ROLES as readonly string[]).includes(role);
}

function weatherColumn(option: string, role: string, others: readonly string[]): WeatherColumn {
  if (isWeatherColumn(role)) return role;
  if (Object.hasOwn(SHORT_NAMES, role)) return SHORT_NAMES[role as ShortName];
  const known = [...Object.keys(SHORT_NAMES), ...WEATHER_COLUMNS, ...others].join(", ");
  throw new RangeError(`readWeather: option "${option}" has no key ${shown(role)}: known are ${known}`);
}

function checkedDelimiter(delimiter: unknown): Delimiter | undefined {
  if (delimiter === undefined) return undefined;
  const known = [...Object.values(DELIMITERS)].find((one) => one === delimiter) ?? DELIMITERS[String(delimiter)];
  if (known !== undefined) return known;
  throw new RangeError(
    `readWeather: option "delimiter" must be one of comma, semicolon, tab, pipe, space, or that character, got ${shown(delimiter)}`,
  );
}

function checkedDecimal(decimal: unknown): "." | "," | undefined {
  if (decimal === undefined) return undefined;
  const known = Object.hasOwn(DECIMALS, String(decimal)) ? DECIMALS[String(decimal)] : undefined;
  if (known !== undefined) return known;
  throw new RangeError(`readWeather: option "decimal" must be point or comma, got ${shown(decimal)}`);
}

function checkedZone(zone: unknown): Zone | undefined {
  checkText("zone", zone);
  const found = zone === undefined ? undefined : zoneNamed(zone as string);
  if (found !== undefined || zone === undefined) return found;
  const expected = 'UTC, an offset such as "+05:30", or a name such as "Europe/Berlin"';
  throw new RangeError(`readWeather: option "zone" must be ${expected}, got ${shown(zone)}`);
}

function checkedMissing(missing: TableOptions["missing"] = []): TableRules["missing"] {
  const texts = typeof missing === "string" ? [missing] : missing;
  if (!Array.isArray(texts))
    throw new TypeError(`readWeather: option "missing" must be a text or several, got ${shown(missing)}`);
  for (const text of texts) checkText("missing", text);
  return new Set(texts.map((text) => text.trim().toLowerCase()));
}

function checkText(option: string, value: unknown): void {
  if (value === undefined || (typeof value === "string" && value !== "")) return;
  throw new TypeError(`readWeather: option "${option}" must be a text, got ${shown(value)}`);
}
