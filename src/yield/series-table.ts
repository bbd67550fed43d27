/** A yield's series as one flat table, for files: the system first, then each of several planes. */
import { YIELD_COLUMNS, type YieldColumn, type YieldSeries } from "./series.js";

/** @experimental */
export interface SeriesColumn {
  /** `ac`, or of one of several planes `plane_2_ac`. */
  readonly name: string;
  /** As units of parameters are written: `W`, `W/m**2`, `°C`. */
  readonly unit: string;
  readonly values: Float64Array;
}

/** What is fed in comes first, then the way back to the light. */
const ORDER: readonly YieldColumn[] = [...YIELD_COLUMNS].reverse();

function unitOf(name: YieldColumn): string {
  if (name === "cell_temperature") return "°C";
  return name.endsWith("irradiance") ? "W/m**2" : "W";
}

/**
 * The columns of a series in one list, the same for every file and answer.
 *
 * @example
 * ```js
 * import { loadSample } from "irradiance-engine/weather";
 * import { seriesTable, yieldSeries } from "irradiance-engine/yield";
 *
 * const planes = [90, 270].map((surfaceAzimuth) => ({ surfaceTilt: 10, surfaceAzimuth, kwp: 4 }));
 * const table = seriesTable(yieldSeries(await loadSample(), { planes }));
 * console.log(table[0].name, table.some(({ name }) => name === "plane_2_ac")); // ac true
 * ```
 * @experimental
 */
export function seriesTable({ columns, planes }: YieldSeries): SeriesColumn[] {
  const of = (all: YieldSeries["columns"], prefix: string) =>
    ORDER.map((name) => ({ name: `${prefix}${name}`, unit: unitOf(name), values: all[name] }));
  const single = planes.length > 1 ? planes.flatMap((plane, k) => of(plane.columns, `plane_${k + 1}_`)) : [];
  return [...of(columns, ""), ...single];
}
