// How fast the page is, in headless Chromium on this machine: median of 10 loads up to the first view (the browser is warm), its
// bytes after gzip, an hourly year of 21 columns from its last byte to the picture, and a turn of the panel up to the new curves.
//   npm run build && node server/bench/explorer.mjs
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { openBrowser, pause } from "../../scripts/browser/devtools.mjs";
import { serve } from "../../scripts/judges/server.mjs";

const FILES = new URL("../dist/page/", import.meta.url);
const ROUNDS = 10;
const YEAR =
  "#endpoint=observation/historical&start=2023-01-01T00:00Z&end=2024-01-01T00:00Z&frequency=1_hour&tracking_mode=1_axis&parameters=";
/** Runs in the page before its own script: when the picture of each answer is on the screen. */
const WATCH = `(() => {
  window.drawn = [];
  new MutationObserver(() => {
    const words = document.querySelector(".status .words")?.textContent ?? "";
    if (!words.includes("intervals") || words === window.seen) return;
    window.seen = words;
    requestAnimationFrame(() => setTimeout(() => window.drawn.push(performance.now())));
  }).observe(document, { subtree: true, childList: true, characterData: true });
})()`;
/** Lets the observer hear of an answer with the same words. */
const FORGET = "window.seen = undefined; window.drawn = []; 0";

const server = await serve(["--demo", "any", "--demo-rate", "1000000"]);
const browser = await openBrowser();
try {
  const tab = await browser.open({ width: 1280, height: 1000 });
  await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });
  tell("page and its files after gzip, kB", size() / 1000);
  tell("load up to the first view, ms", median(await loads(tab)));
  tell("hourly year, 21 columns, last byte to picture, ms", median(await years(tab)));
  tell("turn of the panel to new curves, ms", median(await turns(tab)));
} finally {
  await browser.close();
  await server.end();
}

function size() {
  const files = readdirSync(FILES).filter((name) => /\.(html|js|css)$/.test(name));
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(new URL(name, FILES)), { level: 9 }).length, 0);
}

async function load(tab, hash) {
  await tab.go("about:blank");
  await tab.go(`${server.address}/${hash}`);
  if (!(await tab.holds("window.drawn?.length > 0"))) throw new Error("the page draws nothing");
}

async function loads(tab) {
  const times = [];
  for (let k = 0; k <= ROUNDS; k++) {
    await load(tab, "");
    times.push(await tab.evaluate("window.drawn[0]"));
  }
  return times.slice(1);
}

async function years(tab) {
  await load(tab, "");
  const names = await tab.evaluate("[...document.querySelectorAll('.parameters input')].map(({ value }) => value)");
  const times = [];
  for (let k = 0; k < ROUNDS; k++) {
    await load(tab, YEAR + names);
    const curves = await tab.evaluate("document.querySelectorAll('.legend li').length");
    if (curves !== 21) throw new Error(`${curves} columns are drawn`);
    times.push(
      await tab.evaluate(
        "window.drawn[0] - performance.getEntriesByType('resource').filter(({ name }) => name.includes('historical')).at(-1).responseEnd",
      ),
    );
  }
  return times;
}

async function turns(tab) {
  await load(tab, "");
  const times = [];
  for (let k = 0; k < 2 * ROUNDS; k++) {
    // Slower than the page may ask, so that no turn waits for the one before.
    await pause(1200);
    await tab.evaluate(FORGET);
    await tab.evaluate(`(() => {
      window.turned = performance.now();
      const handle = document.querySelector(".handle");
      handle.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowUp", cancelable: true }));
    })()`);
    if (!(await tab.holds("window.drawn.length > 0"))) throw new Error("the panel turns, the curves do not");
    times.push(await tab.evaluate("window.drawn[0] - window.turned"));
  }
  return times;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function tell(what, value) {
  console.log(`${what}: ${value.toFixed(1)}`);
}
