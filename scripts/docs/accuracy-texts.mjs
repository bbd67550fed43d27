// What is made of research/results/: one table as JSON and as a module, and the tables of the documentation that say its figures.
import { readdirSync, readFileSync } from "node:fs";
import { marks, pageWith, table } from "./between-marks.mjs";
import { forecastPage } from "./forecast-page.mjs";

const ROOT = new URL("../../", import.meta.url);
const RESULTS = new URL("research/results/", ROOT);
const [GHI, DNI, GTI] = ["global_horizontal", "direct_normal", "global_tilted"].map((name) => `${name}_irradiance`);

/** All rows, with the study and the date of each: what the files have, in the order of their names. */
export function joinedRows() {
  const files = readdirSync(RESULTS).filter((name) => name.endsWith(".json"));
  return files.sort().flatMap((name) => {
    const { study, date, rows } = JSON.parse(readFileSync(new URL(name, RESULTS), "utf8"));
    return rows.map((row) => ({ ...row, study, date }));
  });
}

/**
 * Each text by the path of its file.
 *
 * @param {{ readonly [source: string]: string }} sources what each source is, `ACCURACY_SOURCES`
 * @returns {Map<string, string>}
 */
export function accuracyTexts(sources, rows = joinedRows()) {
  const lines = rows.map((row) => JSON.stringify(row));
  const page = (path, text) => /** @type {const} */ ([path, pageWith(new URL(path, ROOT), marks("accuracy"), text)]);
  return new Map([
    [
      "docs/reference/accuracy.json",
      `{ "sources": ${JSON.stringify(sources)},\n"rows": [\n${lines.join(",\n")}\n] }\n`,
    ],
    ["src/answers/accuracy/table.generated.ts", moduleText(lines)],
    page("docs/explanation/accuracy.md", summary(rows)),
    page("docs/explanation/forecasts.md", forecastSkill(rows)),
    forecastPage(rows),
    page("docs/reference/accuracy.md", allTables(sources, rows)),
  ]);
}

function moduleText(lines) {
  return [
    "// Written by scripts/accuracy-table.mjs from research/results/.",
    'import type { AccuracyRow } from "./types.js";\n',
    "/** All measured errors, as docs/reference/accuracy.json has them. */",
    `export const ACCURACY_ROWS: readonly AccuracyRow[] = [\n${lines.map((line) => `${line},\n`).join("")}];\n`,
  ].join("\n");
}

/**
 * The one row of all places that is meant, the strictest where they were judged in several ways. A table that has none would say what
 * nobody measured.
 *
 * @throws Error if there is none, or more than one of a kind
 */
export function theRow(rows, wanted) {
  const asked = { region: "all", ...wanted };
  const all = rows.filter((row) => Object.entries(asked).every(([name, value]) => row[name] === value));
  const kind = ["left out", "unseen", "fitted"].find((one) => all.some(({ judgedOn }) => judgedOn === one));
  const found = all.filter(({ judgedOn }) => judgedOn === kind);
  if (found.length !== 1) throw new Error(`research/results has ${found.length} rows of ${JSON.stringify(asked)}`);
  return found[0];
}

/** "0.35", "7.1", "79": as many digits as tell something. */
export function figure(value) {
  const size = Math.abs(value);
  const digits = size < 0.995 ? 2 : size < 9.95 ? 1 : 0;
  const text = size.toFixed(digits);
  return value < 0 && Number(text) > 0 ? `−${text}` : text;
}

const percent = (share) => `${Math.round(100 * share)} %`.replace("-", "−");

function summary(rows) {
  const of = (source, quantity, resolution, more = {}) => theRow(rows, { source, quantity, resolution, ...more });
  const figures = { of, rmse: (...row) => figure(of(...row).statistics.rmse) };
  const yields = rows.filter(({ source, region }) => source === "bare-place-yield" && region === "all");
  return table(
    ["part", "measured against", "error"],
    [...ofWeather(figures, yields), ...ofLight(figures), ofYear(figures)],
  );
}

const places = (row) => `${row.stations} places`;
const stations = (row) => `${row.stations} stations`;

function ofWeather({ of, rmse }, yields) {
  const year = of("world-climate", GHI, "1_year");
  const warmth = of("world-climate", "temperature", "1_month");
  const generated = of("generated-year", GHI, "1_hour", { judgedOn: "fitted" });
  const generatedPlane = of("generated-year", GTI, "1_year", { judgedOn: "fitted" });
  const hour = of("forecast", GHI, "15_minutes", { condition: "corrected, simulated run of 30 %", lead: 3600 });
  return [
    [
      "the climatology of a bare place",
      `typical and measured years of ${places(year)}`,
      `GHI of the year ${figure(year.statistics.rmse)} % (rms), mean ${figure(year.statistics.bias)} %, single places up to ${figure(year.statistics.worst)} %; months ${rmse("world-climate", GHI, "1_month")} % of the year's mean`,
    ],
    [
      "its temperature",
      places(warmth),
      `months ${figure(warmth.statistics.rmse)} K (rms), single places up to ${figure(warmth.statistics.worst)} K`,
    ],
    ...yields.map(({ condition, stations: n, statistics }) => [
      `the yield of a bare place${condition ? `, ${condition}` : ""}`,
      `that from typical years of ${n} places`,
      `${figure(statistics.rmse)} % (rms), mean ${figure(statistics.bias)} %`,
    ]),
    [
      "a year generated from true monthly means",
      `measured and satellite years of ${places(generated)}`,
      `KSI ${figure(generated.statistics.ksi)} %, OVER ${figure(generated.statistics.over)} % of hourly GHI; the year on a plane ${figure(generatedPlane.statistics.rmse)} % (rms)`,
    ],
    [
      "a forecast one hour ahead",
      `${stations(hour)}, **simulated** model runs`,
      `GHI ${figure(hour.statistics.rmse)} W/m² (RMSE of 15 minutes): ${percent(hour.statistics.skill)} less than CLIPER. [What a forecast is worth](forecasts.md)`,
    ],
  ];
}

function ofLight({ of, rmse }) {
  const split = of("split", DNI, "15_minutes");
  const plane = of("plane-from-global", GTI, "1_hour", { condition: "35° to the equator" });
  const wall = { condition: "90° east" };
  const clear = of("clear-sky", GHI, "1_minute");
  const means = (model) =>
    of("plane-from-means", GTI, "1_hour", { condition: `35° to the equator, ${model}` }).statistics;
  const averages = (where, sky, column = GTI) =>
    rmse("interval-averages", column, "1_hour", { condition: `${where}, ${sky}` });
  const [slope, tracker, east] = ["30° to the equator", "tracker", "90° east"];
  const averagesWords = (sky) =>
    `${averages(slope, sky)} % at 30° to the equator, ${averages(tracker, sky)} % on a tracker, ${averages(east, sky)} % on a wall facing east (nRMSE)`;
  return [
    [
      "the split of GHI into direct and diffuse",
      stations(split),
      `DNI ${figure(split.statistics.rmse)} W/m² (RMSE) at 15 minutes, ${rmse("split", DNI, "1_hour")} at 60; mean size of a station's bias ${figure(split.statistics.absoluteBias)} and ${figure(of("split", DNI, "1_hour").statistics.absoluteBias)}`,
    ],
    [
      "a plane from hourly GHI",
      `that from measured components, ${stations(plane)}`,
      `35° to the equator ${figure(plane.statistics.rmse)} % (RMSE), bias ${figure(plane.statistics.bias)} %; a wall facing east ${rmse("plane-from-global", GTI, "1_hour", wall)} %`,
    ],
    [
      "the clear sky",
      `clear minutes at ${stations(clear)}`,
      `GHI ${figure(clear.statistics.rmse)} %, DNI ${rmse("clear-sky", DNI, "1_minute")} % (RMSE); mean size of a station's bias ${figure(clear.statistics.absoluteBias)} and ${figure(of("clear-sky", DNI, "1_minute").statistics.absoluteBias)} %`,
    ],
    ["averages over hours, without clouds", "30-second steps, five sites, one year", averagesWords("clear sky")],
    ["averages over hours, broken clouds", "the same, with a cloud model", averagesWords("broken clouds")],
    [
      "the sky on a tilted plane, from hourly means",
      `the same model on minutes, ${stations(of("plane-from-means", GTI, "1_hour", { condition: "35° to the equator, perezDriesse" }))}`,
      `bias ${figure(means("perezDriesse").bias)} % at 35°; \`perezOnMeans\` ${figure(means("perezOnMeans").bias)} %`,
    ],
  ];
}

function ofYear({ of }) {
  const peers = ["PVWatts 8", "pvlib ModelChain"];
  const beside = (options) =>
    peers.map((peer) =>
      figure(of("yield-model", "pv_production", "1_year", { condition: `beside ${peer}, ${options}` }).statistics.bias),
    );
  return [
    "the year of a PV system",
    `${peers.join(" and a ")}, made weather`,
    `${beside("same options").join(" and ")} % with the same options; ${beside("our defaults").join(" and ")} % with our defaults`,
  ];
}

function forecastSkill(rows) {
  const qualities = ["of 25 %", "of 30 %", "of 35 %", "without skill"];
  const leads = [900, 3600, 21_600];
  const lines = qualities.map((quality) => {
    const condition = `corrected, simulated run ${quality}`;
    const found = leads.map((lead) => theRow(rows, { source: "forecast", condition, lead }));
    const held = found.map(({ statistics }) => percent(statistics.within)).join(", ");
    return [quality.replace("of ", ""), ...found.map(({ statistics }) => percent(statistics.skill)), held];
  });
  return table(["nRMSE of the run", "skill at 15 minutes", "at 1 hour", "at 6 hours", "p10 to p90 hold"], lines);
}

function allTables(sources, rows) {
  return Object.entries(sources)
    .map(([source, what]) => {
      const own = rows.filter((row) => row.source === source);
      const head = `## ${source}\n\n${what[0].toUpperCase()}${what.slice(1)}.`;
      if (own.length === 0) return `${head} Not judged by this project.`;
      const notes = [...new Set(own.flatMap(({ note }) => note ?? []))].map((note) => `\n\nNote: ${note}.`).join("");
      const studies = [...new Set(own.map(({ study, date }) => `\`${study}\` (${date})`))].join(", ");
      return `${head} Measured by ${studies}.${notes}\n\n${table(HEAD, own.map(lineOf))}`;
    })
    .join("\n\n");
}

const HEAD = ["where", "quantity", "step", "condition", "errors", "n", "stations", "period", "judged on"];
const WORDS = {
  bias: "bias",
  absoluteBias: "size of biases",
  rmse: "RMSE",
  worst: "worst",
  within80: "8 of 10 within",
  ksi: "KSI",
  over: "OVER",
  ks: "D",
  skill: "skill",
  within: "p10–p90 hold",
  above: "above P90",
};
/** Those that are not in the row's unit. */
const OWN_UNIT = { ksi: " %", over: " %", ks: "", skill: "", within: "", above: "" };

function lineOf({ region, quantity, resolution, condition, lead, unit, statistics, n, stations, period, judgedOn }) {
  const ahead = lead === undefined ? [] : [`${lead / 60} minutes ahead`];
  const errors = Object.entries(statistics).map(
    ([name, value]) => `${WORDS[name]} ${figure(value)}${OWN_UNIT[name] ?? ` ${unit}`}`,
  );
  const conditions = [...(condition === undefined ? [] : [condition]), ...ahead];
  return [
    ...[region, quantity.replaceAll("_", " "), resolution.replace("_", " "), conditions.join("; "), errors.join(", ")],
    ...[n, stations, period, judgedOn],
  ];
}
