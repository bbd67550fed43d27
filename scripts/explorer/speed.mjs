// How soon the first number is there, what has travelled before it, how long a year of quarter hours takes to be drawn, and whether
// anything grows over 500 interactions. Times are told, for machines differ; bytes and counts are held to limits.
import { setTimeout as pause } from "node:timers/promises";
import { $, $$, DESK, IS_ANSWERED, READY, ROOM } from "./desk.mjs";

/** Bytes on the wire before the first number, in any language: 110 kB, of 1000 bytes each. */
const MOST_BYTES = { en: 110_000, de: 110_000, fr: 110_000, es: 110_000, it: 110_000 };
const STARTS = 3;
const INTERACTIONS = 500;
/** After so many, everything that is loaded once is there. */
const WARM = 200;
/**
 * By how much each may differ between the 200th and the 500th interaction. The heap fills for long, and more slowly all the time, as code is
 * compiled when it is needed: 4.4, 5.2 and 5.5 MB after 100, 500 and 1000.
 */
const GROWTH = { Nodes: 1.15, JSEventListeners: 1.15, JSHeapUsedSize: 1.25 };
/** ms between two interactions. */
const BETWEEN = 40;
const QUARTERS_OF_A_YEAR =
  "#room=history&endpoint=observation/historical&start=2024-01-01T00:00Z&end=2025-01-01T00:00Z&frequency=15_minutes&zone=utc";
/** In the page, before its own script: notes when the number is there, and what work takes long. */
const WATCH = `(function watch() {
  try { if (${IS_ANSWERED}) { window.numberAt ??= performance.now(); return; } } catch {}
  requestAnimationFrame(watch);
})();
new PerformanceObserver((list) => {
  for (const { startTime, duration } of list.getEntries()) (window.tasks ??= []).push([startTime, duration]);
}).observe({ type: "longtask", buffered: true });`;
/** In the page: ms from the answer's end to the end of the work that follows it, whatever the page draws meanwhile. */
const WORK = `(() => {
  const answers = performance.getEntriesByType("resource").filter(({ name, transferSize }) => name.includes("/v1/observation") && transferSize > 10000);
  const end = Math.max(...answers.map(({ responseEnd }) => responseEnd));
  const after = (window.tasks ?? []).filter(([start, duration]) => start + duration > end && start < end + 3000);
  return Math.round(Math.max(0, ...after.map(([start, duration]) => start + duration - end)));
})()`;

export async function judgeSpeed({ open }) {
  for (const [language, most] of Object.entries(MOST_BYTES)) await judgeFirstNumber(open, language, most);
  const tab = await watching(open);
  const came = await tab.load(QUARTERS_OF_A_YEAR);
  await pause(1500);
  const work = await tab.evaluate(WORK);
  console.log(`       a year of quarter hours, from its answer to the end of the work with it: ${work} ms (aim: 400)`);
  tab.check("a year of quarter hours is drawn", came);
}

async function watching(open) {
  const tab = await open(DESK);
  await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH });
  return tab;
}

async function judgeFirstNumber(open, language, most) {
  const found = [];
  for (let k = 0; k < STARTS; k++) {
    const tab = await watching(open);
    await tab.send("Network.setCacheDisabled", { cacheDisabled: true });
    await tab.go(`${tab.address}/#language=${language}`);
    await tab.sees(`the first number comes (${language})`, "window.numberAt");
    // Up to the answer that holds the number; what the page asks for with the answer in hand comes after it.
    const { id } = tab.requests.find(({ url, method }) => method === "GET" && url.includes("/v1/yield"));
    const before = tab.arrivals.slice(0, tab.arrivals.findIndex((one) => one.id === id) + 1);
    const bytes = before.reduce((sum, one) => sum + one.bytes, 0);
    tab.check(`before it, at most ${most / 1000} kB have travelled (${language})`, bytes > 0 && bytes <= most, bytes);
    found.push(`${Math.round(await tab.evaluate("window.numberAt"))} ms, ${bytes / 1000} kB in ${before.length} files`);
    await tab.close();
  }
  console.log(`       first number from a cold load (${language}; aim: 1000 ms): ${found.join("; ")}`);
}

export async function judgeLeaks({ open }) {
  const tab = await open();
  await tab.send("Performance.enable");
  await tab.load("#room=roof");
  const rooms = await tab.evaluate(`${$$(".room-link")}.map((one) => one.dataset.room)`);
  let before;
  for (let k = 0; k < INTERACTIONS; k++) {
    const room = rooms[k % rooms.length];
    await tab.evaluate(`${ROOM(room)}.click()`);
    // Each room is seen whole once: what it loads is there.
    if (k < rooms.length) await tab.holds(`${READY} && ${$("#content")}.dataset.room === "${room}"`);
    await pause(BETWEEN);
    if (k === WARM) before = await sizes(tab);
  }
  const after = await sizes(tab);
  const told = (/** @type {any} */ { Nodes, JSEventListeners, JSHeapUsedSize }) =>
    `${Nodes} nodes, ${JSEventListeners} listeners, ${(JSHeapUsedSize / 1e6).toFixed(1)} MB`;
  console.log(`       after ${WARM} interactions: ${told(before)}; after ${INTERACTIONS}: ${told(after)}`);
  for (const [name, growth] of Object.entries(GROWTH)) {
    const good = before[name] > 0 && after[name] <= before[name] * growth;
    tab.check(`over ${INTERACTIONS} interactions: ${name} do not grow`, good, before[name], after[name]);
  }
  tab.check("and the page has not complained", tab.errors.length === 0, ...tab.errors.slice(0, 3));
}

/** At rest, and after the garbage has been collected. */
async function sizes(tab) {
  await tab.evaluate(`${ROOM("roof")}.click()`);
  await tab.holds(IS_ANSWERED);
  await pause(2000);
  for (let k = 0; k < 2; k++) await tab.send("HeapProfiler.collectGarbage");
  const { metrics } = await tab.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
