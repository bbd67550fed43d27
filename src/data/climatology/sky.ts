/** The sky of a place that weather is compared with, and how much of the clear sky its light is in the mean. */

import { HOUR } from "../../foundation/time/calendar.js";
import type { Place } from "../../physics/sky/clear-sky.js";
import { openClimatology } from "./climatology.js";
import { loadWorldClimate } from "./world/load.js";
import type { PlaceClimate } from "./world/types.js";

interface SkyAbove {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude?: number | undefined;
}

/**
 * Options for `examineWeather`, and what `readWeather` takes as `examine`: turbidity of clear hours and climate of the place as the
 * embedded maps have them, and their altitude where the place states none.
 *
 * @throws TypeError, RangeError for an invalid place
 * @experimental
 *
 * @example
 * ```js
 * import { skyAt } from "irradiance-engine/climatology";
 * import { readWeather } from "irradiance-engine/weather";
 *
 * const csv = "# latitude: 47.4\n# longitude: 8.5\nstart_time,global_horizontal_irradiance\n2024-06-21T11:00Z,812\n2024-06-21T12:00Z,835\n";
 * const { examination } = await readWeather(csv, { examine: skyAt });
 * console.log(examination.verdict); // fine
 * ```
 */
export async function skyAt({ latitude, longitude, altitude }: SkyAbove): Promise<{
  readonly place: { readonly latitude: number; readonly longitude: number; readonly altitude: number };
  readonly linkeTurbidity: readonly number[];
  readonly climate: PlaceClimate;
}> {
  const [climatology, world] = await Promise.all([openClimatology(), loadWorldClimate()]);
  const climate = world.at(latitude, longitude, { altitude });
  const place = { latitude, longitude, altitude: climate.altitude };
  const linkeTurbidity = climatology.clearTurbidity(latitude, longitude, { altitude: place.altitude });
  return { place, linkeTurbidity, climate };
}

/** Months are those of any common year. */
const YEAR = 2025;
/** W/m²: below this monthly mean of the clear sky an index is undefined. */
const FAINT = 1;
/** No month is clearer than its clear sky: beyond it climate and clear sky do not fit, as in the twilight of the poles. */
const MOST_INDEX = 1;

export interface SkyPlace {
  /** Metres. */
  readonly altitude: number;
  /** Of the clear sky, January to December. */
  readonly clearTurbidity: readonly number[];
}

/**
 * The mean clear-sky index of a place by month, which a forecast is corrected around (`correctForecast`): the embedded climate's light over
 * that of a clear sky.
 *
 * @returns twelve indices from 0 to 1; in months without light, where it multiplies nothing, that of the year
 */
export async function monthlySkyIndex(
  latitude: number,
  longitude: number,
  { altitude, clearTurbidity }: SkyPlace,
): Promise<readonly number[]> {
  const world = await loadWorldClimate();
  const { globalHorizontal } = world.at(latitude, longitude, { altitude });
  const clear = await clearMonths({ latitude, longitude, altitude }, clearTurbidity);
  const yearly = Math.min(MOST_INDEX, sum(globalHorizontal) / sum(clear));
  return clear.map((light, month) => (light < FAINT ? yearly : Math.min(MOST_INDEX, globalHorizontal[month]! / light)));
}

/** Means of the clear sky's GHI, W/m². */
async function clearMonths(place: Place, turbidity: readonly number[]): Promise<number[]> {
  // Pages that only look up a climate do not load the sun.
  const { clearSkyOn } = await import("../../physics/sky/clear-sky.js");
  const start = Date.UTC(YEAR, 0);
  const { global } = clearSkyOn({ start, step: HOUR, count: (Date.UTC(YEAR + 1, 0) - start) / HOUR }, place, turbidity);
  return Array.from({ length: 12 }, (_, month) => {
    const [from, to] = [Date.UTC(YEAR, month), Date.UTC(YEAR, month + 1)].map((time) => (time - start) / HOUR);
    const hours = global.subarray(from, to);
    return sum(hours) / hours.length;
  });
}

function sum(values: ArrayLike<number>): number {
  return Array.from(values).reduce((total, value) => total + value, 0);
}
