// A day of scans as a host publishes them, some late, torn at first, repeated or missing, and a follower that is killed with them:
// afterwards each whole scan is in the folder, and nothing torn was ever visible.
//   node archive/test/scans/judge-follow.mjs [--speed TIMES]     (default 100: a quarter of an hour; needs the build)
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gunzipSync } from "node:zlib";

const SCANS = 144;
const STEP = 600_000;
const KILLS = 10;
const EVERY = 0.2;
const ROOT = new URL("../../../", import.meta.url).pathname;
const [flag, given] = process.argv.slice(2);
const pace = STEP / (flag === "--speed" ? Number(given) : 100);

const { scans } = JSON.parse(
  gunzipSync(await readFile(new URL("../fixtures/scans.json.gz", import.meta.url))).toString(),
);
const { name: model, file } = scans.find(
  ({ name, file }) => /^SIS/.test(name) && Buffer.from(file, "base64").toString("latin1", 0, 3) === "CDF",
);
const home = await mkdtemp(join(tmpdir(), "judge-follow-"));
const published = join(home, "host/weather/satellite/radiation/sis");
const folder = join(home, "scans");
await mkdir(published, { recursive: true });

const begin = Math.floor(Date.now() / STEP) * STEP - SCANS * STEP;
const timeOf = (k) => begin + k * STEP;
const stampOf = (time) => new Date(time).toISOString().replace(/[-:T]/g, "").slice(0, 12);
const nameOf = (k) => `SISin${stampOf(timeOf(k))}EAv4.nc`;
const hours = (time) => (time - Date.UTC(1983, 0, 1)) / 3_600_000;

/** The model's bytes with another time: classic NetCDF has it as it is, big-endian. */
function bytesOf(k) {
  const bytes = Buffer.from(file, "base64");
  const stamp = /\d{12}/.exec(model)[0].replace(/(....)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5Z");
  const known = hours(Date.parse(stamp));
  let at = 0;
  while (Math.abs(bytes.readDoubleBE(at) - known) > 1e-6) at += 4;
  bytes.writeDoubleBE(hours(timeOf(k)), at);
  return bytes;
}

let stopping = false;
let child;
const said = new Map();
function start() {
  const words = ["weather", "follow", `dwd-sis=${join(home, "host")}`, "--store", folder, "--every", String(EVERY)];
  child = spawn(process.execPath, [join(ROOT, "server/dist/main.js"), ...words], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (text) => {
    for (const line of String(text).trim().split("\n")) said.set(line, (said.get(line) ?? 0) + 1);
  });
  child.on("exit", (_, signal) => {
    if (!stopping && signal !== "SIGKILL") throw new Error(`the follower ended by itself: ${[...said.keys()].at(-1)}`);
  });
}

const visible = new Map();
async function watch() {
  while (!stopping) {
    for (const name of await readdir(folder).catch(() => [])) {
      const match = /^(\d{8})T(\d{4})Z_.*\.scan$/.exec(name);
      if (match && !visible.has(match[1] + match[2])) visible.set(match[1] + match[2], Date.now());
    }
    await sleep(20);
  }
}

const there = new Map();
async function publish(k, content = bytesOf(k)) {
  const path = join(published, nameOf(k));
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
  there.set(k, Date.now());
}

/** What becomes of a scan, by its number. */
const isMissing = (k) => k % 29 === 7;
const isLate = (k) => k % 13 === 5;
const isTorn = (k) => k % 11 === 3;
const isRepeated = (k) => k % 17 === 4;

start();
const watching = watch();
const began = Date.now();
for (let k = 0; k < SCANS + 6; k++) {
  await sleep(Math.max(0, began + k * pace - Date.now()));
  if (k > 0 && k % Math.floor(SCANS / KILLS) === 0 && k / Math.floor(SCANS / KILLS) <= KILLS) {
    child.kill("SIGKILL");
    start();
  }
  const late = k - 5;
  if (late >= 0 && late < SCANS && isLate(late) && !isMissing(late)) await publish(late);
  if (k >= SCANS || isMissing(k) || isLate(k)) continue;
  if (isTorn(k)) {
    const whole = bytesOf(k);
    await writeFile(join(published, nameOf(k)), whole.subarray(0, whole.length >> 1));
    setTimeout(() => void publish(k), pace / 2);
  } else await publish(k);
  if (isRepeated(k)) setTimeout(() => void publish(k), 2 * pace);
}
await sleep(Math.max(4000, 3 * pace));
stopping = true;
child.kill("SIGTERM");
await watching;

const whole = [...Array(SCANS).keys()].filter((k) => !isMissing(k));
const files = (await readdir(folder)).filter((name) => name.endsWith(".scan"));
const lost = whole.filter((k) => !visible.has(stampOf(timeOf(k))));
const strange = [...visible.keys()].filter((stamp) => !whole.some((k) => stampOf(timeOf(k)) === stamp));
const torn = [...said.keys()].filter((line) => /cannot be read/.test(line));
const bytes = await Promise.all(files.map(async (name) => (await stat(join(folder, name))).size));
console.log(
  `${whole.length} whole scans published, ${visible.size} visible, ${lost.length} lost, ${strange.length} that were never whole`,
);
console.log(
  `${files.length} files (${files.length - whole.length} for repeated ones), ${torn.length} torn files said, ${bytes.reduce((a, b) => a + b, 0)} bytes`,
);
const waits = whole
  .filter((k) => !isRepeated(k) && visible.has(stampOf(timeOf(k))))
  .map((k) => visible.get(stampOf(timeOf(k))) - there.get(k));
console.log(
  `visible after ${Math.max(...waits)} ms at most, ${waits.sort((a, b) => a - b)[waits.length >> 1]} ms in the middle`,
);
await rm(home, { recursive: true });
const isRight = lost.length === 0 && strange.length === 0;
console.log(isRight ? "passed" : "failed");
process.exitCode = isRight ? 0 : 1;
