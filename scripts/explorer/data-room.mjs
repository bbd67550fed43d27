// Data and code: many years of hours in one file, the same as the service's own answers; after an error it goes on. The lines to copy, run.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parquetReadObjects } from "hyparquet";
import { $, $$, button, CATCH_FILES, fetched } from "./desk.mjs";
import { MONTHLY } from "./rooms.mjs";
import { text } from "./views.mjs";

const FILE = `${$(".years-file")}.innerText`;
const buttonOf = (words) => button(words, ".years-file");
/** In the page: the bytes of the file that was saved last, as Base64. */
const SAVED = `new Promise((resolve) => {
  const reader = new FileReader();
  reader.onload = () => resolve(reader.result.split(",")[1]);
  reader.readAsDataURL(window.saved);
})`;
/** In the page: a year is answered with an error, once. */
const FAIL_ONCE = `(() => {
  const ask = window.fetch;
  let failed = false;
  window.fetch = (address, options) => {
    if (failed || !String(address).includes("year=2018")) return ask(address, options);
    failed = true;
    return Promise.resolve(new Response("{}", { status: 500 }));
  };
})()`;
const YEARS_ASKED =
  "[...new Set(performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => /amy.*response_format=csv/.test(name)))]";

/** At the scientist's tab, where the years have been saved. */
export async function judgeYears({ tab }) {
  const named = await tab.evaluate("window.savedAs");
  tab.check("generated weather is named in the name of the file", /_synthetic\.csv$/.test(named), named);
  const rows = (await tab.evaluate("window.saved.text()")).trimEnd().split("\n");
  const own = [];
  for (const url of await tab.evaluate(YEARS_ASKED)) {
    const lines = (await fetched(url)).trimEnd().split("\n");
    own.push(...(own.length === 0 ? lines : lines.slice(1)));
  }
  tab.same("the file has the rows of the answers of all years under one header", rows, own);
  await tab.evaluate("window.saved = window.savedAs = undefined");
  await tab.click(buttonOf(/Parquet/));
  await tab.holds("window.saved && window.savedAs !== undefined");
  const bytes = Buffer.from(await tab.evaluate(SAVED), "base64");
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  tab.same("the Parquet file has the same values", (await parquetReadObjects({ file })).map(rowOf), rows.slice(1));
}

/** As the service's CSV has it. */
function rowOf(row) {
  const written = (value) => (value instanceof Date ? value.toISOString().replace(".000", "") : (value ?? ""));
  return Object.values(row).map(written).join(",");
}

export async function judgeBrokenOff({ open }) {
  const tab = await open();
  await tab.load("#lat=47.4&lon=8.5&room=data&data=years&years=2016-2019");
  await tab.evaluate(`${CATCH_FILES}; ${FAIL_ONCE}`);
  await tab.holds(`!${buttonOf(/CSV/)}.disabled`);
  await tab.click(buttonOf(/CSV/));
  await tab.says("an error of the server stops the file, and is said", /Stopped after 2 of 4/, FILE);
  const rows = (await tab.saved(buttonOf(/^Continue/))).trimEnd().split("\n").length - 1;
  tab.check("and from there it goes on to a whole file", rows === (3 * 365 + 366) * 24, rows);
  tab.check("which is not called incomplete", !(await tab.evaluate("window.savedAs")).includes("incomplete"));
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const RUN_LINES = fileURLToPath(new URL("run_lines.py", import.meta.url));
const LARGEST = 1 << 27;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HISTORY = "endpoint=observation/historical";
const A_DAY = `${HISTORY}&start=2024-06-21T00:00Z&end=2024-06-22T00:00Z&frequency=1_hour`;
const HORIZON = Array.from({ length: 360 }, (_, azimuth) => azimuth % 20).join(",");
const OF_CLIMATE = "endpoint=climate/tmy&parameters=global_horizontal_irradiance,wind_speed";
/** Times that stand still while the lines are run one after the other. */
const around = (from, to) => {
  const day = Math.floor(Date.now() / DAY) * DAY;
  const written = (time) => `${new Date(time).toISOString().slice(0, 16)}Z`;
  return `start=${written(day + from)}&end=${written(day + to)}`;
};
/** States, and whether the Python of each is pvlib's. */
const STATES = /** @type {[name: string, hash: string, isPvlib: boolean][]} */ ([
  ["the past days", around(-2 * DAY, -DAY), true],
  ["steps that pvlib does not know", `${around(-2 * DAY, -2 * DAY + 6 * HOUR)}&frequency=5_minutes`, false],
  [
    "this year and a horizon",
    `endpoint=observation/training&${around(-30 * DAY, -29 * DAY)}&frequency=1_hour&horizon=${HORIZON}&parameters=global_tilted_irradiance_with_shading`,
    true,
  ],
  ["the years since 2020", A_DAY, false],
  ["a tracker", `${A_DAY}&tracking_mode=1_axis`, false],
  ["months side by side", `${HISTORY}&start=2022-01-01T00:00Z&end=2024-01-01T00:00Z&frequency=1_month`, false],
  ["a forecast", `endpoint=forecast/basic&${around(2 * DAY, 3 * DAY)}`, true],
  ["a forecast in fine steps", `endpoint=forecast/precision&${around(DAY + 6 * HOUR, DAY + 12 * HOUR)}`, true],
  ["a climate", OF_CLIMATE, true],
  ["a climate with further parameters", `${OF_CLIMATE}&more=random_seed=7%26albedo=0.3`, false],
  ["a real year", "endpoint=climate/amy&year=2023&parameters=global_horizontal_irradiance", false],
  ["monthly values", `${MONTHLY}&parameters=global_horizontal_irradiance,temperature`, false],
]);
/** In the page: the lines by their first words: of two curl lines the first, which prints. */
const LINES = `Object.fromEntries(${$$(".lines .line")}.reverse()
  .map((one) => [one.querySelector("h3").textContent.split(" ")[0], one.querySelector("pre").textContent]))`;

/** `python`: path of one with pvlib and requests. */
export async function judgeLines({ open, python }) {
  const tab = await open();
  const views = [];
  for (const [name, hash, isPvlib] of STATES) {
    await tab.load(`#${hash}`);
    const table = hash.includes("forecast/") ? undefined : columnsOf(await tab.rows());
    await tab.set({ room: "data", data: "series" });
    await tab.holds($(".lines .line pre"));
    // The table of a forecast has one quantity beside its observations: what the page saves has all.
    const shown = table ?? columnsOf(await savedRows(tab));
    const lines = await tab.evaluate(LINES);
    views.push({ name, shown, python: lines.Python });
    const found = {
      curl: valuesOf(JSON.parse(run("sh", ["-c", `${lines.curl} -s`])).values),
      TypeScript: valuesOf(JSON.parse(ofTypeScript(lines.TypeScript))),
      // What is posted has no URL of its own.
      ...(!hash.includes("import") && { URL: valuesOf(JSON.parse(await fetched(lines.URL)).values) }),
    };
    for (const [kind, columns] of Object.entries(found))
      tab.same(`${name}: the ${kind} gives the values`, columns, shown);
    const isRight = lines.Python.includes("import pvlib") === isPvlib;
    tab.check(`${name}: the Python lines are pvlib's where it can`, isRight, lines.Python);
  }
  const found = JSON.parse(run(python, [RUN_LINES], JSON.stringify(views.map(({ python: program }) => program))));
  for (const [k, { name, shown }] of views.entries())
    tab.same(
      `${name}: the Python lines give the values`,
      found[k].map((column) => column.map(text)),
      shown,
    );
}

function run(command, words, input = "") {
  return execFileSync(command, words, { cwd: ROOT, input, encoding: "utf8", maxBuffer: LARGEST });
}

function ofTypeScript(lines) {
  return run(process.execPath, ["--input-type=module", "--eval", `${lines}\nconsole.log(JSON.stringify(values));`]);
}

/** The rows of the file that the page saves, named by both their times. */
async function savedRows(tab) {
  await tab.evaluate(CATCH_FILES);
  const [, ...rows] = (await tab.saved(button(/CSV/, ".file"))).trim().split("\n");
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
    .map((column) => column.map(text));
}
