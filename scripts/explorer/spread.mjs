// The spread of a forecast, in the picture and in the table: the service's own, of a server for which it is always noon. At other
// steps and of other parameters there is none, and the page says so.
import { $, $$, button } from "./desk.mjs";
import { SIZES } from "./rooms.mjs";
import { clock, text } from "./views.mjs";

/** At 80° W the sun is high; between two hours, as clocks are. */
export const NOON = "2026-06-21T16:17:09Z";
const PLACE = "lat=36.1&lon=-79.95";
const GHI = "global_horizontal_irradiance";
const VIEW = `&${PLACE}&view=forecast&zone=utc`;
const NOTES = `${$("#view-forecast")}.innerText`;
const BAND = `${$$("#view-forecast .legend label")}.find((one) => one.textContent.startsWith("p10 to p90")).control`;

/** Asks a server at NOON. */
export async function judgeSpread({ open, atNoon: { address }, picture }) {
  const looks = [SIZES.large, { ...SIZES.phone, dark: true }];
  const [wide, narrow] = await Promise.all(looks.map((look) => open(look, { address, name: "spread: " })));
  for (const tab of [wide, narrow]) {
    await tab.show(`#endpoint=forecast/basic${VIEW}`);
    const seen = await tab.evaluate(BAND_PIXELS);
    tab.check(`the band is seen, ${tab.look.width} wide`, seen > 200, seen);
    await tab.evaluate(`${$("#content")}.scrollIntoView()`);
    await tab.picture(picture(tab.look.width, "spread"));
    await tab.click(BAND);
    // A few edges of letters and lines are as see-through as the veil.
    const left = await tab.evaluate(BAND_PIXELS);
    tab.check(`and can be hidden, ${tab.look.width} wide`, left < seen / 5, left, seen);
  }
  await judgeTable(narrow);
  await judgeRemedies(narrow);
}

async function judgeTable(tab) {
  const query = `forecast/basic?${PLACE}&parameters=${GHI}&quantiles=p10,p50,p90&meta=extended`;
  const { start_times, values, meta } = await tab.ask(query);
  const { p10, p50, p90 } = meta.quantiles[GHI];
  const expected = start_times.map((start, k) => [
    clock(start),
    ...[values[GHI], p10, p50, p90].map((of) => text(of[k])),
  ]);
  const found = (await tab.rows())
    .filter(([, , forecast]) => forecast !== "–")
    .map(([start, , ...more]) => [start, ...more]);
  tab.same("the table has the quantiles of a direct request", found, expected);
  const known = found.filter((row) => row[2] !== "–").map((row) => row.map(Number));
  const wide = known.filter(([, , low, middle, high]) => low < middle && middle < high);
  tab.check("there are quantiles, apart from each other", known.length >= 5 && wide.length >= 5, ...known);
  const [first, second] = start_times.map((start) => Date.parse(start));
  const end = Date.parse(start_times[p10.findLastIndex((value) => value !== null)]) + second - first;
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(end);
  const last = `${day}, ${new Date(end).toISOString().slice(11, 16)}`;
  await tab.sees("until when there is a band is told", `${NOTES}.includes("The band ends at ${last}")`, NOTES);
}

/** Where there is no band the page says why, and what to press. */
const WITHOUT = /** @type {[hash: string, why: RegExp, remedy: RegExp][]} */ ([
  ["#endpoint=forecast/precision&frequency=1_minute", /No band: .*15 minutes/, /^Ask for 15 minutes$/],
  ["#endpoint=forecast/basic&parameters=temperature", /known only for/, /^Show (Light|Sunlight|global)/],
]);

async function judgeRemedies(tab) {
  for (const [hash, why, remedy] of WITHOUT) {
    await tab.show(hash + VIEW);
    await tab.says(`${hash}: why there is none`, why, NOTES);
    await tab.click(button(remedy, "#view-forecast"));
    await tab.says(`${hash}: how to get it`, /band ends at/, NOTES);
  }
}

/** In the page: pixels of the canvas in the veil's colour: opaque nowhere, and see-through as the veil is. */
const BAND_PIXELS = `new Promise((done) => requestAnimationFrame(() => setTimeout(() => {
  const canvas = document.querySelector("#view-forecast canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let k = 3; k < data.length; k += 4) if (Math.abs(data[k] - 0x38) <= 1) count++;
  done(count);
})))`;
