// What the axes of values say: every unit has a panel of its own, in the files too; zeros have no tenths, and nothing has no scale at all.
import { CATCH_FILES, openView } from "./desk.mjs";

const HISTORY = "#endpoint=observation/historical&start=2024-06-21T03:00Z&frequency=1_hour&zone=utc";
const NIGHT = `${HISTORY}&end=2024-06-21T06:00Z&parameters=global_horizontal_irradiance,snow_depth`;
const DAY = `${HISTORY}&end=2024-06-22T03:00Z`;
/** Energies of days, °C, % and m/s, of a typical year. */
const MANY =
  "#endpoint=climate/tmy&parameters=global_horizontal_irradiance,pv_production,temperature,relative_humidity,wind_speed";
const YEAR = "#endpoint=observation/historical&start=2023-01-01&end=2024-01-01&frequency=1_hour";
/** No source of the demo key has it. */
const NONE = "column=snow_depth";

export async function judgeScales(tally, browser, address) {
  const desk = await browser.open({ width: 1280, height: 1000 });
  await openView(desk, address, NIGHT);
  tally.check("a column without values is told as such", (await legendOf(desk)).includes("Snow depth: no values"));
  const night = await savedTexts(desk);
  const marks = night.filter((text) => /^[\d.e−-]+$/.test(text));
  tally.check("the axis of zeros has a 0 and no more", marks.join() === "0", ...marks);
  tally.check("and there is none without values", !night.includes("mm"), ...night);
  await openView(desk, address, `${NIGHT}&${NONE}`);
  for (const view of ["heat-map", "duration", "months"]) {
    await desk.click(`document.querySelector('#tab-${view}')`);
    const said = await desk.evaluate(`document.querySelector('#view-${view} svg').textContent`);
    tally.check(`${view}: a column without values is told as such`, said.includes("No values"), said);
  }
  for (const [hash, units] of /** @type {[string, string[]][]} */ ([
    [DAY, ["W/m²", "°C"]],
    [MANY, ["kWh/m²/d", "kWh/kWp/d", "°C", "%", "m/s"]],
  ])) {
    await openView(desk, address, hash);
    const texts = await savedTexts(desk);
    // A panel's title is the unit, after the name where a curve stands alone.
    const counts = units.map((unit) => texts.filter((text) => text === unit || text.endsWith(`, ${unit}`)).length);
    tally.check(
      `the SVG has one panel for each of ${units.length} units`,
      counts.join() === units.map(() => 1).join(),
      ...texts,
    );
  }
  await openView(desk, address, YEAR);
  const detail = "document.querySelector('.curves .detail').textContent";
  const byDays = await desk.holds(`/^Each point is a day/.test(${detail})`, 5000);
  tally.check("a year of hours is drawn by the day, and says so", byDays, await desk.evaluate(detail));
  await openView(desk, address, `${YEAR}&zoom=2023-06-01T00:00Z,2023-06-09T00:00Z`);
  tally.check(
    "days zoomed in to have every value",
    await desk.holds(`${detail} === ""`, 5000),
    await desk.evaluate(detail),
  );
  await desk.close();
}

const legendOf = (tab) => tab.evaluate("document.querySelector('.legend').innerText");

/** What stands in the SVG that is saved. */
async function savedTexts(tab) {
  await tab.evaluate(CATCH_FILES);
  await tab.evaluate("window.saved = undefined");
  await tab.click("[...document.querySelectorAll('button')].find((one) => one.textContent === 'SVG')");
  return tab.evaluate(`window.saved.text().then((text) =>
    [...new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("text")].map((one) => one.textContent))`);
}
