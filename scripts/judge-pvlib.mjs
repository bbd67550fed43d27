// Lets pvlib's own client speak with the built server, by the specification's letter and with `--compatibility pvlib`; of forecasts also
// at two times of an hour, on which the number of rows depends.
//   npm run build && node scripts/judge-pvlib.mjs [--venv FOLDER]
// Needs python3; pvlib goes into FOLDER, where it stays, or into one that is removed at the end.
// Closes with `N passed, N failed`. Exit: 0 all passed, 1 not, 77 there is no Python or no pvlib to be had.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pythonWith } from "./judges/python.mjs";
import { serve, serveAt } from "./judges/server.mjs";
import { openAccount } from "./lib/process.mjs";

const { values: settings } = parseArgs({ options: { venv: { type: "string" } } });
const folder = fileURLToPath(new URL("../server/test/pvlib/", import.meta.url));
const python = pythonWith(join(folder, "requirements.txt"), settings.venv);
const total = { passed: 0, failed: 0 };
for (const compatibility of ["none", "pvlib"]) note(`compatibility ${compatibility}`, await judge(compatibility));
for (const time of ["2026-06-21T12:17:09Z", "2026-06-21T12:00:00Z"]) note(`at ${time}`, await judgeAt(time));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function note(what, { passed, failed }) {
  console.log(`pvlib's client, ${what}: ${passed} of ${passed + failed} tests passed`);
  total.passed += passed;
  total.failed += failed;
}

/** A server with two accounts, the tests against it, and what they say at their end. */
async function judge(compatibility) {
  const data = mkdtempSync(join(tmpdir(), "irradiance-pvlib-"));
  try {
    const [KEY, POOR_KEY] = [await openAccount(data, 100_000, "rich"), await openAccount(data, 0.5, "poor")];
    const wide = ["--demo", "places", "--demo-rate", "10000", "--rate", "10000", "--bad-keys", "1000"];
    const server = await serve(["--data", data, "--synthetic", "--compatibility", compatibility, ...wide]);
    const results = run("test_client.py", {
      URL: `${server.address}/v1/`,
      KEY,
      POOR_KEY,
      COMPATIBILITY: compatibility,
    });
    await server.end();
    return results;
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Forecasts of a server for which it is always that time. */
async function judgeAt(time) {
  const server = await serveAt(time);
  const keys = { KEY: "", POOR_KEY: "", COMPATIBILITY: "none" };
  const results = run("test_forecast_rows.py", { URL: `${server.address}/v1/`, TIME: time, ...keys });
  await server.end();
  return results;
}

function run(file, told) {
  const { stdout } = spawnSync(python, [join(folder, file)], {
    env: { ...process.env, ...told },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return counted(stdout);
}

/** Tests that end without a count, as after a crash, are a failure. */
function counted(text) {
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(text) ?? [undefined, "0", "1"];
  return { passed: Number(passed), failed: Number(failed) };
}
