// How the cost grows with sites (a day each) and with steps (one site), with the exponents, as a log–log plot.
import { loadEngine } from "../lib/engine.mjs";
import { growthPlot } from "../lib/growth-plot.mjs";
import { brokenSky, CONTEXT_DEFAULT, DAY, iso, QUERY_R, YEAR } from "../lib/requests.mjs";
import { figure, interleave, per, QUICK_ROUNDS, quartiles, ROUNDS, spread } from "../lib/timing.mjs";

const SITES = [1, 3, 10, 30, 100, 300, 1000, 3000, 10_000];
const STEPS = [96, 288, 960, 2880, 8640, 35_040, 105_120, 525_600];

export async function run({ quick }) {
  const engine = await loadEngine();
  const rounds = quick ? QUICK_ROUNDS : ROUNDS - 2;
  const limit = (sizes) => (quick ? sizes.slice(0, 5) : sizes);
  const sites = measure(limit(SITES), rounds, (count) => manySites(engine, count));
  const steps = measure(limit(STEPS), rounds, (count) => longPeriod(engine, count));
  const rows = ({ sizes, times }, unit, perSize) =>
    sizes.map((size, k) => [
      `${size.toLocaleString("en")} ${size === 1 ? unit.slice(0, -1) : unit}`,
      per(times[k], 1e6),
      spread(quartiles(times[k].map((time) => time / (size * perSize)))),
    ]);
  const series = [
    { name: "sites, a day of 96 steps each", ...points(sites, 96) },
    { name: "steps of one site", ...points(steps, 1) },
  ];
  return {
    tables: [
      {
        title: "How cost grows",
        text:
          "R-default. Time ∝ size^exponent: " +
          `${series.map(({ name, exponent, upper }) => `${name}: ${figure(exponent)} (upper half ${figure(upper)})`).join("; ")}. ` +
          "Plot: [performance-growth.svg](performance-growth.svg).",
        head: ["size", "ms", "ns a step"],
        rows: [...rows(sites, "sites", 96), ...rows(steps, "steps", 1)],
      },
    ],
    figures: {},
    files: { "performance-growth.svg": growthPlot(series) },
  };
}

function measure(sizes, rounds, make) {
  const times = interleave(Object.fromEntries(sizes.map((size) => [`n${size}`, make(size)])), { rounds, warmUp: 5e7 });
  return { sizes, times: sizes.map((size) => times[`n${size}`]) };
}

function manySites(engine, count) {
  const weather = brokenSky(engine, { days: 1, start: Date.UTC(YEAR, 5, 21) });
  const work = engine.createWorkspace();
  const query = { ...QUERY_R, start: iso(weather.start), end: iso(weather.start + DAY) };
  return () => {
    for (let site = 0; site < count; site++) {
      const place = { lat: -50 + 0.011 * site, lon: -120 + 0.023 * site };
      engine.computeColumns({ ...query, ...place }, weather, CONTEXT_DEFAULT, work);
    }
  };
}

function longPeriod(engine, count) {
  const days = count / 96;
  const weather = brokenSky(engine, { days });
  const work = engine.createWorkspace();
  const query = { ...QUERY_R, start: iso(weather.start), end: iso(weather.start + days * DAY) };
  return () => engine.computeColumns(query, weather, CONTEXT_DEFAULT, work);
}

/** Points in steps and seconds, with the exponents of all of them and of the upper half. */
function points({ sizes, times }, stepsPerSize) {
  const xy = sizes.map((size, k) => [size * stepsPerSize, quartiles(times[k]).median / 1e9]);
  return { points: xy, exponent: slope(xy), upper: slope(xy.slice(Math.floor(xy.length / 2))) };
}

/** Least squares in the logarithms. */
function slope(xy) {
  const logs = xy.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const mean = (k) => logs.reduce((sum, point) => sum + point[k], 0) / logs.length;
  const [mx, my] = [mean(0), mean(1)];
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
}
