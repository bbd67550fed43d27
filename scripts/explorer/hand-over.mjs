// What a planner's comparison of three tilts at two sites leaves: the service's numbers, the report on paper, a link that hands it over, and
// pins that are moved, named and removed by the keyboard alone.
import { inflateSync } from "node:zlib";
import { $, $$, countOf, PHONE, textsOf } from "./desk.mjs";

const PAPERS = { A4: { paperWidth: 8.27, paperHeight: 11.69 }, Letter: { paperWidth: 8.5, paperHeight: 11 } };
const TILTS = [15, 30, 45];
const PINS = countOf(".pins li");
const SAID = ["Altitude", "Horizon", "P90", "Reflection", "Comparison", "Licence", "irradiance-engine", "Generated"];

/** At the planner's tab, where the report is open. */
export async function judgeHandOver({ tab, open }) {
  await judgeReport(tab);
  await judgeTable(tab);
  await judgeLink(tab, open);
  await judgeStrip(tab);
}

async function judgeReport(tab) {
  await tab.axe("the report");
  const ink = `getComputedStyle(${$(".sheet")}).backgroundColor`;
  await tab.sees("the report is on white", `${ink} === "rgb(255, 255, 255)"`, ink);
  const said = await tab.evaluate(`${$(".sheet")}.innerText`);
  const missing = SAID.filter((words) => !said.includes(words));
  tab.check("the report has all that a reader asks for", missing.length === 0, ...missing);
  tab.check("but no address that nobody else can open", !said.includes("127.0.0.1"), said.slice(-300));
  for (const [name, paper] of Object.entries(PAPERS)) {
    const { data } = await tab.send("Page.printToPDF", { ...paper, preferCSSPageSize: false });
    const pages = pagesOf(Buffer.from(data, "base64"));
    tab.check(`the report has one to three pages of ${name}`, pages >= 1 && pages <= 3, pages);
  }
  await tab.press("Escape");
  await tab.sees("Escape closes the report", `!${$(".report")}`);
  const before = await tab.evaluate("location.hash");
  await tab.click($(".report-button"));
  await tab.holds($(".sheet"));
  await tab.evaluate("history.back()");
  const same = `!${$(".report")} && location.hash === ${JSON.stringify(before)}`;
  await tab.sees("the browser's back closes the report, and nothing else", same);
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

/** The table's numbers are those of the service. */
async function judgeTable(tab) {
  await tab.holds(`/^6 .*compared/.test(${$(".compare .words")}.textContent) && location.hash.includes("pins=")`);
  const wide = `${$$(".compared table")}.find((one) => one.tHead.rows[0].cells.length > 6)`;
  const shown = await tab.evaluate(
    `[...${wide}.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent))`,
  );
  const expected = [];
  for (const [lat, lon, altitude] of placesOf(await tab.evaluate("location.hash")))
    for (const tilt of TILTS) {
      const place = `lat=${lat}&lon=${lon}&altitude=${altitude}`;
      const { annual } = await tab.ask(`yield?${place}&kwp=30&surface_tilt=${tilt}&surface_azimuth=180`);
      expected.push(
        [annual.energy, annual.specific_yield].map((value) => value.toLocaleString("en", { maximumFractionDigits: 0 })),
      );
    }
  const numbers = shown.map((row) => [row[1], row[4]]);
  tab.same("the comparison has a row for each pin, with the service's numbers", numbers, expected);
  const number = (text) => Number(text.replaceAll(",", "").replace("−", "-"));
  const [more, own] = [number(shown[1][2]), number(expected[1][0]) - number(expected[0][0])];
  tab.check("a difference is one", Math.abs(more - own) <= 1, more, own);
}

/** Of the first pin, and of the first of another place. */
function placesOf(hash) {
  const [, pins] = /pins=([^&]*)/.exec(decodeURIComponent(hash));
  const [first, ...rest] = pins
    .split("!")
    .map((pin) => ["lat", "lon", "altitude"].map((name) => new RegExp(`(?:^|~)${name}:([^~]*)`).exec(pin)?.[1]));
  const moved = rest.find(([lat]) => lat !== undefined);
  return [first, moved.map((value, k) => value ?? first[k])];
}

/** A link hands over the comparison; a removed pin comes back by a step back. */
async function judgeLink(tab, open) {
  const hash = await tab.evaluate("location.hash");
  const other = await open({ ...PHONE, dark: true });
  await other.load(hash);
  await other.sees("a link hands over the comparison", `${PINS} === 6`, PINS);
  other.check("a link of six pins is short", hash.length < 700, hash.length);
  await other.holds(`/^6 .*compared/.test(${$(".compare .words")}.textContent)`);
  await other.fits("the comparison on a phone");
  await other.axe("a comparison");
  await other.click($('.pins [data-act="remove 5"]'));
  await other.holds(`${PINS} === 5 && location.hash !== ${JSON.stringify(hash)}`);
  await other.still();
  await other.evaluate("history.back()");
  await other.sees("a removed pin comes back", `${PINS} === 6`, PINS);
}

/** By keyboard alone: a pin is moved, named and removed, and the focus stays with what was done. */
async function judgeStrip(tab) {
  const act = async (name, text) => {
    await tab.evaluate(`${$(`.pins [data-act="${name}"]`)}.focus()`);
    await tab.press("Enter");
    if (text === undefined) return;
    await tab.type(text);
    await tab.press("Enter");
  };
  const is = (what, pins, focus) =>
    tab.sees(what, `${pins} && document.activeElement.dataset.act === "${focus}"`, textsOf(".pins .name"));
  const names = textsOf(".pins button.name");
  const [first, second] = await tab.evaluate(names);
  await act("later 0");
  const swapped = `JSON.stringify(${names}.slice(0, 2)) === ${JSON.stringify(JSON.stringify([second, first]))}`;
  await is("a pin is moved by keyboard", swapped, "later 1");
  await act("rename 0", "South roof");
  await is("a pin is named by keyboard", `${names}[0] === "South roof"`, "rename 0");
  await act("remove 5");
  await is("a pin is removed by keyboard", `${names}.length === 5`, "remove 4");
}
