// Bulk runs over several machines under fire: workers killed, Redis restarted, the network cut, uploads torn.
//
//   npm run build && node scripts/judge-queue.mjs [--sites 10000] [--kills 3] [--seed 1] [--venv FOLDER] [--only folder,bucket]
//
// Everything runs on the loopback, in folders of its own that are removed. Needs redis-server, and python3, whose packages go
// into FOLDER, where they stay, or into one that is removed. Closes with `N passed, N failed`. Exit: 0 all passed, 1 not,
// 77 there is no Redis or no Python to judge with.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createReport } from "./faults/report.mjs";
import { pythonWith, SKIPPED } from "./judges/python.mjs";
import { endProcesses } from "./lib/process.mjs";
import { seeded } from "./lib/random.mjs";
import { bucket } from "./queue/bucket.mjs";
import { folder } from "./queue/folder.mjs";
import { hasRedis } from "./services/redis.mjs";

const CHECKS = { folder, bucket };

const { values } = parseArgs({
  options: {
    sites: { type: "string", default: "10000" },
    kills: { type: "string", default: "3" },
    seed: { type: "string", default: "1" },
    venv: { type: "string" },
    only: { type: "string", default: Object.keys(CHECKS).join() },
  },
});

if (!hasRedis()) {
  console.error("SKIPPED: there is no redis-server on the path");
  process.exit(SKIPPED);
}
const python = pythonWith(fileURLToPath(new URL("queue/requirements.txt", import.meta.url)), values.venv);
const report = createReport();
for (const name of values.only.split(",")) {
  if (!Object.hasOwn(CHECKS, name)) throw new RangeError(`--only takes ${Object.keys(CHECKS).join()}, got ${name}`);
  const place = mkdtempSync(join(tmpdir(), "judge-queue-"));
  const random = seeded(Number(values.seed));
  try {
    await CHECKS[name]({
      report,
      random,
      folder: place,
      python,
      sites: Number(values.sites),
      kills: Number(values.kills),
    });
  } catch (thrown) {
    report.failed(name, thrown);
  } finally {
    await endProcesses();
    rmSync(place, { recursive: true, force: true });
  }
}
const { passed, failed } = report.counts;
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
