// What does an examination find in files that were broken on purpose, and what does it say of clean ones? Named clean series (seen while
// constants were set, and judged here alone) and generated years, in each way of research/file-checks/ways, five sizes each. Run
// `node scripts/build.mjs engine` first; prints the tables of research/file-checks.md.
//
//   node research/validate-file-checks.mjs --folder=FOLDER… [--dist=FOLDER] [--groups=seen,judged,off,generated] [--steps=3600,900,60]
//     [--ways=TEXT] [--names=TEXT] [--quick] [--clean] [--planes] [--years=20] [--seed=1] [--every=1] [--json=FILE] [--failures=FILE]
//
// --folder: where the series' files lie, as often as needed. --ways, --names: only ways and series whose name has the text (a regular
// expression). --quick: hourly series that were seen, three sizes. --clean: false alarms alone, with --years generated years.
// --every: of the broken cases only each so many-th. --planes: the effect of a clock against the engine's own planes. --failures: what was missed or said wrongly, a line each.
import { appendFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { WAYS } from "./file-checks/break.mjs";
import { judged } from "./file-checks/judge.mjs";
import {
  generatedSeries,
  globalAlone,
  JUDGED,
  loadEngine,
  OFF,
  openSeries,
  SEEN,
  withComponents,
} from "./file-checks/series.mjs";
import { failureOf, tablesOf } from "./file-checks/tables.mjs";

const { values: given } = parseArgs({
  options: {
    folder: { type: "string", multiple: true, default: [] },
    dist: { type: "string" },
    groups: { type: "string" },
    steps: { type: "string" },
    ways: { type: "string", default: "" },
    names: { type: "string", default: "" },
    quick: { type: "boolean" },
    clean: { type: "boolean" },
    planes: { type: "boolean" },
    years: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    every: { type: "string", default: "1" },
    json: { type: "string" },
    failures: { type: "string" },
  },
});
const groups = (given.groups ?? (given.quick ? "seen" : "seen,judged,off,generated")).split(",");
const steps = (given.steps ?? (given.quick ? "3600" : "3600,900,60")).split(",").map(Number);
const [waysLike, namesLike] = [given.ways, given.names].map((text) => new RegExp(text, "i"));
const [seed, every] = [given.seed, given.every].map(Number);
/** Sizes of a quick run. */
const FEW = [0, 2, 4];

const engine = await loadEngine(given.dist);
const files = openSeries(engine, given.folder);
const AS_IT_IS = { name: "as it is", sizes: [0], unit: "", right: [], apply: (series) => series };
const NOISE_AND_GAPS = {
  name: "noise and gaps",
  sizes: [1],
  unit: "",
  right: [],
  apply: (series, _, tools) =>
    ["noise", "rows missing"]
      .map((name) => WAYS.find((way) => way.name === name))
      .reduce((made, way) => way.apply(made, way.sizes[tools.random.below(way.sizes.length)], tools), series),
};

const records = [];
let seeds = 1000 * seed;

function judge(group, item, way, k, step) {
  const options = { step, seed: seeds++, planes: given.planes };
  if (way.name !== AS_IT_IS.name && options.seed % every > 0) return;
  /** @type {any} */
  let record;
  try {
    record = judged(engine, item, way, k, options);
  } catch (error) {
    record = { series: item.name, way: way.name, size: way.sizes[k], k, step, must: true, codes: [], wrong: [], error };
  }
  if (record === undefined) return;
  record.group = group;
  record.isComponents = item.isComponents;
  records.push(record);
  const failure = failureOf(record);
  if (failure !== undefined && given.failures !== undefined) appendFileSync(given.failures, `${failure}\n`);
}

/** Clean and broken, at each step that the series can have. */
function judgeAll(group, item) {
  for (const step of steps) {
    if (step < item.series.interval || (step / item.series.interval) % 1 !== 0) continue;
    judge(group, item, AS_IT_IS, 0, step);
    for (const way of WAYS) {
      const isAsked = waysLike.test(way.name) && (!given.clean || way.right.length === 0);
      if (!isAsked || Boolean(way.components) !== item.isComponents) continue;
      const sizes = given.quick ? FEW : way.sizes.keys();
      for (const k of sizes) judge(group, item, way, k, step);
    }
  }
}

function judgeBoth(group, entry, series) {
  if (series.columns.global_horizontal_irradiance !== undefined) {
    judgeAll(group, { name: entry.name, entry, series: globalAlone(series), isComponents: false });
  }
  const components = withComponents(series);
  if (components !== undefined) judgeAll(group, { name: entry.name, entry, series: components, isComponents: true });
}

/** A file as it is published, whose fault is known. */
function judgeOff(entry, series) {
  const way = { ...AS_IT_IS, right: entry.findings ?? ["clock", "label"] };
  judge("off", { name: entry.name, entry, series }, way, 0, series.interval);
}

const absent = [];
for (const [group, list] of Object.entries({ seen: SEEN, judged: JUDGED, off: OFF })) {
  if (!groups.includes(group)) continue;
  for (const entry of list.filter(({ name }) => namesLike.test(name))) {
    const series = await files.read(entry);
    if (series === undefined) absent.push(entry.name);
    else if (group === "off") judgeOff(entry, series);
    else judgeBoth(group, entry, series);
  }
}
if (groups.includes("generated")) {
  for (let number = 0; number < Number(given.years); number++) {
    const entry = { name: `generated ${number}` };
    const series = generatedSeries(engine, number);
    if (given.clean)
      judge("generated", { name: entry.name, entry, series: globalAlone(series) }, NOISE_AND_GAPS, 0, 3600);
    else judgeBoth("generated", entry, series);
    if (given.clean || number % 4 > 0) continue;
    const years = generatedSeries(engine, number, { years: 5 });
    const item = { name: `${entry.name}, five years`, entry, series: globalAlone(years), isComponents: false };
    judge("generated", item, AS_IT_IS, 0, 3600);
    for (const way of WAYS) {
      if (!way.years || !waysLike.test(way.name)) continue;
      for (const k of way.sizes.keys()) judge("generated", item, way, k, 3600);
    }
  }
}
if (absent.length > 0) console.log(`Not in the folders: ${absent.join(", ")}.\n`);
console.log(tablesOf(records));
if (given.json !== undefined) writeFileSync(given.json, JSON.stringify(records));
