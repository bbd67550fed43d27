// Seven people with a task each, at a page that they see for the first time: a homeowner, one who wants to save, a planner, a customer of the
// HTTP API, a scientist, the owner of a system,
// and one who comes back, by a link that has the own roofs.
// Their hands are real input events, and their steps are counted: one field filled, one choice, one click.
import { execFileSync } from "node:child_process";
import { judgeYears } from "./data-room.mjs";
import { $, $$, CATCH_FILES, DESK, fits, IS_ANSWERED, part, post, SUGGESTED, textsOf, writtenAs } from "./desk.mjs";
import { judgeHandOver } from "./hand-over.mjs";
import { madeMeter } from "./made-meter.mjs";
import { dropped } from "./meter.mjs";

const LARGEST = 1 << 26;
const DAY = 86_400_000;
/** Who walks, the most steps that they may take, and what is judged on a desk of what they leave. */
const WALKS =
  /** @type {[name: string, walk: (person: Person) => Promise<unknown>, most: number, then?: (stand: any) => Promise<void>][]} */ ([
    ["homeowner", homeowner("Freiburg", 48, 7.85), 3],
    ["homeowner in Zürich", homeowner("Zürich", 47.37, 8.55), 3],
    ["homeowner in Sydney", homeowner("Sydney", -33.87, 151.21), 3],
    ["homeowner in Tromsø", homeowner("Tromsø", 69.65, 18.96), 3],
    ["homeowner in Quito", homeowner("Quito", -0.23, -78.52), 3],
    ["homeowner in Leh", homeowner("Leh", 34.16, 77.58), 3],
    ["saver", saver, 3],
    ["planner", planner, 14, judgeHandOver],
    ["customer", customer, 0],
    ["scientist", scientist, 5, judgeYears],
    ["owner", owner, 3],
    ["returner", returner, 2],
  ]);

export async function judgeWalks({ open, picture }, look) {
  for (const [who, walk, most, then] of WALKS) {
    const tab = await open(look, { name: `${look.name}, the ${who}: ` });
    const person = new Person(tab);
    try {
      await tab.load("");
      // Printing opens a window of the browser's own, which nobody here could close.
      await tab.evaluate(`${CATCH_FILES}; window.print = () => { window.printed = document.title; }; 0`);
      await walk(person);
      tab.check(`${person.steps} steps, at most ${most}`, person.steps <= most, ...person.done);
      if (!look.mobile) await then?.({ tab, open });
    } catch (cause) {
      tab.check(
        "the walk comes to its end",
        false,
        cause.stack,
        person.done,
        await tab.evaluate(`${$("main")}.innerText`),
      );
    }
    await tab.picture(picture(look.name, `walk-${who.replaceAll(" ", "-")}`));
    tab.clean("on the way");
    await tab.close();
  }
}

const TEXT = `((one) => (one.ariaLabel ?? one.textContent).replace(/\\s+/g, " ").trim())`;

/** In the page: the first thing to press that is seen under these words, or with them in bold. */
function named(words) {
  return `((fits, text) => ${$$("button, a[href], summary, [role=tab], [role=option], label:has(> input[type=radio])")}
    .find((one) => one.checkVisibility() && !one.disabled
      && [one, ...one.querySelectorAll("strong")].some((part) => fits(text(part)))))(${fits(words)}, ${TEXT})`;
}

/** In the page: the field that is seen under a label, or has it as its name. */
function field(label) {
  return `((fits, text) => [
    ...${$$("label")}.filter((one) => fits(text(one))).map((one) => one.control),
    ...${$$(":is(input, select, textarea)[aria-label]")}.filter((one) => fits(text(one))),
  ].find((one) => one?.checkVisibility()))(${fits(label)}, ${TEXT})`;
}

/** A person at the page: the mouse and the keyboard as Chromium takes them from a hand, what can be seen by its words, and steps counted. */
class Person {
  /** What was done, step by step. */
  done = [];
  /** Steps that do not count: those up to the place where a task begins. */
  before = 0;

  constructor(tab) {
    this.tab = tab;
  }

  get steps() {
    return this.done.length - this.before;
  }

  /** One click, with the mouse, on what is seen under these words. */
  async press(words) {
    await this.#clickOn(named(words), words);
    this.done.push(`press ${words}`);
  }

  /** One field filled; `enter` ends it as people end a search, when something is suggested. */
  async fill(label, text, { enter = false } = {}) {
    await this.#clickOn(field(label), label);
    await this.tab.evaluate("document.activeElement.select?.()");
    await this.tab.type(text);
    if (enter) {
      await this.tab.holds(SUGGESTED);
      await this.tab.press("Enter");
    }
    this.done.push(`fill ${label}: ${text}`);
  }

  /** A file let go over the room. */
  async drop(content, name) {
    await this.tab.evaluate(dropped(JSON.stringify(content), name));
    this.done.push(`drop ${name}`);
  }

  /** The mouse in the middle of an element, pressed and released. */
  async #clickOn(element, words) {
    if (!(await this.tab.holds(element))) throw new Error(`nothing is seen under ${words}`);
    // Pictures and answers that come push what is below them: the place has to hold for a moment.
    let at = await this.tab.middle(element);
    for (let k = 0; k < 20; k++) {
      await this.tab.still();
      const next = await this.tab.middle(element);
      if (next.x === at.x && next.y === at.y) break;
      at = next;
    }
    await this.tab.drag(at);
  }
}

/** From the name of a town to the year's number of the own roof. */
function homeowner(town, north, east) {
  return async (person) => {
    const { tab } = person;
    await person.fill("Place", town, { enter: true });
    await arrived(tab, north, east);
    await person.fill("Size", "9.6");
    await person.press("45°");
    await tab.holds(`location.hash.includes("surface_tilt=45") && ${IS_ANSWERED}`);
    const [lat, lon, altitude] = await tab.evaluate(`[${["lat", "lon", "altitude"].map(part)}]`);
    const place = `lat=${lat}&lon=${lon}${altitude === null ? "" : `&altitude=${altitude}`}`;
    const { annual } = await tab.ask(`yield?${place}&kwp=9.6&surface_tilt=45&surface_azimuth=${north < 0 ? 0 : 180}`);
    const shown = await tab.number();
    tab.check("the number is this roof's", shown === writtenAs(annual.energy, shown), shown, annual.energy, place);
    await tab.says("its range stands beside it", /between [\d,]+ and [\d,]+ kWh/, `${$("#content")}.innerText`);
    await tab.says("and that the weather is generated", /Generated weather/, `${$("#content")}.innerText`);
  };
}

/** When the roof that the page opens with has paid for itself. */
async function saver(person) {
  const { tab } = person;
  await person.fill("Power used (kWh a year)", "4500");
  await person.fill("Price of a kWh", "0.32");
  await person.fill("Cost of the system", "10000");
  const card = `${$(".roof-money")}.innerText`;
  await tab.says(
    "it is paid back after some years, with the range of them",
    /Paid back after [\d.]+ years\s+[\d.]+ years if .* \(P10\)/,
    card,
  );
  const { own_use } = await post(tab.address, "yield?lat=36.1&lon=-79.95", {
    planes: [{ kwp: 8, surface_tilt: 30, surface_azimuth: 180 }],
    house: { load: 4500, tariff: { price: 0.32, investment: 10_000 } },
  });
  const years = own_use.money.payback.toFixed(1);
  await tab.says("the years are the service's", new RegExp(`Paid back after ${years} years`), card);
}

/** "Is my system right?", from a year of quarter-hours. */
async function owner(person) {
  const { tab } = person;
  await person.fill("Place", "München", { enter: true });
  await arrived(tab, 48.14, 11.58);
  await person.press("My meter");
  await tab.holds($(".meter .drop"));
  await person.drop(madeMeter(), "meter.csv");
  await tab.says("the system is named", /\d kW\s+3\d° tilt, facing south-east/, `${$("#content")}.innerText`);
  await tab.says("and the inverter that was out", /about half of the power was gone/, `${$("#content")}.innerText`);
  console.log(`       my system is found ${await tab.evaluate(`${$("[data-ms]")}.dataset.ms`)} ms after its file`);
}

const TWO_ROOFS = {
  planes: [
    { surface_tilt: 35, surface_azimuth: 90, kwp: 5 },
    { surface_tilt: 35, surface_azimuth: 270, kwp: 4 },
  ],
  inverter: { ac_power: "7 kW" },
};

/** Tomorrow of two roofs with one inverter: its energy and range are the service's, and stand with their picture on the first screen. */
async function returner(person) {
  const { tab } = person;
  const system = JSON.stringify(TWO_ROOFS);
  await tab.load(`#room=roof&lat=47.37&lon=8.54&system=${encodeURIComponent(system)}`);
  await person.press("Forecast");
  const card = `${$$(".days .day")}.find((one) => one.innerText.startsWith("Tomorrow")).innerText`;
  await tab.says("tomorrow is there, with its range", /kWh\s+eight in ten: [\d.]+ to [\d.]+ kWh/, card);
  const said = await tab.evaluate(card);
  const tomorrow = async () => {
    const path = "forecast/pv?lat=47.37&lon=8.54&quantiles=p10,p50,p90";
    const { issued, days } = await post(tab.address, path, TWO_ROOFS);
    const { energy, quantiles } = days[days.findIndex(({ date }) => issued.startsWith(date)) + 1];
    return [energy, quantiles.p10, quantiles.p90].map((value) => value.toFixed(1));
  };
  // A quarter may begin between the page's question and this one.
  const numbers = [await tomorrow(), await tomorrow()];
  const isOneOfThem = numbers.some((own) => own.every((text) => said.includes(text)));
  tab.check("they are the service's for both roofs", isOneOfThem, said, numbers);
  await tab.says("both roofs are named", /9 kWp: 5 kWp, .*; 4 kWp, /, `${$(".forecast-head")}.innerText`);
  await tab.says("the weather is said to be generated", /Generated weather/, `${$(".forecast-head")}.innerText`);
  const foot = `${$(".power-chart canvas")}.getBoundingClientRect().bottom`;
  await tab.sees("its hours are on the first screen", `scrollY === 0 && ${foot} <= ${tab.look.height}`, foot);
}

/** Three tilts at two sites, side by side, and a report on paper. */
async function planner(person) {
  const { tab } = person;
  await person.fill("Place", "Lausanne", { enter: true });
  await arrived(tab, 46.52, 6.63);
  await person.fill("Size", "30");
  await tab.holds(`location.hash.includes("kwp=30") && ${IS_ANSWERED}`);
  await person.fill(/^Tilts/, "15, 30, 45");
  await person.fill(/^Also at/, "Sion");
  await person.press("Compare");
  await tab.says("six results stand side by side", /6 results are compared|yields most/, `${$(".compare")}.innerText`);
  await person.press("Report (print, PDF)");
  await tab.holds(`${$(".report")}?.innerText.includes("kWh")`);
  await person.press("Print or save as PDF");
  await tab.says(
    "the report's title names what, where and when",
    /^Yield of .* – Lausanne.* – \d+ \w+ \d{4}$/,
    "window.printed",
  );
  const text = await tab.evaluate(`${$(".report")}.innerText`);
  const missing = ["Lausanne", "30 kWp", "P90", "Generated weather", "Sion"].filter((words) => !text.includes(words));
  tab.check("the report says what it is about", missing.length === 0, ...missing);
}

/** Lines that run as they stand, in the room where the lines are. */
async function customer(person) {
  const { tab } = person;
  await person.press("Data and code");
  person.before = person.steps;
  const curl = `${textsOf(".lines pre")}.find((text) => text.includes("curl"))`;
  await tab.holds(curl);
  const line = await tab.evaluate(curl);
  const said = execFileSync("sh", ["-c", `${line} -s`], { encoding: "utf8", maxBuffer: LARGEST });
  const { values, annual = {} } = JSON.parse(said);
  tab.check("the line runs as it stands", Object.keys(values ?? annual).length > 0, line, said.slice(0, 200));
  tab.check("it asks this server", line.includes(tab.address), line);
}

/** Ten years of hours in one file. */
async function scientist(person) {
  const { tab } = person;
  await person.press("Data and code");
  await person.press("Many years in one file");
  await person.press(/^Get CSV/);
  await tab.sees(
    "the years are fetched",
    `${$$("button")}.some((one) => one.textContent === "Save CSV" && !one.disabled)`,
  );
  await person.press("Save CSV");
  await tab.holds("window.saved");
  const [head, ...rows] = (await tab.evaluate("window.saved.text()")).trimEnd().split("\n");
  const year = new Date().getUTCFullYear();
  const hours = (24 * (Date.UTC(year, 0) - Date.UTC(year - 10, 0))) / DAY;
  tab.check("the file has every hour of ten years", rows.length === hours, rows.length, head);
}

/** Until the address has a place near this one. */
async function arrived(tab, lat, lon) {
  const isThere = await tab.holds(`Math.hypot(${part("lat")} - ${lat}, ${part("lon")} - ${lon}) < 0.3`);
  if (!isThere) throw new Error(`the place did not become ${lat}, ${lon}: ${await tab.evaluate("location.hash")}`);
}

/** Roofs of each kind: [name, latitude, longitude, kWp, tilt, azimuth, altitude where it is given]. That the command line has the yields of the
 * service is judged by server/test/http/bare-places.test.ts. */
const ROOFS = /** @type {[string, number, number, number, number, number, number?][]} */ ([
  ["Sydney", -33.87, 151.21, 6.6, 22, 0],
  ["Tromsø", 69.65, 18.96, 5, 45, 180],
  ["Quito", -0.18, -78.47, 3.3, 10, 90],
  ["Apia", -13.83, -171.76, 4, 15, 0],
  ["La Paz", -16.5, -68.15, 2.5, 20, 0, 3640],
  ["Cape Town", -33.92, 18.42, 10, 30, 350],
  ["Reykjavík", 64.15, -21.94, 7.25, 50, 170],
  ["Longyearbyen", 78.22, 15.65, 1, 90, 180],
  ["Chennai", 13.08, 80.27, 1000, 13, 180],
  ["a wall in London", 51.51, -0.13, 2, 90, 250],
  ["a balcony in Lisbon", 38.72, -9.14, 0.8, 70, 190],
]);
/** In the page: the rows of the table of the months. */
const ROWS_OF_MONTHS = `${$$("#content table")}
  .map((table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim())))
  .find((rows) => rows.length >= 12 && rows[0].length >= 3 && /^Jan/.test(rows[0][0])) ?? []`;

export async function judgeYields({ open }) {
  const tab = await open(DESK);
  for (const [name, lat, lon, kwp, tilt, azimuth, altitude] of ROOFS) {
    const high = altitude === undefined ? "" : `&altitude=${altitude}`;
    const state = `lat=${lat}&lon=${lon}&kwp=${kwp}&surface_tilt=${tilt}&surface_azimuth=${azimuth}${high}`;
    tab.check(`${name}: a number comes`, await tab.show(`#room=roof&${state}`));
    const shown = await tab.number();
    const { annual, months } = await tab.ask(`yield?${state}`);
    const served = writtenAs(annual.energy, shown);
    tab.check(`${name}: the page's yield is /v1/yield's, ${shown} kWh`, shown === served, shown, served);
    await tab.unfold("#content details");
    const rows = await tab.evaluate(ROWS_OF_MONTHS);
    const energies = months.map(({ energy }, month) => [writtenAs(energy, rows[month]?.[1] ?? "")]);
    tab.same(
      `${name}: the table has the service's twelve months`,
      rows.slice(0, 12).map((row) => [row[1]]),
      energies,
    );
  }
}
