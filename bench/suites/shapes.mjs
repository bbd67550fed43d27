// Requests of every shape with the default chain: how long, at which interval, how many columns, which plane.
import { loadEngine } from "../lib/engine.mjs";
import {
  brokenSky,
  CONTEXT_DEFAULT,
  DAY,
  FREQUENCY,
  HORIZON,
  iso,
  LATITUDE,
  LONGITUDE,
  YEAR,
} from "../lib/requests.mjs";
import { interleave, per, QUICK_ROUNDS, ROUNDS } from "../lib/timing.mjs";

const SHAPES = [
  { name: "a day, 15 min", interval: 900, days: 1 },
  { name: "a year, hourly", interval: 3600, days: 365 },
  { name: "a year, 15 min", interval: 900, days: 365 },
  { name: "a year, 1 min", interval: 60, days: 365 },
];
const PLANES = [
  { name: "fixed 30° south", query: { surface_tilt: 30, surface_azimuth: 180 } },
  { name: "tracked", query: { tracking_mode: "1_axis" } },
  { name: "fixed, horizon", query: { surface_tilt: 30, surface_azimuth: 180, horizon: HORIZON } },
];
/** A day takes thousands of calls until all of it is compiled: most of its functions run once a call. */
const WARM_UP_DAY = 6e8;
const ONE = "global_tilted_irradiance_with_shading";

export async function run({ quick }) {
  const engine = await loadEngine();
  const rows = [];
  for (const { name, interval, days } of quick ? SHAPES.slice(0, 2) : SHAPES) {
    const weather = brokenSky(engine, { interval, days });
    const steps = weather.columns.temperature.length;
    const start = Date.UTC(YEAR, 0, 1);
    const base = { lat: LATITUDE, lon: LONGITUDE, start: iso(start), end: iso(start + days * DAY) };
    const work = engine.createWorkspace();
    /** @type {Record<string, () => unknown>} */
    const cases = {};
    for (const plane of PLANES) {
      for (const parameters of [ONE, "all"]) {
        const query = { ...base, ...plane.query, parameters, frequency: FREQUENCY[interval] };
        cases[`${plane.name}/${parameters}`] = () => engine.computeColumns(query, weather, CONTEXT_DEFAULT, work);
      }
    }
    const rounds = quick ? QUICK_ROUNDS : ROUNDS - 2;
    const times = interleave(cases, { rounds, warmUp: days === 1 ? WARM_UP_DAY : 1.5e8 });
    for (const plane of PLANES) {
      const [one, all] = [times[`${plane.name}/${ONE}`], times[`${plane.name}/all`]];
      rows.push([name, plane.name, per(one, steps), per(all, steps), per(all, 1e6)]);
    }
  }
  return {
    tables: [
      {
        title: "Requests of every shape",
        text: `Default chain and sub-steps, GHI and temperature given at the requested interval. "One" is \`${ONE}\`.`,
        head: ["period", "plane", "one: ns a step", "all: ns a step", "all: ms"],
        rows,
      },
    ],
    figures: {},
  };
}
