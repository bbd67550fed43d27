// Public sources of weather by name, judged against a local host that plays the public ones: what `serve --weather NAME=ADDRESS` answers
// beside the truth that the replicas were made from, what its headers say, what a restart asks for, what `weather check` passes and names,
// and what `weather follow` feeds. The replicas are from documentation: this says nothing of the live hosts, which `weather check` asks.
//
//   node scripts/build.mjs && node scripts/judge-weather.mjs [--only check,serve,year,cache,follow | --but …] [--keep FOLDER]
//
// Needs python3. `--keep` has the replicas in a folder, where those of the last half hour are taken again.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runJudge } from "./lib/judge.mjs";
import { judgeCache } from "./weather/cache.mjs";
import { judgeChecks } from "./weather/checks.mjs";
import { judgeFollowed } from "./weather/followed.mjs";
import { KEY, playedHost } from "./weather/played-host.mjs";
import { judgeServed } from "./weather/served.mjs";
import { judgeYear } from "./weather/year.mjs";

const PARTS = { cache: judgeCache, serve: judgeServed, follow: judgeFollowed, year: judgeYear, check: judgeChecks };
/** Replicas end at the clock of their making: later, there are no hours ahead. */
const FRESH = 30 * 60_000;
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The replicas, which are made by the first part that is judged. */
let made;
const parts = Object.entries(PARTS).map(([name, judge]) => {
  const run = async (stand) => {
    const { replicas, python } = stand;
    made ??= make(replicas, python);
    await made;
    const truth = JSON.parse(readFileSync(join(replicas, "truth.json"), "utf8"));
    const host = await playedHost(join(replicas, "host"));
    await judge({ ...stand, host, truth, ...homeIn(stand.folder) }).finally(host.close);
  };
  return [name, { run, needs: /** @type {const} */ (["Python"]) }];
});
await runJudge(Object.fromEntries(parts), { settings: { keep: "" }, atOnce: 2, open });

async function open({ folder, keep }) {
  return { replicas: keep || join(folder, "replicas") };
}

async function make(replicas, python) {
  const last = statSync(join(replicas, "truth.json"), { throwIfNoEntry: false });
  if (last !== undefined && Date.now() - last.mtimeMs < FRESH) return;
  rmSync(replicas, { recursive: true, force: true });
  await promisify(execFile)(python, [here("weather/make-replicas.py"), replicas]);
}

/** A home with the key that a user of the Climate Data Store has, and nothing cached. */
function homeIn(folder) {
  const home = join(folder, "home");
  mkdirSync(home);
  writeFileSync(join(home, ".cdsapirc"), `url: https://cds.climate.copernicus.eu/api\nkey: ${KEY}\n`);
  return { home, env: { HOME: home, XDG_DATA_HOME: join(home, "data"), XDG_CACHE_HOME: join(home, "cache") } };
}
