// What the judges of the page share: counting, opening a view and reading its table, asking the service directly.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { IS_ANSWERED } from "./roof.mjs";

export const DEMO_KEY = "demo0000-0000-0000-0000-000000000000";
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Counts what holds and what does not. */
export class Tally {
  passed = 0;
  failed = 0;

  check(name, good, ...facts) {
    if (good) this.passed++;
    else this.failed++;
    console.log(`${good ? "ok    " : "FAILED"} ${name}${good ? "" : listed(facts)}`);
  }

  /** Two lists of rows. */
  same(name, found, expected) {
    const k = expected.findIndex((row, i) => JSON.stringify(row) !== JSON.stringify(found[i]));
    const good = expected.length > 0 && found.length === expected.length && k < 0;
    this.check(name, good, `${found.length} rows for ${expected.length}`, found[k], expected[k]);
  }
}

function listed(facts) {
  return facts.length === 0 ? "" : ` (${facts.map((fact) => JSON.stringify(fact)?.slice(0, 300)).join("; ")})`;
}

/** The answer of the service as an object. */
export async function ask(address, path, key = DEMO_KEY) {
  const response = await fetch(`${address}/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
  return response.json();
}

/** In the page: files are caught on their way to the disk. The link of one is not in the document, where clicks are heard. */
export const CATCH_FILES = `(() => {
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => { window.saved = blob; return make.call(URL, blob); };
  HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };
})()`;

/** What is said of the requests, without separators of thousands. */
export const STATUS =
  "[...document.querySelectorAll('#content .status')].map((one) => one.innerText).join(' ').replace(/(?<=\\d),(?=\\d{3}(\\D|$))/g, '')";

/** True when the open room shows what belongs to its state. */
const READY = `(() => {
  const content = document.querySelector("#content");
  if (!content || content.childElementCount === 0 || /^Opening/.test(content.textContent)) return false;
  if (content.dataset.room === "roof") return ${IS_ANSWERED};
  const isOfSeries = ["light", "history", "forecast"].includes(content.dataset.room);
  return !isOfSeries || /\\d intervals/.test(${STATUS});
})()`;

/** Opens the page at a state, in English unless it says otherwise, and waits for its answer; what is posted needs a click. */
export async function openView(tab, address, hash) {
  // A page that differs in its hash alone would not be loaded anew.
  await tab.go("about:blank");
  const spoken = /language=/.test(hash) ? hash : `${hash === "" ? "#" : `${hash}&`}language=en`;
  await tab.go(`${address}/${spoken}`);
  if (hash.includes("climate/import")) {
    await tab.holds("!document.querySelector('.send').hidden");
    await tab.click("document.querySelector('.send')");
  }
  return tab.holds(READY);
}

/** Other parts of the state, as one who edits the address sets them. */
export async function setParts(tab, parts) {
  await tab.evaluate(`(() => { const now = new URLSearchParams(location.hash.slice(1));
    for (const [name, value] of Object.entries(${JSON.stringify(parts)})) now.set(name, value);
    location.hash = now; })()`);
}

/** The table of all that is shown; some views have a second one of their own. */
const TABLE = "#content :is(.drawings, .sky) > details.table:not([hidden])";

/** Every row of the table behind the view, page by page. @returns {Promise<string[][]>} with the minus of programs, and without separators of thousands */
export async function tableRows(tab) {
  const table = `document.querySelector("${TABLE}")`;
  await tab.evaluate(`${table}.open = true`);
  await tab.holds(`${table}.querySelector("tbody tr")`);
  return tab.evaluate(`(() => {
    const table = ${table};
    const next = [...table.querySelectorAll(".pager button")].find((one) => one.textContent === "Next");
    const rows = [];
    for (;;) {
      for (const row of table.querySelectorAll("tbody tr"))
        rows.push([...row.cells].map((cell) => cell.textContent.replace("−", "-").replace(/(?<=\\d),(?=\\d{3}(\\D|$))/g, "")));
      const [, to, all] = /to ([\\d,]+) of ([\\d,]+)/.exec(table.querySelector(".pager .rows").textContent) ?? [];
      if (to === all) return rows;
      next.click();
    }
  })()`);
}

/** Pixels by which the page is wider than the window that was set: a phone's own width grows with what is wider. */
export function tooWide(tab, { width }) {
  return tab.evaluate(`document.documentElement.scrollWidth - ${width}`);
}

/** Whatever axe finds. */
export async function findings(tab) {
  await tab.evaluate(`${AXE}; 0`);
  return tab.evaluate(`axe.run(document).then(({ violations }) => violations
    .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")))`);
}

/** Nothing on the console, and nothing asked of anybody else. */
export function checkClean(tally, name, { requests, errors }, address) {
  const away = requests.filter(({ url }) => !url.startsWith(`${address}/`) && !/^(data|blob|about):/.test(url));
  tally.check(`${name}: asks nobody but this server`, away.length === 0 && requests.length > 0, ...away.slice(0, 3));
  tally.check(`${name}: nothing on the console`, errors.length === 0, ...errors.slice(0, 3));
}
