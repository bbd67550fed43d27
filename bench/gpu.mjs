// The accelerator beside the engine: at which grid sizes which form wins, transfer included. By itself:
//   node bench/gpu.mjs [--quick] [--software]
// `--software` takes the software Vulkan driver of the tests, whose figures say nothing about a GPU.
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { loadEngine, part } from "./lib/engine.mjs";
import { plainTable } from "./lib/page.mjs";
import { brokenSky, uniform } from "./lib/requests.mjs";

const DAYS = { day: 1, month: 30, year: 365 };
const GRIDS = [
  [10, "day"],
  [1000, "day"],
  [10, "month"],
  [100, "month"],
  [10, "year"],
  [100, "year"],
  [1000, "year"],
];
const QUICK_GRIDS = GRIDS.slice(0, 3);
/** The portable form is left out above so many site-intervals on a device that the processor plays. */
const MOST_PORTABLE = 100_000;
const PARAMETERS = [
  "global_tilted_irradiance",
  "direct_tilted_irradiance",
  "diffuse_tilted_irradiance",
  "pv_production",
];
const SUB_STEPS = 4;
const HOUR = 3600;

function seededSites(count) {
  const random = uniform(11);
  return Array.from({ length: count }, (_, k) => ({
    latitude: 100 * random() - 50,
    longitude: 360 * random() - 180,
    altitude: 1500 * random(),
    surfaceTilt: 60 * random(),
    surfaceAzimuth: 360 * random(),
    trackingMode: k % 2 === 0 ? "1_axis" : "none",
  }));
}

export async function run({ quick = false, software = false } = {}) {
  const [engine, { openAccelerator }, { simulate }] = await Promise.all([
    loadEngine(),
    part("gpu/index.js"),
    part("bulk/index.js"),
  ]);
  if (software) await (await import("../scripts/software-gpu.mjs")).useSoftwareGpu();
  const forms = { fused: await open(openAccelerator, {}) };
  if (forms.fused.accelerator) forms.portable = await open(openAccelerator, { form: "portable" });
  const threads = availableParallelism();
  const rows = [];
  for (const [count, period] of quick ? QUICK_GRIDS : GRIDS) {
    const sites = seededSites(count);
    const weather = brokenSky(engine, { interval: HOUR, days: DAYS[period], seed: 3 });
    const cells = count * DAYS[period] * 24;
    const request = { sites, weather, parameters: PARAMETERS, subSteps: SUB_STEPS };
    const row = { grid: `${count} sites × a ${period}`, cells: cells.toLocaleString("en") };
    row["engine, 1 thread"] = rate(cells, await timed(() => byEngine(engine, request)));
    row[`bulk, ${threads} threads, their start included`] = rate(
      cells,
      await timed(() => byBulk(simulate, request), 1),
    );
    for (const [name, { accelerator }] of Object.entries(forms)) {
      if (!accelerator) continue;
      const left = name === "portable" && cells > MOST_PORTABLE && software;
      row[name] = left ? "–" : rate(cells, await timed(() => accelerator.compute(request)));
      if (name !== "fused") continue;
      row["fused, monthly means"] = rate(
        cells,
        await timed(() => accelerator.compute({ ...request, aggregate: "month" })),
      );
    }
    rows.push(row);
  }
  const text = Object.entries(forms).map(([name, form]) => `${name}: ${form.accelerator?.adapter ?? form.reason}.`);
  for (const { accelerator } of Object.values(forms)) await accelerator?.close();
  const head = Object.keys(rows[0]);
  const title = "GPU: million site-intervals a second";
  const unit = `Hourly, ${SUB_STEPS} sub-steps, ${PARAMETERS.length} outputs, one series for all sites; results on the host.`;
  return {
    tables: [{ title, text: [unit, ...text].join(" "), head, rows: rows.map((row) => head.map((key) => row[key])) }],
    figures: {},
  };
}

async function open(openAccelerator, options) {
  try {
    return { accelerator: await openAccelerator(options) };
  } catch (error) {
    return { reason: `none (${error.message})` };
  }
}

/** Best of some runs in ms; the first one warms up. */
async function timed(work, rounds = 3) {
  let best = Number.POSITIVE_INFINITY;
  if (rounds > 1) await work();
  for (let k = 0; k < rounds; k++) {
    const begin = performance.now();
    await work();
    best = Math.min(best, performance.now() - begin);
  }
  return best;
}

function rate(cells, ms) {
  return (cells / ms / 1000).toPrecision(3);
}

function context({ altitude }) {
  return {
    altitude,
    spread: "step",
    subSteps: SUB_STEPS,
    models: { clearSky: "ineichen", decomposition: "erbsDriesse", transposition: "perezDriesse" },
  };
}

function query(site) {
  return {
    lat: site.latitude,
    lon: site.longitude,
    surface_tilt: site.surfaceTilt,
    surface_azimuth: site.surfaceAzimuth,
    tracking_mode: site.trackingMode,
  };
}

function byEngine(engine, { sites, weather }) {
  const work = engine.createWorkspace();
  for (const site of sites) {
    engine.computeColumns(
      { ...query(site), parameters: PARAMETERS, frequency: "1_hour" },
      weather,
      context(site),
      work,
    );
  }
}

async function byBulk(simulate, { sites, weather }) {
  const { altitude: _each, ...shared } = context({});
  const list = sites.map((site) => ({ ...query(site), altitude: site.altitude }));
  const run = simulate({
    sites: list,
    weather,
    parameters: PARAMETERS,
    frequency: "1_hour",
    context: shared,
    reuse: true,
  });
  for await (const result of run) if (!result.ok) throw new Error(result.error.message);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const has = (flag) => process.argv.includes(flag);
  const { tables } = await run({ quick: has("--quick"), software: has("--software") });
  for (const table of tables) console.log(plainTable(table));
}
