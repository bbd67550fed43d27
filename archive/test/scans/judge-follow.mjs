// A day of scans as a host publishes them over HTTP, packed and not, some late, torn at first, repeated or missing; a follower that is
// killed ten times; and a server that is asked for realtime after each scan. Each whole scan must be there once, nothing torn may ever be
// visible, and the newest answer must come from a scan within 2 s after it was published.
//
//   node scripts/build.mjs && node archive/test/scans/judge-follow.mjs [--speed TIMES]
//
// The default is a day in 75 seconds; `--speed 100` takes a quarter of an hour. Scans are packed where the command bzip2 is installed.
// Closes with `N passed, N failed`. Exit: 0 all passed, 1 not.
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { ask } from "../../../scripts/lib/client.mjs";
import { createReport } from "../../../scripts/lib/judge.mjs";
import { endProcesses, launch, SERVER, startServer } from "../../../scripts/lib/process.mjs";
import { readCell, readHead, withFile } from "../../dist/scans/store/format.js";
import { rangeServer } from "../range-server.mjs";

const SCANS = 144;
const STEP = 600_000;
const MINUTE = 60_000;
const KILLS = 10;
/** Seconds from look to look. */
const EVERY = 0.2;
/** ms from a scan's publication to the first answer from it. */
const SOON = 2000;
/** Steps by which a late scan comes after its time. */
const LATE = 5;
const PATH = "weather/satellite/radiation/sis";
const KEY = "demo0000-0000-0000-0000-000000000000";
/** On the equator, which is scanned 4:42 after the stamp. */
const PLACE = { lat: "0", lon: "10" };
const [flag, given] = process.argv.slice(2);
const pace = STEP / (flag === "--speed" ? Number(given) : 1200);

/** What becomes of a scan, by its number. */
const isMissing = (k) => k % 29 === 7;
/** Not beside a missing one: the answer's notice takes two gaps close to each other as one. */
const isLate = (k) => k % 13 === 5 && ![-2, -1, 0, 1, 2].some((by) => isMissing(k + by));
const isTorn = (k) => k % 11 === 3;
const isRepeated = (k) => k % 17 === 4;
const isPacked = (k) => k % 3 === 1;
const isTwice = (k) => k % 19 === 2;

const { scans } = JSON.parse(
  gunzipSync(await readFile(new URL("../fixtures/scans.json.gz", import.meta.url))).toString(),
);
const model = scans.find(
  ({ name, file }) => /^SIS/.test(name) && Buffer.from(file, "base64").toString("latin1", 0, 3) === "CDF",
);
const home = await mkdtemp(join(tmpdir(), "judge-follow-"));
const published = join(home, "host", PATH);
const folder = join(home, "scans");
await mkdir(published, { recursive: true });
const begin = Math.floor(Date.now() / STEP) * STEP - SCANS * STEP;
const timeOf = (k) => begin + k * STEP;
const stampOf = (time) => new Date(time).toISOString().replace(/[-:T]/g, "").slice(0, 12);
const numberOf = (file) => {
  const [, day, clock] = /^(\d{8})T(\d{4})Z_/.exec(file);
  const text = `${day}${clock}`.replace(/(....)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5Z");
  return (Date.parse(text) - begin) / STEP;
};
const hours = (time) => (time - Date.UTC(1983, 0, 1)) / 3_600_000;

/** The model's bytes with another time: classic NetCDF has it as it is, big-endian. */
function plainBytes(k) {
  const bytes = Buffer.from(model.file, "base64");
  const stamp = /\d{12}/.exec(model.name)[0].replace(/(....)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5Z");
  const known = hours(Date.parse(stamp));
  let at = 0;
  while (Math.abs(bytes.readDoubleBE(at) - known) > 1e-6) at += 4;
  bytes.writeDoubleBE(hours(timeOf(k)), at);
  return bytes;
}

function packed(bytes) {
  const { status, stdout } = spawnSync("bzip2", ["-c"], { input: bytes });
  return status === 0 ? stdout : undefined;
}

const there = new Map();
let countPacked = 0;
/** @param later ms by which its time of change is later */
async function publish(k, share = 1, later = 0) {
  const plain = plainBytes(k);
  const small = isPacked(k) || isTwice(k) ? packed(plain) : undefined;
  const files = small === undefined || isTwice(k) ? [["", plain]] : [];
  if (small !== undefined) files.push([".bz2", small]);
  for (const [end, bytes] of files) {
    const path = join(published, `SISin${stampOf(timeOf(k))}EAv4.nc${end}`);
    const draft = join(home, `${k}${end}`);
    await writeFile(draft, bytes.subarray(0, Math.floor(share * bytes.length)));
    const time = new Date(Date.now() + later);
    await utimes(draft, time, time);
    await rename(draft, path);
    if (end !== "" && share === 1) countPacked++;
  }
  if (share === 1) there.set(k, there.get(k) ?? Date.now());
}

/** As nginx's autoindex: to the minute. */
async function indexPage() {
  const rows = (await readdir(published)).sort().map(async (name) => {
    const { size, mtime } = await stat(join(published, name));
    const [, date, month, year, clock] = /(\d\d) (\w{3}) (\d{4}) (\d\d:\d\d)/.exec(mtime.toUTCString());
    return `<a href="${name}">${name}</a> ${date}-${month}-${year} ${clock} ${size}`;
  });
  return `<html><body><pre><a href="../">../</a>\n${(await Promise.all(rows)).join("\n")}</pre></body></html>`;
}

function answered(request, response) {
  if (request.url !== `/${PATH}/`) return false;
  indexPage().then((text) => response.writeHead(200, { "content-type": "text/html" }).end(text));
  return true;
}

let stopping = false;
const lines = new Map();
const ends = [];
function startFollower(host) {
  const words = ["weather", "follow", `dwd-sis=${host.url}`, "--store", folder, "--every", String(EVERY)];
  const follower = launch([SERVER, ...words]);
  let rest = "";
  follower.child.stderr.on("data", (text) => {
    const all = (rest + text).split("\n");
    rest = all.pop();
    for (const line of all) lines.set(line, (lines.get(line) ?? 0) + 1);
  });
  follower.exit.then(({ code, signal }) => {
    if (!stopping && signal !== "SIGKILL") ends.push(`ended by itself with ${signal ?? code}: ${follower.log()}`);
  });
  return follower;
}

/** Each file is read as soon as it is there: it must have all of the values, and those of the first. */
const seen = new Map();
const torn = [];
let truth;
async function watch() {
  while (!stopping) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(".scan") && !seen.has(one))) {
      seen.set(name, Date.now());
      try {
        const values = valuesIn(join(folder, name));
        truth ??= values;
        if (JSON.stringify(values) !== JSON.stringify(truth)) torn.push(`${name} has other values`);
      } catch (error) {
        torn.push(`${name}: ${error.message}`);
      }
    }
    await sleep(20);
  }
}

function valuesIn(path) {
  return withFile(path, (read) => {
    const head = readHead(read);
    return Array.from({ length: head.grid.rows * head.grid.columns }, (_, cell) => readCell(read, head, cell).values);
  });
}

/** What realtime says of a period: the time of its newest scan, and whether a scan is missing. */
async function realtime(server, from, to) {
  const iso = (time) => new Date(time).toISOString().replace(".000", "");
  const period = { start: iso(from), end: iso(to), frequency: "10_minutes" };
  const query = new URLSearchParams({ ...PLACE, ...period, parameters: "global_horizontal_irradiance" });
  const { status, headers } = await ask(server.address, { key: KEY, path: `/v1/observation/realtime?${query}` });
  const age = Number(/"scans[^"]*".*?age=(\d+)/.exec(headers["weather-sources"] ?? "")?.[1] ?? Number.NaN);
  const newest = Math.floor((Date.now() - 1000 * age) / STEP) * STEP;
  const hasGapAt = (k) => {
    const minute = new Date(timeOf(k) - MINUTE).toISOString().slice(0, 16);
    return (headers["api-notice"] ?? "").includes(`from ${minute}Z`);
  };
  return { status, newest, hasGapAt };
}

const ofDay = (server) => realtime(server, begin, begin + SCANS * STEP);
/** A scan has its neighbours by then. */
const around = (server, k) => realtime(server, timeOf(k) - 2 * STEP, timeOf(k) + 3 * STEP);

/** ms from publication until an answer comes from the scan, by its number. */
const waits = new Map();
const awaited = new Set();
const strange = [];
/** One question after the other. */
async function keepAsking(server) {
  while (!stopping) {
    const { newest, status } = await ofDay(server);
    if (status !== 200) strange.push(status);
    for (const k of awaited) {
      const isIn = isLate(k) ? !(await around(server, k)).hasGapAt(k) : newest >= timeOf(k);
      if (!isIn) continue;
      waits.set(k, Date.now() - there.get(k));
      awaited.delete(k);
    }
    await sleep(40);
  }
}

const report = createReport();
const host = await rangeServer((path) => readFile(join(home, "host", path)).catch(() => undefined), {
  fault: answered,
});
let follower = startFollower(host);
const demo = ["--demo", "any", "--demo-rate", "100000", "--demo-rate-all", "100000"];
// The folder may be empty when the server starts: its path alone would not say what it is.
const description = join(home, "archive.json");
await writeFile(description, JSON.stringify({ sources: [{ kind: "scans", location: folder }] }));
const server = await startServer(["--archive", description, "--threads", "1", ...demo]);
const watching = [watch(), keepAsking(server)];
const unseen = [];
const starts = [];
async function publishWhole(k) {
  if (isLate(k) && !(await around(server, k)).hasGapAt(k)) unseen.push(k);
  await publish(k);
  awaited.add(k);
}

const began = Date.now();
const later = [];
const inTime = (ms, act) => later.push(sleep(ms).then(act));
for (let k = 0; k < SCANS + LATE + 1; k++) {
  await sleep(Math.max(0, began + k * pace - Date.now()));
  const part = Math.floor(SCANS / KILLS);
  if (k > 0 && k % part === 0 && k / part <= KILLS) {
    await follower.stop("SIGKILL");
    follower = startFollower(host);
    starts.push(Date.now());
  }
  if (k >= LATE && isLate(k - LATE)) await publishWhole(k - LATE);
  if (k >= SCANS || isMissing(k) || isLate(k)) continue;
  if (isTorn(k)) {
    await publish(k, 0.5);
    inTime(pace / 2, () => publishWhole(k));
  } else await publishWhole(k);
  if (isRepeated(k)) inTime(2 * pace, () => publish(k, 1, MINUTE));
}
await Promise.all(later);
await sleep(2 * SOON);
stopping = true;
await Promise.all(watching);
await Promise.all([follower.end(), server.end()]);
await host.close();
await endProcesses();

const whole = [...Array(SCANS).keys()].filter((k) => !isMissing(k));
const numbers = [...seen.keys()].map(numberOf);
const lost = whole.filter((k) => !numbers.includes(k));
const none = numbers.filter((k) => !whole.includes(k));
const again = whole.filter((k) => numbers.filter((one) => one === k).length > 1);
/** A program that has just been started again needs its own time, too. */
const isAtStart = (k) => starts.some((start) => there.get(k) > start - SOON && there.get(k) < start + SOON);
const waitsOf = (some) => some.flatMap((k) => waits.get(k) ?? []).sort((a, b) => a - b);
const steady = waitsOf(whole.filter((k) => !isAtStart(k)));
const restarted = waitsOf(whole.filter(isAtStart));
const refused = [...lines.keys()].filter((line) => line.includes("cannot be read")).length;
const sizes = await Promise.all([...seen.keys()].map(async (name) => (await stat(join(folder, name))).size));
report.check("the follower ran until it was killed or ended", ends.length === 0, ends.join("; "));
report.check("every whole scan is there", lost.length === 0, `${whole.length - lost.length} of ${whole.length}`);
const excess = again.filter((k) => !isRepeated(k));
report.check("each once, but for those that were published again", excess.length === 0, `${again.length} came again`);
report.check("nothing that was missing or torn was ever visible", none.length + torn.length === 0, torn.join("; "));
report.check("torn files were refused, and said", refused > 0, `${refused} files`);
report.check("realtime has the gap of a late scan before it comes", unseen.length === 0, unseen.join());
const textOf = (ms) => `${ms.length} scans, ${ms[ms.length >> 1]} ms in the middle, ${ms.at(-1)} at most`;
report.check(`in realtime within ${SOON} ms`, steady.at(-1) <= SOON, textOf(steady));
report.check(`within ${2 * SOON} ms where it had just been killed`, restarted.at(-1) <= 2 * SOON, textOf(restarted));
report.check("the server answered each time", strange.length === 0, [...new Set(strange)].join());
console.log(
  `${whole.length} scans, ${countPacked} of them packed, ${KILLS} × kill -9, ${Math.round(sizes.reduce((a, b) => a + b, 0) / sizes.length)} bytes a scan, ${host.requests.length} requests, ${Math.round((Date.now() - began) / 1000)} s`,
);
await rm(home, { recursive: true });
const { passed, failed } = report.counts;
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
