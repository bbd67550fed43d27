/** The columns of a table as they are filled, row by row, their units as a whole (amounts of intervals, pressures by their size, units that cannot be), and what is asked where a table leaves something open. */
import { shown } from "../../../../foundation/text/shown.js";
import type { Notice } from "../../../contract/observation/types.js";
import { checkUnit, clearestIn, highest, limitOfDays, meterSign, pressureUnit } from "../../believe/units.js";
import { isWeatherColumn, type WeatherColumn, WeatherError, type WeatherPlace } from "../../series.js";
import { type ReadResult, shortName } from "../format.js";
import { isUnclear, parseNumber, provenDecimal, type SourceColumn, Values, type Where } from "../rows/cells.js";
import { amountFactor, conversion } from "../rows/units.js";
import { type TableColumn, UNTOLD } from "./columns.js";
import type { Layout } from "./layout.js";
import { isPlaneLight } from "./names.js";
import type { TableRules } from "./options.js";

const MISSING = -99;
/** What stands for a missing value where others may be as low: −999 and its like, and the least of whole numbers. */
const CODE = /^-(?:99+(?:\.9+)?|9{3,}0{3,}|[67]9+|9900|32768|2147483648)$/;

export interface TableSource extends SourceColumn {
  readonly source: TableColumn;
  /** Wh/m², mm or cm per unit, for an amount of the interval. */
  readonly amount: number | undefined;
}

/** @param isSigned whether values may be far below 0 */
export function sourcesOf(layout: Layout, file: string | undefined, isSigned = false): TableSource[] {
  return layout.columns.map((source): TableSource => {
    const { column, unit, name, index } = source;
    if (unit === undefined && UNTOLD.includes(column)) {
      const ask = `pass units, such as { ${column}: ${shown(USUAL_UNITS[column])} }`;
      throw new WeatherError(`${name}: the unit of ${column} is not known: ${ask}`, {
        file,
        line: layout.headerLine || 1,
      });
    }
    const amount = unit === undefined ? undefined : amountFactor(column, unit);
    const factors = unit === undefined || amount !== undefined ? { factor: 1 } : conversion(column, unit);
    if (factors === undefined) {
      const line = layout.headerLine || 1;
      const ask = `pass units, such as { ${shortName(column)}: ${shown(USUAL_UNITS[column] ?? "W/m2")} }`;
      throw new WeatherError(`${name}: unknown unit ${shown(unit)}: ${ask}`, { file, line });
    }
    return {
      name,
      index,
      column,
      ...factors,
      isMissing: (value) => (value <= MISSING && (!isSigned || CODE.test(String(value)))) || value === source.missing,
      values: new Values(),
      source,
      amount,
    };
  });
}

const USUAL_UNITS: { readonly [column in WeatherColumn]?: string } = {
  temperature: "C",
  dew_point_temperature: "C",
  wind_speed: "m/s",
  snow_depth: "cm",
  pressure: "hPa",
  relative_humidity: "%",
  precipitable_water: "cm",
  albedo: "-",
  precipitation: "mm",
  snowfall: "cm",
};

/** A number with a unit behind it. */
export const CELL_UNIT = /^[-+]?\d[\d.,]*\s*([a-z]+(?:\/h)?)$/i;

/**
 * Reads numbers; a decimal sign that the beginning of the file left open is settled by the first number that proves one.
 *
 * @param units that cells may carry, and by what their numbers are multiplied
 */
export function numberReader(
  layout: Layout,
  missing: ReadonlySet<string>,
  units?: { readonly [unit: string]: number },
): (cell: string, column: TableSource, where: Where) => number {
  const read = plainNumberReader(layout, missing);
  if (units === undefined) return read;
  return (cell, column, where) => {
    const unit = CELL_UNIT.exec(cell)?.[1];
    const factor = unit === undefined ? undefined : units[unit.toLowerCase()];
    return factor === undefined
      ? read(cell, column, where)
      : factor * read(cell.slice(0, -unit!.length).trimEnd(), column, where);
  };
}

function plainNumberReader(
  layout: Layout,
  missing: ReadonlySet<string>,
): (cell: string, column: TableSource, where: Where) => number {
  let { decimal } = layout;
  return (cell, column, where) => {
    if (missing.size > 0 && missing.has(cell.trim().toLowerCase())) return Number.NaN;
    if (decimal === undefined) {
      decimal = provenDecimal(cell);
      if (decimal === undefined && isUnclear(cell)) throw unclearNumber(cell, layout.delimiter, where);
    }
    const value = parseNumber(cell, decimal ?? ".");
    if (value === undefined) {
      const ask = /[a-z]/i.test(cell) ? `: if that stands for a missing value, pass missing ${shown(cell)}` : "";
      throw new WeatherError(`${column.name} must be a number, or empty for missing, got ${shown(cell)}${ask}`, where);
    }
    if (column.isMissing(value, [])) return Number.NaN;
    if (column.column === "precipitation" && value === layout.program?.trace) return 0;
    return (value * column.factor) / (column.divisor ?? 1) + (column.offset ?? 0);
  };
}

export function unclearNumber(
  number: string,
  delimiter: string,
  where: Where | { file: string | undefined },
): WeatherError {
  const plain = number.replace(/[.,]/g, "");
  // Where commas are decimal, cells are kept apart by semicolons.
  const choice = number.includes(",") && delimiter === ";" ? '"comma" or "point"' : '"point" or "comma"';
  return new WeatherError(`is ${shown(number)} ${plain}, or a number with decimals? Pass decimal ${choice}`, where);
}

/** Amounts of intervals become means; units that cannot be are asked for. */
export function scaled(
  { series }: ReadResult,
  columns: readonly TableSource[],
  rules: TableRules,
  notices: Notice[],
  { file, place }: { readonly file: string | undefined; readonly place: WeatherPlace | undefined },
): { energies: number } {
  let energies = 0;
  const values = series.columns as { [name in WeatherColumn]?: Float64Array };
  // Overcast weather has no direct irradiance: only what is dim altogether is in doubt.
  const lights = columns.filter(({ column, amount }) => column.endsWith("_irradiance") && amount === undefined);
  const brightest = Math.max(...lights.map(({ column }) => highest(values[column])));
  for (const { column, amount, source } of columns) {
    const rows = values[column];
    if (rows === undefined) continue;
    const isLight = column.endsWith("_irradiance");
    const isTold = rules.units.has(column);
    const meter = isLight && (amount !== undefined || !isTold) ? meterSign(rows, series.interval) : undefined;
    if (meter !== undefined) throw askDifferences(source, meter, file);
    if (amount !== undefined) {
      if (isLight) energies += 1;
      values[column] = rows.map((value) => (value * amount * 3600) / series.interval);
      continue;
    }
    if (column === "pressure" && source.unit === undefined) {
      const found = pressureUnit(rows);
      if (found === undefined) throw askUnit(source, "its values cannot be an air pressure", ["hPa", "Pa"], file);
      values[column] = rows.map((value) => value * found.factor);
      notices.push({ code: "units", message: `the column "${source.name}" is read in ${found.unit}, by its values` });
      continue;
    }
    const { interval } = series;
    const length = { interval, count: rows.length };
    const isCloudy = isLight && column !== "global_horizontal_irradiance" && brightest > limitOfDays(length);
    const lit = { ...length, clearest: () => place && clearestIn(series, rows, place), isAsked: true };
    const doubt = isTold || isCloudy ? undefined : checkUnit(column, rows, lit);
    if (doubt === undefined) continue;
    const stated = isWeatherColumn(source.name) && column !== "albedo" ? "W/m2, °C" : source.unit;
    if (stated === undefined) throw askUnit(source, doubt.found, doubt.units, file);
    notices.push({
      code: "units",
      message: `the column "${source.name}" states ${stated}, but ${doubt.found}: pass units if it is wrong`,
    });
  }
  return { energies };
}

function askUnit(
  { name, column }: TableColumn,
  found: string,
  units: readonly string[],
  file: string | undefined,
): WeatherError {
  const choice = units.map((one) => `{ ${shortName(column)}: ${shown(one)} }`).join(" or ");
  return new WeatherError(
    `what is the unit of the column ${shown(name)}? It states none, and ${found}: pass units ${choice}`,
    {
      file,
    },
  );
}

/** How high a sum is says nothing of its unit. */
function askDifferences({ name, column, unit }: TableColumn, when: string, file: string | undefined): WeatherError {
  const ask = unit === undefined ? ` and, if it counts Wh/m², pass units { ${shortName(column)}: "Wh/m2" }` : "";
  const cure = `replace each value by its difference from the one before${ask}`;
  return new WeatherError(`the column ${shown(name)} never falls ${when}, as a meter that counts up: ${cure}`, {
    file,
  });
}

/** The smallest file worth copying. */
export const EXAMPLE =
  'a file of these lines works: "timestamp,ghi,temp_air" "2024-06-21T12:00Z,812.5,24.1" "2024-06-21T13:00Z,790.3,24.8"';

export function listed(names: readonly string[]): string {
  const most = 20;
  const shownNames = names.slice(0, most).map((name) => `"${name}"`);
  return shownNames.join(", ") + (names.length > most ? ` and ${names.length - most} more` : "");
}

/** For a table with times of which no column is recognised as weather, or none as irradiance. */
export function question({ names, unread, columns }: Layout): string {
  const guesses = unread.filter(({ guess }) => guess !== undefined);
  const plane = names.find(isPlaneLight);
  const other =
    plane === undefined
      ? ""
      : ` ${JSON.stringify(plane)} seems to be light on a tilted plane, which cannot stand for it.`;
  const what = (guesses.length > 0 ? `is it ${guessed(guesses)}?` : `the file has ${listed(names)}.`) + other;
  const light = guesses.find(({ guess }) => /ghi|dhi|dni/.test(guess!));
  // Without an idea no name is proposed: the light on the modules, or their power, would pass as GHI.
  const { name, guess } = light ?? guesses[0] ?? { name: "NAME", guess: "ghi" };
  const role = guess === "dni or bhi" ? "dni" : guess;
  return (
    `no column name is recognised as ${columns.length > 0 ? "irradiance" : "weather"}: ${what} Say which column holds ` +
    `what with columns, such as { ${role}: ${JSON.stringify(name)} }; ${EXAMPLE}`
  );
}

/** For columns of which each could be the one of this weather. */
export function unclearColumn(column: WeatherColumn, names: readonly string[]): string {
  const choice = names.map((name) => JSON.stringify(name)).join(" or ");
  return `which column is ${column}: ${choice}? Say so with columns, such as { ${shortName(column)}: ${JSON.stringify(names[0])} }`;
}

export function guessed(unread: Layout["unread"]): string {
  return unread
    .map(({ name, guess, unknownUnit }) => `"${name}" (${guess}?${unknownUnit ? " unknown unit" : ""})`)
    .join(", ");
}
