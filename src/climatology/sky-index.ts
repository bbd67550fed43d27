/** How clear the sky of a place is by month: the embedded climate's light over that of a clear sky. */
import type { Place } from "../sky/clear-sky.js";
import { HOUR } from "../time/calendar.js";
import { loadWorldClimate } from "./world/load.js";

/** Months are those of any common year. */
const YEAR = 2025;
/** W/m²: below this monthly mean of the clear sky an index is undefined. */
const FAINT = 1;
/** No month is clearer than its clear sky: beyond it climate and clear sky do not fit, as in the twilight of the poles. */
const MOST_INDEX = 1;

/** @experimental */
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
 * @experimental
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
  const { clearSkyOn } = await import("../sky/clear-sky.js");
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
