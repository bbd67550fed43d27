// The truth that interval averages are judged by: sun, sky and planes every 30 s, put together by formulas of its own.

import { kastenYoungRows } from "../../dist/physics/models/atmosphere/airmass.js";
import { alt2pres } from "../../dist/physics/models/atmosphere/index.js";
import { simplifiedSolisRows } from "../../dist/physics/models/clear-sky/solis.js";
import { horizonElevationRows, prepareHorizon, visibleDiscFraction } from "../../dist/physics/models/shading/horizon-line.js";
import { prepareSkyView, skyViewFactor, skyViewRows } from "../../dist/physics/models/shading/sky-view.js";
import { azimuthRows, elevationRows, sunVectorRows } from "../../dist/physics/models/solar-position/ephemeris.js";
import { prepareSunSite, SOLAR_CONSTANT } from "../../dist/physics/models/solar-position/index.js";
import { refractVectorRows } from "../../dist/physics/models/solar-position/refraction.js";
import { horizontalTrackerRows } from "../../dist/physics/models/tracking/tracker-rows.js";
import { skyDiffuseRows, skyPerDhi } from "../../dist/physics/models/transposition/sky-model.js";

export const STEP = 30; // s
export const START = Date.UTC(2023, 0, 1);
export const ALBEDO = 0.2;
const DEG = Math.PI / 180;

export const SITES = [
  { name: "60.2 N", latitude: 60.17, longitude: 24.94, altitude: 20 },
  { name: "47.4 N", latitude: 47.38, longitude: 8.54, altitude: 410 },
  { name: "35.1 N", latitude: 35.05, longitude: -106.54, altitude: 1619 },
  { name: "1.3 N", latitude: 1.3, longitude: 103.8, altitude: 15 },
  { name: "33.9 S", latitude: -33.92, longitude: 18.42, altitude: 10 },
];

const EAST_HORIZON = Array.from({ length: 360 }, (_, azimuth) => (azimuth >= 30 && azimuth <= 150 ? 10 : 0));
const towardsEquator = (site) => ({ surface_tilt: 30, surface_azimuth: site.latitude >= 0 ? 180 : 0 });

/** The planes of the study; `query` is what the engine gets, `column` what it is asked for. */
export const PLANES = {
  slope: { title: "30° to the equator", query: towardsEquator, column: "global_tilted_irradiance" },
  east: {
    title: "90° east",
    query: () => ({ surface_tilt: 90, surface_azimuth: 90 }),
    column: "global_tilted_irradiance",
  },
  tracker: { title: "tracker", query: () => ({ tracking_mode: "1_axis" }), column: "global_tilted_irradiance" },
  horizon: {
    title: "30°, 10° horizon in the east",
    query: (site) => ({ ...towardsEquator(site), horizon: EAST_HORIZON }),
    column: "global_tilted_irradiance_with_shading",
  },
};

const rows = (n) => new Float64Array(n);
const constant = (n, value) => rows(n).fill(value);

/** The sun of a site at n steps from `start`: apparent unit vector, angles, extraterrestrial irradiance, rotation. */
export function sunOf(site, n, start = START, step = STEP) {
  const time = rows(n).map((_, i) => start + (i + 0.5) * step * 1000);
  const [east, north, up, distance] = [rows(n), rows(n), rows(n), rows(n)];
  const [elevation, azimuth, rotation] = [rows(n), rows(n), rows(n)];
  const pressure = alt2pres({ altitude: site.altitude }).pressure[0];
  sunVectorRows(0, n, time, prepareSunSite(site.latitude, site.longitude, site.altitude), east, north, up, distance);
  refractVectorRows(0, n, east, north, up, pressure / 100, 12);
  elevationRows(0, n, east, north, up, elevation);
  azimuthRows(0, n, east, north, azimuth);
  horizontalTrackerRows(0, n, east, up, 45, 0.3, true, rotation);
  const extraterrestrial = distance.map((r) => SOLAR_CONSTANT / (r * r));
  return { n, step, east, north, up, elevation, azimuth, rotation, extraterrestrial, pressure };
}

/** Simplified Solis: `ghi`, `dni`, `dhi` (W/m²), 0 with the sun down. */
export function clearSky(sun) {
  const { n } = sun;
  const sky = { ghi: rows(n), dni: rows(n), dhi: rows(n) };
  simplifiedSolisRows(0, n, sun.up, constant(n, 0.1), constant(n, 1), constant(n, sun.pressure), sun.extraterrestrial, sky.ghi, sky.dni, sky.dhi); // biome-ignore format: one call
  for (let i = 0; i < n; i++) {
    if (!(sun.up[i] > 0)) sky.dni[i] = sky.dhi[i] = 0;
    sky.ghi[i] = sky.dni[i] * Math.max(sun.up[i], 0) + sky.dhi[i];
  }
  return sky;
}

/** The clear sky behind clouds: 35 % of the horizontal beam that they take becomes diffuse. */
export function cloudySky(sun, clear, transmission) {
  const dni = clear.dni.map((beam, i) => beam * transmission[i]);
  const dhi = clear.dhi.map((sky, i) => sky + 0.35 * (clear.dni[i] - dni[i]) * Math.max(sun.up[i], 0));
  return { dni, dhi, ghi: dni.map((beam, i) => beam * Math.max(sun.up[i], 0) + dhi[i]) };
}

/** Where a plane looks at every step, and how much of the disc it sees (`visible`, 1 without a horizon line). */
export function geometryOf(site, sun, plane) {
  const query = PLANES[plane].query(site);
  const cosIncidence = rows(sun.n);
  const cosTilt = rows(sun.n);
  if (query.tracking_mode === "1_axis") {
    for (let i = 0; i < sun.n; i++) {
      cosTilt[i] = Math.cos(sun.rotation[i] * DEG);
      cosIncidence[i] = sun.up[i] * cosTilt[i] - sun.east[i] * Math.sin(sun.rotation[i] * DEG);
    }
  } else {
    const [tilt, azimuth] = [query.surface_tilt * DEG, query.surface_azimuth * DEG];
    const [east, north, up] = [Math.sin(tilt) * Math.sin(azimuth), Math.sin(tilt) * Math.cos(azimuth), Math.cos(tilt)];
    cosTilt.fill(up);
    for (let i = 0; i < sun.n; i++) {
      cosIncidence[i] = sun.east[i] * east + sun.north[i] * north + sun.up[i] * up;
    }
  }
  const line = query.horizon ? prepareHorizon(query.horizon) : null;
  const view = (surfaceTilt, surfaceAzimuth) => (line ? skyViewFactor(line, { surfaceTilt, surfaceAzimuth }) : 1);
  return {
    query,
    cosIncidence,
    cosTilt,
    line,
    visible: line ? discAbove(sun, line) : constant(sun.n, 1),
    planeView: line ? view(query.surface_tilt, query.surface_azimuth) : 1,
    horizontalView: view(0, 0),
  };
}

/** Share of what is visible of the disc above 0° that stands above the line, too. */
function discAbove(sun, horizon) {
  const line = rows(sun.n);
  horizonElevationRows(0, sun.n, sun.azimuth, horizon, line);
  return sun.elevation.map((elevation, i) => {
    const flat = visibleDiscFraction(elevation, 0);
    return flat > 0 ? visibleDiscFraction(elevation, line[i]) / flat : 0;
  });
}

/** Global on the plane at every step under an isotropic sky (W/m²). */
export function isotropicTruth(sun, sky, geometry) {
  return sky.dni.map((dni, i) => {
    const beam = dni * geometry.visible[i];
    const sees = (1 + geometry.cosTilt[i]) / 2;
    const global = beam * Math.max(sun.up[i], 0) + sky.dhi[i] * geometry.horizontalView;
    const ground = ALBEDO * global * (1 - sees);
    return beam * Math.max(geometry.cosIncidence[i], 0) + sky.dhi[i] * sees * geometry.planeView + ground;
  });
}

/** The same under the sky of a transposition model, by the engine's own stage at every step. */
export function stageTruth(model, site, sun, sky, geometry) {
  const { n } = sun;
  const zenith = sun.elevation.map((elevation) => 90 - elevation);
  const relativeAirmass = rows(n);
  kastenYoungRows(0, n, zenith, relativeAirmass);
  const c = {
    ...{ dhi: sky.dhi, dni: sky.dni, ghi: sky.ghi, extraterrestrialNormal: sun.extraterrestrial, up: sun.up },
    ...{ elevation: sun.elevation, zenith, relativeAirmass, cosTilt: geometry.cosTilt },
    ...{ cosIncidence: geometry.cosIncidence, circumsolar: rows(n), isotropic: rows(n), horizonBand: rows(n) },
  };
  const { stage } = model;
  stage.run({ from: 0, to: n, first: 0, last: n, columns: c, interval: sun.step }, stage.prepare(site, {}));
  const diffuse = rows(n);
  const flat = sun.elevation.map((elevation) => visibleDiscFraction(elevation, 0));
  if (!geometry.line) {
    skyDiffuseRows(0, n, { ...c, visible: flat, skyDiffuse: diffuse });
    return diffuse.map((d, i) => onPlane(i, sky.dni[i], sky.dhi[i], d, sun, geometry));
  }
  const above = flat.map((share, i) => share * geometry.visible[i]);
  const [skyView, bandView, horizontal, none] = [rows(n), rows(n), rows(n), rows(n)];
  const { surface_tilt: surfaceTilt, surface_azimuth: surfaceAzimuth } = geometry.query;
  const look = (plane) => skyViewRows(0, n, none, prepareSkyView(geometry.line, plane), skyView, bandView);
  look({ surfaceTilt: 0, surfaceAzimuth: 0 });
  for (let i = 0; i < n; i++) {
    horizontal[i] = c.dhi[i] * skyPerDhi(c.up[i], c.up[i], c.circumsolar[i], 1, 0, flat[i], above[i], skyView[i], bandView[i]);
  }
  look({ surfaceTilt, surfaceAzimuth });
  for (let i = 0; i < n; i++) {
    const factors = [c.circumsolar[i], c.isotropic[i], c.horizonBand[i]];
    diffuse[i] = c.dhi[i] * skyPerDhi(c.up[i], c.cosIncidence[i], ...factors, flat[i], above[i], skyView[i], bandView[i]);
  }
  return diffuse.map((d, i) => onPlane(i, sky.dni[i] * geometry.visible[i], horizontal[i], d, sun, geometry));
}

function onPlane(i, dni, dhi, skyDiffuse, sun, geometry) {
  const global = dni * Math.max(sun.up[i], 0) + dhi;
  return dni * Math.max(geometry.cosIncidence[i], 0) + skyDiffuse + (ALBEDO * global * (1 - geometry.cosTilt[i])) / 2;
}

/** Means of each `per` rows. */
export function means(column, per) {
  const out = rows(column.length / per);
  for (let k = 0; k < out.length; k++) {
    let sum = 0;
    for (let i = k * per; i < (k + 1) * per; i++) sum += column[i];
    out[k] = sum / per;
  }
  return out;
}
