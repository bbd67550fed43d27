/** How clear the sky of a place is by month: the embedded climate's light over that of a clear sky. */
import { loadWorldClimate } from "irradiance-engine/climatology";
import { clearSkyOf } from "irradiance-engine/forecast";

const HOUR = 3_600_000;
const HOURS = 24;
/** Of each month: their mean is within 0.5 % of the month's (a clear sky changes smoothly from day to day). */
const DAYS = [4, 10, 16, 22, 28];
/** Days are those of any year. */
const YEAR = 2025;
/** W/m²: with less clear sky in the month's mean, an index is none. */
const FAINT = 1;
/** No month is clearer than its clear sky; beyond it, climate and clear sky do not fit. */
const MOST_INDEX = 1;

export interface SkyPlace {
  /** Metres. */
  readonly altitude: number;
  /** Of the clear sky, January to December. */
  readonly clearTurbidity: readonly number[];
}

/** Twelve indices from 0 to 1; in months without light that of the others' light, which multiplies nothing. */
export async function monthlySkyIndex(
  latitude: number,
  longitude: number,
  { altitude, clearTurbidity }: SkyPlace,
): Promise<readonly number[]> {
  const world = await loadWorldClimate();
  const { globalHorizontal } = world.at(latitude, longitude, { altitude });
  const place = { latitude, longitude, altitude, linkeTurbidity: clearTurbidity };
  const clear = Array.from(globalHorizontal, (_, month) => clearMean(month, place));
  const sum = (values: ArrayLike<number>) => Array.from(values).reduce((all, value) => all + value, 0);
  const yearly = Math.min(MOST_INDEX, sum(globalHorizontal) / sum(clear));
  return clear.map((light, month) => (light < FAINT ? yearly : Math.min(MOST_INDEX, globalHorizontal[month]! / light)));
}

function clearMean(month: number, place: Parameters<typeof clearSkyOf>[1]): number {
  const days = DAYS.map((day) => {
    const { global } = clearSkyOf({ start: Date.UTC(YEAR, month, day), step: HOUR, count: HOURS }, place);
    return global.reduce((all, value) => all + value, 0) / HOURS;
  });
  return days.reduce((all, value) => all + value, 0) / DAYS.length;
}
