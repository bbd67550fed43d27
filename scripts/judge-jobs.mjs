// Jobs over HTTP under faults. Three servers on one PostgreSQL behind nginx, and a server on a file: servers are killed and started
// again while they compute, the database is stopped, the folder of results is away, and requests are wrong in every way. Every site
// is there once, in its order, with the bytes of GET; every part is charged once; nothing stays held. The same where workers make the
// parts over Redis, and workers, server and Redis are killed in turn.
//
//   node scripts/build.mjs && node scripts/judge-jobs.mjs [--seed 1] [--only cluster,single,workers]
//
// Everything on loopback, in folders of its own that are removed. Where nginx, PostgreSQL or Redis is missing, what needs it is
// skipped, and fails when REQUIRE_NGINX, REQUIRE_POSTGRES or REQUIRE_REDIS is set. One line for each check, and `N passed, N failed[, N skipped]` at the end.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createReport } from "./faults/report.mjs";
import { cluster } from "./jobs/cluster.mjs";
import { single } from "./jobs/single.mjs";
import { workers } from "./jobs/workers.mjs";
import { endProcesses } from "./lib/process.mjs";
import { seeded } from "./lib/random.mjs";
import { nginxProgram } from "./services/nginx.mjs";
import { postgresPrograms } from "./services/postgres.mjs";
import { hasRedis } from "./services/redis.mjs";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, only: { type: "string", default: "cluster,single,workers" } },
});
const CHECKS = {
  cluster: { name: "jobs of several servers", run: cluster, needs: ["nginx", "PostgreSQL"] },
  single: { name: "jobs of one server", run: single, needs: [] },
  workers: { name: "jobs made by workers", run: workers, needs: ["Redis"] },
};
const report = createReport();
const has = { nginx: nginxProgram() !== undefined, PostgreSQL: postgresPrograms() !== undefined, Redis: hasRedis() };
const demanded = {
  nginx: process.env.REQUIRE_NGINX,
  PostgreSQL: process.env.REQUIRE_POSTGRES,
  Redis: process.env.REQUIRE_REDIS,
};
const folder = mkdtempSync(join(tmpdir(), "judge-jobs-"));

// Side by side: what a killed server had is another's after a minute, and the two wait for that together.
await Promise.all(values.only.split(",").map(judged));
await endProcesses();
rmSync(folder, { recursive: true, force: true });
const { passed, failed, skipped } = report.counts;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 ? 1 : 0);

async function judged(one) {
  if (!Object.hasOwn(CHECKS, one)) throw new RangeError(`--only takes ${Object.keys(CHECKS).join()}, got ${one}`);
  const { name, run, needs } = CHECKS[one];
  const missing = needs.find((need) => !has[need]);
  if (missing !== undefined) {
    if (demanded[missing]) report.failed(name, `${missing} is not installed, but it is required here`);
    else report.skip(name, `${missing} is not installed`);
    return;
  }
  const random = seeded(Number(values.seed));
  await run({ report, random, folder: join(folder, one) }).catch((thrown) => report.failed(name, thrown));
}
