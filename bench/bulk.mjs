// Bulk runs: one worker against the direct call, two against one, and the start of a pool. By itself:
//   node bench/bulk.mjs [--quick]
// Sites are seeded, all with the same weather: broken sky at 15 minutes, all columns, monthly sums out. Every run computes
// some sites first, so that its threads have started and compiled; the start is a row of its own.
import { availableParallelism, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { loadEngine, part } from "./lib/engine.mjs";
import { plainTable } from "./lib/page.mjs";
import { ALTITUDE, brokenSky, LATITUDE, LONGITUDE, uniform } from "./lib/requests.mjs";
import { QUICK_ROUNDS, quartiles, ratio, spread } from "./lib/timing.mjs";

/** Site-years, and those before them that are not counted: a new thread compiles for its first 40 to 60 (measured). */
const SITES = { full: [200, 120], quick: [16, 8] };
const ROUNDS = 5;
const AGGREGATE = { period: "monthly", statistic: "sum" };
const CONTEXT = { altitude: ALTITUDE };
const QUERY = { parameters: "all", frequency: "15_minutes" };

/** Places within a few degrees of the weather's, with surfaces of all kinds. */
function seededSites(count) {
  const random = uniform(5);
  return Array.from({ length: count }, (_, k) => ({
    id: `site ${k}`,
    lat: LATITUDE + 3 * (random() - 0.5),
    lon: LONGITUDE + 3 * (random() - 0.5),
    surface_tilt: Math.round(60 * random()),
    surface_azimuth: Math.round(90 + 180 * random()),
    tracking_mode: k % 3 === 0 ? "1_axis" : "none",
  }));
}

/** Time of each case in ms for the sites after the warm-up, in turns. */
export async function run({ quick = false } = {}) {
  const [engine, bulk, { aggregateRows, periodsOf }, { siteArrays, siteBytes }] = await Promise.all([
    loadEngine(),
    ...["answers/bulk/index.js", "answers/bulk/results/aggregate.js", "answers/bulk/results/layout.js"].map(part),
  ]);
  const weather = brokenSky(engine, { seed: 7 });
  const [measured, warmUp] = SITES[quick ? "quick" : "full"];
  const sites = seededSites(measured + warmUp);
  const context = { ...CONTEXT, registry: engine.allModels };
  const work = engine.createWorkspace();

  /** `then` is what is done with the columns of a site. */
  function direct(then) {
    let begin = 0;
    sites.forEach(({ id: _id, ...site }, k) => {
      if (k === warmUp) begin = performance.now();
      then(engine.computeColumns({ ...QUERY, ...site }, weather, context, work));
    });
    return performance.now() - begin;
  }

  function aggregate(columns) {
    const values = Object.values(columns.values).slice(0, -2);
    const periods = periodsOf({ ...columns, timeZone: columns.meta.time_zone }, AGGREGATE.period);
    const shape = { names: values, aggregate: AGGREGATE, precision: "float64" };
    const out = siteArrays(shape, new ArrayBuffer(siteBytes(shape, periods.length)), 0, periods.length);
    const summed = values.map((_, k) => k < 17);
    aggregateRows(values, summed, periods, columns.interval, out);
  }

  async function simulated(threads, options) {
    let begin = 0;
    const options_ = { sites, weather, ...QUERY, context: CONTEXT, threads, reuse: true, ...options };
    for await (const { index, ok } of bulk.simulate(options_)) {
      if (!ok) throw new Error(`site ${index} failed`);
      if (index === warmUp - 1) begin = performance.now();
    }
    return performance.now() - begin;
  }

  async function started(threads) {
    const begin = performance.now();
    const pool = bulk.createPool({ threads });
    await pool.warm();
    const time = performance.now() - begin;
    await pool.close();
    return time;
  }

  const monthly = { aggregate: AGGREGATE };
  const cases = {
    columns: async () => direct(() => {}),
    direct: async () => direct(aggregate),
    one: () => simulated(1, monthly),
    two: () => simulated(2, monthly),
    onePlain: () => simulated(1, {}),
    twoPlain: () => simulated(2, {}),
    startOne: () => started(1),
    startTwo: () => started(2),
  };
  const times = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < (quick ? QUICK_ROUNDS : ROUNDS); round++) {
    for (const [name, measure] of Object.entries(cases)) times[name].push(await measure());
  }
  return { tables: tablesOf(times, measured), figures: figuresOf(times) };
}

/** @param {Record<string, number[]>} times */
function figuresOf({ direct, one, two, startTwo }) {
  const figure = (quantity) => ({ measured: quantity.median, text: spread(quantity) });
  return {
    bulkOne: figure(ratio(one, direct)),
    bulkTwo: figure(ratio(one, two)),
    poolStart: figure(quartiles(startTwo)),
  };
}

function tablesOf(times, sites) {
  const { columns, direct, one, two, onePlain, twoPlain, startOne, startTwo } = times;
  const each = (samples) => spread(quartiles(samples.map((time) => time / sites)));
  const perSecond = (samples) => spread(quartiles(samples.map((time) => (1000 * sites) / time)));
  const against = (a, b) => `${spread(ratio(a, b))} ×`;
  return [
    {
      title: "Bulk runs",
      text:
        `${sites} site-years at 15 min, all columns. The direct loop calls computeColumns with one workspace and ` +
        "aggregates as the workers do. Times per site after start and warm-up; where other work shares the cores, two " +
        `workers have less than two of them (${availableParallelism()} cores, load average ${loadavg()[0].toFixed(1)}).`,
      head: ["", "ms per site-year", "site-years per second", "ratio"],
      rows: [
        ["direct loop, columns only", each(columns), perSecond(columns), ""],
        ["direct loop, monthly sums", each(direct), perSecond(direct), ""],
        ["1 worker, monthly sums", each(one), perSecond(one), `${against(one, direct)} the direct loop's time`],
        ["2 workers, monthly sums", each(two), perSecond(two), `${against(one, two)} as fast as 1 worker`],
        [
          "1 worker, all values out",
          each(onePlain),
          perSecond(onePlain),
          `${against(onePlain, columns)} the direct loop's time`,
        ],
        [
          "2 workers, all values out",
          each(twoPlain),
          perSecond(twoPlain),
          `${against(onePlain, twoPlain)} as fast as 1 worker`,
        ],
      ],
    },
    {
      title: "Start of a pool",
      text: "From `createPool` until every thread has loaded the engine and answered.",
      head: ["threads", "ms"],
      rows: [
        ["1", spread(quartiles(startOne))],
        ["2", spread(quartiles(startTwo))],
      ],
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { tables } = await run({ quick: process.argv.includes("--quick") });
  for (const table of tables) console.log(plainTable(table));
}
