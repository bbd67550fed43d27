// What the axes of values say: every unit has its scale, in the files too; zeros have no tenths, and nothing has no scale at all.
import { CATCH_FILES, openView } from "./desk.mjs";

const HISTORY = "#endpoint=observation/historical&start=2024-06-21T03:00Z&frequency=1_hour&zone=utc";
const NIGHT = `${HISTORY}&end=2024-06-21T06:00Z&parameters=global_horizontal_irradiance,snow_depth`;
const DAY = `${HISTORY}&end=2024-06-22T03:00Z`;
/** W/m², W/kWp, °C, % and m/s, of a typical year. */
const MANY =
  "#endpoint=climate/tmy&parameters=global_horizontal_irradiance,pv_production,temperature,relative_humidity,wind_speed";
/** No source of the demo key has it. */
const NONE = "column=snow_depth";

export async function judgeScales(tally, browser, address) {
  const desk = await browser.open({ width: 1280, height: 1000 });
  await openView(desk, address, NIGHT);
  tally.check("a column without values is told as such", (await legendOf(desk)).includes("Snow depth (mm): no values"));
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
  await openView(desk, address, DAY);
  const day = await savedTexts(desk);
  const axes = ["W/m²", "W/kWp", "°C"].filter((unit) => day.includes(unit));
  tally.check("the SVG has an axis for each unit of the first view", axes.length === 3, ...day);
  await openView(desk, address, MANY);
  const many = await savedTexts(desk);
  const mute = many.slice(many.lastIndexOf("Time (UTC−5)") + 1).filter((text) => {
    const [, unit, scale] = /^.* \((\S+?)(, scale −?[\d.]+ to [\d.]+)?\)$/.exec(text) ?? [];
    return unit !== undefined && scale === undefined && !many.includes(unit);
  });
  tally.check("the SVG of many units has an axis or tells a scale for each", mute.length === 0, ...mute);
  const told = many.filter((text) => text.includes(", scale ")).length;
  tally.check("beside those with an axis", told >= 1, ...many);
  await desk.close();

  const phone = await browser.open({ width: 390, height: 844, mobile: true });
  await openView(phone, address, DAY);
  const legend = await legendOf(phone);
  const scale = /Temperature \(°C, scale 0 to \d+\)/;
  tally.check("a phone tells the scale that it has no room for", scale.test(legend), legend);
  await phone.close();
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
