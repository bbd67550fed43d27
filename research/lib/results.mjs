// The results of a study as rows of the one accuracy table: research/results/NAME.json, which scripts/accuracy-table.mjs joins.
// A row is an `AccuracyRow` of src/answers/accuracy/types.ts without study and date, which the file has once.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * Writes rows where the script was told to (`--results=FILE`), nothing without. The date stays that of the day when the figures were
 * first found: a run that finds the same leaves the file as it is.
 *
 * @param {string | undefined} file
 * @param {string} script the address of the script, `import.meta.url`
 * @param {readonly string[]} inputs names of what was read, without paths
 * @param {readonly object[]} rows
 */
export function writeResults(file, script, inputs, rows) {
  if (file === undefined) return;
  const study = `research/${basename(new URL(script).pathname)}`;
  const found = { study, inputs: inputs.map((path) => basename(path.split("@")[0])), rows: rows.map(rounded) };
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const isSame = JSON.stringify({ ...before, date: undefined }) === JSON.stringify({ date: undefined, ...found });
  const date = isSame ? before.date : new Date().toISOString().slice(0, 10);
  writeFileSync(file, textOf({ ...found, date }));
}

/** One row a line, so that a difference shows which figures moved. */
function textOf({ rows, ...head }) {
  const lines = Object.entries(head).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`);
  return `{\n${lines.join("")}  "rows": [\n${rows.map((row) => `    ${JSON.stringify(row)}`).join(",\n")}\n  ]\n}\n`;
}

/** Figures to four digits: more of them would only be the noise of a run. */
function rounded(row) {
  const short = (value) => (typeof value === "number" ? Number(value.toPrecision(4)) : value);
  const statistics = Object.fromEntries(Object.entries(row.statistics).map(([name, value]) => [name, short(value)]));
  return { ...row, statistics, ...(row.mean !== undefined && { mean: short(row.mean) }) };
}

const average = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * A row for each station, and one of all of them, in which each counts the same.
 *
 * @param {object} common what all rows have: source, quantity, resolution, unit, …
 * @param {readonly { region: string, period: string, judgedOn: string, n: number, bias: number, rmse: number, mean?: number }[]} stations
 */
export function rowsOver(common, stations) {
  const of = (name) => stations.map((station) => station[name]);
  const known = stations.every(({ mean }) => mean !== undefined);
  const all = {
    ...common,
    region: "all",
    statistics: {
      bias: average(of("bias")),
      absoluteBias: average(of("bias").map(Math.abs)),
      rmse: average(of("rmse")),
      worst: Math.max(...of("rmse")),
    },
    ...(known && { mean: average(of("mean")) }),
    n: of("n").reduce((sum, n) => sum + n, 0),
    stations: stations.length,
    period: periodOf(of("period")),
    judgedOn: weakest(of("judgedOn")),
  };
  const each = stations.map(({ region, period, judgedOn, n, bias, rmse, mean }) => ({
    ...common,
    ...{ region, statistics: { bias, rmse }, ...(mean !== undefined && { mean }) },
    ...{ n, stations: 1, period, judgedOn },
  }));
  return stations.length > 1 ? [all, ...each] : each;
}

/** From the first to the last year that these texts name. */
export function periodOf(periods) {
  const years = periods.flatMap((text) => text.match(/\d{4}/g) ?? []).sort();
  if (years.length === 0) return "typical years";
  return years[0] === years.at(-1) ? years[0] : `${years[0]}–${years.at(-1)}`;
}

/** What may be said of all of them. */
function weakest(kinds) {
  return ["fitted", "left out", "unseen"].find((kind) => kinds.includes(kind));
}

const STATIONS = JSON.parse(readFileSync(new URL("stations.json", import.meta.url), "utf8"));

/** Name and period of a station, and what was chosen with it, by the name of its file; others are unseen under their file's name. */
export function stationOf(argument, source) {
  const file = basename(argument.split("@")[0]);
  const known = STATIONS.find((station) => station.file === file);
  if (known === undefined) return { region: file.split(".")[0], period: "unknown", judgedOn: "unseen" };
  return { region: known.name, period: known.period, judgedOn: known.chosen.includes(source) ? "fitted" : "unseen" };
}
