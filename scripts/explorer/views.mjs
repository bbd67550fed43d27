// What each view shows is what the service says: its table against a direct request, and its picture where one can measure it.
import { $, $$, countOf, labelled } from "./desk.mjs";
import { MONTHS, SIZES, STATES } from "./rooms.mjs";

const PLACE = "lat=36.1&lon=-79.95";
const GHI = "global_horizontal_irradiance";
const ASKED = `${PLACE}&parameters=${GHI},global_tilted_irradiance,temperature&surface_tilt=30&surface_azimuth=180`;
const DAYS = "#endpoint=observation/historical&start=2024-06-01T00:00Z&end=2024-07-01T00:00Z&frequency=1_day&zone=utc";
const UNITS = labelled("Units", "#content");
const HAS_UNITS = `${$$("#content label")}.some(({ textContent }) => textContent === "Units")`;
const HOUR = 3_600_000;

export async function judgeViews({ open }) {
  const tab = await open(SIZES.large);
  const hashOf = (view) => STATES[view]?.[0] ?? DAYS;
  /** What a direct request for the period of a view gives. */
  const series = (view) => {
    const [, period] = /&(start=.*frequency=\w+)/.exec(hashOf(view)) ?? [];
    return tab.ask(`observation/historical?${period}&${ASKED}`);
  };
  const [hours, months, days] = [await series("curves"), await series("years"), await series("days")];
  const tables = {
    curves: seriesRows(hours),
    "heat-map": dayRows(hours),
    months: monthRows(hours),
    years: yearRows(months),
    duration: durationRows(hours),
    days: seriesRows(days),
  };
  const more = { "heat-map": judgeNoon, months: judgePaleMonth, days: judgeDays };
  for (const [view, rows] of Object.entries(tables)) {
    await tab.show(hashOf(view));
    tab.same(`${view}: the table is a direct request's`, await tab.rows(), rows);
    const isEnergy = ["months", "years"].includes(view);
    tab.check(`${view}: a choice of units, but for energies`, (await tab.evaluate(HAS_UNITS)) !== isEnergy);
    await more[view]?.(tab);
  }
  for (const work of [judgeMonthlyValues, judgeSunPath, judgeForecast, judgeAccount]) await work(tab);
}

/** In the page: the hour about which the heat map is brightest. */
const BRIGHTEST = `(async () => {
  const image = new Image();
  image.src = document.querySelector("#view-heat-map svg image").getAttribute("href");
  await image.decode();
  const context = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d");
  context.drawImage(image, 0, 0);
  const rows = Array.from({ length: image.height }, (_, y) =>
    context.getImageData(0, y, image.width, 1).data.reduce((sum, value, k) => sum + (k % 4 < 3 ? value : 0), 0));
  const total = rows.reduce((sum, value) => sum + value, 0);
  return rows.reduce((sum, value, y) => sum + value * (image.height - y - 0.5), 0) / total * 24 / image.height;
})()`;

/** The brightest hour of the heat map is about noon: at 80° W that is 17:00 UTC, on the place's clock, in summer, 13:00. */
async function judgeNoon(tab) {
  const drawn = `${$("#view-heat-map svg image")}.getAttribute("href")`;
  const inUtc = await tab.evaluate(BRIGHTEST);
  await tab.note(drawn);
  await tab.set({ zone: "local" });
  await tab.changed(drawn);
  const inLocal = await tab.evaluate(BRIGHTEST);
  tab.check("heat map: noon is where noon is, UTC", Math.abs(inUtc - 17.3) < 1, inUtc);
  tab.check("heat map: noon is where noon is, on the place's clock", Math.abs(inLocal - 13.3) < 1, inLocal);
}

async function judgePaleMonth(tab) {
  await tab.set({ zone: "local" });
  await tab.sees("months: an hour's part of one is pale", `${countOf("#view-months .part")} === 1`);
  const told = /Pale: values are missing.*Pale.*May 2024 \(0\.2 of 31/s;
  await tab.says("months: and told", told, `${$("#view-months")}.textContent`);
}

async function judgeDays(tab) {
  await tab.says(
    "days: the units are those of their energies",
    /^Energy .*Wh/,
    `${UNITS}.selectedOptions[0].textContent`,
  );
  await tab.click($("#tab-heat-map"));
  await tab.click($(".empty button"));
  await tab.sees(
    "days: a heat map asks for hours first, and then is there",
    `${countOf("#view-heat-map image")} === 2`,
  );
}

/** The months of the year have the means that were given: it is those that were sent. */
async function judgeMonthlyValues(tab) {
  tab.requests.length = 0;
  await tab.show(STATES["monthly-values"][0]);
  const posted = tab.requests.filter(({ method, url }) => method === "POST" && url.includes("/v1/climate/import/"));
  tab.check("monthly values: they are posted once, by the click", posted.length === 1, posted);
  await tab.click($("#tab-months"));
  const rows = await tab.rows();
  const found = rows.map(([month, energy, , , , temperature], k) => {
    const hours = new Date(2023, k + 1, 0).getDate() * 24;
    return [
      month,
      Math.abs((energy * 1000) / hours - MONTHS.ghi[k]) < 0.5,
      Math.abs(temperature - MONTHS.temperature[k]) < 0.05,
    ];
  });
  const expected = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ").map((month) => [month, true, true]);
  tab.same("monthly values: the months are of no year, and have the means", found, expected);
}

/** The sun stands in the south at 13:20 daylight saving time, and behind a ridge that is drawn there it is out of sight. */
async function judgeSunPath(tab) {
  await tab.show(STATES["sun-path"][0]);
  const at = async (hour) => (await tab.rows()).find(([time]) => time === hour) ?? [];
  const noon = await at("13:00");
  const isHigh = Math.abs(noon[1] - 165) < 15 && noon[2] > 70;
  tab.check("sun path: at noon the sun is in the south, high", isHigh, noon);
  await tab.set({ horizon: "0*61,40*59,0*240" });
  await tab.holds(`${$$(".sky details.table tbody tr")}[9]?.cells[3].textContent === "40.0"`);
  const morning = await at("09:00");
  tab.check("sun path: a ridge hides the sun", morning[3] === "40.0" && morning[4] === "no", morning);
  const [ridge, sky] = [".horizon", ".axes rect"].map((of) => `${$(`.drawable svg ${of}`)}.getBBox().height`);
  await tab.sees(
    "sun path: the horizon is on the picture",
    `Math.abs(${ridge} / ${sky} * 90 - 40) < 1`,
    `${ridge} / ${sky}`,
  );
}

async function judgeForecast(tab) {
  const roof = "kwp=8&surface_tilt=30&surface_azimuth=180";
  const power = () => tab.ask(`forecast/pv?${PLACE}&${roof}&end=%2B72hours&quantiles=p10,p50,p90`);
  const before = await power();
  await tab.show(STATES.forecast[0]);
  const forecast = await tab.ask(`forecast/basic?${ASKED}&quantiles=p10,p50,p90&meta=extended`);
  const observed = await tab.ask(`observation/realtime?${ASKED}&frequency=1_hour`);
  const last = observed.values.temperature.at(-1);
  tab.check("forecast: nothing is observed of the hour that has not ended", last === null, last);
  const rows = forecastRows(forecast, observed);
  // What was observed joins the forecast when it comes.
  await tab.unfold("details.table");
  await tab.holds(`${$(".pager .rows")}.textContent.endsWith(" ${rows.length}")`);
  tab.same("forecast: the table is two direct requests'", await tab.rows(), rows);
  await tab.holds($(".days .day"));
  const cards = await tab.evaluate(`${$$(".days .day")}.map((card) => card.innerText)`);
  // A quarter may begin between the page's question and one of these.
  const numbers = [before, await power()].map(({ days }) =>
    days.map(({ energy, quantiles: { p10, p90 } }) =>
      [energy, ...(p90 - p10 > 0.05 ? [p10, p90] : [])].map((value) => value.toFixed(1)),
    ),
  );
  const areTold = (days) => days.every((own, k) => own.every((text) => cards[k]?.includes(text)));
  const isOneOfThem = cards.length > 0 && numbers.some(areTold);
  tab.check("forecast: the days and their ranges are the service's power", isOneOfThem, cards, numbers);
}

async function judgeAccount(tab) {
  await tab.show("#room=account");
  const { limits } = await tab.ask("account");
  await tab.holds(`${$(".account details")} !== null`);
  await tab.unfold(".account details");
  const shown = `${$(".account")}.innerText.replaceAll(",", "")`;
  await tab.sees("account: the limits are the service's", `${shown}.includes("${limits.values_per_answer}")`, shown);
}

const MISSING = "–";
/** Sums of what is a power, in thousands; the others are means. */
const POWERS = ["W/m**2", "W/kWp"];
const NAME_OF_MONTH = new Intl.DateTimeFormat("en-US", { month: "short", timeZone: "UTC" });

/** Rows of the series: start in UTC, then every column. @returns {string[][]} */
function seriesRows({ start_times, values }) {
  const columns = Object.values(values).filter((column) => column !== null);
  return start_times.map((start, i) => [clock(start), ...columns.map((column) => text(column[i]))]);
}

/** Numbers of rows by the start of their time. */
function grouped(start_times, length) {
  const groups = new Map();
  start_times.forEach((start, i) => {
    const name = start.slice(0, length);
    groups.set(name, [...(groups.get(name) ?? []), i]);
  });
  return [...groups];
}

/** Rows of days, columns of hours, UTC. */
function dayRows({ start_times, values }) {
  return grouped(start_times, 10).map(([day, rows]) => [day, ...rows.map((i) => text(values[GHI][i]))]);
}

/** Rows of months in UTC: for every parameter its figure, then the days with values. */
function monthRows({ start_times, end_times, values, meta }) {
  return grouped(start_times, 7).map(([month, rows]) => [
    `${NAME_OF_MONTH.format(new Date(month))} ${month.slice(0, 4)}`,
    ...meta.parameters.flatMap(({ name, unit }) => {
      const known = rows.filter((i) => values[name][i] !== null);
      const hours = known.map((i) => (Date.parse(end_times[i]) - Date.parse(start_times[i])) / HOUR);
      const sum = known.reduce((all, row, k) => all + values[name][row] * hours[k], 0);
      const length = hours.reduce((all, one) => all + one, 0);
      const figure = POWERS.includes(unit.name) ? sum / 1000 : sum / length;
      return [figure.toFixed(2), String(Math.round((length / 24) * 100) / 100)];
    }),
  ]);
}

/** Rows of months, columns of years, of sums of whole months in Wh; at last the year. */
function yearRows({ start_times, values }) {
  const sum = (rows) => (rows.reduce((all, i) => all + values[GHI][i], 0) / 1000).toFixed(2);
  const months = grouped(start_times, 7);
  const years = grouped(start_times, 4);
  const rows = months
    .slice(0, 12)
    .map(([month], k) => [
      NAME_OF_MONTH.format(new Date(month)),
      ...years.map((_, year) => sum(months[12 * year + k][1])),
    ]);
  return [...rows, ["Year", ...years.map(([, all]) => sum(all))]];
}

/** Rows of hours in which a value is reached, largest value first: of hourly values. */
function durationRows({ values }) {
  const known = values[GHI].filter((value) => value !== null).sort((a, b) => b - a);
  return known.map((value, k) => [String(k + 1), (((k + 1) / known.length) * 100).toFixed(2), String(value)]);
}

/** Rows of a forecast and the observations before it, with quantiles where the service knows any. */
function forecastRows(forecast, observed) {
  const quantiles = Object.values(forecast.meta.quantiles?.[GHI] ?? {});
  const known = quantiles.flat().some((value) => value !== null) ? quantiles : [];
  const rows = new Map(
    observed.start_times.map((start, i) => [
      start,
      [text(observed.values[GHI][i]), MISSING, ...known.map(() => MISSING)],
    ]),
  );
  forecast.start_times.forEach((start, i) => {
    const spread = known.map((values) => text(values[i]));
    rows.set(start, [rows.get(start)?.[0] ?? MISSING, text(forecast.values[GHI][i]), ...spread]);
  });
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([start, cells]) => [clock(start), ...cells]);
}

/** "2024-06-21 12:00" */
export function clock(start) {
  return start.slice(0, 16).replace("T", " ");
}

/** A value as a table has it. */
export function text(value) {
  return value === null ? MISSING : String(value);
}
