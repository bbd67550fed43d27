// `npm run test:browser`: in headless Chromium examples/browser.html must show its table, examples/own-file.html must read
// a file that is dropped on it, and the years and climates of scripts/hash/hashes.mjs must have the same bits as in Node.
// Chromium is the one named in the variable CHROMIUM, the system's, or that of the package @sparticuz/chromium.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadSample } from "../dist/data/weather/index.js";
import { computeColumns } from "../dist/index.js";
import { hashOf } from "../examples/hash.mjs";
import { pageText, statusOf } from "./browser/chromium.mjs";
import { climateHashes, sampleHashes } from "./hash/hashes.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** A page of this script's own. */
const HASHES = `<!doctype html><p id="status">computing</p><script type="module">
  const status = document.getElementById("status");
  try {
    const { climateHashes, sampleHashes } = await import("/scripts/hash/hashes.mjs");
    status.textContent = JSON.stringify({ ...(await sampleHashes()), ...(await climateHashes()) });
  } catch (cause) {
    status.textContent = "failed: " + cause;
  }
</script>`;

/** Drops a file on the page, as a user would: three sunny days as a German spreadsheet quotes them. */
const DROP = `<script type="module">
  const rows = Array.from({ length: 72 }, (_, k) => {
    const sun = Math.max(0, Math.sin((Math.PI * ((k % 24) - 4)) / 16));
    return '"' + (20 + Math.floor(k / 24)) + ".06.2024 " + (k % 24) + ':00";"' + String((800 * sun).toFixed(1)).replace(".", ",") + '";"20,5"';
  });
  const file = new File(['"Zeit (UTC)";"Globalstrahlung [W/m²]";"Lufttemperatur"\\n' + rows.join("\\n")], "roof.csv");
  document.getElementById("lat").value = "48";
  document.getElementById("lon").value = "0";
  const transfer = new DataTransfer();
  transfer.items.add(file);
  document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
</script>`;

await checkExample();
await checkOwnFile();
await checkHashes();

async function checkExample() {
  const dom = await shownPage("examples/browser.html");
  const status = statusOf(dom);
  const expected = `done: 8760 hours, hash ${await nodeHash()}`;
  if (status !== expected) fail(`the page says "${status}", Node says "${expected}"`);
  if (!/<pre id="table">[^<]*\btotal\b/.test(dom)) fail("the page shows no table");
  if ((dom.match(/<svg /g) ?? []).length !== 2) fail("the page does not show its two plots");
  console.log(`browser: ${status}, the same as Node`);
}

async function checkHashes() {
  const expected = { ...(await sampleHashes()), ...(await climateHashes()) };
  const status = statusOf(await shownPage("hashes.html"));
  if (!status.startsWith("{")) fail(`the hashes' page says "${status}"`);
  const found = JSON.parse(status);
  for (const [what, hash] of Object.entries(expected)) {
    if (found[what] !== hash) fail(`${what} has the hash ${found[what]}, in Node ${hash}`);
  }
  console.log(
    `browser: hash of all years ${found.all}, of climate years ${found.years}, of the world's climate ${found["world climatology"]}, the same as Node ${process.version}`,
  );
}

/** A file of a German spreadsheet with quoted cells is dropped on the page by a script. */
async function checkOwnFile() {
  const page = await readFile(join(ROOT, "examples/own-file.html"), "utf8");
  const dom = await shownPage("examples/dropped.html", {
    "examples/dropped.html": page.replace("no file yet", "computing") + DROP,
  });
  const status = statusOf(dom);
  if (!/^done: 72 intervals of 3600 s, time stamps mark their start$/.test(status))
    fail(`the page of an own file says "${status}"`);
  if (!/<pre id="table">[^<]*\btotal\b/.test(dom)) fail("the page of an own file shows no table");
  if (!dom.includes("columns recognised by name")) fail("the page of an own file shows no notices");
  console.log("browser: a dropped CSV with quoted cells is read and computed");
}

function shownPage(path, pages = {}) {
  return pageText(ROOT, path, { "hashes.html": HASHES, ...pages }).catch(({ message }) => fail(message));
}

/** @returns {never} */
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
