/**
 * What the plan tells about its weather: a fitted range that it leaves, and wind that a PV model assumes.
 */
import type { Notice } from "../../data/contract/observation/types.js";
import { COMPUTED } from "../../data/weather/limits.js";
import type { CheckedWeather } from "../../data/weather/series.js";
import type { Site, Stage } from "../../physics/models/stage.js";
import { cellsOver, type Lattice } from "../grid/lattice.js";

/** One notice a model, naming every limit that the site or the weather passes. */
export function rangeNotices({ name, fitted }: Stage, { altitude }: Site, { columns }: CheckedWeather): Notice[] {
  if (fitted === undefined) return [];
  const { altitude: highest, aerosolOpticalDepth, precipitableWater: [driest, wettest] = [] } = fitted;
  const aerosol = extremes(columns.aerosol_optical_depth);
  const water = extremes(columns.precipitable_water);
  const passed = [
    altitude > highest && `up to ${highest} m, and the site is at ${Math.round(altitude)} m`,
    aerosolOpticalDepth !== undefined &&
      aerosol.most > aerosolOpticalDepth &&
      `up to an aerosol optical depth of ${aerosolOpticalDepth}, and the weather has up to ${short(aerosol.most)}`,
    driest !== undefined &&
      water.least < driest &&
      `from ${driest} cm of water, and the weather has ${short(water.least)}`,
    wettest !== undefined &&
      water.most > wettest &&
      `up to ${wettest} cm of water, and the weather has ${short(water.most)}`,
  ].filter((text) => text !== false);
  if (passed.length === 0) return [];
  return [{ code: "clear-sky", message: `the clear sky of ${name} was fitted ${passed.join("; ")}` }];
}

const short = (value: number): number => Number(value.toPrecision(3));

/** Of the values that are there: [∞, −∞] of none, which passes no limit. */
function extremes(column: Float64Array | undefined): { readonly least: number; readonly most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of column ?? []) {
    if (!Number.isFinite(value) || value < 0) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { least, most };
}

/**
 * Of a column with gaps in the period. Weather without any wind has no notice: it is what most weather is.
 *
 * @param from Unix ms @param to Unix ms
 */
export function windNotices(
  { name, assumedWind }: Stage,
  { columns, count }: CheckedWeather,
  weather: Lattice,
  from: number,
  to: number,
): Notice[] {
  const wind = columns.wind_speed;
  if (assumedWind === undefined || wind === undefined || !wind.some(isWind)) return [];
  const { first, last } = cellsOver(weather, from, to);
  const rows = wind.subarray(Math.max(0, first), Math.min(count, Math.max(0, last)));
  const missing = rows.reduce((found, value) => (isWind(value) ? found : found + 1), 0);
  if (missing === 0) return [];
  const share = Number(((100 * missing) / rows.length).toPrecision(2));
  const message = `wind_speed has no value in ${share} % of the rows (${missing} of ${rows.length}): ${name} takes ${assumedWind} m/s there`;
  return [{ code: "wind", message }];
}

/** What is out of range is missing, as in the computation. */
function isWind(value: number): boolean {
  const [least, most] = COMPUTED.wind_speed;
  return value >= least && value <= most;
}
