// Lets pvlib's own client speak with the built server, by the specification's letter and with `--compatibility pvlib`.
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
import { accountWith, serve } from "./judges/server.mjs";

const { values: settings } = parseArgs({ options: { venv: { type: "string" } } });
const folder = fileURLToPath(new URL("../server/test/pvlib/", import.meta.url));
const python = pythonWith(join(folder, "requirements.txt"), settings.venv);
const total = { passed: 0, failed: 0 };
for (const compatibility of ["none", "pvlib"]) {
  const { passed, failed } = await judge(compatibility);
  console.log(`pvlib's client, compatibility ${compatibility}: ${passed} of ${passed + failed} tests passed`);
  total.passed += passed;
  total.failed += failed;
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** A server with two accounts, the tests against it, and what they say at their end. */
async function judge(compatibility) {
  const data = mkdtempSync(join(tmpdir(), "irradiance-pvlib-"));
  try {
    const [KEY, POOR_KEY] = [accountWith(100_000, data), accountWith(0.5, data)];
    const wide = ["--demo", "places", "--demo-rate", "10000", "--rate", "10000", "--bad-keys", "1000"];
    const server = await serve(["--data", data, "--synthetic", "--compatibility", compatibility, ...wide]);
    const env = { ...process.env, URL: `${server.address}/v1/`, KEY, POOR_KEY, COMPATIBILITY: compatibility };
    const { stdout } = spawnSync(python, [join(folder, "test_client.py")], {
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    await server.stop();
    return counted(stdout);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

/** Tests that end without a count, as after a crash, are a failure. */
function counted(text) {
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(text) ?? [undefined, "0", "1"];
  return { passed: Number(passed), failed: Number(failed) };
}
