// The lines to copy give the values that the page shows.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { CATCH_FILES, DEMO_KEY, openView, setParts, tableRows } from "./desk.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RUN_LINES = fileURLToPath(new URL("run_lines.py", import.meta.url));
const LARGEST = 1 << 27;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SPAN = "start=2024-06-21T00:00Z&end=2024-06-22T00:00Z&frequency=1_hour";
const HORIZON = Array.from({ length: 360 }, (_, azimuth) => azimuth % 20).join(",");
const HISTORY = "endpoint=observation/historical";
const MONTHLY =
  "monthly_ghi=39,70,118,165,200,221,222,188,139,84,46,32&monthly_temperature=0.3,1.4,5.5,9.1,13.6,17,19,18.4,14.3,9.9,4.5,1.2";
/** Times that stand still while the lines are run one after the other. */
const around = (from, to) => {
  const day = Math.floor(Date.now() / DAY) * DAY;
  const text = (time) => `${new Date(time).toISOString().slice(0, 16)}Z`;
  return `start=${text(day + from)}&end=${text(day + to)}`;
};
const STATES = () => ({
  "the past days": `#${around(-2 * DAY, -DAY)}`,
  "steps that pvlib does not know": `#${around(-2 * DAY, -2 * DAY + 6 * HOUR)}&frequency=5_minutes`,
  "this year and a horizon": `#endpoint=observation/training&${around(-30 * DAY, -29 * DAY)}&frequency=1_hour&horizon=${HORIZON}&parameters=global_tilted_irradiance_with_shading`,
  "the years since 2020": `#${HISTORY}&${SPAN}`,
  "a tracker": `#${HISTORY}&${SPAN}&tracking_mode=1_axis`,
  "months side by side": `#${HISTORY}&start=2022-01-01T00:00Z&end=2024-01-01T00:00Z&frequency=1_month`,
  "a forecast": `#endpoint=forecast/basic&${around(2 * DAY, 3 * DAY)}`,
  "a forecast in fine steps": `#endpoint=forecast/precision&${around(DAY + 6 * HOUR, DAY + 12 * HOUR)}`,
  "a climate": "#endpoint=climate/tmy&parameters=global_horizontal_irradiance,wind_speed",
  "a climate with further parameters":
    "#endpoint=climate/tmy&parameters=global_horizontal_irradiance,wind_speed&more=random_seed=7%26albedo=0.3",
  "a real year": "#endpoint=climate/amy&year=2023&parameters=global_horizontal_irradiance",
  "monthly values": `#endpoint=climate/import/monthly&${MONTHLY}&parameters=global_horizontal_irradiance,temperature`,
});
/** What the Python of a state is written with. */
const WITHOUT_PVLIB = /steps that pvlib|since 2020|tracker|months side|further|real year|monthly values/;

/** @param {string} python path of a Python with pvlib and requests */
export async function judgeLines(tally, browser, address, python) {
  const tab = await browser.open({ width: 1280, height: 1000 });
  const views = [];
  for (const [name, hash] of Object.entries(STATES())) {
    await openView(tab, address, hash);
    const table = hash.includes("forecast/") ? undefined : columnsOf(await tableRows(tab));
    await setParts(tab, { room: "data", data: "series" });
    await tab.holds("document.querySelector('.lines .line pre')", 8000);
    // The table of a forecast has one quantity beside its observations: what the page saves has all.
    const shown = table ?? columnsOf(await savedRows(tab));
    // By their first words: of two curl lines the first, which prints.
    const lines = await tab.evaluate(
      "Object.fromEntries([...document.querySelectorAll('.lines .line')].reverse().map((one) => [one.querySelector('h3').textContent.split(' ')[0], one.querySelector('pre').textContent]))",
    );
    views.push({ name, shown, python: lines.Python });
    if (name !== "monthly values") {
      const response = await fetch(lines.URL, { headers: { authorization: `Bearer ${DEMO_KEY}` } });
      tally.same(`the URL gives the values, ${name}`, valuesOf((await response.json()).values), shown);
    }
    const curl = JSON.parse(run("sh", ["-c", `${lines.curl} -s`]));
    tally.same(`the curl line gives the values, ${name}`, valuesOf(curl.values), shown);
    const program = `${lines.TypeScript}\nconsole.log(JSON.stringify(values));`;
    const said = run(process.execPath, ["--input-type=module", "--eval", program]);
    tally.same(`the TypeScript lines give the values, ${name}`, valuesOf(JSON.parse(said)), shown);
    const isPvlib = lines.Python.includes("import pvlib");
    tally.check(
      `the Python lines are pvlib's where it can, ${name}`,
      isPvlib !== WITHOUT_PVLIB.test(name),
      lines.Python,
    );
  }
  await tab.close();
  const input = JSON.stringify(views.map(({ python: program }) => program));
  const found = JSON.parse(run(python, [RUN_LINES], input));
  views.forEach(({ name, shown }, k) => {
    tally.same(`the Python lines give the values, ${name}`, found[k].map(texts), shown);
  });
}

function run(command, words, input = "") {
  return execFileSync(command, words, { cwd: ROOT, input, encoding: "utf8", maxBuffer: LARGEST });
}

/** The rows of the file that the page saves, named by both their times. */
async function savedRows(tab) {
  await tab.evaluate(`${CATCH_FILES}; window.saved = undefined`);
  await tab.click("[...document.querySelectorAll('.file button')].find((one) => /CSV/.test(one.textContent))");
  await tab.holds("window.saved", 8000);
  const [, ...rows] = (await tab.evaluate("window.saved.text()")).trim().split("\n");
  return rows.map((row) => {
    const [start, end, ...values] = row.split(",");
    return [`${start} ${end}`, ...values.map((value) => value || "–")];
  });
}

/** Columns of a table of rows, without the first, which names the row. */
function columnsOf(rows) {
  return rows[0].slice(1).map((_, k) => rows.map((row) => row[k + 1]));
}

function valuesOf(values) {
  return Object.values(values)
    .filter((column) => column !== null)
    .map(texts);
}

function texts(column) {
  return column.map((value) => (value === null ? "–" : String(value)));
}
