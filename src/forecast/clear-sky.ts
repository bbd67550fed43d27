/** The engine's own clear sky as means over the intervals of a grid: what every clear-sky index here refers to. */
import { computeColumns } from "../engine/compute.js";
import { cos } from "../math/index.js";
import { HOUR, MINUTE } from "../time/calendar.js";
import type { ForecastPlace, Grid } from "./grid.js";
import { meansOf } from "./means.js";

/** W/m², one value a row, never NaN; degrees. */
export interface ClearSky {
  /** Global, on level ground. */
  readonly global: Float64Array;
  /** Direct, on level ground. */
  readonly direct: Float64Array;
  /** Of the sun without an atmosphere, on level ground. */
  readonly extraterrestrial: Float64Array;
  /** Apparent zenith in the middle of the part with light. */
  readonly zenith: Float64Array;
}

const DEGREE = Math.PI / 180;
const FREQUENCIES = [
  [HOUR, "1_hour"],
  [15 * MINUTE, "15_minutes"],
  [MINUTE, "1_minute"],
] as const;

/** @throws RangeError for a grid that is not of whole minutes */
export function clearSkyOf(grid: Grid, place: ForecastPlace): ClearSky {
  const { start, step, count } = grid;
  const found = FREQUENCIES.find(([ms]) => step % ms === 0 && start % ms === 0);
  if (found === undefined) throw new RangeError(`intervals must be of whole minutes, got ${step} ms from ${start}`);
  const [ms, frequency] = found;
  const end = start + count * step;
  const { latitude, longitude, altitude = 0, linkeTurbidity = 3 } = place;
  const { values, extra } = computeColumns(
    {
      lat: latitude,
      lon: longitude,
      frequency,
      parameters: ["global_clear_sky_irradiance"],
      start: textOf(start),
      end: textOf(end),
    },
    // The sun and a clear sky need no weather.
    { start, interval: step / 1000, columns: { temperature: new Float64Array(count).fill(Number.NaN) } },
    { altitude, linkeTurbidity, timeZone: 0, extra: ["clear_sky_dhi", "apparent_zenith", "extraterrestrial_normal"] },
  );
  const global = values.global_clear_sky_irradiance!;
  const ratio = step / ms;
  return {
    global: meansOf(global, ratio),
    direct: meansOf(
      global.map((value, k) => Math.max(0, value - extra.clear_sky_dhi![k]!)),
      ratio,
    ),
    extraterrestrial: meansOf(
      extra.extraterrestrial_normal!.map((value, k) => value * Math.max(0, cos(extra.apparent_zenith![k]! * DEGREE))),
      ratio,
    ),
    zenith: meansOf(extra.apparent_zenith!, ratio),
  };
}

function textOf(time: number): string {
  return new Date(time).toISOString().replace(".000", "");
}
