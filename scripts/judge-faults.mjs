// The service under fire: killed, starved of disk and tokens, stopped under load, with bad clients and changing files.
//
//   node scripts/build.mjs && node scripts/judge-faults.mjs [--seed 1] [--kills 20] [--seconds 20] [--requests 10000]
//     [--connections 5000] [--only kills,race | --but crowd]
//
// Servers of the build on loopback alone, in a folder of their own that is removed. One line for each check, and
// `N passed, N failed[, N skipped]` at the end; the exit status is 1 when anything failed.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clients } from "./faults/clients.mjs";
import { crowd } from "./faults/crowd.mjs";
import { disk } from "./faults/disk.mjs";
import { files } from "./faults/files.mjs";
import { kills } from "./faults/kills.mjs";
import { live } from "./faults/live.mjs";
import { race } from "./faults/race.mjs";
import { createReport } from "./faults/report.mjs";
import { runs } from "./faults/runs.mjs";
import { signals } from "./faults/signals.mjs";
import { soak } from "./faults/soak.mjs";
import { threads } from "./faults/threads.mjs";
import { weather } from "./faults/weather.mjs";
import { chosenParts } from "./judges/chosen.mjs";
import { endProcesses } from "./lib/process.mjs";
import { seeded } from "./lib/random.mjs";

const CHECKS = { kills, race, disk, weather, signals, clients, files, threads, live, runs, soak, crowd };

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    kills: { type: "string", default: "20" },
    seconds: { type: "string", default: "20" },
    requests: { type: "string", default: "10000" },
    connections: { type: "string", default: "5000" },
    only: { type: "string" },
    but: { type: "string" },
  },
});

const report = createReport();
for (const name of chosenParts(Object.keys(CHECKS), values)) {
  const folder = mkdtempSync(join(tmpdir(), "judge-faults-"));
  const random = seeded(Number(values.seed));
  try {
    const { kills: rounds, seconds, requests, connections } = values;
    const sizes = Object.entries({ rounds, seconds, requests, connections }).map(([name, size]) => [
      name,
      Number(size),
    ]);
    await CHECKS[name]({ report, random, folder, ...Object.fromEntries(sizes) });
  } catch (thrown) {
    report.failed(name, thrown);
  } finally {
    await endProcesses();
    rmSync(folder, { recursive: true, force: true });
  }
}
const { passed, failed, skipped } = report.counts;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 ? 1 : 0);
