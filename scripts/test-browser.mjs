// `npm run test:browser`: examples/browser.html in headless Chromium must show its table and have the same bits as Node.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { computeColumns } from "../dist/index.js";
import { loadSample } from "../dist/weather/index.js";
import { hashOf } from "../examples/hash.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript" };
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";

if (!existsSync(chromium)) fail(`no Chromium at ${chromium}: install it, or say where it is in the variable CHROMIUM`);
const dom = await pageText("examples/browser.html");
const status = /<p id="status">([^<]*)</.exec(dom)?.[1] ?? "the page has no status";
const expected = `done: 8760 hours, hash ${await nodeHash()}`;
if (status !== expected) fail(`the page says "${status}", Node says "${expected}"`);
if (!/<pre id="table">[^<]*\btotal\b/.test(dom)) fail("the page shows no table");
if ((dom.match(/<svg /g) ?? []).length !== 2) fail("the page does not show its two plots");
console.log(`browser: ${status}, the same as Node`);

function fail(message) {
  console.error(`test:browser: ${message}`);
  process.exit(1);
}

async function nodeHash() {
  const weather = await loadSample();
  const { latitude: lat, longitude: lon } = weather.place;
  const query = { lat, lon, parameters: "all", frequency: "1_hour", surface_tilt: 35, surface_azimuth: 180 };
  return hashOf(computeColumns(query, weather));
}

/** The page's document after its scripts have run. */
async function pageText(path) {
  const server = createServer(serve).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const profile = await mkdtemp(join(tmpdir(), "chromium-"));
  try {
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "--virtual-time-budget=60000"];
    const url = `http://127.0.0.1:${server.address().port}/${path}`;
    const options = { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
    return (await promisify(execFile)(chromium, [...flags, `--user-data-dir=${profile}`, url], options)).stdout;
  } catch (cause) {
    return fail(`Chromium did not end well (${cause.message.split("\n")[0]})`);
  } finally {
    server.closeAllConnections();
    server.close();
    await rm(profile, { recursive: true, force: true });
  }
}

async function serve({ url }, response) {
  const path = normalize(new URL(url, "http://localhost").pathname);
  try {
    const body = await readFile(join(ROOT, path));
    response.writeHead(200, { "content-type": TYPES[extname(path)] ?? "application/octet-stream" }).end(body);
  } catch {
    response.writeHead(404).end();
  }
}
