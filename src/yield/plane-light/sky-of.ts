/**
 * The sky whose light on a plane is what was measured there. GHI is found interval by interval, with the engine's own split into direct
 * and diffuse and its own transposition at sub-steps, as Driesse, Jensen and Perez (2024, Solar Energy 269) find it for one instant; then
 * all three components are scaled until the plane has the measured light to the last digits. The shares of beam, sky and ground are
 * those of the split: the level is the measurement's alone.
 */
import { FREQUENCIES, frequencyOf } from "../../contract/observation/period.js";
import type { ObservationQuery } from "../../contract/observation/types.js";
import { computeColumns } from "../../engine/compute.js";
import type { ObservationContext } from "../../engine/plan/context.js";
import { tracker as trackerOf } from "../../models/tracking/index.js";
import type { PvPlane } from "../../system/types.js";
import { checkWeather } from "../../weather/checked-series.js";
import { WeatherError } from "../../weather/errors.js";
import type { WeatherColumn, WeatherSeries } from "../../weather/series.js";

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
