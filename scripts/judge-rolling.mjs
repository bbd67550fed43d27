// Three servers behind nginx are restarted one after the other, again and again, while clients ask: no request fails.
//
//   node scripts/build.mjs && node scripts/judge-rolling.mjs [--seed 1] [--requests 10000]
//
// Everything on loopback, in a folder of its own that is removed. Where nginx is missing it is skipped, and fails when
// REQUIRE_NGINX is set. One line for each check, and `N passed, N failed[, N skipped]` at the end.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { seeded } from "./faults/random.mjs";
import { createReport } from "./faults/report.mjs";
import { rolling } from "./faults/rolling.mjs";
import { endServers } from "./faults/server.mjs";
import { nginxProgram } from "./services/nginx.mjs";

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, requests: { type: "string", default: "10000" } },
});

const report = createReport();
const folder = mkdtempSync(join(tmpdir(), "judge-rolling-"));
const random = seeded(Number(values.seed));
try {
  if (nginxProgram() !== undefined) await rolling({ report, random, folder, requests: Number(values.requests) });
  else if (process.env.REQUIRE_NGINX)
    report.failed("rolling restart", "nginx is not installed, and REQUIRE_NGINX is set");
  else report.skip("rolling restart", "nginx is not installed");
} catch (thrown) {
  report.failed("rolling restart", thrown);
} finally {
  await endServers();
  rmSync(folder, { recursive: true, force: true });
}
const { passed, failed, skipped } = report.counts;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 ? 1 : 0);
