// What leaves the page: a link to a colleague, files, and pictures, with their scales.
import { $, button, CATCH_FILES, fetched, PHONE, READY } from "./desk.mjs";

const OF_2024 = "endpoint=observation/historical&start=2024-06-21T00:00Z&frequency=1_hour";
const A_DAY = `${OF_2024}&end=2024-06-22T00:00Z`;
const TWO_YEARS = "endpoint=observation/historical&start=2022-01-01T00:00Z&end=2024-01-01T00:00Z&frequency=1_hour";
/** Views, and what a picture of one must say. */
const ANY = ["Sum of the period: ", "Notice: ", "Source: TMY3", "Licence: public domain", "36.1, -79.95, 273 m ·"];
const FACTS = [...ANY, "tilt 30°, azimuth 180°", "horizon: not taken into account"];
const VIEWS = {
  ...Object.fromEntries(["curves", "heat-map", "months", "years", "duration"].map((view) => [view, FACTS])),
  "sun-path": ["36.1, -79.95", "Sun: irradiance-engine"],
  forecast: [...FACTS, "as forecast (generated", "as history (generated)"],
};

export async function judgeTakenAway({ open, report }) {
  const tab = await open();
  for (const work of [judgeLink, judgeFiles, judgePictures, judgeScales])
    await work(tab, open).catch((cause) => report.failed(work.name, cause));
  tab.clean("what is taken away");
}

/** What is in the address is all that a colleague needs. */
async function judgeLink(tab, open) {
  await tab.show(`#room=history&${OF_2024}&end=2024-06-23T00:00Z&units=energy`);
  await tab.unfold("#content details.group");
  await tab.evaluate(`${$('.handle[aria-label^="Tilt"]')}.focus()`);
  for (let k = 0; k < 15; k++) await tab.press("ArrowUp");
  await tab.holds(`location.hash.includes("surface_tilt=45") && ${READY}`);
  const other = await open(PHONE);
  await other.load(await tab.evaluate("location.hash"));
  tab.same("the address brings a view to another browser", await other.rows(), await tab.rows());
  await other.close();
}

/** The files, caught on their way to the disk. */
async function judgeFiles(tab) {
  const query = `lat=36.1&lon=-79.95&${A_DAY.replace(/^endpoint=[^&]*&/, "")}&surface_tilt=30&surface_azimuth=180`;
  const { meta } = await tab.ask(`observation/historical?${query}&parameters=all`);
  const every = meta.parameters.map(({ name }) => name);
  await tab.load(`#${A_DAY}&parameters=${every}&zone=utc`);
  await tab.evaluate(CATCH_FILES);
  const isOwn = ({ method, url }) => method === "GET" && url.includes("/v1/observation/historical");
  const { url } = tab.requests.filter(isOwn).at(-1);
  const direct = await fetched(`${url.replace("&meta=extended", "")}&response_format=csv`);
  const csv = await tab.saved(button("CSV"));
  tab.check("the CSV is the service's, byte for byte", csv === direct && csv.length > 500, csv.slice(0, 300));
  const { start_times } = JSON.parse(await tab.saved(button("JSON")));
  tab.check("the JSON is the answer", start_times.length === 24);
  const svg = await tab.saved(button("SVG"));
  const paths = await tab.evaluate(`(() => {
    const parsed = new DOMParser().parseFromString(${JSON.stringify(svg)}, "image/svg+xml");
    return parsed.querySelector("parsererror") === null && parsed.querySelectorAll("path").length;
  })()`);
  tab.check("the SVG is well-formed, with a path for each curve", paths === every.length, paths, every.length);
}

const PNG_FACTS = `createImageBitmap(window.saved).then((image) => {
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { width: image.width, ground: String(data.slice(0, 4)), colours: new Set(new Uint32Array(data.buffer)).size };
})`;

/** Pictures that leave the page, of a page in the dark: light, with title, place and sources. */
async function judgePictures(tab) {
  for (const [view, facts] of Object.entries(VIEWS)) {
    await tab.show(
      `#${view === "forecast" ? "endpoint=forecast/basic" : `${TWO_YEARS}&zone=utc`}&theme=dark&view=${view}`,
    );
    if (view === "forecast") await tab.holds(`/Before now: /.test(${$("#view-forecast")}.textContent)`);
    const svg = (await tab.saved(button("SVG"))).replace(/<\/text><text[^>]*>/g, " ");
    const missing = ["<text", "</title>", ...facts].filter((text) => !svg.includes(text));
    tab.check(`${view}: the SVG has title, place and sources`, missing.length === 0, ...missing);
    await tab.saved(button("PNG"));
    const png = await tab.evaluate(PNG_FACTS);
    const isLight = png.width > 600 && png.ground === "255,255,255,255" && png.colours > 8;
    tab.check(`${view}: the PNG is there, on light ground`, isLight, png);
    await tab.sees(`${view}: the page stays dark`, "document.documentElement.dataset.theme === 'dark'");
    await tab.says(`${view}: the PNG's name says what it is`, /^[\w-]+_.*36\.1_-79\.95.*\.png$/, "window.savedAs");
  }
}

const NIGHT = `#${OF_2024.replace("T00", "T03")}&zone=utc&end=2024-06-21T06:00Z&parameters=global_horizontal_irradiance,snow_depth`;
const YEAR = "#endpoint=observation/historical&start=2023-01-01&end=2024-01-01&frequency=1_hour";
const DETAIL = `${$(".curves .detail")}.textContent`;
/** Energies of days, °C, % and m/s, of a typical year. */
const MANY = "global_horizontal_irradiance,pv_production,temperature,relative_humidity,wind_speed";
const PANELS = /** @type {[hash: string, units: string[]][]} */ ([
  [`#${A_DAY}`, ["W/m²", "°C"]],
  [`#endpoint=climate/tmy&parameters=${MANY}`, ["kWh/m²/d", "kWh/kWp/d", "°C", "%", "m/s"]],
]);

async function judgeScales(tab) {
  await tab.show(NIGHT);
  // No source of the demo key has it.
  await tab.says("a column without values is told as such", /Snow depth: no values/, `${$(".legend")}.innerText`);
  const night = await savedTexts(tab);
  const marks = night.filter((text) => /^[\d.e−-]+$/.test(text));
  tab.check("the axis of zeros has a 0 and no more", marks.join() === "0", ...marks);
  tab.check("and there is none without values", !night.includes("mm"), ...night);
  await tab.show(`${NIGHT}&column=snow_depth`);
  for (const view of ["heat-map", "duration", "months"]) {
    await tab.click($(`#tab-${view}`));
    await tab.says(`${view}: so is one here`, /No values/, `${$(`#view-${view} svg`)}.textContent`);
  }
  for (const [hash, units] of PANELS) {
    await tab.show(hash);
    const texts = await savedTexts(tab);
    // A panel's title is the unit, after the name where a curve stands alone.
    const counts = units.map((unit) => [texts.filter((text) => text === unit || text.endsWith(`, ${unit}`)).length]);
    tab.same(
      `the SVG has one panel for each of ${units.length} units`,
      counts,
      units.map(() => [1]),
    );
  }
  await tab.show(YEAR);
  await tab.says("a year of hours is drawn by the day, and says so", /^Each point is a (day|week)/, DETAIL);
  await tab.show(`${YEAR}&zoom=2023-06-01T00:00Z,2023-06-09T00:00Z`);
  await tab.says("days zoomed in to have every value", /^$/, DETAIL);
}

/** What stands in the SVG that is saved. */
async function savedTexts(tab) {
  await tab.saved(button("SVG"));
  return tab.evaluate(`window.saved.text().then((text) =>
    [...new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("text")].map((one) => one.textContent))`);
}
