// The spread of a forecast, in the picture and in the table: the service's own, of a server for which it is always noon. At other
// steps and of other parameters there is none, and the page says so.
import { ask, DEMO_KEY, openView, tableRows } from "./desk.mjs";

/** At 80° W the sun is high; between two hours, as clocks are. */
export const NOON = "2026-06-21T16:17:09Z";
const PLACE = "lat=36.1&lon=-79.95";
const GHI = "global_horizontal_irradiance";
const NOTES = "document.querySelector('#view-forecast').innerText";
const remedyOf = (pattern) =>
  `[...document.querySelectorAll("#view-forecast button")].find((one) => ${pattern}.test(one.textContent))`;

/** @param address of a server at NOON */
export async function judgeSpread(tally, browser, address, look, picture) {
  const tab = await browser.open(look);
  const name = (what) => `${look.name}, spread: ${what}`;
  const view = `&${PLACE}&view=forecast&zone=utc`;
  await openView(tab, address, `#endpoint=forecast/basic${view}`);
  await checkTable();
  await checkBand();
  await checkWhyNot();
  await tab.close();

  async function checkTable() {
    const query = `forecast/basic?${PLACE}&parameters=${GHI}&quantiles=p10,p50,p90&meta=extended`;
    const { start_times, values, meta } = await ask(address, query, DEMO_KEY);
    const { p10, p50, p90 } = meta.quantiles[GHI];
    const text = (value) => (value === null ? "–" : String(value));
    const expected = start_times.map((start, k) => [
      start.slice(0, 16).replace("T", " "),
      ...[values[GHI][k], p10[k], p50[k], p90[k]].map(text),
    ]);
    const rows = (await tableRows(tab)).filter(([, , forecast]) => forecast !== "–");
    const found = rows.map(([start, , ...more]) => [start, ...more]);
    tally.same(name("the table has the quantiles of a direct request"), found, expected);
    const known = found.filter((row) => row[2] !== "–").map((row) => row.map(Number));
    const wide = known.filter(([, , low, middle, high]) => low < middle && middle < high);
    tally.check(name("there are quantiles, apart from each other"), known.length >= 5 && wide.length >= 5, ...known);
    const [first, second] = start_times.map((start) => Date.parse(start));
    const end = Date.parse(start_times[p10.findLastIndex((value) => value !== null)]) + second - first;
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(end);
    const last = `${day}, ${new Date(end).toISOString().slice(11, 16)}`;
    const notes = await tab.evaluate(NOTES);
    tally.check(name("until when there is a band is told"), notes.includes(`The band ends at ${last}`), last, notes);
  }

  async function checkBand() {
    const seen = await bandPixels(tab);
    tally.check(name("the band is seen"), seen > 200, seen);
    await tab.evaluate("document.querySelector('#content').scrollIntoView()");
    await tab.picture(picture("spread"));
    await tab.click(
      "[...document.querySelectorAll('#view-forecast .legend label')].find((one) => one.textContent.startsWith('p10 to p90')).control",
    );
    // A few edges of letters and lines are as see-through as the veil.
    const left = await bandPixels(tab);
    tally.check(name("the band can be hidden"), left < seen / 5, left, seen);
  }

  async function checkWhyNot() {
    await openView(tab, address, `#endpoint=forecast/precision&frequency=1_minute${view}`);
    const said = await tab.evaluate(NOTES);
    tally.check(name("by the minute: why there is none"), /No band: .*15 minutes/.test(said), said);
    await tab.click(remedyOf(/^Ask for 15 minutes$/));
    tally.check(name("by the minute: how to get it"), await tab.holds(`/band ends at/.test(${NOTES})`, 8000));
    await openView(tab, address, `#endpoint=forecast/basic&parameters=temperature${view}`);
    tally.check(name("of another parameter: of which it is known"), await tab.holds(`/known only for/.test(${NOTES})`));
    await tab.click(remedyOf(/^Show (Light|Sunlight|global)/));
    tally.check(name("of another: how to get it"), await tab.holds(`/band ends at/.test(${NOTES})`, 8000));
  }
}

/** Pixels of the canvas in the veil's colour: opaque nowhere, and see-through as the veil is. */
function bandPixels(tab) {
  return tab.evaluate(`new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
    const canvas = document.querySelector("#view-forecast canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let k = 3; k < data.length; k += 4) if (Math.abs(data[k] - 0x38) <= 1) count++;
    done(count);
  })))`);
}
