/**
 * Inputs of the device, computed in f64 on the host: per sub-step the geocentric direction of the sun, per site the
 * rotation to local coordinates and everything that depends only on the place. The device handles no times and no angles.
 */

import { DEG, sin } from "../../../foundation/math/index.js";
import { STANDARD_PRESSURE } from "../../../physics/models/atmosphere/airmass.js";
import { standardPressure } from "../../../physics/models/atmosphere/pressure.js";
import { refittedConstants } from "../../../physics/models/clear-sky/ineichen.js";
import { prepareHorizon } from "../../../physics/models/shading/horizon-line.js";
import { prepareSkyView } from "../../../physics/models/shading/sky-view.js";
import { type SunSite, sunVectorRows } from "../../../physics/models/solar-position/ephemeris.js";
import { extraterrestrialRows } from "../../../physics/models/solar-position/extraterrestrial.js";
import { prepareSunSite, SOLAR_CONSTANT } from "../../../physics/models/solar-position/index.js";
import {
  airFactor,
  REFRACTION_SCALE,
  REFRACTION_TEMPERATURE,
} from "../../../physics/models/solar-position/refraction.js";
import { spline } from "../../../physics/models/transposition/perez-driesse.js";
import { planeNormal } from "../../../physics/models/transposition/plane.js";
import { MAX_ROTATION } from "../../compute-grid/kernels.js";
import { OWN, ownStride, PEREZ_ROWS, SITE, SITE_STRIDE, TIME, TIME_STRIDE } from "../layout.js";
import type { AcceleratorSite } from "../types.js";

/**
 * Directions are split into a part on a grid of 2⁻¹² and a small remainder. Products of two such parts are multiples of 2⁻²⁴,
 * and so are their sums up to 1: f32 holds them exactly, in any order and with any fusing. Only products with a remainder
 * are rounded. So the sun's height keeps its digits near 0, where a plain f32 sum would have lost them.
 */
const GRID = 4096;

function onGrid(value: number): number {
  return Math.round(value * GRID) / GRID;
}

/** A place at the Earth's centre, under Greenwich: there `sunVectorRows` gives up = meridian, −east = west, north = pole. */
const CENTRE: SunSite = {
  sinLatitude: 0,
  cosLatitude: 1,
  sinLongitude: 0,
  cosLongitude: 1,
  axisParallax: 0,
  equatorParallax: 0,
};

/** The table of sub-steps: `steps` equal cells in each of `count` intervals of `interval` seconds, each by its middle. */
export function timeTable(start: number, interval: number, count: number, steps: number): Float32Array {
  const n = count * steps;
  const time = new Float64Array(n);
  const cell = (interval * 1000) / steps;
  for (let i = 0; i < n; i++) {
    const j = Math.floor(i / steps);
    time[i] = start + j * interval * 1000 + (i - j * steps + 0.5) * cell;
  }
  const [east, north, up, distance] = [0, 1, 2, 3].map(() => new Float64Array(n)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  sunVectorRows(0, n, time, CENTRE, east, north, up, distance);
  const extraterrestrial = new Float64Array(n);
  extraterrestrialRows(0, n, distance, SOLAR_CONSTANT, extraterrestrial);
  const table = new Float32Array(n * TIME_STRIDE);
  for (let i = 0; i < n; i++) {
    const row = i * TIME_STRIDE;
    split([up[i]!, -east[i]!, north[i]!], table, row + TIME.coarse, row + TIME.fine);
    table[row + TIME.perDistance] = 1 / distance[i]!;
    table[row + TIME.extraterrestrial] = extraterrestrial[i]!;
    table[row + TIME.opens] = i % steps === 0 ? 1 : 0;
    table[row + TIME.closes] = i % steps === steps - 1 ? 1 : 0;
  }
  return table;
}

function split(values: readonly number[], out: Float32Array, coarse: number, fine: number): void {
  values.forEach((value, k) => {
    out[coarse + k] = onGrid(value);
    out[fine + k] = value - onGrid(value);
  });
}

type SkyView = ReturnType<typeof prepareSkyView>;

/** The part of a site's sky above a horizon line: over the horizontal, and over its plane or its tracker. */
export interface SiteSky {
  readonly line: ReturnType<typeof prepareHorizon>;
  readonly horizontal: SkyView;
  readonly plane: SkyView;
}

/** The sky of a site behind its horizon line; null if it has none. */
export function siteSky({ horizon, tracked, surfaceTilt, surfaceAzimuth }: AcceleratorSite): SiteSky | null {
  if (!horizon) return null;
  const line = prepareHorizon(horizon);
  return {
    line,
    horizontal: prepareSkyView(line, { surfaceTilt: 0, surfaceAzimuth: 0 }),
    plane: tracked
      ? prepareSkyView(line, "horizontal-axis", MAX_ROTATION)
      : prepareSkyView(line, { surfaceTilt, surfaceAzimuth }),
  };
}

/** One row per site. */
export function siteTable(sites: readonly AcceleratorSite[], skies: readonly (SiteSky | null)[]): Float32Array {
  const table = new Float32Array(sites.length * SITE_STRIDE);
  sites.forEach((site, k) => {
    writeSite(site, skies[k]!, table.subarray(k * SITE_STRIDE, (k + 1) * SITE_STRIDE));
  });
  return table;
}

function writeSite(site: AcceleratorSite, sky: SiteSky | null, row: Float32Array): void {
  const { latitude, longitude, altitude } = site;
  const sun = prepareSunSite(latitude, longitude, altitude);
  const { sinLatitude, cosLatitude, sinLongitude, cosLongitude, axisParallax, equatorParallax } = sun;
  split(
    [
      ...[-sinLongitude, -cosLongitude, 0],
      ...[-sinLatitude * cosLongitude, sinLatitude * sinLongitude, cosLatitude],
      ...[cosLatitude * cosLongitude, -cosLatitude * sinLongitude, sinLatitude],
    ],
    row,
    SITE.coarse,
    SITE.fine,
  );
  row[SITE.parallaxNorth] = equatorParallax * cosLatitude - axisParallax * sinLatitude;
  row[SITE.parallaxUp] = axisParallax * cosLatitude + equatorParallax * sinLatitude;
  const pressure = standardPressure(altitude);
  row[SITE.refraction] = airFactor(pressure / 100, REFRACTION_TEMPERATURE) * REFRACTION_SCALE * DEG;
  row[SITE.sinLatitude] = sinLatitude;
  row[SITE.cosLatitude] = cosLatitude;
  writeClearSky(altitude, row);
  row[SITE.pressure] = pressure / STANDARD_PRESSURE;
  row[SITE.albedo] = site.albedo ?? -1;
  writePlane(site, sky, row);
  row[SITE.turbidity] = typeof site.linkeTurbidity === "number" ? site.linkeTurbidity : 0;
}

function writeClearSky(altitude: number, row: Float32Array): void {
  const [cg1, cg2, fh1, fh2, b, beamLoss, correction] = refittedConstants(altitude);
  row[SITE.global] = cg1;
  row[SITE.attenuation] = cg2;
  row[SITE.fh1] = fh1;
  row[SITE.fh2] = fh2;
  row[SITE.beam] = b;
  row[SITE.beamLoss] = beamLoss;
  row[SITE.diffuseCorrection] = correction;
}

function writePlane(
  { surfaceTilt, surfaceAzimuth, tracked }: AcceleratorSite,
  sky: SiteSky | null,
  row: Float32Array,
): void {
  const [east, north, up] = planeNormal(surfaceTilt, surfaceAzimuth);
  row[SITE.tracked] = tracked ? 1 : 0;
  row[SITE.normalEast] = east;
  row[SITE.normalNorth] = north;
  row[SITE.cosTilt] = up;
  row[SITE.sinTilt] = sin(surfaceTilt * DEG);
  row[SITE.horizontalView] = sky?.horizontal.sky[0] ?? 1;
  row[SITE.planeView] = sky?.plane.sky[0] ?? 1; // a tracker uses its sky views instead
  row[SITE.bandEast] = sky?.plane.bandEast ?? 1;
  row[SITE.bandWest] = sky?.plane.bandWest ?? 1;
}

/** Own tables of the sites: monthly turbidity and, with `withLine`, horizon line and the tracker's sky views. */
export function ownTable(
  sites: readonly AcceleratorSite[],
  skies: readonly (SiteSky | null)[],
  withLine: boolean,
): Float32Array {
  const stride = ownStride(withLine);
  const table = new Float32Array(sites.length * stride);
  sites.forEach(({ linkeTurbidity, tracked }, k) => {
    const row = table.subarray(k * stride, (k + 1) * stride);
    for (let month = 0; month < 12; month++) {
      row[OWN.months + month] = typeof linkeTurbidity === "number" ? linkeTurbidity : linkeTurbidity[month]!;
    }
    if (!withLine) return;
    row.fill(1, OWN.views);
    const sky = skies[k];
    if (!sky) return;
    row.set(sky.line.elevation, OWN.line);
    if (tracked) row.set(sky.plane.sky, OWN.views);
  });
  return table;
}

/**
 * The splines of Perez–Driesse by interval of ζ, each as p0 + t·(p1 + t·p2) with t = 0…1 across the interval: in ζ itself
 * f32 would lose digits through cancellation.
 */
export function perezTable(): number[] {
  const table: number[] = [];
  for (let k = 0; k < PEREZ_ROWS; k++) {
    const [start, length] = spline(k, 0);
    table.push(start, 1 / length);
    for (let f = 0; f < 6; f++) table.push(...spline(k, f).slice(2));
  }
  return table;
}
