/** The columns of a table as they are filled, row by row. */
import { shown } from "../../../text/shown.js";
import { WeatherError } from "../../errors.js";
import type { WeatherColumn } from "../../series.js";
import { shortName } from "../options.js";
import type { SourceColumn, Where } from "../rows/cells.js";
import { Values } from "../rows/growing.js";
import { conversion } from "../rows/units.js";
import { amountFactor } from "./amounts.js";
import { type TableColumn, UNTOLD } from "./columns.js";
import type { Layout } from "./layout.js";
import { isUnclear, parseNumber, provenDecimal } from "./numbers.js";

const MISSING = -99;
/** What stands for a missing value where others may be as low: −999 and its like, and the least of whole numbers. */
const CODE = /^-(?:99+(?:\.9+)?|[67]9+|9900|32768|2147483648)$/;

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

/** Reads numbers; a decimal sign that the beginning of the file left open is settled by the first number that proves one. */
export function numberReader(
  layout: Layout,
  missing: ReadonlySet<string>,
): (cell: string, column: TableSource, where: Where) => number {
  let { decimal } = layout;
  return (cell, column, where) => {
    if (missing.size > 0 && missing.has(cell.trim().toLowerCase())) return Number.NaN;
    if (decimal === undefined) {
      decimal = provenDecimal(cell);
      if (decimal === undefined && isUnclear(cell)) throw unclearNumber(cell, where);
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

export function unclearNumber(number: string, where: Where | { file: string | undefined }): WeatherError {
  const plain = number.replace(/[.,]/g, "");
  return new WeatherError(
    `is ${shown(number)} ${plain}, or a number with decimals? Pass decimal "point" or "comma"`,
    where,
  );
}
