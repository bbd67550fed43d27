/** What a system yields in light that was measured on its plane. */
import type { Notice } from "../../contract/observation/types.js";
import type { PvPlane } from "../../system/types.js";
import { shown } from "../../text/shown.js";
import { WeatherError } from "../../weather/errors.js";
import type { WeatherColumn, WeatherPlace, WeatherSeries } from "../../weather/series.js";
import type { Yield, YieldOptions, YieldSum, YieldSystem } from "../types.js";
import { yieldOf } from "../yield-of.js";
import { type SkyOfPlane, skyOf } from "./sky-of.js";

/** Means of equal intervals of 1, 5, 10, 15, 30 or 60 minutes. @experimental */
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
  if (surfaceTilt === undefined && tracker === undefined && trackingMode !== "1_axis") {
    throw new TypeError(`${caller}: system.planes[0].surfaceTilt is required: the tilt of the sensor, in degrees`);
  }
  const { start, interval, irradiance, columns = {}, place: own } = light;
  if (!(irradiance instanceof Float64Array)) {
    throw new TypeError(`${caller}: light.irradiance must be a Float64Array in W/m², got ${shown(irradiance)}`);
  }
  const given = Object.keys(columns).filter((name) => name.endsWith("_irradiance"));
  if (given.length > 0) {
    throw new RangeError(`${caller}: light.columns has ${given.join(", ")}: with light on the horizontal use yieldOf`);
  }
  const { latitude = own?.latitude, longitude = own?.longitude } = options;
  if (latitude === undefined || longitude === undefined) {
    throw new WeatherError(
      `${caller}: where is the plane? Give light.place, or options.latitude and options.longitude`,
    );
  }
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
