// Public sources of weather by name, judged against a local host that plays the public ones: what `serve --weather NAME=ADDRESS` answers
// beside the truth that the replicas were made from, what its headers say, what a restart asks for, what `weather check` passes and names,
// and what `weather follow` feeds. The replicas are from documentation: this says nothing of the live hosts, which `weather check` asks.
//
//   node scripts/build.mjs && node scripts/judge-weather.mjs [--venv FOLDER] [--only serve,cache,check,follow,year] [--keep FOLDER]
//
// Needs python3; its packages go into the venv FOLDER, where they stay, or into one that is removed at the end. `--keep` has the replicas
// in a folder, where those of the last half hour are taken again. Closes with `N passed, N failed[, N skipped]`.
// Exit: 0 all passed, 1 not, 77 there is no Python or none of its packages to be had.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createReport } from "./faults/report.mjs";
import { pythonWith } from "./judges/python.mjs";
import { judgeCache } from "./weather/cache.mjs";
import { judgeChecks } from "./weather/checks.mjs";
import { judgeFollowed } from "./weather/followed.mjs";
import { KEY, playedHost } from "./weather/played-host.mjs";
import { judgeServed } from "./weather/served.mjs";
import { judgeYear } from "./weather/year.mjs";

const PARTS = { check: judgeChecks, serve: judgeServed, year: judgeYear, cache: judgeCache, follow: judgeFollowed };
/** Replicas end at the clock of their making: later, there are no hours ahead. */
const FRESH = 30 * 60_000;

const { values: settings } = parseArgs({
  options: { venv: { type: "string" }, only: { type: "string" }, keep: { type: "string" } },
});
const wanted = settings.only?.split(",") ?? Object.keys(PARTS);
const unknown = wanted.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) throw new Error(`--only must be some of ${Object.keys(PARTS)}, got ${unknown}`);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "irradiance-weather-"));
const replicas = settings.keep ?? join(folder, "replicas");
const report = createReport();

try {
  if (!isFresh()) make();
  const truth = JSON.parse(readFileSync(join(replicas, "truth.json"), "utf8"));
  const host = await playedHost(join(replicas, "host"));
  for (const name of wanted) {
    await PARTS[name]({ report, host, truth, replicas, ...homeIn(name) }).catch((thrown) =>
      report.failed(name, thrown),
    );
    host.plant(undefined);
  }
  await host.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const { passed, failed, skipped } = report.counts;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 ? 1 : 0;

function isFresh() {
  const made = statSync(join(replicas, "truth.json"), { throwIfNoEntry: false });
  return made !== undefined && Date.now() - made.mtimeMs < FRESH;
}

function make() {
  const python = pythonWith(here("weather/requirements.txt"), settings.venv);
  rmSync(replicas, { recursive: true, force: true });
  const { status } = spawnSync(python, [here("weather/make-replicas.py"), replicas], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`make-replicas.py ended with ${status}`);
}

/** A home with the key that a user of the Climate Data Store has, and nothing cached. */
function homeIn(name) {
  const home = join(folder, name);
  mkdirSync(home);
  writeFileSync(join(home, ".cdsapirc"), `url: https://cds.climate.copernicus.eu/api\nkey: ${KEY}\n`);
  return { home, env: { HOME: home, XDG_DATA_HOME: join(home, "data"), XDG_CACHE_HOME: join(home, "cache") } };
}
