// Each view in one look: drawn, with the right table, without errors, open to everybody.

import { pause } from "../browser/devtools.mjs";
import { ask, checkClean, findings, openView, setParts, tableRows, tooWide } from "./desk.mjs";
import { dayRows, durationRows, forecastRows, monthRows, seriesRows, yearRows } from "./tables.mjs";

const PLACE = "lat=36.1&lon=-79.95";
const PARAMETERS = "global_horizontal_irradiance,global_tilted_irradiance,temperature";
const PLANE = "surface_tilt=30&surface_azimuth=180";
const PERIOD = "start=2024-06-01T00:00Z&end=2024-08-01T00:00Z&frequency=1_hour";
const HISTORY = `observation/historical?${PLACE}&${PERIOD}&parameters=${PARAMETERS}&${PLANE}`;
const HASH = `#endpoint=observation/historical&${PERIOD}&zone=utc`;
const GHI = "global_horizontal_irradiance";
const OF_2022_AND_2023 = "start=2022-01-01T00:00Z&end=2024-01-01T00:00Z&frequency=1_month";
const TWO_YEARS = `observation/historical?${PLACE}&${OF_2022_AND_2023}&parameters=${PARAMETERS}&${PLANE}`;
const YEARS = `#endpoint=observation/historical&${OF_2022_AND_2023}&zone=utc`;
const OF_JUNE = "start=2024-06-01T00:00Z&end=2024-07-01T00:00Z&frequency=1_day";
const BY_DAY = `observation/historical?${PLACE}&${OF_JUNE}&parameters=${PARAMETERS}&${PLANE}`;
const DAYS = `#endpoint=observation/historical&${OF_JUNE}&zone=utc`;
/** Mean GHI of the months of Zurich, W/m², and temperature, as people have them. */
const GIVEN = {
  global_horizontal_irradiance: [39, 70, 118, 165, 200, 221, 222, 188, 139, 84, 46, 32],
  temperature: [0.3, 1.4, 5.5, 9.1, 13.6, 17, 19, 18.4, 14.3, 9.9, 4.5, 1.2],
};
const MONTHLY = `#endpoint=climate/import/monthly&lat=47.4&lon=8.5&monthly_ghi=${GIVEN.global_horizontal_irradiance}&monthly_temperature=${GIVEN.temperature}`;
const UNITS = "[...document.querySelectorAll('#content label')].find((one) => one.textContent === 'Units').control";
const CURVE = ".curves canvas";
/** The view that is shown; where there is one alone it has no tab. */
const PANEL = "#content :is([role=tabpanel], [role=group][id^=view-]):not([hidden])";
/** The picture of a view is not empty: its canvas has at least this many colours. */
const COLOURS = 8;

export async function judgeViews(tally, browser, address, look, picture) {
  const tab = await browser.open(look);
  const [history, years, days] = [
    await ask(address, HISTORY),
    await ask(address, TWO_YEARS),
    await ask(address, BY_DAY),
  ];
  const name = (what) => `${look.name}, ${what}`;

  await opened("curves", HASH);
  tally.same(name("curves: the table is a direct request's"), await tableRows(tab), seriesRows(history));
  tally.check(name("curves: something is drawn"), (await coloursOf(tab)) >= COLOURS);

  await opened("heat-map", `${HASH}&view=heat-map`);
  tally.check(name("heat map: a choice of units"), await hasUnits(tab));
  tally.same(
    name("heat map: the table is a direct request's"),
    await tableRows(tab),
    dayRows(history, "global_horizontal_irradiance"),
  );
  await checkNoon(tally, name, tab);

  await opened("months", `${HASH}&view=months`);
  tally.same(name("months: the table is a direct request's sums"), await tableRows(tab), monthRows(history));
  tally.check(name("months: no choice of units, as they are energies"), !(await hasUnits(tab)));
  await checkBars(tally, name, tab);

  await opened("years", `${YEARS}&view=years`);
  tally.same(name("years: the table is a direct request's months"), await tableRows(tab), yearRows(years, GHI));
  tally.check(name("years: no choice of units, as they are energies"), !(await hasUnits(tab)));
  const [bars, names] = await tab.evaluate(
    "['.bar', '.legend text'].map((part) => document.querySelectorAll('#view-years ' + part).length)",
  );
  tally.check(
    name("years: a bar for each month and year, and the names of both"),
    bars === 24 && names === 2,
    bars,
    names,
  );

  await opened("duration", `${HASH}&view=duration`);
  tally.same(
    name("duration: the table is a direct request's, sorted"),
    await tableRows(tab),
    durationRows(history, GHI),
  );
  const reach = await tab.evaluate(`(() => {
    const svg = document.querySelector("#view-duration svg");
    return svg.querySelector(".duration").getBBox().width / svg.querySelector(".axes rect").getBBox().width;
  })()`);
  tally.check(name("duration: the curve goes over all hours"), Math.abs(reach - 1) < 0.01, reach);

  await opened("days", `${DAYS}`);
  tally.same(name("days: the table is a direct request's"), await tableRows(tab), seriesRows(days));
  const unit = await tab.evaluate(`${UNITS}.selectedOptions[0].textContent`);
  tally.check(name("days: the units are those of their energies"), /^Energy .*Wh/.test(unit), unit);
  await tab.click("document.querySelector('#tab-heat-map')");
  await tab.click("document.querySelector('.empty button')");
  const isHourly = await tab.holds("document.querySelectorAll('#view-heat-map image').length === 2", 8000);
  tally.check(name("days: a heat map asks for hours first, and then is there"), isHourly);

  await opened("monthly-values", MONTHLY);
  await checkMonthlyValues();

  await opened("sun-path", "#view=sun-path&date=2024-06-21");
  await checkSunPath(tally, name, tab);

  await opened("forecast", "#endpoint=forecast/basic&view=forecast&zone=utc");
  await tab.holds("/^(?!.*–$)/.test(document.querySelector('details.table tbody tr')?.cells[1].textContent)", 5000);
  await checkForecast();

  await opened("account", "#view=account");
  const { limits } = await ask(address, "account");
  await tab.evaluate("document.querySelector('.account details').open = true");
  const shown = await tab.evaluate("document.querySelector('.account').innerText");
  tally.check(
    name("account: the limits are the service's"),
    shown.replaceAll(",", "").includes(String(limits.values_per_answer)),
    shown,
  );
  await tab.close();

  async function opened(what, hash) {
    tab.requests.length = tab.errors.length = 0;
    tally.check(name(`${what}: an answer comes`), await openView(tab, address, hash));
    await tab.holds(`!document.querySelector("${PANEL}")?.innerText.includes("…")`, 5000);
    const found = await findings(tab);
    tally.check(name(`${what}: axe finds nothing`), found.length === 0, ...found);
    const wide = await tooWide(tab, look);
    tally.check(name(`${what}: nothing is wider than the window`), wide <= 0, wide);
    const clipped = await clippedLabels(tab);
    tally.check(name(`${what}: no label is clipped`), clipped.length === 0, ...clipped);
    await tab.evaluate("document.querySelector('#content').scrollIntoView()");
    await tab.picture(picture(what));
    checkClean(tally, name(what), tab, address);
  }

  /** The months of the year have the means that were given: it is those that were sent. */
  async function checkMonthlyValues() {
    const posted = tab.requests.filter(({ method, url }) => method === "POST" && url.includes("/v1/climate/import/"));
    tally.check(name("monthly values: they are posted once, by the click"), posted.length === 1, posted);
    await tab.click("document.querySelector('#tab-months')");
    const rows = await tableRows(tab);
    const hours = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].map((count) => count * 24);
    const wrong = rows.filter((row, k) => {
      const mean = (Number(row[1]) * 1000) / hours[k];
      return !(
        Math.abs(mean - GIVEN.global_horizontal_irradiance[k]) < 0.5 &&
        Math.abs(Number(row[5]) - GIVEN.temperature[k]) < 0.05
      );
    });
    const named = rows.map(([month]) => month).join();
    const months = "Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec";
    tally.check(name("monthly values: its months are of no year"), named === months, named);
    tally.check(
      name("monthly values: the year's months have them"),
      rows.length === 12 && wrong.length === 0,
      ...wrong,
    );
  }

  async function checkForecast() {
    const query = `${PLACE}&parameters=${PARAMETERS}&${PLANE}`;
    const forecast = await ask(address, `forecast/basic?${query}&quantiles=p10,p50,p90&meta=extended`);
    const observed = await ask(address, `observation/realtime?${query}&frequency=1_hour`);
    const expected = forecastRows(forecast, observed, "global_horizontal_irradiance");
    const last = observed.values.temperature.at(-1);
    tally.check(name("forecast: nothing is observed of the hour that has not ended"), last === null, last);
    tally.same(name("forecast: the table is two direct requests'"), await tableRows(tab), expected);
    tally.check(name("forecast: something is drawn"), (await coloursOf(tab)) >= COLOURS);
    const power = await ask(address, `forecast/pv?${PLACE}&kwp=8&${PLANE}&quantiles=p10,p50,p90`);
    const cards = await tab.evaluate("[...document.querySelectorAll('.days .day')].map((card) => card.innerText)");
    const numbers = power.days.map(({ energy, quantiles: { p10, p90 } }) =>
      [energy, ...(p90 - p10 > 0.05 ? [p10, p90] : [])].map((value) => value.toFixed(1)),
    );
    const good = cards.length > 0 && numbers.every((own, k) => own.every((text) => cards[k]?.includes(text)));
    tally.check(name("forecast: the days and their ranges are the service's power"), good, cards, numbers);
  }
}

function hasUnits(tab) {
  return tab.evaluate(`${UNITS}.checkVisibility()`);
}

/** A phone held sideways: nothing is wider or covers more than half. */
export async function judgeSideways(tally, browser, address, look, picture) {
  const tab = await browser.open(look);
  for (const [what, hash] of Object.entries({
    curves: HASH,
    "heat-map": `${HASH}&view=heat-map`,
    months: `${HASH}&view=months`,
    years: `${YEARS}&view=years`,
    duration: `${HASH}&view=duration`,
    "sun-path": "#view=sun-path",
    forecast: "#endpoint=forecast/basic&view=forecast",
    account: "#view=account",
  })) {
    await openView(tab, address, hash);
    const wide = await tooWide(tab, look);
    tally.check(`${look.name}, ${what}: nothing is wider than the window`, wide <= 0, wide);
    await tab.evaluate("document.querySelector('#content').scrollIntoView()");
    await tab.picture(picture(what));
  }
  await tab.close();
}

export function coloursOf(tab) {
  return tab.evaluate(`(() => {
    const canvas = document.querySelector("${PANEL} ${CURVE}");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  })()`);
}

/** Texts that leave their picture; of canvases, whose texts are pixels, edges that have some. */
function clippedLabels(tab) {
  return tab.evaluate(`[...document.querySelectorAll("${PANEL} ${CURVE}")].flatMap((canvas) => {
    const { width, height } = canvas;
    const edge = (x) => canvas.getContext("2d").getImageData(x, 0, 1, height).data.some((value) => value > 0);
    return [[0, "left edge"], [width - 1, "right edge"]].filter(([x]) => edge(x)).map(([, name]) => name);
  }).concat([...document.querySelectorAll("${PANEL} svg")].flatMap((svg) => {
    const frame = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].filter((text) => {
      const box = text.getBoundingClientRect();
      return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    }).map((text) => text.textContent);
  }))`);
}

/** The brightest hour of the heat map is about noon: at 80° W that is 17:00 UTC, on the place's clock, in summer, 13:00. */
async function checkNoon(tally, name, tab) {
  const noon = () =>
    tab.evaluate(`(async () => {
      const picture = document.querySelector("#view-heat-map svg image");
      const image = new Image();
      image.src = picture.getAttribute("href");
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0);
      const rows = Array.from({ length: image.height }, (_, y) => {
        const { data } = context.getImageData(0, y, image.width, 1);
        return data.reduce((sum, value, k) => sum + (k % 4 < 3 ? value : 0), 0);
      });
      const total = rows.reduce((sum, value) => sum + value, 0);
      return rows.reduce((sum, value, y) => sum + value * (image.height - y - 0.5), 0) / total * 24 / image.height;
    })()`);
  const inUtc = await noon();
  await setParts(tab, { zone: "local" });
  await pause(500);
  const inLocal = await noon();
  tally.check(name("heat map: noon is where noon is, UTC"), Math.abs(inUtc - 17.3) < 1, inUtc);
  tally.check(name("heat map: noon is where noon is, on the place's clock"), Math.abs(inLocal - 13.3) < 1, inLocal);
}

async function checkBars(tally, name, tab) {
  const heights = await tab.evaluate(
    "[...document.querySelectorAll('#view-months .bar')].map((bar) => bar.height.baseVal.value)",
  );
  tally.check(
    name("months: a bar for each month"),
    heights.length === 2 && heights.every((height) => height > 20),
    heights,
  );
  await setParts(tab, { zone: "local" });
  await pause(500);
  const [pale, told] = await tab.evaluate(
    "[document.querySelectorAll('#view-months .part').length, document.querySelector('#view-months').textContent]",
  );
  tally.check(
    name("months: an hour's part of one is pale, and told"),
    pale === 1 && /Pale: values are missing.*Pale.*May 2024 \(0\.2 of 31/s.test(told),
    told,
  );
}

/** The sun stands in the south at 13:20 daylight saving time, and behind a ridge that is drawn there it is out of sight. */
async function checkSunPath(tally, name, tab) {
  const rows = await tableRows(tab);
  const noon = rows.find(([time]) => time === "13:00");
  tally.check(
    name("sun path: at noon the sun is in the south, high"),
    Math.abs(Number(noon?.[1]) - 165) < 15 && Number(noon?.[2]) > 70,
    noon,
  );
  const ridge = Array.from({ length: 360 }, (_, azimuth) => (azimuth > 60 && azimuth < 120 ? 40 : 0)).join(",");
  await setParts(tab, { horizon: ridge });
  await tab.holds(
    `[...document.querySelectorAll(".sky details.table tbody tr")][9]?.cells[3].textContent === "40.0"`,
    5000,
  );
  const morning = (await tableRows(tab)).find(([time]) => time === "09:00");
  tally.check(name("sun path: a ridge hides the sun"), morning?.[3] === "40.0" && morning[4] === "no", morning);
  const top = await tab.evaluate(`(() => {
    const svg = document.querySelector(".drawable svg");
    return svg.querySelector(".horizon").getBBox().height / svg.querySelector(".axes rect").getBBox().height * 90;
  })()`);
  tally.check(name("sun path: the horizon is on the picture"), Math.abs(top - 40) < 1, top);
}
