// The power of a system in the next 48 hours from a warm server: processor time of the whole process (all threads, from /proc, so Linux
// only) for each request, the least of several rounds. Without files of weather the server's own synthetic weather serves: node
// bench/power.mjs (npm run build first).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "../scripts/lib/client.mjs";
import { SERVER, startProgram } from "../scripts/lib/process.mjs";

const KEY = "demo0000-0000-0000-0000-000000000000";
const PLACE = "/v1/forecast/pv?lat=51&lon=-114";
const CASES = {
  "one plane": `${PLACE}&tilt=30&kwp=8`,
  "one plane, p10, p50, p90": `${PLACE}&tilt=30&kwp=8&quantiles=p10,p50,p90`,
  "one plane, 14 days": `${PLACE}&tilt=30&kwp=8&end=%2B14days`,
};
const [rounds, calls] = process.argv.includes("--quick") ? [3, 20] : [10, 50];

const folder = mkdtempSync(join(tmpdir(), "irradiance-bench-power-"));
const rates = ["--demo-rate", "1000000", "--demo-rate-all", "1000000", "--rate", "1000000"];
const program = [SERVER, "serve", "--port", "0", "--data", join(folder, "data"), "--operations-port", "off"];
const server = await startProgram([...program, "--demo", "any", ...rates], {});
try {
  const least = Object.fromEntries(Object.keys(CASES).map((name) => [name, Number.POSITIVE_INFINITY]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, path] of Object.entries(CASES)) {
      const before = server.cpu();
      for (let call = 0; call < calls; call++) {
        // Another plane each time: no answer is a kept one.
        const { status } = await ask(server.address, { key: KEY, path: `${path}&azimuth=${100 + call + round}` });
        if (status !== 200) throw new Error(`${path} was answered ${status}`);
      }
      if (round > 0) least[name] = Math.min(least[name], (1000 * (server.cpu() - before)) / calls);
    }
  }
  for (const [name, ms] of Object.entries(least)) console.log(`${name.padEnd(28)} ${ms.toFixed(1).padStart(6)} ms`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
