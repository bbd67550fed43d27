/** What the values of a series make doubtful without a place, as notices: whatever format they came in. */
import type { Notice } from "../../contract/observation/types.js";
import type { WeatherSeries } from "../series.js";
import { columnDoubts } from "./values/columns.js";

/** @param isTable a table has been asked for its units already */
export function doubtNotices(series: WeatherSeries, isTable: boolean): Notice[] {
  return columnDoubts(series, isTable).map(({ code, message }) => ({ code, message }));
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
