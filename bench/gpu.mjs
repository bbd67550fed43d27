// The accelerator beside the engine: at which grid sizes which form wins, transfer included. `node bench/run.mjs --gpu`
// joins it to bench/performance.md; by itself:
//   node bench/gpu.mjs [--quick]
// Where there is no GPU it takes the software Vulkan driver of the tests, and says that this tells nothing about a GPU.
import { spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { loadEngine, part } from "./lib/engine.mjs";
import { plainTable } from "./lib/page.mjs";
import { brokenSky, uniform } from "./lib/requests.mjs";

const DAYS = { day: 1, month: 30, year: 365 };
/** @type {[sites: number, period: keyof typeof DAYS][]} */
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
/** Cells beyond which a form is left out where the processor plays the device. */
const MOST_CELLS = { fused: 1_000_000, portable: 10_000 };
const PARAMETERS = [
  "global_tilted_irradiance",
  "direct_tilted_irradiance",
  "diffuse_tilted_irradiance",
  "pv_production",
];
const SUB_STEPS = 4;
const HOUR = 3600;
const LEFT_OUT = "–";
const UNMEASURED =
  "**No GPU: GPU speed is unmeasured.** The processor plays the device (software Vulkan), so these columns show what a " +
  "launch costs around the computation, and nothing about a GPU.";

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

export async function run({ quick = false } = {}) {
  const [engine, { openAccelerator }, { simulate }] = await Promise.all([
    loadEngine(),
    part("engine/gpu/index.js"),
    part("answers/bulk/index.js"),
  ]);
  const software = !hasGpu();
  if (software) await (await import("../scripts/software-gpu.mjs")).useSoftwareGpu().catch(() => {});
  const forms = { fused: await open(openAccelerator, {}) };
  if (forms.fused.accelerator) forms.portable = await open(openAccelerator, { form: "portable" });
  const rows = [];
  for (const [count, period] of quick ? QUICK_GRIDS : GRIDS) {
    const request = {
      sites: seededSites(count),
      weather: brokenSky(engine, { interval: HOUR, days: DAYS[period], seed: 3 }),
      parameters: PARAMETERS,
      subSteps: SUB_STEPS,
    };
    const cells = count * DAYS[period] * 24;
    const row = { grid: `${count} sites × a ${period}`, cells: cells.toLocaleString("en") };
    const rates = await measure({ engine, simulate, forms, request, cells, software });
    const fastest = Object.keys(rates).reduce((a, b) => (rates[b] > rates[a] ? b : a));
    for (const [name, value] of Object.entries(rates)) row[name] = value > 0 ? value.toPrecision(3) : LEFT_OUT;
    const cost = forms.fused.accelerator?.statistics;
    rows.push({
      ...row,
      fastest,
      "fused: bytes a cell": cost ? cost.bytesPerCell.toFixed(1) : LEFT_OUT,
      "enqueue, ms a tile": cost ? cost.enqueueTime.toFixed(2) : LEFT_OUT,
    });
  }
  const text = Object.entries(forms).map(([name, form]) => `${name}: ${form.accelerator?.adapter ?? form.reason}.`);
  for (const { accelerator } of Object.values(forms)) await accelerator?.close();
  const head = Object.keys(rows[0]);
  const title = "GPU: million site-intervals a second";
  const unit = `Hourly, ${SUB_STEPS} sub-steps, ${PARAMETERS.length} outputs, one series for all sites; results on the host.`;
  const warning = software ? [UNMEASURED] : [];
  const cells = rows.map((row) => head.map((key) => row[key]));
  return { tables: [{ title, text: [...warning, unit, ...text].join(" "), head, rows: cells }], figures: {} };
}

/** Million cells a second of each way to compute a grid; 0 where one is left out. */
async function measure({ engine, simulate, forms, request, cells, software }) {
  const rate = (ms) => cells / ms / 1000;
  const rates = {
    "engine, 1 thread": rate(await timed(() => byEngine(engine, request))),
    [`bulk, ${availableParallelism()} threads, their start included`]: rate(
      await timed(() => byBulk(simulate, request), 1),
    ),
  };
  for (const name of ["portable", "fused"]) {
    const accelerator = forms[name]?.accelerator;
    if (!accelerator) continue;
    const left = software && cells > MOST_CELLS[name];
    const rounds = !software ? 3 : name === "fused" ? 2 : 1;
    rates[name] = left ? 0 : rate(await timed(() => accelerator.compute(request), rounds));
    if (name !== "fused") continue;
    const monthly = () => accelerator.compute({ ...request, aggregate: "month" });
    rates["fused, monthly means"] = left ? 0 : rate(await timed(monthly, rounds));
    if (!left) await accelerator.compute(request); // whose statistics are shown
  }
  return rates;
}

/** Asked in a process of its own: a driver that is set up later would not be seen any more in this one. */
function hasGpu() {
  const program = `
    const { create } = await import("webgpu");
    const adapter = await create([]).requestAdapter();
    process.exit(adapter && !/swiftshader|llvmpipe/i.test(adapter.info.description + adapter.info.device) ? 0 : 1);`;
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  return spawnSync(process.execPath, ["--input-type=module", "-e", program], { cwd, stdio: "ignore" }).status === 0;
}

async function open(openAccelerator, options) {
  try {
    return { accelerator: await openAccelerator(options) };
  } catch (error) {
    return { reason: `none (${error.message})` };
  }
}

/** Best of some runs in ms, after one that warms up. A single run is a cold one. */
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

function context({ altitude }) {
  return {
    altitude,
    spread: "step",
    subSteps: SUB_STEPS,
    models: { clearSky: "ineichenAltitude", decomposition: "erbsDriesse", transposition: "perezDriesse" },
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
  const { altitude: _each, ...shared } = context({ altitude: 0 });
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
  const { tables } = await run({ quick: has("--quick") });
  for (const table of tables) console.log(plainTable(table));
}
