// Home Assistant's side: the integration in Home Assistant's own harness, of each version that it is promised for, and the start of the app.
// Both ask the built server.
//   npm run build && node scripts/judge-home.mjs [--only app,2025.1,2025.4 | --but …]
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runJudge } from "./lib/judge.mjs";
import { openAccount, SERVER, serve, serveAt, startProgram } from "./lib/process.mjs";
import { HOME_ASSISTANT, pythonFor, pythonOf } from "./lib/python.mjs";

const home = fileURLToPath(new URL("../home-assistant", import.meta.url));
const tests = join(home, "tests");
const START = join(home, "app/start.mjs");

/** The tests; without the count at the end, as after a crash, they failed. */
const harness = (version, wanted) => async (stand) => {
  const { report } = stand;
  if (pythonOf(wanted) === undefined) return report.skip(`Home Assistant ${version}`, `there is no Python ${wanted}`);
  const python = await pythonFor(`Home Assistant ${version}`);
  const env = { ...process.env, ...(await stand.servers()) };
  const words = [
    "-m",
    "pytest",
    "-q",
    "--no-header",
    "--tb=short",
    "--show-capture=no",
    "-p",
    "no:cacheprovider",
    "-c",
    "pytest.ini",
    ".",
  ];
  const text = await new Promise((done) => {
    execFile(python, words, { cwd: tests, env, maxBuffer: 1 << 26 }, (_, out, errors) => done(`${out}${errors}`));
  });
  // The database tells all that it does once a test has ended badly, or the process ends.
  const lines = text.split("\n").filter((line) => !line.startsWith("INFO:sqlalchemy"));
  const last = lines.findLast((line) => / in [\d.]+s/.test(line)) ?? "";
  const count = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(last)?.[1] ?? 0);
  const [passed, failed] = [count("passed"), count("failed") + count("error")];
  if (failed > 0 || passed === 0) console.log(lines.join("\n").trimEnd());
  report.add(`Home Assistant ${version}`, { passed, failed: passed === 0 ? Math.max(failed, 1) : failed });
};

/** Servers whose clocks stand still, and two with an account each: with made-up weather, and without any. */
async function startServers(folder) {
  const source = readFileSync(join(tests, "conftest.py"), "utf8");
  const [, table = ""] = /^TIMES = \{(.*)\}$/m.exec(source) ?? [];
  const times = [...table.matchAll(/"(\w+)": "([^"]+)"/g)];
  const told = {};
  // While its clock stands still, no request of the demo key is forgotten.
  for (const [, name, time] of times) told[`SERVER_${name}`] = (await serveAt(time, { "demo-rate": 10_000 })).address;
  for (const [name, words] of Object.entries({ SYNTHETIC: ["--synthetic", "--demo-rate", "10000"], EMPTY: [] })) {
    const data = join(folder, name);
    told[`KEY_${name}`] = await openAccount(data, 100_000);
    told[`SERVER_${name}`] = (await serve(["--data", data, ...words])).address;
  }
  return told;
}

/** It makes one key, shows it, and serves a page that works in a frame below a path. */
async function app({ report, folder }) {
  const [data, config] = ["data", "config"].map((name) => join(folder, name));
  mkdirSync(data);
  writeFileSync(join(data, "options.json"), JSON.stringify({ weather: [], doors: [], log_level: "warn" }));
  const env = { IRRADIANCE_PORT: "0", IRRADIANCE_OPERATIONS_PORT: "off" };
  const first = await startProgram([START, SERVER, data, config], { env });
  const key = readFileSync(join(config, "key.txt"), "utf8").trim();
  report.check("the log of the first start shows the key", first.log().includes(key) && key.startsWith("irr_"));
  const address = first.address.replace("0.0.0.0", "127.0.0.1");
  const account = await fetch(`${address}/v1/account`, { headers: { Authorization: `Bearer ${key}` } });
  report.check("the key opens the account of the house", (await account.json()).account === "home", account.status);
  const page = await fetch(`${address}/`);
  const policy = page.headers.get("content-security-policy") ?? "";
  report.check("Home Assistant may frame the page", policy.includes("frame-ancestors 'self'"), policy);
  // Home Assistant takes its own path away before it asks: what a page names must stay below it.
  const below = new URL("http://house.local/api/hassio_ingress/token/");
  const named = [...(await page.text()).matchAll(/ (?:href|src)="(?!data:)([^"]+)"/g)].map(([, name]) => name);
  const outside = named.filter((name) => !new URL(name, below).href.startsWith(below.href));
  report.check("the page names nothing outside its path", named.length > 3 && outside.length === 0, outside);
  await report.ends("the app", first);
  const second = await startProgram([START, SERVER, data, config], { env });
  const same = readFileSync(join(config, "key.txt"), "utf8").trim() === key;
  report.check(
    "a later start makes no other key, and shows none",
    same && !second.log().includes("irr_"),
    second.log(),
  );
  await report.ends("the app, started again", second);
}

const parts = Object.entries(HOME_ASSISTANT).map(([version, wanted]) => [version, harness(version, wanted)]);
await runJudge(
  { app, ...Object.fromEntries(parts) },
  {
    atOnce: 2,
    async open({ folder }) {
      let started;
      return { servers: () => (started ??= startServers(folder)) };
    },
  },
);
