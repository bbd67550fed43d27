// `npm run bench`: every suite in a process of its own, then bench/performance.md and its plot. Options:
//   --quick        few rounds and small sizes, to see that everything runs; writes nothing without --out
//   --only NAME    one suite (repeatable); writes nothing without --out
//   --peers        other libraries too (bench/peers/, which has its own manifests; installed there if it is not yet)
//   --bulk, --gpu  bench/bulk.mjs and bench/gpu.mjs too
//   --out FOLDER   where to write performance.md; bench/ for a whole run
// The variable BENCH_DIST names another build than dist/.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { machine, page, plainTable, verdictTable } from "./lib/page.mjs";
import { preparePeers } from "./peers/prepare.mjs";

const BENCH = fileURLToPath(new URL(".", import.meta.url));
const ROOT = join(BENCH, "..");

const SUITES = {
  chain: "suites/chain.mjs",
  profile: "suites/profile.mjs",
  sun: "suites/sun.mjs",
  writers: "suites/writers.mjs",
  shapes: "suites/shapes.mjs",
  start: "suites/start.mjs",
  growth: "suites/growth.mjs",
  memory: "suites/memory.mjs",
  sunless: "suites/sunless.mjs",
  gains: "kernels.mjs",
  kernels: "suites/kernels.mjs",
};
const PEERS = { "peers-sun": "peers/sun.mjs", "peers-chain": "peers/chain.mjs" };

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
    peers: { type: "boolean", default: false },
    bulk: { type: "boolean", default: false },
    gpu: { type: "boolean", default: false },
    out: { type: "string" },
  },
});

const suites = chosen();
const core = existsSync("/usr/bin/taskset") ? ["taskset", "--cpu-list", "0"] : [];
const where = machine();
console.log(where);
if (Object.keys(suites).some((name) => name in PEERS)) preparePeers();

const figures = {};
const tables = [];
const files = {};
const begin = performance.now();
for (const [name, path] of Object.entries(suites)) {
  const result = await runSuite(path, PEERS[name] !== undefined);
  Object.assign(figures, result.figures);
  Object.assign(files, result.files);
  for (const table of result.tables) {
    tables.push(table);
    console.log(plainTable(table));
  }
}
console.log(plainTable(verdictTable(figures)));
console.log(`\n${((performance.now() - begin) / 60_000).toFixed(1)} minutes`);

const whole = !options.quick && options.only.length === 0;
const out = options.out ?? (whole ? BENCH : undefined);
if (out !== undefined) {
  mkdirSync(out, { recursive: true });
  const command = flags() ? `npm run bench -- ${flags()}` : "npm run bench";
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(join(out, "performance.md"), page({ machine: where, date, command, figures, tables }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(out, name), text);
  console.log(`written: ${join(out, "performance.md")}`);
}

function flags() {
  const given = ["quick", "peers", "bulk", "gpu"].filter((name) => options[name]).map((name) => `--${name}`);
  return [...given, ...options.only.map((name) => `--only ${name}`)].join(" ");
}

/** The suites to run, by name. */
function chosen() {
  const extra = readdirSync(BENCH).filter((name) => /^(bulk.*|gpu.*)\.mjs$/.test(name) && isSuite(join(BENCH, name)));
  const asked = extra.filter((name) => (name.startsWith("gpu") ? options.gpu : options.bulk));
  const known = { ...SUITES, ...PEERS, ...byName(extra) };
  if (options.only.length > 0) {
    const unknown = options.only.find((name) => !known[name]);
    if (unknown) fail(`--only: expected one of ${Object.keys(known).join(", ")}, got ${unknown}`);
    return Object.fromEntries(options.only.map((name) => [name, known[name]]));
  }
  return { ...SUITES, ...(options.peers ? PEERS : {}), ...byName(asked) };
}

/** Other scripts run by themselves. */
function isSuite(path) {
  return /^export (async )?function run\(/m.test(readFileSync(path, "utf8"));
}

function byName(names) {
  return Object.fromEntries(names.map((name) => [name.replace(".mjs", ""), name]));
}

/** A suite's result. Suites against peers stay on one core, all of them on the same. */
function runSuite(path, onOneCore) {
  const command = [
    process.execPath,
    join(BENCH, "child.mjs"),
    join(BENCH, path),
    ...(options.quick ? ["--quick"] : []),
  ];
  const [file, ...args] = onOneCore ? [...core, ...command] : command;
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "inherit"], cwd: ROOT });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    child.on("close", (status) => {
      if (status !== 0) fail(`${path} failed`);
      resolve(normal(JSON.parse(text.trimEnd().split("\n").at(-1)), path));
    });
  });
}

/** Suites may also return a plain list of rows, objects with the same keys. */
function normal(result, path) {
  const rows = Array.isArray(result) ? result : Array.isArray(result.rows) ? result.rows : null;
  if (!rows) return { figures: {}, files: {}, ...result };
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const table = {
    title: result.title ?? path.replace(".mjs", ""),
    text: result.text ?? "",
    head,
    rows: rows.map((row) => head.map((key) => row[key] ?? "")),
  };
  return { tables: [table], figures: {}, files: {} };
}

function fail(message) {
  console.error(`bench: ${message}`);
  process.exit(1);
}
