/** What a system yields in light that was measured on its plane. */
import { FREQUENCIES, frequencyOf } from "../../data/contract/observation/period.js";
import type { Notice, ObservationQuery } from "../../data/contract/observation/types.js";
import type { PvPlane } from "../../data/system/types.js";
import { readWeather } from "../../data/weather/read-weather.js";
import { type OneColumnOptions, readOneColumn, type WantedColumn } from "../../data/weather/readers/one-column.js";
import type { WeatherColumn, WeatherPlace, WeatherSeries } from "../../data/weather/series.js";
import { checkWeather, WeatherError } from "../../data/weather/series.js";
import { computeColumns } from "../../engine/compute.js";
import type { ObservationContext } from "../../engine/plan/context.js";
import { shown } from "../../foundation/text/shown.js";
import { tracker as trackerOf } from "../../physics/models/tracking/index.js";
import type { Yield, YieldOptions, YieldSum, YieldSystem } from "./types.js";
import { yieldOf } from "./yield-of.js";

/** Means of equal intervals of 1, 5, 10, 15, 30 or 60 minutes. */
export interface PlaneLight {
  /** Unix ms at the beginning of the first interval. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  /** Global irradiance on the plane of the modules, in front of their cover, W/m²; NaN: missing. */
  readonly irradiance: Float64Array;
  /** Of the same intervals: temperature, wind, … but no light. */
  readonly columns?: { readonly [name in WeatherColumn]?: Float64Array } | undefined;
  readonly place?: WeatherPlace | undefined;
}

/** A sky brighter than so many times the clear one, and W/m² besides, is none; or the light on the plane is not found to a share of it. */
const BRIGHTEST = 1.25;
const MARGIN = 30;
const NEAR_SHARE = 0.02;
/** Share of the measured light from which on that is said. */
const NOTABLE = 0.02;

/**
 * The yield of a system of one plane from light measured on that plane: straight into its chain. Reflection, temperature and all
 * behind need the shares of beam, sky and ground, and the sun on its course: they are those of the sky whose light on the plane is the
 * measured one, as the engine's own split and transposition have it (see `skyOf`). That sky's light on the horizontal is a guess, and not
 * in the result: `horizontalIrradiation` is NaN, and the losses begin with the light on the plane.
 *
 * @param system of one plane, whose direction (tilt and azimuth, or tracker) is the sensor's; rows shade the measured light
 * @throws RangeError for several planes; WeatherError for light that comes in other steps or lacks a place; as `yieldOf`
 * @experimental
 *
 * @example
 * ```js
 * import { yieldOfPlaneLight } from "irradiance-engine/yield";
 *
 * const light = {
 *   start: Date.UTC(2024, 5, 21, 8),
 *   interval: 3600,
 *   irradiance: Float64Array.of(610, 790, 905, 960, 950, 870),
 *   columns: { temperature: new Float64Array(6).fill(22) },
 *   place: { latitude: 47, longitude: 8 },
 * };
 * const { total } = yieldOfPlaneLight(light, { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] });
 * console.log(Math.round(total.planeIrradiation * 1000)); // 5085
 * ```
 */
export function yieldOfPlaneLight(light: PlaneLight, system: YieldSystem, options: YieldOptions = {}): Yield {
  const { plane, series, place } = checked(light, system, options);
  const sky = skyOf(light.irradiance, series, plane, place, options.context ?? {});
  const weather = { ...series, columns: { ...series.columns, ...sky.light } };
  const { horizon: _inLight, ...context } = options.context ?? {};
  const { lightSource = "pyranometer" } = options;
  // The sensor lies in the plane: nothing is computed from the horizontal to there.
  const uncertainty = { plane: 0, ...options.uncertainty };
  const found = yieldOf(weather, system, { ...options, context, horizonInLight: true, lightSource, uncertainty });
  // What rows of trackers shade is shaded where it was measured, too.
  const notices = found.notices.filter(({ code }) => code !== "rows");
  return { ...withoutHorizontal(found), notices: [...noticesOf(light.irradiance, sky), ...notices] };
}

function checked(light: PlaneLight, system: YieldSystem, options: YieldOptions) {
  const caller = "yieldOfPlaneLight";
  const planes = system?.planes;
  if (!Array.isArray(planes))
    throw new TypeError(`${caller}: system.planes must be a list of one plane, got ${shown(planes)}`);
  if (planes.length !== 1) {
    const why = "light measured on one plane says little of another's";
    throw new RangeError(`${caller}: system.planes must be the one plane of the sensor, got ${planes.length}: ${why}`);
  }
  const { surfaceTilt, tracker, trackingMode } = planes[0] ?? {};
  if (surfaceTilt === undefined && tracker === undefined && trackingMode !== "1_axis")
    throw new TypeError(`${caller}: system.planes[0].surfaceTilt is required: the tilt of the sensor, in degrees`);
  const { start, interval, irradiance, columns = {}, place: own } = light;
  if (!(irradiance instanceof Float64Array))
    throw new TypeError(`${caller}: light.irradiance must be a Float64Array in W/m², got ${shown(irradiance)}`);
  const given = Object.keys(columns).filter((name) => name.endsWith("_irradiance"));
  if (given.length > 0)
    throw new RangeError(`${caller}: light.columns has ${given.join(", ")}: with light on the horizontal use yieldOf`);
  const { latitude = own?.latitude, longitude = own?.longitude } = options;
  if (latitude === undefined || longitude === undefined)
    throw new WeatherError(
      `${caller}: where is the plane? Give light.place, or options.latitude and options.longitude`,
    );
  const series: WeatherSeries = { start, interval, columns, ...(own && { place: own }) };
  return { plane: planes[0] as PvPlane, series, place: { latitude, longitude } };
}

function withoutHorizontal(found: Yield): Yield {
  const unknown = <Sum extends YieldSum>(sum: Sum): Sum => ({ ...sum, horizontalIrradiation: Number.NaN });
  const [first, ...others] = found.losses.filter(({ name }) => name !== "horizontal");
  return {
    ...found,
    total: unknown(found.total),
    annual: found.annual && unknown(found.annual),
    months: found.months.map((month) => {
      const { horizontal: _guess, ...stages } = month.stages;
      return { ...unknown(month), stages };
    }),
    years: found.years.map(unknown),
    planes: found.planes.map(unknown),
    losses: first === undefined ? [] : [{ ...first, factor: 1 }, ...others],
  };
}

function noticesOf(measured: Float64Array, { light, onPlane, clear }: SkyOfPlane): Notice[] {
  const message =
    "the light was measured on the plane: its shares of beam, sky and ground come from the likeliest sky, and light on the horizontal is unknown";
  let [all, odd, rows] = [0, 0, 0];
  for (let k = 0; k < measured.length; k++) {
    if (!(measured[k]! > 0)) continue;
    all += measured[k]!;
    const isOff = Math.abs(onPlane[k]! - measured[k]!) > MARGIN + NEAR_SHARE * measured[k]!;
    if (!isOff && !(light.global_horizontal_irradiance[k]! > MARGIN + BRIGHTEST * clear[k]!)) continue;
    odd += measured[k]!;
    rows++;
  }
  const notices: Notice[] = [{ code: "plane-light", message }];
  if (all > 0 && odd > NOTABLE * all) {
    const share = ((100 * odd) / all).toPrecision(2);
    notices.push({
      code: "doubtful",
      message: `${share} % of the measured light (${rows} rows) would take a sky far brighter than a clear one: are tilt, azimuth, place and clock right?`,
    });
  }
  return notices;
}

/*
 * The sky whose light on a plane is what was measured there. GHI is found interval by interval, with the engine's own split into direct
 * and diffuse and its own transposition at sub-steps, as Driesse, Jensen and Perez (2024, Solar Energy 269) find it for one instant; then
 * all three components are scaled until the plane has the measured light to the last digits. The shares of beam, sky and ground are
 * those of the split: the level is the measurement's alone.
 */

const GTI = "global_tilted_irradiance";
const CLEAR = "global_clear_sky_irradiance";
const LIGHT = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "diffuse_horizontal_irradiance",
] as const satisfies readonly WeatherColumn[];

/** Steps towards GHI, and of the scaling behind them: what is left is below 0.1 W/m² but where no sky fits. */
const SEARCHES = 14;
const WHOLE_STEPS = 6;
const SCALINGS = 4;
/** A step may change GHI by no more than this factor; beam on a plane can be many times that on the horizontal. */
const LARGEST_STEP = 2.5;

export interface SkyOfPlane {
  /** GHI, DNI and DHI, for the chain only: on the horizontal they are guesses. */
  readonly light: { readonly [name in (typeof LIGHT)[number]]: Float64Array };
  /** What they give on the plane, and a clear sky on the horizontal, W/m². */
  readonly onPlane: Float64Array;
  readonly clear: Float64Array;
}

/**
 * @param measured W/m² on the plane, intervals of `series`; NaN: missing
 * @param series place, start and interval, and the columns besides light
 * @throws WeatherError for an interval that the engine does not have
 */
export function skyOf(
  measured: Float64Array,
  series: WeatherSeries,
  plane: PvPlane,
  place: { readonly latitude: number; readonly longitude: number },
  context: ObservationContext,
): SkyOfPlane {
  const run = runnerOf(series, plane, place, context);
  const target = measured.map((light) => Math.max(light, 0));
  const ghi = target.slice();
  const best = ghi.slice();
  const least = new Float64Array(ghi.length).fill(Number.POSITIVE_INFINITY);
  for (let search = 0; search < SEARCHES; search++) {
    const found = run({ [LIGHT[0]]: ghi })[GTI]!;
    for (let k = 0; k < ghi.length; k++) {
      const error = Math.abs(found[k]! - target[k]!);
      if (error < least[k]!) {
        least[k] = error;
        best[k] = ghi[k]!;
      }
      const factor = found[k]! > 0 ? target[k]! / found[k]! : 1;
      // Steps get shorter: where more GHI means more beam away from the plane, whole ones would go to and fro.
      const step = Math.min(Math.max(factor, 1 / LARGEST_STEP), LARGEST_STEP);
      ghi[k] = ghi[k]! * (search < WHOLE_STEPS ? step : Math.sqrt(step));
    }
  }
  const split = run({ [LIGHT[0]]: best });
  const light = Object.fromEntries(LIGHT.map((name) => [name, split[name]!.slice()])) as {
    [name in (typeof LIGHT)[number]]: Float64Array;
  };
  let onPlane = split[GTI]!;
  for (let scaling = 0; scaling < SCALINGS; scaling++) {
    for (let k = 0; k < onPlane.length; k++) {
      const factor = onPlane[k]! > 0 ? target[k]! / onPlane[k]! : 1;
      for (const name of LIGHT) light[name][k]! *= factor;
    }
    onPlane = run(light)[GTI]!;
  }
  return { light, onPlane, clear: split[CLEAR]! };
}

type Columns = { readonly [name in WeatherColumn]?: Float64Array };

function runnerOf(
  { start, interval, columns, place: own }: WeatherSeries,
  plane: PvPlane,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
  context: ObservationContext,
): (light: Columns) => { readonly [name: string]: Float64Array | null } {
  const frequency = frequencyOf(interval);
  if (frequency === undefined) {
    const known = Object.keys(FREQUENCIES).join(", ");
    throw new WeatherError(`light on the plane must come in steps of ${known}, got ${interval} s`);
  }
  const { tracker, trackingMode = tracker === undefined ? "none" : "1_axis" } = plane;
  const query = {
    ...{ lat: latitude, lon: longitude, parameters: [GTI, CLEAR, ...LIGHT], frequency, horizon: "flat" },
    ...{
      surface_tilt: plane.surfaceTilt ?? 0,
      surface_azimuth: plane.surfaceAzimuth ?? 0,
      tracking_mode: trackingMode,
    },
  } as ObservationQuery;
  const whole = { ...context, horizon: undefined, ...(tracker && { tracker: trackerOf(tracker) }) };
  return (light) => {
    const weather = checkWeather({ start, interval, columns: { ...columns, ...light }, ...(own && { place: own }) });
    return computeColumns(query, weather, whole).values;
  };
}

const UNITS: { readonly [unit: string]: number } = { "w/m2": 1, "w/m²": 1, wm2: 1, "kw/m2": 1000, "kw/m²": 1000 };

const ON_PLANE: WantedColumn = {
  quantity: "light on the plane",
  patterns: [/\b(?:gti|\w*poa\w*|globinc)\b/, /\b(?:tilt\w*|inclin\w*|geneigt\w*|inplane|plane|array)\b/],
  not: /\b(?:rear|back|std|min|max|angle|azimuth|temp\w*|power|diffuse|direct|beam|number)\b/,
  units: Object.keys(UNITS),
  example: '"time,poa_global" "2024-06-21T12:00Z,812.5" "2024-06-21T13:00Z,790.3"',
};

/** Beside the light. */
const OTHERS: readonly WeatherColumn[] = ["temperature", "wind_speed", "snow_depth", "relative_humidity"];

export interface ReadPlaneLightOptions extends OneColumnOptions {
  readonly place?: WeatherPlace | undefined;
}

/**
 * Reads light that was measured on a plane, and the temperature, wind, snow depth and humidity beside it.
 * @param source the text, or its bytes
 * @returns for `yieldOfPlaneLight`; W/m², NaN where there is none
 * @throws WeatherError for a table without such a column, naming file and line
 * @experimental
 */
export async function readPlaneLight(
  source: string | Uint8Array,
  { place, ...options }: ReadPlaneLightOptions = {},
): Promise<{ light: PlaneLight; notices: readonly Notice[] }> {
  const { name, unit, start, interval, values, notices } = await readOneColumn(source, ON_PLANE, options);
  const factor = UNITS[unit ?? "w/m2"]!;
  const columns = await columnsBeside(source, options, start, interval, values.length);
  return {
    light: { start, interval, irradiance: values.map((value) => value * factor), columns, ...(place && { place }) },
    notices: [{ code: "columns", message: `"${name}" is read as light on the plane` }, ...notices],
  };
}

async function columnsBeside(
  source: string | Uint8Array,
  { column: _light, ...options }: OneColumnOptions,
  start: number,
  interval: number,
  count: number,
): Promise<PlaneLight["columns"]> {
  try {
    const { series } = await readWeather(source, { ...options, format: "timestamped", examine: false });
    if (series.start !== start || series.interval !== interval) return {};
    const found = OTHERS.flatMap((name) => {
      const values = series.columns[name];
      return values?.length === count ? [[name, values as Float64Array] as const] : [];
    });
    return Object.fromEntries(found);
  } catch (error) {
    // A table of the light alone is no weather.
    if (error instanceof WeatherError) return {};
    throw error;
  }
}
