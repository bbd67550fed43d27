// How soon the first number is there, what has travelled before it, how long a year of quarter hours takes to be drawn, and whether
// anything grows over 500 interactions. Times are reported, for machines differ; bytes and counts are held to limits.
import { pause } from "../browser/devtools.mjs";
import { openView } from "./desk.mjs";
import { IS_ANSWERED, openRoof } from "./roof.mjs";

/** Bytes on the wire before the first number: 110 kB, of 1000 bytes each. German brings sentences that English has from the service. */
const MOST_BYTES = { en: 110_000, de: 116_000 };
const INTERACTIONS = 500;
/** After so many, everything that is loaded once is there. */
const WARM = 100;
/** By which nodes, listeners and bytes may differ between the 100th and the 500th interaction. */
const GROWTH = 1.15;
/** Such a time on any machine is a fault, and no noise. */
const ABSURD = 20_000;
const LOOK = { width: 1280, height: 900 };
const QUARTERS_OF_A_YEAR =
  "#room=history&endpoint=observation/historical&start=2024-01-01T00:00Z&end=2025-01-01T00:00Z&frequency=15_minutes&zone=utc&language=en";

export async function judgeSpeed(tally, browser, address) {
  for (const language of Object.keys(MOST_BYTES)) await firstNumber(tally, browser, address, language);
  await yearOfQuarters(tally, browser, address);
  await leaks(tally, browser, address);
}

async function firstNumber(tally, browser, address, language) {
  const found = [];
  for (let k = 0; k < 5; k++) {
    const tab = await browser.open(LOOK);
    await tab.send("Network.setCacheDisabled", { cacheDisabled: true });
    await tab.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `(function watch() { try { if (${IS_ANSWERED}) { window.numberAt ??= performance.now(); return; } } catch {} requestAnimationFrame(watch); })()`,
    });
    await tab.go(`${address}/#language=${language}`);
    const came = await tab.holds("window.numberAt", 60_000);
    const at = await tab.evaluate("window.numberAt");
    const end = await tab.evaluate("performance.timeOrigin");
    // Up to the answer that holds the number; what the page asks for with the answer in hand comes after it.
    const { id } = tab.requests.find(({ url, method }) => method === "GET" && url.includes("/v1/yield"));
    const before = tab.arrivals.slice(0, tab.arrivals.findIndex((one) => one.id === id) + 1);
    const bytes = before.reduce((sum, one) => sum + one.bytes, 0);
    found.push({ came, at, bytes, count: before.length, end });
    await tab.close();
  }
  const times = found.map(({ at }) => Math.round(at)).sort((a, b) => a - b);
  const bytes = Math.max(...found.map((one) => one.bytes));
  console.log(
    `       first number from a cold load (${language}): ${times.join(", ")} ms (aim: 1000), ${(bytes / 1000).toFixed(1)} kB in ${found[0].count} files before it`,
  );
  tally.check(`the first number comes (${language})`, found.every(({ came }) => came) && times[0] < ABSURD, times);
  tally.check(
    `before it, at most ${MOST_BYTES[language] / 1000} kB have travelled (${language})`,
    bytes > 0 && bytes <= MOST_BYTES[language],
    bytes,
  );
}

async function yearOfQuarters(tally, browser, address) {
  const tab = await browser.open(LOOK);
  // The answer's end, and the end of the work that follows it: whatever the page draws meanwhile.
  await tab.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `new PerformanceObserver((list) => { for (const { startTime, duration } of list.getEntries()) (window.tasks ??= []).push([startTime, duration]); }).observe({ type: "longtask", buffered: true })`,
  });
  const came = await openView(tab, address, QUARTERS_OF_A_YEAR);
  await pause(1500);
  const took = await tab.evaluate(`(() => {
    const answers = performance.getEntriesByType("resource").filter(({ name, transferSize }) => name.includes("/v1/observation") && transferSize > 10000);
    const end = Math.max(...answers.map(({ responseEnd }) => responseEnd));
    const after = (window.tasks ?? []).filter(([start, duration]) => start + duration > end && start < end + 3000);
    return Math.round(Math.max(0, ...after.map(([start, duration]) => start + duration - end)));
  })()`);
  console.log(`       a year of quarter hours, from its answer to the end of the work with it: ${took} ms (aim: 400)`);
  tally.check("a year of quarter hours is drawn", came && took < ABSURD, took);
  await tab.close();
}

async function leaks(tally, browser, address) {
  const tab = await browser.open(LOOK);
  await tab.send("Performance.enable");
  await openRoof(tab, address);
  const rooms = await tab.evaluate("[...document.querySelectorAll('.room-link')].map((one) => one.dataset.room)");
  let before;
  for (let k = 0; k < INTERACTIONS; k++) {
    const room = rooms[k % rooms.length];
    await tab.evaluate(`document.querySelector('[data-room="${room}"].room-link').click()`);
    await pause(k < rooms.length ? 1500 : 40);
    if (k === WARM) before = await sizes(tab);
  }
  const after = await sizes(tab);
  const told = (one) =>
    `${one.Nodes} nodes, ${one.JSEventListeners} listeners, ${(one.JSHeapUsedSize / 1e6).toFixed(1)} MB`;
  console.log(`       after ${WARM} interactions: ${told(before)}; after ${INTERACTIONS}: ${told(after)}`);
  for (const name of ["Nodes", "JSEventListeners", "JSHeapUsedSize"]) {
    const good = before[name] > 0 && after[name] <= before[name] * GROWTH;
    tally.check(`over ${INTERACTIONS} interactions: ${name} do not grow`, good, before[name], after[name]);
  }
  tally.check("and the page has not complained", tab.errors.length === 0, ...tab.errors.slice(0, 3));
  await tab.close();
}

/** At rest, and after the garbage has been collected. */
async function sizes(tab) {
  await tab.evaluate("document.querySelector('[data-room=roof].room-link').click()");
  await tab.holds(IS_ANSWERED, 30_000);
  await pause(2000);
  for (let k = 0; k < 2; k++) await tab.send("HeapProfiler.collectGarbage");
  const { metrics } = await tab.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
