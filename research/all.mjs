// All studies of the accuracy table, one after the other, then the table itself (scripts/accuracy-table.mjs). Run `npm run build` first.
// Three take lists of their own and are run by themselves: validate-bare-yield.mjs, validate-exceedance.mjs and validate-meters.mjs.
//
//   node research/all.mjs --components=FOLDER --packages=FOLDER… [--only=NAME,NAME]
//
// --components: measured stations, with the files that research/lib/stations.json names. --packages, as often as needed: packages of
// registries, unpacked, with the stations that are in them, the site-years of research/generated/sites.json, and whole years as EPW, test
// reference years and CSV of the NSRDB. --only: of "clear-sky", "split", "planes", "averages", "forecast", "day-ahead", "yield", "generated",
// "untouched", "world-climate". What a study lacks is said, and its results stay what they were.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sites from "./generated/sites.json" with { type: "json" };
import { withOwnColumns } from "./lib/own-columns.mjs";

const { values: given } = parseArgs({
  options: {
    components: { type: "string" },
    packages: { type: "string", multiple: true, default: [] },
    only: { type: "string" },
  },
});
const here = fileURLToPath(new URL(".", import.meta.url));
const stations = JSON.parse(readFileSync(join(here, "lib/stations.json"), "utf8"));
const temporary = mkdtempSync(join(tmpdir(), "accuracy-"));
const everything = given.packages.flatMap(filesUnder);
/** Averaging shows where minutes were measured, not in their means. */
const COARSE = ["Golden"];
/** Years of the climate to come, and heads that put a place in the hills at 5 m. */
const LEFT_OUT = /RCP|_20[3-9]\d_|catalog|(Shimla|Ahmedabad)-hour/;
const WHOLE_YEAR = /\.epw$|TRY[^/]*\.dat$|(psm|himawari|nsrdb|goes)[^/]*\.csv$/i;

/** @type {[name: string, script: string, args: () => string[]][]} */
const STUDIES = [
  ["yield", "validate-yield.mjs", () => ["--print"]],
  ["day-ahead", "validate-day-ahead.mjs", () => []],
  ["clear-sky", "validate-clear-sky.mjs", () => components(stations)],
  ["split", "validate-decomposition.mjs", () => ["--models=erbsDriesse", "--planes", ...components(stations)]],
  ["planes", "validate-planes.mjs", () => components(stations.filter(({ name }) => !COARSE.includes(name)))],
  ["averages", "validate-averages.mjs", () => []],
  ["forecast", "validate-forecast.mjs", () => components(stations.filter((s) => s.chosen.includes("forecast")))],
  ["generated", "validate-generated.mjs", () => [siteYears(sites.years)]],
  ["untouched", "validate-generated.mjs", () => [siteYears(sites.untouched), "--untouched"]],
  ["world-climate", "validate-world-climate.mjs", wholeYears],
];

const wanted = given.only?.split(",") ?? STUDIES.map(([name]) => name);
try {
  for (const [name, script, args] of STUDIES) if (wanted.includes(name)) run(name, script, args);
  execute(join(here, "../scripts/accuracy-table.mjs"), []);
} finally {
  rmSync(temporary, { recursive: true });
}

function run(name, script, argsOf) {
  const began = performance.now();
  let args;
  try {
    args = argsOf();
  } catch (error) {
    console.log(`${name}: left as it was, ${error.message}`);
    return;
  }
  execute(join(here, script), [...args, `--results=${join(here, "results", `${name}.json`)}`]);
  console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

function execute(script, args) {
  const { status, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8", maxBuffer: 1e9 });
  if (status === 0) return;
  console.error(`${script} failed:\n${stderr}`);
  process.exitCode = 1;
}

/** FILE@LAT,LON,ALT of stations. */
function components(wantedStations) {
  return wantedStations.map(({ file, at }) => `${withOwnColumns(pathOf(file), temporary)}@${at}`);
}

function pathOf(file) {
  const known = given.components === undefined ? undefined : join(resolve(given.components), file);
  const path = known !== undefined && existsSync(known) ? known : everything.find((one) => one.endsWith(`/${file}`));
  if (path === undefined) throw new Error(`${file} is neither among the components nor in a package`);
  return path;
}

/** A folder with the files of site-years where sites.json has them. */
function siteYears(entries) {
  for (const { file } of entries) {
    const link = join(temporary, file);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(pathOf(file), link);
  }
  return temporary;
}

function wholeYears() {
  const found = everything.filter((path) => WHOLE_YEAR.test(path) && !LEFT_OUT.test(path)).sort();
  if (found.length === 0) throw new Error("no package has a whole year");
  return found;
}

function filesUnder(folder) {
  return readdirSync(resolve(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}
