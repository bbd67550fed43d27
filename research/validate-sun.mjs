// Compares the pipeline's fast sun with the full SPA on random instants and places, 1980–2100, and prints the largest errors.
// node research/validate-sun.mjs [draws = 1000000] [dist folder]; exit code 1 above 1e-6°.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { randomNumbers } from "../scripts/lib/random.mjs";

const draws = Number(process.argv[2] ?? 1e6);
const dist = resolve(process.argv[3] ?? new URL("../dist", import.meta.url).pathname);
const load = (file) => import(pathToFileURL(`${dist}/physics/models/solar-position/${file}`).href);
const { azimuthRows, createGeocentricSun, deltaT, elevationRows, geocentricSun } = await load("index.js");
const { prepareSunSite, refractVectorRows, solarPosition, sunVectorRows } = await load("index.js");

const LIMIT = 1e-6; // degrees
const SWITCH = -0.83337; // true elevation at which SPA's refraction jumps
const GUARD = 1e-4;
const RAD = 180 / Math.PI;

const random = randomNumbers(20240229);

const sun = createGeocentricSun();
/** Time and place of one draw of a kind. `part`: share of 1980–2100 that is over; instants in order keep the memo warm. */
function draw(kind, part) {
  const time = Math.floor(Date.UTC(1980, 0, 1) + part * (Date.UTC(2101, 0, 1) - Date.UTC(1980, 0, 1)));
  const altitude = -400 + 6000 * random();
  const latitude = Math.asin(2 * random() - 1) * RAD;
  const longitude = 360 * random() - 180;
  if (kind === "random") return { time, latitude, longitude, altitude };
  if (kind === "poles") return { time, latitude: random() < 0.5 ? 90 : -90, longitude, altitude };
  if (kind === "date line") return { time, latitude, longitude: random() < 0.5 ? 180 : -180, altitude };
  const day = Math.floor(time / 864e5);
  geocentricSun(day, time / 864e5 - day, 69, sun);
  const overhead = ((sun.rightAscension - sun.siderealTime + 540) % 360) - 180;
  if (kind === "overhead") {
    const off = 10 ** (-6 + 6 * random());
    const turn = 2 * Math.PI * random();
    const zenithLatitude = sun.declination + off * Math.cos(turn);
    return { time, latitude: zenithLatitude, longitude: overhead + off * Math.sin(turn), altitude };
  }
  // horizon: true elevation −1…1°, at latitudes where the sun rises and sets
  const phi = (latitude * 0.7) / RAD;
  const delta = sun.declination / RAD;
  const sine = Math.sin((2 * random() - 1) / RAD);
  const cosine = (sine - Math.sin(phi) * Math.sin(delta)) / (Math.cos(phi) * Math.cos(delta));
  const hourAngle = Math.acos(Math.max(-1, Math.min(1, cosine))) * RAD * (random() < 0.5 ? 1 : -1);
  return { time, latitude: phi * RAD, longitude: overhead + hourAngle, altitude };
}

const shares = { random: 0.6, poles: 0.1, "date line": 0.05, overhead: 0.1, horizon: 0.15 };
const [time, east, north, up, distance, elevation, apparent, azimuth] = Array.from(
  { length: 8 },
  () => new Float64Array(1),
);
let failed = false;
for (const [kind, share] of Object.entries(shares)) {
  const worst = { vector: 0, zenith: 0, "apparent zenith": 0, "azimuth arc": 0, "distance (AU)": 0 };
  const keep = (name, value) => {
    if (!(value <= worst[name])) worst[name] = value;
  };
  const count = Math.round(draws * share);
  for (let k = 0; k < count; k++) {
    const place = draw(kind, (k + random()) / count);
    const full = solarPosition(place);
    time[0] = place.time;
    sunVectorRows(
      0,
      1,
      time,
      prepareSunSite(place.latitude, place.longitude, place.altitude),
      east,
      north,
      up,
      distance,
    );
    elevationRows(0, 1, east, north, up, elevation);
    azimuthRows(0, 1, east, north, azimuth);
    const e = full.elevation[0] / RAD;
    const a = full.azimuth[0] / RAD;
    const difference = [east[0] - Math.cos(e) * Math.sin(a), north[0] - Math.cos(e) * Math.cos(a), up[0] - Math.sin(e)];
    keep("vector", Math.sqrt(difference.reduce((sum, d) => sum + d * d, 0)) * RAD);
    keep("zenith", Math.abs(elevation[0] - full.elevation[0]));
    const turn = ((azimuth[0] - full.azimuth[0] + 540) % 360) - 180;
    keep("azimuth arc", Math.abs(turn) * Math.cos(e));
    refractVectorRows(0, 1, east, north, up, 1013.25, 12);
    elevationRows(0, 1, east, north, up, apparent);
    if (Math.abs(full.elevation[0] - SWITCH) > GUARD) {
      keep("apparent zenith", Math.abs(apparent[0] - full.apparentElevation[0]));
    }
    const day = Math.floor(place.time / 864e5);
    geocentricSun(day, place.time / 864e5 - day, deltaT(place).deltaT[0], sun);
    keep("distance (AU)", Math.abs(distance[0] - sun.distance));
  }
  const { "distance (AU)": r, ...angles } = worst;
  failed ||= Object.values(angles).some((value) => !(value <= LIMIT)) || !(r <= 1e-8);
  const texts = Object.entries(worst).map(([name, value]) => `${name} ${value.toExponential(2)}`);
  console.log(`${kind} (${count} draws): ${texts.join(", ")}`);
}
console.log(failed ? `FAILED: above ${LIMIT}° or 1e-8 AU` : `all angles within ${LIMIT}°`);
process.exitCode = failed ? 1 : 0;
