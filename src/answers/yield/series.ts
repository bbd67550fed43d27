/** A system interval by interval: what each plane and all together give, and what is lost where. */
import type { Notice } from "../../data/contract/observation/types.js";
import { type CheckedSystem, checkSystem } from "../../data/system/checked.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import { type PlaneHours, systemHours } from "./chain/system-hours.js";
import { YIELD_COLUMN_ENTRIES, YIELD_COLUMNS, type YieldColumn, type YieldColumns } from "./columns.js";
import { computedNotices, systemNotices } from "./notices.js";
import { type Situation, situationOf, weatherNotices } from "./situation.js";
import type { YieldOptions, YieldPlane, YieldReading, YieldSystem } from "./types.js";

/** The power of a system at every interval. */
export interface YieldSeries {
  /** Of the first interval, Unix ms; intervals in seconds. */
  readonly start: number;
  readonly interval: number;
  readonly count: number;
  /** Standard time of the place, hours from UTC. */
  readonly timeZone: number;
  /** All planes: sums of powers, means over kWp of light and temperature. NaN where a plane has no value. */
  readonly columns: YieldColumns;
  readonly planes: readonly (YieldPlane & { readonly columns: YieldColumns })[];
  readonly notices: readonly Notice[];
}

/** Options of `yieldOf`, and the length of the intervals. */
export interface YieldSeriesOptions extends YieldOptions {
  /** "1_hour" (default) or another of the engine's frequencies that are intervals. */
  readonly frequency?: string | undefined;
}

/**
 * The power of a system at every interval of the weather's period, by the chain of `yieldOf`: its hours add up to that yield.
 *
 * @param weather, system, options as for `yieldOf`
 * @throws as `yieldOf`; RequestError for a frequency that the engine does not have
 *
 * @example
 * ```js
 * import { loadSample } from "irradiance-engine/weather";
 * import { yieldSeries } from "irradiance-engine/yield";
 *
 * const system = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] };
 * const { columns, count } = yieldSeries(await loadSample(), system, { frequency: "1_hour" });
 * console.log(count, Math.max(...columns.ac) < 8000 / 1.2 + 1); // 8760 true
 * ```
 */
export function yieldSeries(
  weather: WeatherSeries | YieldReading,
  system: YieldSystem,
  options: YieldSeriesOptions = {},
): YieldSeries {
  return computedSeries("yieldSeries", weather, system, options).series;
}

/** A series with what it was computed from. */
export interface ComputedSeries {
  readonly series: YieldSeries;
  readonly checked: CheckedSystem;
  readonly situation: Situation;
  readonly found: readonly PlaneHours[];
}

/** @param caller for messages @throws as `yieldSeries` */
export function computedSeries(
  caller: string,
  weather: WeatherSeries | YieldReading,
  system: YieldSystem,
  { frequency = "1_hour", ...options }: YieldSeriesOptions,
): ComputedSeries {
  const checked = checkSystem(system, caller);
  const situation = situationOf(caller, weather, options);
  const found = systemHours(checked, situation, frequency);
  const { start, interval, count, meta } = found[0]!.columns;
  const planes = found.map((one, k) => ({
    ...system.planes[k]!,
    columns: columnsFrom((name) => YIELD_COLUMN_ENTRIES[name].of(one)),
  }));
  const kwp = checked.planes.map((plane) => plane.kwp);
  const series = {
    ...{ start, interval, count, timeZone: meta.time_zone },
    columns: planes.length === 1 ? planes[0]!.columns : together(planes, kwp),
    planes,
    notices: [
      ...weatherNotices(situation.weather, situation.context),
      ...computedNotices(found),
      ...systemNotices(checked),
    ],
  };
  return { series, checked, situation, found };
}

/**
 * The AC power alone, of a system that is checked: to the last bit that of its series.
 * @param caller for messages
 * @returns W, and the start of the first interval, Unix ms
 * @throws as `yieldSeries`
 */
export function computedPower(
  caller: string,
  weather: WeatherSeries | YieldReading,
  checked: CheckedSystem,
  { frequency = "1_hour", ...options }: YieldSeriesOptions,
): { readonly start: number; readonly ac: Float64Array } {
  const found = systemHours(checked, situationOf(caller, weather, options), frequency);
  const { start, count } = found[0]!.columns;
  const ac = new Float64Array(count);
  for (const { plane, hours } of found) for (let row = 0; row < count; row++) ac[row]! += hours.ac[row]! * plane.kwp;
  return { start, ac };
}

function columnsFrom(values: (name: YieldColumn) => Float64Array): YieldColumns {
  return Object.fromEntries(YIELD_COLUMNS.map((name) => [name, values(name)])) as YieldColumns;
}

function together(planes: readonly { readonly columns: YieldColumns }[], kwp: readonly number[]): YieldColumns {
  const all = kwp.reduce((sum, each) => sum + each, 0);
  return columnsFrom((name) => {
    const weights = kwp.map((each) => (YIELD_COLUMN_ENTRIES[name].joins === "mean" ? each / all : 1));
    const sum = new Float64Array(planes[0]!.columns[name].length);
    planes.forEach(({ columns }, k) => {
      const column = columns[name];
      for (let row = 0; row < sum.length; row++) sum[row]! += weights[k]! * column[row]!;
    });
    return sum;
  });
}

export interface SeriesColumn {
  /** `ac`, or of one of several planes `plane_2_ac`. */
  readonly name: string;
  /** As units of parameters are written: `W`, `W/m**2`, `°C`. */
  readonly unit: string;
  readonly values: Float64Array;
}

/** What is fed in comes first, then the way back to the light. */
const ORDER: readonly YieldColumn[] = [...YIELD_COLUMNS].reverse();

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
    ORDER.map((name) => ({ name: `${prefix}${name}`, unit: YIELD_COLUMN_ENTRIES[name].unit, values: all[name] }));
  const single = planes.length > 1 ? planes.flatMap((plane, k) => of(plane.columns, `plane_${k + 1}_`)) : [];
  return [...of(columns, ""), ...single];
}
