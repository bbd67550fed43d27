/** Layout of the tables that host and device share. */
import { MAX_ROTATION } from "../compute-grid/kernels.js";

/** Columns of the table of sub-steps; `opens` and `closes` mark the first and the last of an interval. */
export const TIME = { coarse: 0, fine: 3, perDistance: 6, extraterrestrial: 7, opens: 8, closes: 9 } as const;
export const TIME_STRIDE = 10;

/** Columns of the table of sites. */
export const SITE = {
  coarse: 0, // rotation, rows east, north, up
  fine: 9,
  parallaxNorth: 18,
  parallaxUp: 19,
  refraction: 20, // rad per unit cotangent
  sinLatitude: 21,
  cosLatitude: 22,
  global: 23, // constants of the clear sky at the altitude, from here
  attenuation: 24,
  fh1: 25,
  fh2: 26,
  beam: 27,
  beamLoss: 28,
  diffuseCorrection: 29,
  pressure: 30, // relative to sea level
  albedo: 31, // negative: not given
  tracked: 32,
  normalEast: 33,
  normalNorth: 34,
  cosTilt: 35,
  sinTilt: 36,
  turbidity: 37,
  horizontalView: 38,
  planeView: 39,
  bandEast: 40,
  bandWest: 41,
} as const;
export const SITE_STRIDE = 42;

/** Columns of the table of intervals: the two months that turbidity lies between, and the second one's share. */
export const GRID_COLUMNS = { monthBefore: 0, monthAfter: 1, monthShare: 2 } as const;
export const GRID_STRIDE = 3;

/** Offsets in a site's own table: 12 turbidities, then (with a horizon) line and the tracker's sky views. */
export const OWN = { months: 0, line: 12, views: 12 + 361 } as const;
const OWN_WITH_LINE = OWN.views + 2 * MAX_ROTATION + 1;

/** Longest own table, in numbers per site. */
export function ownStride(withLine: boolean): number {
  return withLine ? OWN_WITH_LINE : OWN.line;
}

/** Rows of the shared table of Perez–Driesse: an interval's start, 1/length, then six curves by three numbers. */
export const PEREZ_ROWS = 8;
export const PEREZ_STRIDE = 20;

/** Represents a missing value: far below any valid one. */
export const MISSING = -9999;

/** In the order of the device's columns; a table has those that are given. */
export const WEATHER_CHANNELS = [
  "ghi",
  "directHorizontal",
  "dni",
  "dhi",
  "difference", // ghi − dhi, W/m²
  "temperature", // °C
  "pressure", // relative to sea level
  "turbidity",
  "albedo", // if not given: minus that of the ground under its snow
] as const;
export type WeatherChannel = (typeof WEATHER_CHANNELS)[number];

/** Means of an interval that the device can compute. W/m², `pv_…` in W/kWp, `rotation` in degrees (west positive). */
const DEVICE_OUTPUTS = [
  "global_horizontal_irradiance",
  "global_horizontal_irradiance_with_shading",
  "direct_horizontal_irradiance",
  "direct_horizontal_irradiance_with_shading",
  "diffuse_horizontal_irradiance",
  "diffuse_horizontal_irradiance_with_shading",
  "direct_normal_irradiance",
  "direct_normal_irradiance_with_shading",
  "global_tilted_irradiance",
  "global_tilted_irradiance_with_shading",
  "direct_tilted_irradiance",
  "direct_tilted_irradiance_with_shading",
  "diffuse_tilted_irradiance",
  "diffuse_tilted_irradiance_with_shading",
  "pv_production",
  "pv_production_with_shading",
  "global_clear_sky_irradiance",
  "rotation",
] as const;
export type DeviceOutput = (typeof DEVICE_OUTPUTS)[number];
