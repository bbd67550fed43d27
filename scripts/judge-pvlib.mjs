// What pvlib makes of ours. Its own client speaks with the built server, by the specification's letter and with `--compatibility pvlib`;
// of forecasts also at two times of an hour, on which the number of rows depends. Its readers read the files that the command line writes of
// generated and typical years: pvlib/year-files.mjs.
//   npm run build && node scripts/judge-pvlib.mjs [--only letter,compatible,within,at-hour,files | --but …]
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runJudge } from "./lib/judge.mjs";
import { openAccount, serve, serveAt } from "./lib/process.mjs";
import { yearFiles } from "./pvlib/year-files.mjs";

const TESTS = fileURLToPath(new URL("../server/test/pvlib/", import.meta.url));
const LIMITS = ["--demo", "places", "--demo-rate", "10000", "--rate", "10000", "--bad-keys", "1000"];

/** A server with two accounts, and the tests of the client against it. */
const client = (compatibility) => async (stand) => {
  const data = join(stand.folder, "data");
  const [KEY, POOR_KEY] = [await openAccount(data, 100_000, "rich"), await openAccount(data, 0.5, "poor")];
  const server = await serve(["--data", data, "--synthetic", "--compatibility", compatibility, ...LIMITS]);
  const told = { URL: `${server.address}/v1/`, KEY, POOR_KEY, COMPATIBILITY: compatibility };
  await tested(stand, `compatibility ${compatibility}`, "test_client.py", told);
  await server.end();
};

/** Forecasts of a server for which it is always that time. */
const forecasts = (time) => async (stand) => {
  const server = await serveAt(time);
  const told = { URL: `${server.address}/v1/`, TIME: time, KEY: "", POOR_KEY: "", COMPATIBILITY: "none" };
  await tested(stand, `at ${time}`, "test_forecast_rows.py", told);
  await server.end();
};

/** Tests that end without a count, as after a crash, are a failure. */
async function tested({ report, python }, what, file, told) {
  const text = await new Promise((resolve) => {
    const options = { env: { ...process.env, ...told } };
    execFile(python, [join(TESTS, file)], options, (_, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(text) ?? [undefined, "0", "1"];
  console.log(text.trimEnd());
  report.add(`pvlib's client, ${what}`, { passed: Number(passed), failed: Number(failed) });
}

const RUNS = {
  letter: client("none"),
  compatible: client("pvlib"),
  within: forecasts("2026-06-21T12:17:09Z"),
  "at-hour": forecasts("2026-06-21T12:00:00Z"),
  files: yearFiles,
};
const parts = Object.entries(RUNS).map(([name, run]) => [name, { run, needs: /** @type {const} */ (["Python"]) }]);
await runJudge(Object.fromEntries(parts), { atOnce: 2 });
