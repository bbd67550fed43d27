/**
 * Whether the mean DNI of a series tells more than its mean direct-horizontal: the ratio of the two is the sun's height at the time of
 * the beam, unless one column was computed from the other. Then it is the same sun position in every interval.
 */
import { prepareSunSite, type SunSite, sunVectorRows } from "../../models/solar-position/ephemeris.js";
import type { Site } from "../../models/stage.js";
import type { CheckedWeather } from "../../weather/checked-series.js";
import { cellStart, type Lattice } from "../grid/lattice.js";

/** Most intervals looked at, evenly spaced, and the fewest of which something can be told. */
const LOOKED_AT = 2000;
const FEWEST = 5;
/** Cosine of the zenith above which an interval is looked at: lower, refraction, of which not every program knows, is in the way. */
const LEAST_COSINE = 0.17;
/** As a share of what the cosine changes by within the interval: so near to one position is a beam that hardly changes. */
const NEAR = 0.05;
/** Least change of the cosine, as a share of it, beyond which programs' suns do not differ. */
const LEAST_RANGE = 0.005;
/**
 * Share of the intervals near to it from which on one column was computed from the other. A series of clear sky has that, too,
 * and its ratios tell as little.
 */
const MOST_NEAR = 0.95;

/** Of a rounded value times its power of ten: the error of the product, and of values that were stored as f32. */
const ROUNDED = 1e-3;

/** Whether the ratios of the series depart from the mean cosine of their intervals, and from that of the middle. */
export function hasOwnRatio(series: CheckedWeather, weather: Lattice, site: Site): boolean {
  const { direct_horizontal_irradiance: direct, direct_normal_irradiance: normal } = series.columns;
  if (!direct || !normal) return false;
  const every = Math.ceil(series.count / LOOKED_AT);
  const place = prepareSunSite(site.latitude, site.longitude, site.altitude);
  const rounding = [roundingOf(direct, every), roundingOf(normal, every)] as const;
  let rows = 0;
  let nearMean = 0;
  let nearMiddle = 0;
  for (let j = 0; j < series.count; j += every) {
    const ratio = direct[j]! / normal[j]!;
    if (!(ratio > 0 && ratio < Number.POSITIVE_INFINITY)) continue;
    const [start, middle, end] = cosinesOf(cellStart(weather, j), weather.step, place);
    const range = Math.max(start, middle, end) - Math.min(start, middle, end);
    if (!(Math.min(start, end) > LEAST_COSINE && range > LEAST_RANGE * middle)) continue;
    const near = NEAR * range + (ratio * (rounding[0] / direct[j]! + rounding[1] / normal[j]!)) / 2;
    if (near > range / 4) continue; // so coarse that it tells nothing
    rows++;
    if (Math.abs(ratio - (start + 4 * middle + end) / 6) < near) nearMean++;
    if (Math.abs(ratio - middle) < near) nearMiddle++;
  }
  return rows >= FEWEST && Math.max(nearMean, nearMiddle) < MOST_NEAR * rows;
}

const time = /* @__PURE__ */ new Float64Array(3);
const east = /* @__PURE__ */ new Float64Array(3);
const north = /* @__PURE__ */ new Float64Array(3);
const up = /* @__PURE__ */ new Float64Array(3);
const distance = /* @__PURE__ */ new Float64Array(3);

/** cos z of the true sun at the start, the middle and the end of an interval. */
function cosinesOf(from: number, step: number, place: SunSite): readonly [start: number, middle: number, end: number] {
  for (let k = 0; k < 3; k++) time[k] = from + (k * step) / 2;
  sunVectorRows(0, 3, time, place, east, north, up, distance);
  return [up[0]!, up[1]!, up[2]!];
}

/** To what the values of a column are rounded: 1, 0.1 or 0.01 W/m²; 0 if they are finer. */
function roundingOf(column: Float64Array, every: number): number {
  let digits = 1;
  for (let j = 0; j < column.length; j += every) {
    while (Math.abs(column[j]! * digits - Math.round(column[j]! * digits)) > ROUNDED) {
      if (digits === 100) return 0;
      digits *= 10;
    }
  }
  return 1 / digits;
}
