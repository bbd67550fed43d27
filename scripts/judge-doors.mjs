// Programs that others wrote for other services ask the built server through its doors (`--doors`): their real clients, changed in nothing but
// the address, on a calm day and at both changes of the clocks, which are set for the server and for the client. Their energies and days must
// be those of /v1.
//   npm run build && node scripts/judge-doors.mjs [--only forecast-solar,forecast-solar-5,solcast,open-meteo,pvgis | --but …]
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runJudge } from "./lib/judge.mjs";
import { openAccount, serveAt } from "./lib/process.mjs";

const CLIENTS = fileURLToPath(new URL("doors/", import.meta.url));
const execute = promisify(execFile);

/** The last Sunday of a month of next year: what accounts were granted holds by then. */
function lastSunday(month) {
  const end = new Date(Date.UTC(new Date().getUTCFullYear() + 1, month, 0));
  return new Date(end.getTime() - end.getUTCDay() * 86_400_000).toISOString().slice(0, 10);
}

/** At the place, Europe/Berlin: a day of 24 hours, one of 23 before the clocks go, and one of 25 within the doubled hour and at its end. */
const MOMENTS = {
  "a calm day": `${lastSunday(6)}T12:17:09Z`,
  "the spring change": `${lastSunday(3)}T00:40:00Z`,
  "the autumn change": `${lastSunday(10)}T01:20:00Z`,
  "the end of the day of 25 hours": `${lastSunday(10)}T22:40:00Z`,
};

const DOOR_NAMES = ["solcast", "forecast-solar", "open-meteo", "pvgis"];

/** The program of each client; `release`: in place of the one that the requirements name. */
const PARTS = {
  "forecast-solar": { program: "forecast_solar_client.py", release: undefined },
  // It asks for Python 3.12, and runs on 3.11, which it is not told.
  "forecast-solar-5": {
    program: "forecast_solar_client.py",
    release: "forecast-solar==5.0.1",
  },
  solcast: { program: "solcast_client.py", release: undefined },
  "open-meteo": { program: "open_meteo_client.py", release: undefined },
  // Its years have no clocks that change: one moment will do.
  pvgis: { program: "pvgis_client.py", release: undefined, most: 1 },
};

/** Parts share a server for each moment, with all doors and an account. */
async function open({ folder }) {
  const opened = await Promise.all(
    Object.entries(MOMENTS).map(async ([name, time]) => {
      const data = join(folder, name.replaceAll(" ", "-"));
      const key = await openAccount(data, 100_000);
      const server = await serveAt(time, { doors: DOOR_NAMES, data, rate: 10_000, "bad-keys": 1000 });
      return { name, server, told: { URL: server.address, KEY: key, TIME: time } };
    }),
  );
  return { opened, close: () => Promise.all(opened.map(({ server }) => server.end())) };
}

const judged = ({ program, release, most = Number.POSITIVE_INFINITY }) =>
  async function run({ report, folder, python, opened }) {
    const packages = release && (await installed(release, join(folder, "packages")));
    for (const { name, told } of opened.slice(0, most)) {
      const env = { ...process.env, ...told, PYTHONPATH: packages ?? "" };
      const count = await counted(python, join(CLIENTS, program), env);
      report.add(`${program}, ${release ?? "as required"}, on ${name}`, count);
    }
  };

/** A package into a folder of its own. */
async function installed(release, folder) {
  const how = ["--quiet", "--no-deps", "--ignore-requires-python", "--disable-pip-version-check", "--target", folder];
  await execute("python3", ["-m", "pip", "install", ...how, release]);
  return folder;
}

/** Tests that end without a count, as after a crash, are a failure. */
async function counted(python, file, env) {
  const text = await new Promise((resolve) => {
    execFile(python, [file], { env }, (_, stdout, stderr) => resolve(`${stdout}${stderr}`));
  });
  const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(text) ?? [undefined, "0", "1"];
  console.log(text.trimEnd());
  return { passed: Number(passed), failed: Number(failed) };
}

const parts = Object.entries(PARTS).map(([name, part]) => [
  name,
  { run: judged(part), needs: /** @type {const} */ (["Python"]) },
]);
await runJudge(Object.fromEntries(parts), { atOnce: 2, open });
