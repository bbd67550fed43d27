// Four people with a task each, at a page that they see for the first time: a homeowner, a planner, a customer of the HTTP API, a scientist.
// Their hands are real input events, and their steps are counted: one field filled, one choice, one click.
import { execFileSync } from "node:child_process";
import { ask, CATCH_FILES, checkClean } from "./desk.mjs";
import { Person } from "./hand.mjs";
import { IS_ANSWERED, numberShown, writtenAs } from "./roof.mjs";

const LARGEST = 1 << 26;
const HOURS_OF_A_DAY = 24;
/** The most that a walk may take. */
const MOST = { homeowner: 4, planner: 14, customer: 0, scientist: 5 };

export async function judgeWalks(tally, browser, address, look, picture = (_what) => undefined) {
  const walks = { homeowner, planner, customer, scientist };
  for (const [who, walk] of Object.entries(walks)) {
    const tab = await browser.open(look);
    const person = new Person(tab);
    const name = (what) => `${look.name}, the ${who}: ${what}`;
    try {
      await tab.go(`${address}/#language=en`);
      // Printing opens a window of the browser's own, which nobody here could close.
      await tab.holds("document.readyState === 'complete'");
      await tab.evaluate(`${CATCH_FILES}; window.print = () => { window.printed = (window.printed ?? 0) + 1; }; 0`);
      const extra = await walk(tally, person, address, name);
      const steps = extra ?? person.steps;
      tally.check(name(`${steps} steps, at most ${MOST[who]}`), steps <= MOST[who], ...person.done);
    } catch (cause) {
      const seen = await tab.evaluate("document.querySelector('main')?.innerText.slice(0, 300)");
      tally.check(name("the walk comes to its end"), false, cause.message, person.done, seen);
    }
    await tab.picture(picture(`walk-${who}`));
    checkClean(tally, name("on the way"), tab, address);
    await tab.close();
  }
}

/** From the name of a town to the year's number of the own roof. */
async function homeowner(tally, person, address, name) {
  const { tab } = person;
  await person.fill("Town or coordinates", "Freiburg", { enter: true });
  await arrived(tab, 48, 7.85);
  await person.fill("Size", "9.6");
  await person.press("45°");
  await tab.holds(`location.hash.includes("surface_tilt=45") && ${IS_ANSWERED}`, 60_000);
  const { lat, lon } = await placeOf(tab);
  tally.check(name("the town is found"), Math.hypot(lat - 48, lon - 7.85) < 0.2, lat, lon);
  const { annual } = await ask(
    address,
    `yield?lat=${lat}&lon=${lon}&kwp=9.6&surface_tilt=45&surface_azimuth=180${await altitudeOf(tab)}`,
  );
  const shown = await numberShown(tab);
  tally.check(name("the number is this roof's"), shown === writtenAs(annual.energy, shown), shown, annual.energy);
  const range = await tab.evaluate("document.querySelector('#content').innerText");
  tally.check(name("its range stands beside it"), /between [\d,]+ and [\d,]+ kWh/.test(range), range.slice(0, 200));
  tally.check(name("and that the weather is generated"), /Generated weather/.test(range), range.slice(0, 300));
}

/** Three tilts at two sites, side by side, and a report on paper. */
async function planner(tally, person, _address, name) {
  const { tab } = person;
  await person.fill("Town or coordinates", "Lausanne", { enter: true });
  await arrived(tab, 46.52, 6.63);
  await person.fill("Size", "30");
  await tab.holds(`location.hash.includes("kwp=30") && ${IS_ANSWERED}`, 60_000);
  await person.fill(/^Tilts/, "15, 30, 45");
  await person.fill(/^Also at/, "Sion");
  await person.press("Compare");
  const compared = await tab.holds(
    "/6 results are compared|yields most/.test(document.querySelector('.compare').innerText)",
    90_000,
  );
  const rows = await tab.evaluate(
    `Math.max(0, ...[...document.querySelectorAll(".compare table")].map((table) => table.tBodies[0].rows.length))`,
  );
  tally.check(name("six results stand side by side"), compared && rows >= 6, rows);
  await person.press("Report (print, PDF)");
  await tab.holds("document.querySelector('.report')?.innerText.includes('kWh')", 30_000);
  await person.press("Print or save as PDF");
  tally.check(name("the browser is asked to print"), (await tab.evaluate("window.printed")) === 1);
  const pages = await printedPages(tab);
  tally.check(name("the report has one to three pages"), pages >= 1 && pages <= 3, pages);
  const report = await tab.evaluate("document.querySelector('.report').innerText");
  const missing = ["Lausanne", "30 kWp", "P90", "Generated weather", "Sion"].filter((text) => !report.includes(text));
  tally.check(name("it says what it is about"), missing.length === 0, ...missing);
}

/** Lines that run as they stand. @returns the steps after the room was found, where the lines are */
async function customer(tally, person, address, name) {
  const { tab } = person;
  await tab.holds(IS_ANSWERED, 60_000);
  await person.press("Data and code");
  const before = person.steps;
  await tab.holds(
    "[...document.querySelectorAll('.lines pre')].some((one) => one.textContent.includes('curl'))",
    30_000,
  );
  const line = await tab.evaluate(
    "[...document.querySelectorAll('.lines pre')].map((one) => one.textContent).find((text) => text.includes('curl'))",
  );
  const said = execFileSync("sh", ["-c", `${line} -s`], { encoding: "utf8", maxBuffer: LARGEST });
  const answer = JSON.parse(said);
  const values = answer.values ?? answer.annual;
  tally.check(name("the line runs as it stands"), Object.keys(values ?? {}).length > 0, line, said.slice(0, 200));
  tally.check(name("it asks this server"), line.includes(address), line);
  return person.steps - before;
}

/** Ten years of hours in one file. */
async function scientist(tally, person, _address, name) {
  const { tab } = person;
  await person.press("Data and code");
  await person.press("Many years in one file");
  await person.press(/^Get CSV/);
  const isThere = await tab.holds(
    "[...document.querySelectorAll('button')].some((one) => one.textContent === 'Save CSV' && !one.disabled)",
    180_000,
  );
  tally.check(name("the years are fetched"), isThere);
  await person.press("Save CSV");
  await tab.holds("window.saved", 30_000);
  const [first, count] = await tab.evaluate(
    "window.saved.text().then((text) => { const lines = text.trimEnd().split('\\n').filter((line) => !line.startsWith('#')); return [lines[0], lines.length - 1]; })",
  );
  const last = new Date().getUTCFullYear() - 1;
  const days = (Date.UTC(last + 1, 0, 1) - Date.UTC(last - 9, 0, 1)) / 86_400_000;
  tally.check(name("the file has every hour of ten years"), count === HOURS_OF_A_DAY * days, count, first);
}

function placeOf(tab) {
  return tab.evaluate(`(() => { const parts = new URLSearchParams(location.hash.slice(1));
    return { lat: Number(parts.get("lat")), lon: Number(parts.get("lon")) }; })()`);
}

async function altitudeOf(tab) {
  const altitude = await tab.evaluate("new URLSearchParams(location.hash.slice(1)).get('altitude') ?? ''");
  return altitude === "" ? "" : `&altitude=${altitude}`;
}

/** Until the address has a place near this one. */
async function arrived(tab, lat, lon) {
  const near = `Math.hypot(parts.get("lat") - ${lat}, parts.get("lon") - ${lon}) < 0.3`;
  const isThere = await tab.holds(`((parts) => ${near})(new URLSearchParams(location.hash.slice(1)))`, 15_000);
  if (!isThere) throw new Error(`the place did not become ${lat}, ${lon}: ${await tab.evaluate("location.hash")}`);
}

/** The pages of the PDF that the browser would print. */
async function printedPages(tab) {
  const { data } = await tab.send("Page.printToPDF", { printBackground: true, preferCSSPageSize: true });
  const pdf = Buffer.from(data, "base64").toString("latin1");
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
