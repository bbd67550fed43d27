// Both apparent angles of the sun at arbitrary instants: sun-position libraries of npm against the engine's kernels.
import { family, loadEngine, part } from "../lib/engine.mjs";
import { LATITUDE, LONGITUDE, uniform, YEAR } from "../lib/requests.mjs";
import { figure, interleave, keep, per, QUICK_ROUNDS, ROUNDS, ratio, spread } from "../lib/timing.mjs";

const COUNT = 8192;
const BLOCK = 2048;
const PRESSURE = 1013.25;
const TEMPERATURE = 12;
const ALTITUDE = 0;

export async function run({ quick }) {
  const suncalc = await import("suncalc");
  const { default: solar } = await import("solar-calculator");
  const { getSpa, SPA_ZA } = await import("nrel-spa");
  await loadEngine();
  const models = await family("solar-position");
  const fast = await fastAngles(models);

  const random = uniform(5);
  const start = Date.UTC(YEAR, 0, 1);
  const time = Float64Array.from({ length: COUNT }, () => start + 1000 * Math.floor(random() * 365 * 86_400));
  const rising = Float64Array.from(time).sort();
  const dates = Array.from(time, (ms) => new Date(ms));
  const out = { elevation: new Float64Array(COUNT), azimuth: new Float64Array(COUNT) };
  const each = (angles) => () => {
    for (let i = 0; i < COUNT; i++) angles(dates[i], i, out);
    keep(out.elevation[7]);
  };
  const place = { elevation: ALTITUDE, pressure: PRESSURE, temperature: TEMPERATURE, delta_t: 69.2, function: SPA_ZA };
  const calls = {
    engine: () => keep(fast(time, out)),
    rising: () => keep(fast(rising, out)),
    suncalc: each((date, i, { elevation, azimuth }) => {
      const position = suncalc.getPosition(date, LATITUDE, LONGITUDE);
      elevation[i] = position.altitude;
      azimuth[i] = position.azimuth;
    }),
    "solar-calculator": each((date, i, angles) => noaaAngles(solar, date, i, angles)),
    "nrel-spa": each((date, i, { elevation, azimuth }) => {
      const position = getSpa(date, LATITUDE, LONGITUDE, 0, place);
      elevation[i] = 90 - position.zenith;
      azimuth[i] = position.azimuth;
    }),
  };
  const truth = models.solarPosition({
    time,
    latitude: LATITUDE,
    longitude: LONGITUDE,
    altitude: ALTITUDE,
    pressure: PRESSURE * 100,
    temperature: TEMPERATURE,
  });
  const errors = Object.fromEntries(
    Object.entries(calls).map(([name, call]) => {
      call();
      return [name, name === "rising" ? Number.NaN : largestError(out, truth)];
    }),
  );
  const times = interleave(calls, { rounds: quick ? QUICK_ROUNDS : ROUNDS, warmUp: 2e8 });
  const names = { engine: "this engine", rising: "this engine, instants in rising order" };
  const against = ratio(times.suncalc, times.engine);
  return {
    tables: [
      {
        title: "Both angles of the sun at arbitrary instants",
        text:
          `${COUNT.toLocaleString("en")} random instants of ${YEAR}, in no order, apparent elevation and azimuth, on one core. ` +
          "Errors are the largest angle on the sky from the full SPA, with the sun above 1°.",
        head: ["", "ns an instant", "against the engine", "largest error (°)"],
        rows: Object.entries(times).map(([name, samples]) => [
          names[name] ?? name,
          per(samples, COUNT),
          spread(ratio(samples, times.engine)),
          Number.isNaN(errors[name]) ? "" : errors[name].toExponential(1),
        ]),
      },
    ],
    figures: {
      suncalc: {
        measured: against.median,
        text: `${spread(against)}; in rising order ${figure(ratio(times.suncalc, times.rising).median)}`,
      },
    },
  };
}

/** The kernels that the chain runs, over blocks of instants. */
async function fastAngles(models) {
  const { elevationRows, azimuthRows } = await part("engine/compute-grid/kernels.js");
  const { refractRows } = await part("physics/sky/kernels.js");
  const site = models.prepareSunSite(LATITUDE, LONGITUDE, ALTITUDE);
  const stride = BLOCK + 8;
  const buffer = new Float64Array(4 * stride);
  const [east, north, up, distance] = [0, 1, 2, 3].map((k) => buffer.subarray(k * stride, k * stride + BLOCK));
  return (time, { elevation, azimuth }) => {
    for (let from = 0; from < time.length; from += BLOCK) {
      const n = Math.min(BLOCK, time.length - from);
      models.sunVectorRows(0, n, time.subarray(from, from + n), site, east, north, up, distance);
      refractRows(0, n, east, north, up, PRESSURE, TEMPERATURE);
      elevationRows(0, n, east, north, up, elevation.subarray(from, from + n));
      azimuthRows(0, n, east, north, azimuth.subarray(from, from + n));
    }
    return elevation[7];
  };
}

/** solar-calculator gives declination and equation of time; the angles follow (without refraction: it has none). */
function noaaAngles(solar, date, i, { elevation, azimuth }) {
  const rad = Math.PI / 180;
  const t = solar.century(date);
  const declination = solar.declination(t) * rad;
  const minutes = (date % 86_400_000) / 60_000 + solar.equationOfTime(t) + 4 * LONGITUDE;
  const hourAngle = (minutes / 4 - 180) * rad;
  const latitude = LATITUDE * rad;
  const sine =
    Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle);
  elevation[i] = Math.asin(sine) / rad;
  const y = Math.sin(hourAngle);
  const x = Math.cos(hourAngle) * Math.sin(latitude) - Math.tan(declination) * Math.cos(latitude);
  azimuth[i] = Math.atan2(y, x) / rad + 180;
}

/** Largest angle (°) between the directions, the sun above 1°. */
function largestError({ elevation, azimuth }, truth) {
  const rad = Math.PI / 180;
  let largest = 0;
  for (let i = 0; i < COUNT; i++) {
    const high = truth.apparentElevation[i];
    if (!(high > 1)) continue;
    const across = (((azimuth[i] - truth.azimuth[i] + 540) % 360) - 180) * Math.cos(high * rad);
    largest = Math.max(largest, Math.hypot(across, elevation[i] - high));
  }
  return largest;
}
