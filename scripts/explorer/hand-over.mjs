// The planner's walk, as a script with counted steps (a step: one field filled, one choice, one click): three tilts at two sites, compared
// and printed. Then what a link hands over, what is undone, and the report on paper.
import { inflateSync } from "node:zlib";
import { ask, findings, tooWide } from "./desk.mjs";

/** The walk may have as many. */
const MOST_STEPS = 14;
const PAPERS = [
  { name: "A4", paperWidth: 8.27, paperHeight: 11.69 },
  { name: "Letter", paperWidth: 8.5, paperHeight: 11 },
];
const $ = (selector) => `document.querySelector(${JSON.stringify(selector)})`;
const TILTS = [15, 30, 45];

export async function judgeHandOver(tally, browser, address) {
  const tab = await browser.open({ width: 1280, height: 900 });
  const steps = [];
  const step = async (what, work) => {
    steps.push(what);
    await work;
  };
  await tab.go(`${address}/`);
  await tab.holds($(".roof-number strong"));
  await step("the town", tab.fill($("#place-search"), "Zürich"));
  await tab.holds($("#place-options [role=option]"));
  await step("its choice", tab.press("Enter"));
  await tab.holds(`${$(".compare .set input")} && /name=Z/.test(location.hash)`);
  const [tilts, other] = [0, 1].map((k) => `document.querySelectorAll('.set input')[${k}]`);
  await step("the tilts", tab.fill(tilts, TILTS.join(", ")));
  await step("the other site", tab.fill(other, "Genève"));
  await step("compare", tab.click($(".set .go")));
  const isCompared = await tab.holds("document.querySelectorAll('.compared tbody tr').length >= 9");
  tally.check("a set of three tilts at two sites is compared", isCompared);
  await tab.holds("/^6 .*compared/.test(document.querySelector('.compare .words').textContent)");
  await checkTable(tally, tab, address);
  await step("the report", tab.click($(".report-button")));
  await tab.holds(`${$(".sheet")} && !${$(".report-bar .send")}.disabled`);
  await tab.evaluate("window.print = () => { window.printed = document.title; }");
  await step("print", tab.click($(".report-bar .send")));
  const title = await tab.evaluate("window.printed");
  tally.check(
    "the report's title names what, where and when",
    /^Yield of .* – Z.*rich.* – \d+ \w+ \d{4}$/.test(title),
    title,
  );
  tally.check(`the planner's walk has at most ${MOST_STEPS} steps`, steps.length <= MOST_STEPS, steps.length, steps);
  console.log(`       planner: ${steps.length} steps: ${steps.join(", ")}`);
  await checkReport(tally, tab);
  await checkLink(tally, browser, tab, address);
  await checkStrip(tally, tab);
  tally.check("nothing on the console in the planner's walk", tab.errors.length === 0, ...tab.errors.slice(0, 3));
  await tab.close();
}

/** The table's numbers are those of the service. */
async function checkTable(tally, tab, address) {
  const links = await tab.evaluate(`[...document.querySelectorAll('.pins .name')].map((one) => one.textContent)`);
  const cells = await tab.evaluate(
    `[...document.querySelectorAll('.compared table')].at(1).querySelectorAll('tbody tr').length`,
  );
  const shown = await tab.evaluate(
    `[...[...document.querySelectorAll('.compared table')].find((one) => one.tHead.rows[0].cells.length > 6).tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent))`,
  );
  tally.check("each pin has a row", links.length === 6 && shown.length === 6 && cells > 0, links, shown);
  await tab.holds("location.hash.includes('pins=')");
  const places = await tab.evaluate("location.hash").then((hash) => placesOf(hash));
  const expected = [];
  for (const [lat, lon, altitude] of places)
    for (const tilt of TILTS) {
      const path = `yield?lat=${lat}&lon=${lon}&altitude=${altitude}&kwp=8&surface_tilt=${tilt}&surface_azimuth=180`;
      const { annual } = await ask(address, path);
      expected.push(
        [annual.energy, annual.specific_yield].map((value) => value.toLocaleString("en", { maximumFractionDigits: 0 })),
      );
    }
  tally.same(
    "the comparison has the service's numbers",
    shown.map((row) => [row[1], row[4]]),
    expected,
  );
  const [base, second] = [expected[0][0], expected[1][0]].map((text) => Number(text.replaceAll(",", "")));
  const more = Number(shown[1][2].replaceAll(",", "").replace("−", "-"));
  tally.check("a difference is one", Math.abs(more - (second - base)) <= 1, more, second - base);
}

/** Of the first pin, and of the first of another place. */
function placesOf(hash) {
  const pins = decodeURIComponent(hash)
    .match(/pins=([^&]*)/)[1]
    .split("!");
  const part = (pin, name) => new RegExp(`(?:^|~)${name}:([^~]*)`).exec(pin)?.[1];
  const found = pins.map((pin) => ["lat", "lon", "altitude"].map((name) => part(pin, name)));
  const moved = found.slice(1).find(([lat]) => lat !== undefined);
  return [found[0], moved.map((value, k) => value ?? found[0][k])];
}

async function checkReport(tally, tab) {
  const found = await findings(tab);
  tally.check("axe finds nothing in the report", found.length === 0, ...found);
  const ink = await tab.evaluate("getComputedStyle(document.querySelector('.sheet')).backgroundColor");
  tally.check("the report is on white", ink === "rgb(255, 255, 255)", ink);
  const said = await tab.evaluate("document.querySelector('.sheet').innerText");
  for (const words of [
    "Altitude",
    "Horizon",
    "P90",
    "Reflection",
    "Comparison",
    "Licence",
    "irradiance-engine",
    "pins=",
    "Generated",
  ])
    tally.check(`the report has “${words}”`, said.includes(words));
  for (const { name, ...paper } of PAPERS) {
    const { data } = await tab.send("Page.printToPDF", { ...paper, preferCSSPageSize: false });
    const pages = pagesOf(Buffer.from(data, "base64"));
    tally.check(`the report has one to three pages of ${name}`, pages >= 1 && pages <= 3, pages);
  }
  await tab.press("Escape");
  tally.check("Escape closes the report", await tab.holds("!document.querySelector('.report')", 2000));
  const before = await tab.evaluate("location.hash");
  await tab.click($(".report-button"));
  await tab.holds($(".sheet"));
  await tab.evaluate("history.back()");
  const isClosed = await tab.holds("!document.querySelector('.report')", 2000);
  const after = await tab.evaluate("location.hash");
  tally.check("the browser's back closes the report, and nothing else", isClosed && after === before, before, after);
}

/** Chromium writes its pages' objects in plain text, or in compressed streams of objects. */
function pagesOf(pdf) {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/\/ObjStm[\s\S]*?stream\r?\n/g)].map(({ index, 0: head }) => {
    const from = index + head.length;
    return inflateSync(pdf.subarray(from, text.indexOf("endstream", from)), { finishFlush: 2 }).toString("latin1");
  });
  return [text, ...streams].join("\n").match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** A link hands over the comparison; a removed pin comes back by a step back. */
async function checkLink(tally, browser, tab, address) {
  const hash = await tab.evaluate("location.hash");
  const look = { width: 390, height: 844, mobile: true, dark: true };
  const other = await browser.open(look);
  await other.go(`${address}/${hash}`);
  const isThere = await other.holds("document.querySelectorAll('.pins li').length === 6");
  tally.check("a link hands over the comparison", isThere && hash.length < 700, hash.length);
  await other.holds("/^6 .*compared/.test(document.querySelector('.compare .words').textContent)");
  const wide = await tooWide(other, look);
  tally.check("the comparison fits a phone", wide <= 0, wide);
  const found = await findings(other);
  tally.check("axe finds nothing in a comparison", found.length === 0, ...found);
  await other.click($('.pins [data-act="remove 5"]'));
  await other.holds("document.querySelectorAll('.pins li').length === 5 && !/Gen.*45$/.test(location.hash)");
  await new Promise((resolve) => setTimeout(resolve, 600));
  await other.evaluate("history.back()");
  tally.check(
    "a removed pin comes back",
    await other.holds("document.querySelectorAll('.pins li').length === 6", 3000),
  );
  await other.close();
}

/** By keyboard alone: a pin is moved, named and removed, and the focus stays with what was done. */
async function checkStrip(tally, tab) {
  const names = () => tab.evaluate("[...document.querySelectorAll('.pins button.name')].map((one) => one.textContent)");
  const focus = () => tab.evaluate("document.activeElement.dataset.act");
  const press = async (act) => {
    await tab.evaluate(`document.querySelector('.pins [data-act="${act}"]').focus()`);
    await tab.press("Enter", { text: "\r" });
  };
  const [first, second] = await names();
  await press("later 0");
  tally.same("a pin is moved by keyboard", [(await names()).slice(0, 2), await focus()], [[second, first], "later 1"]);
  await press("rename 0");
  await tab.send("Input.insertText", { text: "South roof" });
  await tab.press("Enter", { text: "\r" });
  tally.same("a pin is named by keyboard", [(await names())[0], await focus()], ["South roof", "rename 0"]);
  await press("remove 5");
  tally.same("a pin is removed by keyboard", [(await names()).length, await focus()], [5, "remove 4"]);
}
