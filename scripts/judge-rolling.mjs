// Three servers behind nginx are restarted one after the other, again and again, while clients ask: no request fails. First with
// the demo key, then with an account on PostgreSQL. Then servers are killed in the middle of answers to POST: charged once. Then one is
// stopped while it sends large answers to slow readers: none is cut.
//
//   node scripts/build.mjs && node scripts/judge-rolling.mjs [--seed 1] [--requests 2000] [--rounds 2]
//     [--only demo,keyed,posts,drain]
//
// Everything on loopback, in a folder of its own that is removed. Where nginx or PostgreSQL is missing it is skipped, and fails
// when REQUIRE_NGINX or REQUIRE_POSTGRES is set. One line for each check, and `N passed, N failed[, N skipped]` at the end.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drained } from "./faults/drained.mjs";
import { killedPosts } from "./faults/killed-posts.mjs";
import { createReport } from "./faults/report.mjs";
import { rolling, rollingKeyed } from "./faults/rolling.mjs";
import { endProcesses } from "./lib/process.mjs";
import { seeded } from "./lib/random.mjs";
import { nginxProgram } from "./services/nginx.mjs";
import { postgresPrograms } from "./services/postgres.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    requests: { type: "string", default: "2000" },
    rounds: { type: "string", default: "2" },
    only: { type: "string", default: "demo,keyed,posts,drain" },
  },
});

const CHECKS = {
  demo: { name: "rolling restart", run: rolling, needs: ["nginx"] },
  posts: { name: "killed in a POST", run: killedPosts, needs: ["nginx", "PostgreSQL"] },
  drain: { name: "stopped while it sends", run: drained, needs: ["nginx"] },
  keyed: { name: "rolling restart on PostgreSQL", run: rollingKeyed, needs: ["nginx", "PostgreSQL"] },
};
const report = createReport();
const has = { nginx: nginxProgram() !== undefined, PostgreSQL: postgresPrograms() !== undefined };
const demanded = { nginx: process.env.REQUIRE_NGINX, PostgreSQL: process.env.REQUIRE_POSTGRES };

for (const one of values.only.split(",")) {
  if (!Object.hasOwn(CHECKS, one)) throw new RangeError(`--only takes ${Object.keys(CHECKS).join()}, got ${one}`);
  const { name, run, needs } = CHECKS[one];
  const missing = needs.find((need) => !has[need]);
  if (missing === undefined) await judged(name, run);
  else if (demanded[missing]) report.failed(name, `${missing} is not installed, but it is required here`);
  else report.skip(name, `${missing} is not installed`);
}

async function judged(name, run) {
  const folder = mkdtempSync(join(tmpdir(), "judge-rolling-"));
  try {
    const [requests, rounds] = [Number(values.requests), Number(values.rounds)];
    await run({ report, random: seeded(Number(values.seed)), folder, requests, rounds });
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
