// `npm run test:browser`: in headless Chromium examples/browser.html must show its table, and the years of hash-year.mjs
// and the climates of hash-climate.mjs must have the same bits as in Node. Chromium is the one named in the variable CHROMIUM, the
// system's, or that of the package @sparticuz/chromium.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { computeColumns } from "../dist/index.js";
import { loadSample } from "../dist/weather/index.js";
import { hashOf } from "../examples/hash.mjs";
import { climateHashes } from "./hash-climate.mjs";
import { yearHashes } from "./hash-year.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };
const SYSTEM = "/usr/bin/chromium";

/** A page of this script's own. */
const HASHES = `<!doctype html><p id="status">computing</p><script type="module">
  const status = document.getElementById("status");
  try {
    const { yearHashes } = await import("/scripts/hash-year.mjs");
    const { climateHashes } = await import("/scripts/hash-climate.mjs");
    status.textContent = JSON.stringify({ ...(await yearHashes()), ...(await climateHashes()) });
  } catch (cause) {
    status.textContent = "failed: " + cause;
  }
</script>`;

/** What the server adds to a page. */
const REPORT = `<script>
  const waiting = setInterval(() => {
    if (document.getElementById("status").textContent === "computing") return;
    clearInterval(waiting);
    fetch("/report", { method: "POST", body: document.documentElement.outerHTML });
  }, 100);
</script>`;

/** At most this long (ms) for a page. */
const TIMEOUT = 120_000;

const { file: chromium, flags } = await findChromium();
await checkExample();
await checkHashes();

async function checkExample() {
  const dom = await pageText("examples/browser.html");
  const status = statusOf(dom);
  const expected = `done: 8760 hours, hash ${await nodeHash()}`;
  if (status !== expected) fail(`the page says "${status}", Node says "${expected}"`);
  if (!/<pre id="table">[^<]*\btotal\b/.test(dom)) fail("the page shows no table");
  if ((dom.match(/<svg /g) ?? []).length !== 2) fail("the page does not show its two plots");
  console.log(`browser: ${status}, the same as Node`);
}

async function checkHashes() {
  const expected = { ...(await yearHashes()), ...(await climateHashes()) };
  const status = statusOf(await pageText("hashes.html"));
  if (!status.startsWith("{")) fail(`the hashes' page says "${status}"`);
  const found = JSON.parse(status);
  for (const [what, hash] of Object.entries(expected)) {
    if (found[what] !== hash) fail(`${what} has the hash ${found[what]}, in Node ${hash}`);
  }
  console.log(
    `browser: hash of all years ${found.all}, of climate years ${found.years}, of the world's climate ${found["world climatology"]}, the same as Node ${process.version}`,
  );
}

function statusOf(dom) {
  const text = /<p id="status">([^<]*)</.exec(dom)?.[1] ?? "the page has no status";
  return text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** @returns {never} */
function fail(message) {
  console.error(`test:browser: ${message}`);
  process.exit(1);
}

async function findChromium() {
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-zygote", "--no-first-run"];
  const named = process.env.CHROMIUM;
  if (named && !existsSync(named)) fail(`no Chromium at ${named} (variable CHROMIUM)`);
  if (named || existsSync(SYSTEM)) return { file: named ?? SYSTEM, flags };
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    return { file: await packaged.executablePath(), flags: [...flags, "--single-process"] };
  } catch (cause) {
    return fail(`no Chromium: install it, or say where it is in the variable CHROMIUM (${cause.message})`);
  }
}

async function nodeHash() {
  const weather = await loadSample();
  const { latitude: lat, longitude: lon } = weather.place;
  const query = { lat, lon, parameters: "all", frequency: "1_hour", surface_tilt: 35, surface_azimuth: 180 };
  return hashOf(computeColumns(query, weather));
}

/** The page's document once its status says how it ended: the page itself sends it, by a script that the server adds. */
async function pageText(path) {
  let report;
  const reported = new Promise((resolve) => {
    report = resolve;
  });
  const server = createServer((request, response) => serve(request, response, report)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const profile = await mkdtemp(join(tmpdir(), "chromium-"));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}/${path}`;
  // A debugging port keeps a browser without a window running for as long as the page needs.
  const run = [...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`, url];
  const browser = spawn(chromium, run, { stdio: "ignore" });
  const ended = new Promise((resolve) => {
    browser.once("close", resolve);
    browser.once("error", resolve);
  });
  const late = new Promise((resolve) => setTimeout(resolve, TIMEOUT).unref());
  const dom = await Promise.race([reported, ended.then(() => null), late.then(() => null)]);
  browser.kill("SIGKILL");
  await ended;
  server.closeAllConnections();
  server.close();
  await rm(profile, { recursive: true, force: true });
  return dom ?? fail(`Chromium (${chromium}) did not report within ${TIMEOUT / 1000} s or ended early`);
}

async function serve(request, response, report) {
  const path = normalize(new URL(request.url, "http://localhost").pathname);
  if (request.method === "POST") {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    response.writeHead(204).end();
    report(body);
    return;
  }
  try {
    const body = path === "/hashes.html" ? HASHES : await readFile(join(ROOT, path));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" });
    response.end(extname(path) === ".html" ? body + REPORT : body);
  } catch {
    response.writeHead(404).end();
  }
}
