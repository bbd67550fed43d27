/** Clear skies beyond what their formulas were fitted for: no value looks wrong there, so the plan says it. */
import type { Notice } from "../../contract/observation/types.js";
import type { Site, Stage } from "../../models/stage.js";
import type { CheckedWeather } from "../../weather/checked-series.js";

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
