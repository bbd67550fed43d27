/** What irradiance-mcp does with arguments, files, requests and options that nobody should send. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { drawsOf } from "../../test/draws.js";
import { type Asked, MAIN, overHttp, overStdio, PLACE, SYSTEM, WEATHER } from "./clients.js";

const folder = mkdtempSync(join(tmpdir(), "irradiance-mcp-"));
const files = join(folder, "files");
let [stdio, http]: Asked[] = [];
beforeAll(async () => {
  mkdirSync(join(files, "..folder"), { recursive: true });
  for (const path of ["secret.csv", "files/light.csv", "files/..folder/light.csv", "files/large.csv"])
    writeFileSync(join(folder, path), WEATHER);
  symlinkSync(join(folder, "secret.csv"), join(files, "link.csv"));
  truncateSync(join(files, "large.csv"), 40 * 2 ** 20);
  [stdio, http] = await Promise.all([overStdio(["--files", files]), overHttp()]);
});
afterAll(async () => {
  await Promise.all([stdio!.close(), http!.close()]);
  rmSync(folder, { recursive: true });
});

const nest = (levels: number) => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`);
const ANYTHING = [null, "", "NaN", true, [], {}, [1], 1e308, -1e308, 9000.5, -9001, "x".repeat(100_000), nest(2000)];
const SYSTEMS = [
  ...[
    null,
    "",
    5,
    [],
    {},
    { planes: {} },
    { planes: Array(101).fill({}) },
    { planes: nest(2000) },
    { ["x".repeat(9999)]: 1 },
  ],
  ...["surface_tilt", "kwp", "tracking_mode", "tracker", "rows", "horizon"].map((name) => ({
    planes: [{ [name]: -1e308 }],
  })),
  ...["module", "inverter", "losses", "snow", "ageing", "nosuch", "constructor"].map((name) => ({
    ...SYSTEM,
    [name]: [null],
  })),
];
const STRAYS = ["latitude", "constructor", "toString", "files", "server", "key", "x".repeat(10_000)];
const SITE = { lat: ANYTHING, lon: ANYTHING, altitude: ANYTHING };
const READING = { kind: ANYTHING, label: ANYTHING, decimal: ANYTHING, duplicates: ANYTHING, time_offset: ANYTHING };
const PATHS = ["/etc/hostname", "../secret.csv", "a\0b", ".", "..", "nosuch", null, 5, ""];
/** By tool: arguments that are right, and wrong values of each. */
const HOSTILE: [tool: string, right: object, wrong: { [name: string]: unknown[] }][] = [
  ["pv_yield", { ...PLACE, system: SYSTEM }, { ...SITE, system: SYSTEMS }],
  ["pv_forecast", { ...PLACE, system: SYSTEM }, { ...SITE, system: SYSTEMS, days: ANYTHING }],
  ["solar_resource", PLACE, SITE],
  ["best_plane", PLACE, SITE],
  ["check_file", { text: WEATHER }, { ...SITE, ...READING, text: [null, 5, "", [], {}] }],
  ["check_file", {}, { path: PATHS }],
];
const draws = fc.constantFrom(...HOSTILE).chain(([tool, right, wrong]) => {
  const values = Object.entries(wrong).map(([name, some]) =>
    fc.constantFrom(...some).map((value) => [name, value] as const),
  );
  const stray = fc.constantFrom(...STRAYS).map((name) => [name, 1] as const);
  return fc.oneof(...values, stray).map(([name, value]) => ({ tool, name, given: { ...right, [name]: value } }));
});

it("drawn sets of hostile arguments each get an error that names one, and the process lives", async () => {
  for (const { tool, name, given } of fc.sample(draws, { numRuns: drawsOf(500), seed: 53 })) {
    const { isError, text } = await stdio!.call(tool, given);
    const said = expect.stringMatching(new RegExp(`^${tool}: .*\\b${name.slice(0, 50)}`));
    expect([isError, text], JSON.stringify(given).slice(0, 200)).toEqual([true, said]);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1500);
  }
  expect((await stdio!.call("best_plane", PLACE)).isError).toBe(false);
});

it("no link, no folder and no large file of the allowed folder is read, and over HTTP no path at all", async () => {
  const check = (path: string) => stdio!.call("check_file", { path, ...PLACE });
  for (const path of ["light.csv", "..folder/light.csv", join(files, "light.csv")])
    expect((await check(path)).data?.verdict, path).toBe("fine");
  for (const path of ["link.csv", "large.csv", "..folder", "light.csv/x", "../secret.csv"])
    expect((await check(path)).text, path).toContain("path must be a file");
  expect((await http!.call("check_file", { path: "light.csv" })).text).toContain("path needs --files");
});

it("a call that takes too long ends, and the next one is heard", async () => {
  const client = await overStdio(["--deadline", "0.001"]);
  onTestFinished(() => client.close());
  for (let k = 0; k < 3; k++)
    expect((await client.call("best_plane", PLACE)).text).toBe("best_plane: stopped after 0.001 s");
});

it("sixty calls at once are all answered, some with a refusal", async () => {
  const all = await Promise.all(Array.from({ length: 60 }, () => stdio!.call("best_plane", { lat: 91, lon: 0 })));
  expect(all.filter(({ isError }) => !isError)).toEqual([]);
});

it("lines that are no messages are passed over, and the process ends with its input", async () => {
  const child = spawn(process.execPath, [MAIN], { stdio: ["pipe", "pipe", "ignore"] });
  const ping = `${JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping" })}\n`;
  child.stdin.write(`rubbish\n{"jsonrpc":"2.0"}\n[[[[\n\0\n${"[".repeat(100_000)}\n${ping}`);
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  expect(JSON.parse(String(said))).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
  child.stdin.end();
  expect((await once(child, "exit"))[0]).toBe(0);
});

it.each<[status: number, what: string, options: object, body?: string]>([
  [403, "under another name", { headers: { Host: "evil.example" } }],
  [403, "from a page elsewhere", { headers: { Origin: "https://evil.example" } }],
  [403, "from no origin", { headers: { Origin: "null" } }],
  [405, "by GET", { method: "GET" }],
  [404, "at another path", { path: "/" }],
  [413, "at length", {}, " ".repeat((4 << 20) + 1)],
  [400, "as rubbish", {}, "rubbish"],
])("HTTP answers %i to what comes %s", async (status, _what, options, body = "{}") => {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const { headers: more = {}, ...rest } = options as { headers?: object };
  const asking = request(http!.url!, { method: "POST", ...rest, headers: { ...headers, ...more } });
  asking.end(body);
  const [response] = await once(asking, "response");
  expect(response.resume().statusCode).toBe(status);
  expect((await http!.call("best_plane", { lat: 91, lon: 0 })).isError).toBe(true);
});

it.each([
  [["--http", "99999"], "--http must be a port"],
  [["--http", "0", "--files", "."], "--files is for stdio"],
  [["--files", "/nosuch"], "ENOENT"],
  [["--host", "0.0.0.0"], "need --http"],
  [["--server", "file:///a"], "--server must be an address"],
  [["--deadline", "0"], "--deadline must be seconds"],
  [["--nosuch"], "--nosuch"],
])("the operator is told what is wrong with %j", async (words, message) => {
  const child = spawn(process.execPath, [MAIN, ...words], { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (piece) => (said += piece));
  expect((await once(child, "close"))[0]).toBe(2);
  expect(said).toContain(message);
});
