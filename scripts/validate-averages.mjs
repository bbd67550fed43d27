// How right are interval averages? Truth at 30-second steps against the engine fed with interval means, and against the
// methods that other tools use, in one run. Run `npm run build` first; prints Markdown tables (docs/accuracy.md has them).
//
//   node scripts/validate-averages.mjs [--seed 1] [--days 365] [--quick]
//
// Truth: the sun every 30 s, simplified Solis clear sky, isotropic diffuse; broken cloud as a seeded on/off telegraph on
// the beam (mean dwell 12 min, share of sun in each two hours uniform 0.2–1), of whose lost horizontal beam 35 % becomes
// diffuse. The engine's own clear sky is Ineichen–Perez: it does not know the truth's.
import { computeColumns } from "../dist/index.js";
import { alt2pres } from "../dist/models/atmosphere/index.js";
import { simplifiedSolisRows } from "../dist/models/clear-sky/simplified-solis.js";
import { horizonElevationRows, prepareHorizon, visibleDiscRows } from "../dist/models/shading/horizon-line.js";
import { skyViewFactor } from "../dist/models/shading/sky-view.js";
import {
  azimuthRows,
  elevationRows,
  prepareSunSite,
  refractVectorRows,
  SOLAR_CONSTANT,
  sunVectorRows,
} from "../dist/models/solar-position/index.js";
import { horizontalTrackerRows } from "../dist/models/tracking/horizontal-tracker.js";
import { isotropic, perezDriesse } from "../dist/models/transposition/index.js";

const flag = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const SEED = flag("seed", 1);
const DAYS = flag("days", 365);
const STEP = 30;
const INTERVALS = process.argv.includes("--quick") ? [3600] : [3600, 900];
const START = Date.UTC(2023, 0, 1);
const ALBEDO = 0.2;
const DEG = Math.PI / 180;

const SITES = [
  { name: "60.2 N", latitude: 60.17, longitude: 24.94, altitude: 20 },
  { name: "47.4 N", latitude: 47.38, longitude: 8.54, altitude: 410 },
  { name: "35.1 N", latitude: 35.05, longitude: -106.54, altitude: 1619 },
  { name: "1.3 N", latitude: 1.3, longitude: 103.8, altitude: 15 },
  { name: "33.9 S", latitude: -33.92, longitude: 18.42, altitude: 10 },
];

const EAST_HORIZON = Array.from({ length: 360 }, (_, azimuth) => (azimuth >= 30 && azimuth <= 150 ? 10 : 0));

/** The four planes; `query` is what the engine gets. */
const PLANES = [
  { name: "30° to the equator", query: (s) => ({ surface_tilt: 30, surface_azimuth: s.latitude >= 0 ? 180 : 0 }) },
  { name: "90° east", query: () => ({ surface_tilt: 90, surface_azimuth: 90 }) },
  { name: "tracker", query: () => ({ tracking_mode: "1_axis" }) },
  {
    name: "30°, 10° horizon in the east",
    query: (s) => ({ surface_tilt: 30, surface_azimuth: s.latitude >= 0 ? 180 : 0, horizon: EAST_HORIZON }),
  },
];
const column = (plane) => (plane === 3 ? "global_tilted_irradiance_with_shading" : "global_tilted_irradiance");

/** mulberry32: small, seeded, the same everywhere. */
function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Transmission of the beam: on and off in turn, exponential dwells of 12 min on average, times the two hours' level. */
function telegraph(n, seed) {
  const draw = random(seed);
  const transmission = new Float64Array(n);
  const perLevel = 7200 / STEP;
  let level = 1;
  let state = 1;
  let left = 0;
  for (let i = 0; i < n; i++) {
    if (i % perLevel === 0) level = 0.2 + 0.8 * draw();
    if (left <= 0) {
      state = 1 - state;
      left = (-Math.log(1 - draw()) * 720) / STEP;
    }
    left--;
    transmission[i] = state * level;
  }
  return transmission;
}

/** The sun of a site at each step: unit vector, angles, extraterrestrial irradiance. */
function sunOf(site, n) {
  const rows = () => new Float64Array(n);
  const sun = {
    n,
    time: rows(),
    east: rows(),
    north: rows(),
    up: rows(),
    distance: rows(),
    elevation: rows(),
    azimuth: rows(),
    e0: rows(),
    rotation: rows(),
  };
  for (let i = 0; i < n; i++) sun.time[i] = START + (i + 0.5) * STEP * 1000;
  const pressure = alt2pres({ altitude: site.altitude }).pressure[0];
  sunVectorRows(
    0,
    n,
    sun.time,
    prepareSunSite(site.latitude, site.longitude, site.altitude),
    sun.east,
    sun.north,
    sun.up,
    sun.distance,
  );
  refractVectorRows(0, n, sun.east, sun.north, sun.up, pressure / 100, 12);
  elevationRows(0, n, sun.east, sun.north, sun.up, sun.elevation);
  azimuthRows(0, n, sun.east, sun.north, sun.azimuth);
  horizontalTrackerRows(0, n, sun.east, sun.up, 45, 0.3, true, sun.rotation);
  for (let i = 0; i < n; i++) sun.e0[i] = SOLAR_CONSTANT / sun.distance[i] ** 2;
  return { ...sun, pressure };
}

/** Beam normal and diffuse of the truth. */
function skyOf(sun, clouds) {
  const n = sun.n;
  const rows = () => new Float64Array(n);
  const [ghi, dni, dhi] = [rows(), rows(), rows()];
  const constant = (value) => new Float64Array(n).fill(value);
  solis(sun, constant, ghi, dni, dhi);
  for (let i = 0; i < n; i++) {
    if (sun.up[i] <= 0) dni[i] = dhi[i] = 0;
    if (!clouds || sun.up[i] <= 0) continue;
    const lost = dni[i] * (1 - clouds[i]);
    dni[i] -= lost;
    dhi[i] += 0.35 * lost * sun.up[i];
  }
  return { dni, dhi };
}

function solis(sun, constant, ghi, dni, dhi) {
  simplifiedSolisRows(0, sun.n, sun.up, constant(0.1), constant(1), constant(sun.pressure), sun.e0, ghi, dni, dhi);
}

/** cos of incidence and of tilt for a plane at every step. */
function planeOf(site, sun, plane) {
  const cosIncidence = new Float64Array(sun.n);
  const cosTilt = new Float64Array(sun.n);
  if (plane === 2) {
    for (let i = 0; i < sun.n; i++) {
      cosTilt[i] = Math.cos(sun.rotation[i] * DEG);
      cosIncidence[i] = sun.up[i] * cosTilt[i] - sun.east[i] * Math.sin(sun.rotation[i] * DEG);
    }
  } else {
    const { surface_tilt: tilt, surface_azimuth: azimuth } = PLANES[plane].query(site);
    const [e, no, u] = [
      Math.sin(tilt * DEG) * Math.sin(azimuth * DEG),
      Math.sin(tilt * DEG) * Math.cos(azimuth * DEG),
      Math.cos(tilt * DEG),
    ];
    cosTilt.fill(u);
    for (let i = 0; i < sun.n; i++) cosIncidence[i] = sun.east[i] * e + sun.north[i] * no + sun.up[i] * u;
  }
  return { cosIncidence, cosTilt };
}

/** Visible share of the disc behind the eastern horizon, as the engine defines it. */
function discOf(sun) {
  const horizon = prepareHorizon(EAST_HORIZON);
  const line = new Float64Array(sun.n);
  const above = new Float64Array(sun.n);
  const flat = new Float64Array(sun.n);
  horizonElevationRows(0, sun.n, sun.azimuth, horizon, line);
  visibleDiscRows(0, sun.n, sun.elevation, line, above);
  visibleDiscRows(0, sun.n, sun.elevation, 0, flat);
  return above.map((share, i) => (flat[i] > 0 ? share / flat[i] : 0));
}

const horizontalView = (() => {
  const horizon = prepareHorizon(EAST_HORIZON);
  return (tilt, azimuth) => skyViewFactor(horizon, { surfaceTilt: tilt, surfaceAzimuth: azimuth });
})();

/** Global on the plane at every step from beam and diffuse. `factors`: Perez–Driesse from the engine at 30 s, or null. */
function tilted(site, plane, geometry, sky, sun, disc) {
  const out = new Float64Array(sun.n);
  const query = PLANES[plane].query(site);
  const planeView = plane === 3 ? horizontalView(query.surface_tilt, query.surface_azimuth) : 1;
  const flatView = plane === 3 ? horizontalView(0, 0) : 1;
  for (let i = 0; i < sun.n; i++) {
    const beam = sky.dni[i] * (plane === 3 ? disc[i] : 1);
    const ground = ALBEDO * (beam * Math.max(sun.up[i], 0) + sky.dhi[i] * flatView) * (1 - geometry.cosTilt[i]) * 0.5;
    out[i] =
      beam * Math.max(geometry.cosIncidence[i], 0) + sky.dhi[i] * (1 + geometry.cosTilt[i]) * 0.5 * planeView + ground;
  }
  return out;
}

function means(column, perInterval) {
  const out = new Float64Array(column.length / perInterval);
  for (let k = 0; k < out.length; k++) {
    let sum = 0;
    for (let i = 0; i < perInterval; i++) sum += column[k * perInterval + i];
    out[k] = sum / perInterval;
  }
  return out;
}

/** The representative-sun methods of other tools, on the interval means alone. */
const PEERS = {
  "sun at the start": (k, per) => [k * per],
  "sun at the middle": (k, per) => [k * per + per / 2],
  "middle of the sunlit part": (k, per, sun) => {
    let first = -1;
    let last = -1;
    for (let i = k * per; i < (k + 1) * per; i++) {
      if (sun.up[i] > 0) {
        if (first < 0) first = i;
        last = i;
      }
    }
    return first < 0 ? [] : [Math.floor((first + last) / 2)];
  },
  "average of the cosines": (k, per) => Array.from({ length: per }, (_, i) => k * per + i),
};

function peer(pick, site, plane, geometry, sun, disc, ghi, dhi, per) {
  const query = PLANES[plane].query(site);
  const planeView = plane === 3 ? horizontalView(query.surface_tilt, query.surface_azimuth) : 1;
  const flatView = plane === 3 ? horizontalView(0, 0) : 1;
  return ghi.map((global, k) => {
    let cosZenith = 0;
    let cosIncidence = 0;
    let cosTilt = 0;
    let visible = 0;
    const steps = pick(k, per, sun);
    for (const i of steps) {
      cosZenith += Math.max(sun.up[i], 0);
      cosIncidence += Math.max(geometry.cosIncidence[i], 0) * (sun.up[i] > 0 ? 1 : 0) * (plane === 3 ? disc[i] : 1);
      cosTilt += geometry.cosTilt[i] / steps.length;
      visible += Math.max(sun.up[i], 0) * (plane === 3 ? disc[i] : 1);
    }
    if (cosZenith <= 0) return dhi[k] * planeView;
    const direct = global - dhi[k];
    // Everyone limits the beam at low sun: to what arrives outside the atmosphere, and to zenith angles below 88°.
    const low = cosZenith / steps.length < 0.0349;
    const normal = low ? 0 : Math.min(direct / (cosZenith / steps.length), sun.e0[k * per]);
    const ground = ALBEDO * (direct * (visible / cosZenith) + dhi[k] * flatView) * (1 - cosTilt) * 0.5;
    return normal * (cosIncidence / steps.length) + dhi[k] * (1 + cosTilt) * 0.5 * planeView + ground;
  });
}

/** nRMSE over intervals with truth > 1 W/m², bias of the sum (both %), worst step (W/m²). */
function judge(truth, got) {
  let squares = 0;
  let sum = 0;
  let error = 0;
  let n = 0;
  let worst = 0;
  for (let k = 0; k < truth.length; k++) {
    const difference = got[k] - truth[k];
    error += difference;
    worst = Math.max(worst, Math.abs(difference));
    if (!(truth[k] > 1)) continue;
    squares += difference * difference;
    sum += truth[k];
    n++;
  }
  const total = truth.reduce((a, b) => a + b, 0);
  return { nrmse: (100 * Math.sqrt(squares / n)) / (sum / n), bias: (100 * error) / total, worst };
}

function engine(site, plane, weather, frequency, context) {
  const started = process.hrtime.bigint();
  const columns = computeColumns(
    { lat: site.latitude, lon: site.longitude, frequency, parameters: column(plane), ...PLANES[plane].query(site) },
    weather,
    { altitude: site.altitude, albedo: ALBEDO, ...context },
  );
  return { values: columns.values[column(plane)], time: Number(process.hrtime.bigint() - started) / 1e6 };
}

const ENGINES = {
  "engine, mid-interval sun": { subSteps: 1, spread: "step" },
  "engine, 6 sub-steps, step": { subSteps: 6, spread: "step" },
  "engine, 12 sub-steps, step": { subSteps: 12, spread: "step" },
  "engine, 60 sub-steps, step": { subSteps: 60, spread: "step" },
  "engine, 6 sub-steps, smooth": { subSteps: 6, spread: "smooth" },
  "engine, 12 sub-steps, smooth": { subSteps: 12, spread: "smooth" },
  "engine, 60 sub-steps, smooth": { subSteps: 60, spread: "smooth" },
  "engine, default": {},
};

function run() {
  const n = (DAYS * 86_400) / STEP;
  const results = new Map();
  const add = (key, value) => results.set(key, [...(results.get(key) ?? []), value]);
  for (const [index, site] of SITES.entries()) {
    process.stderr.write(`${site.name} … `);
    const sun = sunOf(site, n);
    const disc = discOf(sun);
    const planes = PLANES.map((_, plane) => planeOf(site, sun, plane));
    for (const clouds of ["clear", "broken"]) {
      const sky = skyOf(sun, clouds === "broken" ? telegraph(n, SEED * 1000 + index) : null);
      const ghi = sky.dni.map((beam, i) => beam * Math.max(sun.up[i], 0) + sky.dhi[i]);
      for (const interval of INTERVALS) {
        const per = interval / STEP;
        const given = { ghi: means(ghi, per), dhi: means(sky.dhi, per) };
        const weather = {
          start: START,
          interval,
          columns: { global_horizontal_irradiance: given.ghi, diffuse_horizontal_irradiance: given.dhi },
        };
        const frequency = interval === 3600 ? "1_hour" : "15_minutes";
        for (const plane of PLANES.keys()) {
          const truth = means(tilted(site, plane, planes[plane], sky, sun, disc), per);
          const key = (method) => `${clouds}|${interval}|${plane}|${method}`;
          for (const [method, pick] of Object.entries(PEERS)) {
            add(
              key(method),
              judge(truth, peer(pick, site, plane, planes[plane], sun, disc, given.ghi, given.dhi, per)),
            );
          }
          for (const [method, context] of Object.entries(ENGINES)) {
            const { values, time } = engine(site, plane, weather, frequency, {
              models: { transposition: isotropic },
              ...context,
            });
            add(key(method), { ...judge(truth, values), time });
          }
        }
      }
    }
  }
  process.stderr.write("\n");
  return results;
}

function report(results) {
  const mean = (rows, f) => rows.reduce((sum, row) => sum + f(row), 0) / rows.length;
  for (const interval of INTERVALS) {
    for (const plane of PLANES.keys()) {
      console.log(`\n### ${PLANES[plane].name}, ${interval / 60}-minute weather\n`);
      console.log("| method | clear nRMSE % | bias % | worst W/m² | broken nRMSE % | bias % | time |");
      console.log("|---|---|---|---|---|---|---|");
      const base = results.get(`clear|${interval}|${plane}|engine, mid-interval sun`);
      for (const method of [...Object.keys(PEERS), ...Object.keys(ENGINES)]) {
        const [clear, broken] = ["clear", "broken"].map((clouds) =>
          results.get(`${clouds}|${interval}|${plane}|${method}`),
        );
        const bias = (rows) =>
          rows.reduce((worst, row) => (Math.abs(row.bias) > Math.abs(worst) ? row.bias : worst), 0);
        const time =
          clear[0].time === undefined ? "" : (mean(clear, (r) => r.time) / mean(base, (r) => r.time)).toFixed(1);
        console.log(
          `| ${method} | ${mean(clear, (r) => r.nrmse).toFixed(3)} | ${bias(clear).toFixed(3)} | ${Math.max(...clear.map((r) => r.worst)).toFixed(1)} | ${mean(broken, (r) => r.nrmse).toFixed(3)} | ${bias(broken).toFixed(3)} | ${time} |`,
        );
      }
    }
  }
}

report(run());
