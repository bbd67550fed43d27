/** Weather of many sites on one grid of times, in arrays: read site by site, when a site's turn has come. */

import { isNdArray, layoutFault, listed, rowLength, rowOf, rowsOf } from "../../foundation/arrays/rows.js";
import type { NdArrayLike } from "../../foundation/arrays/types.js";
import { shown } from "../../foundation/text/shown.js";
import { checkForm, type WeatherColumn, WeatherError, type WeatherSeries } from "./series.js";

type Values = ArrayLike<number | null | undefined>;

/**
 * Weather of many sites at equal intervals, in UTC: a `WeatherSeries` for each site. Columns are arrays [site, time], such as an
 * `ndarray` of any type and layout; several axes may stand before the last one ([latitude, longitude, time]), and make up the
 * sites in row-major order. A column as in a series, or an array with the axis [time] alone, applies to all sites.
 */
export interface GriddedWeather extends Pick<WeatherSeries, "start" | "interval" | "sampling"> {
  readonly columns: { readonly [name in WeatherColumn]?: NdArrayLike | ArrayLike<number | null | undefined> };
  /** Each site says where it is. */
  readonly place?: undefined;
}

/** Gridded weather that has been looked at: whose it is, and how to get it. */
interface SitesWeather {
  /** Sites that it has; null when all columns are those of all sites. */
  readonly sites: number | null;
  /** Number of intervals. */
  readonly count: number;
  /** The weather of a site by its number, from 0. Values are read now: as views where the layout allows, else as copies. */
  of(site: number): WeatherSeries;
}

/** Whether weather is gridded: some column is an array with a shape. */
export function isGridded(weather: unknown): weather is GriddedWeather {
  const { columns } = (weather ?? {}) as { readonly columns?: unknown };
  return typeof columns === "object" && columns !== null && Object.values(columns).some(isNdArray);
}

/** Number of intervals of weather of either kind. */
export function lengthOf({ columns }: WeatherSeries | GriddedWeather): number {
  const column: NdArrayLike | Values | undefined = Object.values(columns).find((given) => given != null);
  if (column === undefined) return 0;
  return isNdArray(column) ? rowLength(column) : column.length;
}

/**
 * Looks at everything but the values, which are checked where they are used.
 *
 * @param sites how many there must be, where it is known
 * @throws WeatherError naming the column, with the shape that was expected and the one that came
 */
export function openGridded(weather: GriddedWeather, sites?: number): SitesWeather {
  const { columns, place, ...times } = weather;
  if (place !== undefined) {
    throw new WeatherError(`weather.place must be absent: the sites say where they are, got ${shown(place)}`);
  }
  const given = Object.entries(columns).filter((column): column is [string, NdArrayLike | Values] => column[1] != null);
  const arrays = given.filter((column): column is [string, NdArrayLike] => isNdArray(column[1]));
  for (const [name, array] of arrays) checkLayout(name, array);
  const ofSites = arrays.filter(([, { shape }]) => shape.length > 1);
  for (const column of ofSites) checkShape(column, ofSites[0]!, sites);
  const { count } = checkForm({ ...times, columns: Object.fromEntries(given.map(blank)) });
  const first = ofSites[0]?.[1];
  return {
    sites: first ? rowsOf(first) : null,
    count,
    of: (site) => ({ ...times, columns: Object.fromEntries(given.map(([name, column]) => [name, at(column, site)])) }),
  };
}

function checkLayout(name: string, array: NdArrayLike): void {
  const fault = layoutFault(array);
  if (fault) throw new WeatherError(`weather column ${name} must ${fault}`);
}

type Column = readonly [name: string, array: NdArrayLike];

function checkShape([name, array]: Column, [firstName, first]: Column, sites: number | undefined): void {
  const [rows, count] = [rowsOf(array), rowLength(array)];
  const expectedRows = sites ?? rowsOf(first);
  const expectedCount = array === first ? count : rowLength(first);
  if (rows === expectedRows && count === expectedCount) return;
  // Of the first column only the sites are known: were it turned round, its times would be where they are.
  const times = array === first || rowsOf(first) !== expectedRows ? "times" : expectedCount;
  const like = array === first ? "" : `, as ${firstName}`;
  const isTurned = array.shape.length === 2 && count === expectedRows && rows !== expectedRows;
  throw new WeatherError(
    `weather column ${name} must have the shape [${expectedRows}, ${times}] (sites, times)${like}, got ` +
      `${listed(array.shape)}${isTurned ? ": transpose(1, 0) puts the sites first" : ""}`,
  );
}

/** A column of the same length without values: form is checked before any is read. */
function blank([name, column]: readonly [string, NdArrayLike | Values]): [string, Values] {
  return [name, isNdArray(column) ? new Float64Array(rowLength(column)) : column];
}

function at(column: NdArrayLike | Values, site: number): Values {
  if (!isNdArray(column)) return column;
  return rowOf(column, column.shape.length === 1 ? 0 : site);
}
