// What the judges of the page share: expressions that are evaluated in it, and a tab at the page that reports what it finds: opens states,
// reads tables, asks the service directly.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { openBrowser, Tab } from "../browser/devtools.mjs";
import { DEMO } from "../lib/client.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const DESK = { width: 1000, height: 640 };
export const PHONE = { width: 390, height: 844, mobile: true };

/** In the page: the first element of a selector, and all of them. */
export const $ = (selector) => `document.querySelector(${JSON.stringify(selector)})`;
export const $$ = (selector) => `[...document.querySelectorAll(${JSON.stringify(selector)})]`;
/** In the page: the texts of all elements of a selector; how many there are. */
export const textsOf = (selector) => `${$$(selector)}.map((one) => one.textContent)`;
export const countOf = (selector) => `${$$(selector)}.length`;
/** In the page: whether a text is the one that is meant, or has the pattern. */
export const fits = (words) =>
  words instanceof RegExp ? `((text) => ${words}.test(text))` : `((text) => text === ${JSON.stringify(words)})`;
/** In the page: the first button of these words that is not hidden; the control of a label. */
export const button = (words, within = "") =>
  `${$$(`${within} button:not([hidden])`)}.find((one) => ${fits(words)}(one.textContent))`;
export const labelled = (words, within = "") =>
  `${$$(`${within} label`)}.find((one) => ${fits(words)}(one.textContent)).control`;
/** In the page: a part of the state in the address, and the whole as text. */
export const part = (name) => `new URLSearchParams(location.hash.slice(1)).get("${name}")`;
export const HASH = "decodeURIComponent(location.hash)";
export const ROOM = (name) => $(`.room-link[data-room=${name}]`);
export const SUGGESTED = $("#place-options [role=option]");

/** In the page: files are caught on their way to the disk. The link of one is not in the document, where clicks are heard. */
export const CATCH_FILES = `(() => {
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => { window.saved = blob; return make.call(URL, blob); };
  HTMLAnchorElement.prototype.click = function () { window.savedAs = this.download; };
})()`;

/** What is said of the requests, without separators of thousands. */
export const STATUS = `${$$("#content .status")}.map((one) => one.innerText).join(' ').replace(/(?<=\\d),(?=\\d{3}(\\D|$))/g, '')`;

const NUMBER = $("#content[data-room=roof] .big");
/** True as soon as the number of Your roof is there and is of the present state. */
export const IS_ANSWERED = `/\\d/.test(${NUMBER}?.textContent ?? "") && !${NUMBER}.closest(".old")`;

/** True when the open room shows what belongs to its state. */
export const READY = `(() => {
  const content = document.querySelector("#content");
  if (!content || content.childElementCount === 0 || /^Opening/.test(content.textContent)) return false;
  if (content.dataset.room === "roof") return ${IS_ANSWERED};
  const isOfSeries = ["light", "history", "forecast"].includes(content.dataset.room);
  return !isOfSeries || (/\\d intervals/.test(${STATUS}) && !content.querySelector(".drawings.old"));
})()`;

/** What is done once is not worth V8's optimizing: without it a seventh of the time is saved (measured). */
const QUICK = ["--js-flags=--no-opt"];

/** ms for a link that is pasted: a page that is loaded with it may take longer. */
const LINK_PATIENCE = 60_000;

/** The table of all that is shown; some views have a second one of their own. */
const TABLE = $("#content :is(.drawings > details.table, .sky details.table)");

/** A figure as the English page writes it, with as many decimals as another one that it shows. */
export function writtenAs(value, shown) {
  const decimals = /\.(\d+)$/.exec(shown)?.[1].length ?? 0;
  return value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** The answer of a path or an address of the service, with the demo key. */
export async function fetched(url) {
  // Between two of them other programs run, and this process waits: a connection that was kept would be closed by then, unnoticed.
  const response = await fetch(url, { headers: { authorization: `Bearer ${DEMO}`, connection: "close" } });
  return response.text();
}

/** The answer of the service as an object. */
export async function ask(address, path) {
  return JSON.parse(await fetched(`${address}/v1/${path}`));
}

/** The answer to JSON that is posted. */
export async function post(address, path, body) {
  const headers = { authorization: `Bearer ${DEMO}`, "content-type": "application/json", connection: "close" };
  const response = await fetch(`${address}/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
}

/**
 * A judge in a browser of its own, so that its page has the focus. Its stand has `open(look, { name, address })`: a tab at the page of a
 * server, of which each check begins with a name.
 *
 * @param {(stand: any) => Promise<void>} judge
 * @param {string[]} [flags] of Chromium
 */
export function atDesk(judge, flags = QUICK) {
  return async (stand) => {
    const browser = await openBrowser(flags);
    const open = async (look = DESK, { name = "", address = stand.address } = {}) =>
      Object.assign(await browser.open(look, Desk), { name, address, report: stand.report });
    await judge({ ...stand, open }).finally(browser.close);
  };
}

/** A tab at the page, and what is found there. */
export class Desk extends Tab {
  name = "";
  address = "";
  /** @type {any} */
  report;
  hasAsked = false;

  check(what, good, ...facts) {
    this.report.check(this.name + what, good, ...facts);
  }

  /** Two lists of rows. */
  same(what, found, expected) {
    this.report.same(this.name + what, found, expected);
  }

  /** Waits until the page has what is expected; else `fact`, an expression, is told. */
  async sees(what, expression, fact = "location.hash") {
    const good = await this.holds(expression);
    this.check(what, good, ...(good ? [] : [await this.evaluate(fact)]));
  }

  /** Waits until a text has a pattern. */
  says(what, pattern, text = STATUS) {
    return this.sees(what, `${pattern}.test(${text})`, text);
  }

  /** Opens the page anew at a state, in English unless it says otherwise, and waits for its answer; what is posted needs a click. */
  async load(hash) {
    // A page that differs in its hash alone would not be loaded anew.
    await this.go("about:blank");
    await this.go(`${this.address}/${spoken(hash)}`);
    return this.#answered(hash);
  }

  /** Goes to a state as by a link that is pasted over the address of the page that is open. */
  async show(hash) {
    const now = await this.evaluate("location.href");
    // In another language the page loads itself anew.
    if (!now.startsWith(this.address) || languageIn(now) !== languageIn(spoken(hash))) return this.load(hash);
    await this.evaluate(`new Promise((done) => {
      const hash = ${JSON.stringify(spoken(hash))};
      if (location.hash === hash) return done();
      addEventListener("hashchange", () => done(), { once: true });
      location.hash = hash;
    })`);
    if (await this.#answered(hash, LINK_PATIENCE)) return true;
    console.log(`       the link was pasted in vain, and is loaded: ${hash}`);
    return this.load(hash);
  }

  async #answered(hash, patience = undefined) {
    if (hash.includes("climate/import")) {
      await this.holds(`!${$(".send")}.hidden`);
      await this.click($(".send"));
    }
    return this.holds(READY, patience);
  }

  /** Other parts of the state, as one who edits the address sets them. */
  set(parts) {
    return this.evaluate(`(() => { const now = new URLSearchParams(location.hash.slice(1));
      for (const [name, value] of Object.entries(${JSON.stringify(parts)})) now.set(name, value);
      location.hash = now; })()`);
  }

  unfold(selector = "details") {
    return this.evaluate(`${$$(selector)}.forEach((one) => { one.open = true; })`);
  }

  /** The answer of the service as an object. */
  ask(path) {
    return ask(this.address, path);
  }

  /** The number of Your roof as it stands: "7,938", or in German "7.938". */
  number() {
    return this.evaluate(`/[\\d.,]*\\d/.exec(${NUMBER}.textContent)[0]`);
  }

  /** Every row of the table behind the view, page by page. @returns {Promise<string[][]>} with the minus of programs, and without separators of thousands */
  async rows() {
    await this.evaluate(`${TABLE}.open = true`);
    await this.holds(`${TABLE}.querySelector("tbody tr")`);
    return this.evaluate(`(async () => {
      const table = ${TABLE};
      const [first, , next] = table.querySelectorAll(".pager button");
      const turn = (button) => new Promise((drawn) => (button.click(), setTimeout(drawn)));
      await turn(first);
      const rows = [];
      for (;;) {
        for (const row of table.querySelectorAll("tbody tr"))
          rows.push([...row.cells].map((cell) => cell.textContent.replace("−", "-").replace(/(?<=\\d),(?=\\d{3}(\\D|$))/g, "")));
        const [, to, all] = /to ([\\d,]+) of ([\\d,]+)/.exec(table.querySelector(".pager .rows").textContent) ?? [];
        if (to === all) return rows;
        await turn(next);
      }
    })()`);
  }

  /** The file that a click saves, once files are caught: in the page it stays as `saved`. @returns {Promise<string>} its text */
  async saved(element) {
    await this.evaluate("window.saved = window.savedAs = undefined");
    await this.click(element);
    await this.holds("window.saved && window.savedAs !== undefined");
    return this.evaluate("window.saved.text()");
  }

  /** Axe finds nothing. @param {string[]} [rules] those that are judged: all */
  async axe(what, rules) {
    if (!(await this.evaluate("'axe' in window"))) await this.evaluate(`${AXE}; 0`);
    const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
    const found = await this.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations
      .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 120)).join(" | ")))`);
    this.check(`${what}: axe finds nothing`, found.length === 0, ...found.slice(0, 4));
  }

  /** The page is not wider than the window that was set: a phone's own width grows with what is wider. */
  async fits(what) {
    const wide = await this.evaluate(`document.documentElement.scrollWidth - ${this.look.width}`);
    this.check(`${what}: nothing is wider than the window`, wide <= 0, wide);
  }

  /** Nothing on the console, and nothing asked of anybody else, since this was judged before. */
  clean(what) {
    this.hasAsked ||= this.requests.length > 0;
    const away = this.requests.filter(
      ({ url }) => !url.startsWith(`${this.address}/`) && !/^(data|blob|about):/.test(url),
    );
    this.check(`${what}: asks nobody but this server`, away.length === 0 && this.hasAsked, ...away.slice(0, 3));
    this.check(`${what}: nothing on the console`, this.errors.length === 0, ...this.errors.slice(0, 3));
    this.requests.length = this.errors.length = 0;
  }
}

function languageIn(address) {
  return /language=(\w+)/.exec(address)?.[1];
}

/** A hash in a language. */
function spoken(hash) {
  return /language=/.test(hash) ? hash : `${hash === "" ? "#" : `${hash}&`}language=en`;
}
