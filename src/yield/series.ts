/** A system interval by interval: what each plane and all together give, and what is lost where. */
import type { Notice } from "../contract/observation/types.js";
import { type CheckedSystem, checkSystem } from "../system/checked.js";
import type { WeatherSeries } from "../weather/series.js";
import { type PlaneHours, systemHours } from "./chain/system-hours.js";
import { computedNotices } from "./notices.js";
import { type Situation, situationOf } from "./situation.js";
import type { STAGES, StageHours } from "./sums.js";
import { systemNotices } from "./system-notices.js";
import type { YieldOptions, YieldPlane, YieldReading, YieldSystem } from "./types.js";
import { weatherNotices } from "./weather.js";

/**
 * Columns of a yield's series: `dc` (W) is the DC power before losses, `ac` (W) what is fed in, at night below 0 where an inverter or
 * a transformer takes power; `dc` less all losses (W) is `ac`. `plane_irradiance` is the light on the front in the open,
 * `effective_irradiance` what the cells get of it behind shade, cover and spectrum, with the rear's part (W/m²); `cell_temperature`
 * (°C) is that while the sun shines, NaN in the dark.
 * @experimental
 */
export const YIELD_COLUMNS = [
  ...(["plane_irradiance", "effective_irradiance", "cell_temperature", "dc"] as const),
  ...(["snow_loss", "soiling_loss", "constant_loss", "cabling_loss", "inverter_loss", "clipping_loss"] as const),
  ...(["transformer_loss", "export_loss", "ac"] as const),
] as const;
/** @experimental */
export type YieldColumn = (typeof YIELD_COLUMNS)[number];
/** @experimental */
export type YieldColumns = { readonly [name in YieldColumn]: Float64Array };

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

/** Each loss, and the stages before and after it. */
const LOSSES = {
  snow_loss: ["dc", "snow"],
  soiling_loss: ["snow", "soiling"],
  constant_loss: ["soiling", "losses"],
  cabling_loss: ["losses", "cabling"],
  inverter_loss: ["cabling", "inverter"],
  clipping_loss: ["inverter", "clipping"],
  transformer_loss: ["clipping", "transformer"],
  export_loss: ["transformer", "ac"],
} as const satisfies { readonly [name in YieldColumn]?: readonly [keyof StageHours, keyof StageHours] };

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
  const planes = found.map((one, k) => ({ ...system.planes[k]!, columns: columnsOf(one) }));
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
 *
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

function columnsOf({ plane, hours, cellTemperature }: PlaneHours): YieldColumns {
  const watts = (name: (typeof STAGES)[number]) => hours[name].map((power) => power * plane.kwp);
  const losses = Object.entries(LOSSES).map(([name, [before, after]]) => [
    name,
    hours[before].map((power, k) => (power - hours[after][k]!) * plane.kwp),
  ]);
  return {
    ...{ plane_irradiance: hours.plane, effective_irradiance: hours.spectral, cell_temperature: cellTemperature },
    dc: watts("dc"),
    ...Object.fromEntries(losses),
    ac: watts("ac"),
  } as YieldColumns;
}

const MEANS: readonly YieldColumn[] = ["plane_irradiance", "effective_irradiance", "cell_temperature"];

function together(planes: readonly { readonly columns: YieldColumns }[], kwp: readonly number[]): YieldColumns {
  const all = kwp.reduce((sum, each) => sum + each, 0);
  const entries = YIELD_COLUMNS.map((name) => {
    const weights = kwp.map((each) => (MEANS.includes(name) ? each / all : 1));
    const sum = new Float64Array(planes[0]!.columns[name].length);
    planes.forEach(({ columns }, k) => {
      const column = columns[name];
      for (let row = 0; row < sum.length; row++) sum[row]! += weights[k]! * column[row]!;
    });
    return [name, sum];
  });
  return Object.fromEntries(entries) as YieldColumns;
}
