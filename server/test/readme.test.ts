/**
 * The README's command lines, run, and what they print held against the page. After a change that is meant, write it anew with
 * `npx vitest run server/test/readme.test.ts -u`, and read what changed.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import pino from "pino";
import { afterAll, expect, it } from "vitest";
import { launch } from "../../scripts/lib/process.mjs";
import { COMMANDS } from "../src/cli/commands.js";
import { createClient, ServiceError } from "../src/client/client.js";
import { type Settings, settingsWith } from "../src/settings.js";
import { type RunningServer, startServer } from "../src/start.js";
import { curl } from "./readme/curl.js";
import { parseLine, piped } from "./readme/shell.js";
import { shortened } from "./readme/shortened.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const README = join(root, "server/README.md");
const NOW = Date.UTC(2026, 5, 21, 18);

const text = readFileSync(README, "utf8");
/** What the page puts into variables. */
const variables = [...text.matchAll(/^([A-Z]+)='?([^'\n]*)'?$/gm)].map(
  ([, name, value = ""]) => [`$${name}`, value] as const,
);
const folder = mkdtempSync(join(tmpdir(), "irradiance-readme-"));
/** What the page calls things, and what they are called here; in answers the other way round. */
const names = new Map([
  ["/var/lib/irradiance", join(folder, "data")],
  ["/srv/weather", join(folder, "weather")],
  ["/backups", folder],
]);
const KEY_IDS = ["7QmXr2Vd", "Kp4sZ9aB"];
const GRANT_IDS = ["w8FhT3nE"];
const SECRET = "x".repeat(32);

const servers = new Map<string, Promise<RunningServer>>();
afterAll(async () => {
  for (const server of servers.values()) await (await server).stop();
  rmSync(folder, { recursive: true });
});

it("prints what its command lines print", async () => {
  writeWeather();
  const rewritten: string[] = [];
  for (const part of text.split(/(```console\n[\s\S]*?```)/)) {
    rewritten.push(part.startsWith("```console") ? await consoleBlock(part) : part);
  }
  await expect(rewritten.join("")).toMatchFileSnapshot(README);
});

it("has the table of the settings as they are: write it anew with node scripts/settings-table.mjs", () => {
  const made = execFileSync(process.execPath, ["scripts/settings-table.mjs", "--print"], {
    cwd: root,
    encoding: "utf8",
  });
  expect(text).toBe(made);
});

it("stands beside the page of the error codes as they are: write it anew with node scripts/error-codes.mjs", () => {
  const check = () =>
    execFileSync(process.execPath, ["scripts/error-codes.mjs", "--check"], { cwd: root, stdio: "pipe" });
  expect(check).not.toThrow();
});

it("`npm run serve` prints one line, the address, answers there, and stops in order when asked to", async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: { serve: string } };
  // What comes before && builds, which the tests' own start has done.
  const [program, ...args] = scripts.serve.split(" && ").at(-1)?.split(" ") ?? [];
  expect(program).toBe("node");
  const server = launch([...args, "--port", "0", "--operations-port", "off"], { cwd: root });
  const address = await server.line();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const headers = { authorization: "Bearer demo0000-0000-0000-0000-000000000000" };
  const answer = await fetch(`${address}/v1/observation/realtime?lat=36.1&lon=-79.95`, { headers });
  expect([answer.status, answer.headers.get("api-notice")]).toEqual([200, expect.stringMatching(/^"synthetic: /)]);
  await answer.arrayBuffer();
  await server.end();
  expect(server.out()).toBe(`${address}\n`);
});

it("has a client example that does what it shows", async () => {
  const [, code = "", shown = ""] = /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(text) ?? [];
  const { address } = await serverOf("demo");
  const lines: string[] = [];
  const print = { log: (...parts: unknown[]) => void lines.push(parts.join(" ")) };
  const body = code.replace(/^import .*\n/, "").replace("http://localhost:8080", address);
  const run = new Function("createClient", "ServiceError", "console", `return (async () => {${body}})()`);
  await run(createClient, ServiceError, print);
  expect(`${lines.join("\n")}\n`).toBe(shown);
});

async function consoleBlock(block: string): Promise<string> {
  const lines: string[] = [];
  for (const [, line = ""] of block.matchAll(/^\$ (.*)$/gm)) lines.push(`$ ${line}`, ...(await printed(line)));
  return `\`\`\`console\n${lines.join("\n")}\n\`\`\``;
}

async function printed(line: string): Promise<readonly string[]> {
  const { words, pipes } = parseLine(replaced(line, [...variables, ...names]));
  const output = masked(pipes.reduce(piped, await outputOf(words)));
  return output === "" ? [] : output.split("\n");
}

async function outputOf(words: readonly string[]): Promise<string> {
  const [command, ...args] = words;
  if (command === "curl") return curlOutput(words);
  if (command === "irradiance-server") return (await commandOutput(args)).join("\n");
  if (command === "head") return piped(readFileSync(args[1] as string, "utf8"), [command, args[0] as string]);
  throw new Error(`the README calls ${command}, which this test does not know`);
}

async function curlOutput(words: readonly string[]): Promise<string> {
  const { text: body, json } = await curl(words, async ({ port }, authorization) => {
    const server = await serverOf(authorization.includes("irr_") || port === "8081" ? "accounts" : "demo");
    return port === "8081" ? (server.operations as string) : server.address;
  });
  const output = body.replace(/\r?\n$/, "");
  return json ? shortened(JSON.parse(output)) : output;
}

const HOUR = 3_600_000;
let commands = 0;

async function commandOutput([name = "", ...args]: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const write = async (text: string) => void lines.push(...text.trimEnd().split(/\r?\n/));
  // A minute each: what is listed by time has one order.
  const now = NOW - HOUR + 60_000 * commands++;
  const world = { input: async () => "", stream: () => Readable.from([]), env: {}, now: () => now, actor: "ann@host" };
  const status = await (await COMMANDS[name]?.())?.run(args, { out: print, err: print, write, ...world });
  expect([name, status, lines]).toEqual([name, 0, lines]);
  return lines;
}

/** "demo": as `npm run serve` starts it; "accounts": as the operating guide does. */
function serverOf(kind: "demo" | "accounts"): Promise<RunningServer> {
  const settings: Partial<Settings> =
    kind === "demo"
      ? { demo: "any", "operations-port": "off" }
      : {
          data: names.get("/var/lib/irradiance"),
          weather: [names.get("/srv/weather") as string],
          "operations-port": 0,
        };
  const started = servers.get(kind) ?? ready({ port: 0, threads: 1, ...settings });
  servers.set(kind, started);
  return started;
}

async function ready(given: Partial<Settings>): Promise<RunningServer> {
  const server = await startServer(settingsWith(given), { log: pino({ level: "silent" }), clock: () => NOW });
  const { operations } = server;
  // It is ready once its first yield is computed, which on a machine full of other tests takes seconds.
  const status = async () => (await fetch(`${operations}/health/ready`)).status;
  if (operations) await expect.poll(status, { timeout: 60_000, interval: 100 }).toBe(200);
  return server;
}

/** Two weeks of hours with a made-up course of the day, around the noon of its place. */
function writeWeather(): void {
  const rows = Array.from({ length: 14 * 24 }, (_, hour) => {
    const start = new Date(Date.UTC(2026, 5, 7, hour)).toISOString().replace(":00.000Z", "Z");
    const light = Math.max(0, Math.round(760 * Math.sin(((hour % 24) - 2.1) * (Math.PI / 17))));
    return `${start},${light},${(16 + light / 90).toFixed(1)}`;
  });
  const head = ["# latitude: 52.5", "# longitude: 13.4", "# altitude: 40"];
  const lines = [...head, "start_time,global_horizontal_irradiance,temperature", ...rows];
  mkdirSync(join(folder, "weather"));
  writeFileSync(join(folder, "weather", "roof.csv"), `${lines.join("\n")}\n`);
}

/** What is made at random gets the page's names for it, which later lines use. */
function masked(output: string): string {
  for (const [, id = "", secret = ""] of output.matchAll(/irr_(\w{8})_(\w{32})/g)) {
    if (![...names.values()].includes(id)) names.set(KEY_IDS.shift() as string, id).set(SECRET, secret);
  }
  for (const [, id = ""] of output.matchAll(/^grant (\w{8}):/g)) names.set(GRANT_IDS.shift() as string, id);
  const back = [...names].map(([shown, real]) => [real, shown] as const);
  return replaced(output, back).replace(/"commit": "[^"]*"/g, '"commit": "…"');
}

function replaced(output: string, pairs: readonly (readonly [string, string])[]): string {
  return pairs.reduce((out, [from, to]) => out.replaceAll(from, to), output);
}
