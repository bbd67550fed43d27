// What does an archive of runs teach on the first day, by how much of it is read and by whose light? Run `npm run build` first.
//
//   node research/validate-first-day.mjs [--write]    prints the table; writes it into research/teachers.md, between its two marks
//
// Judged as research/validate-day-ahead.mjs judges few days: learnt from those before a start, by what was measured in the 30 days after it.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { tuneToSite } from "irradiance-engine/forecast";
import { pageWith } from "../scripts/docs/between-marks.mjs";
import { REGIONS, recentSplits, stationCases } from "./forecast/day-ahead-cases.mjs";
import { CORRECTED } from "./forecast/day-ahead-corrected.mjs";

const HOUR = 3_600_000;
const GHI = "global_horizontal_irradiance";
const PAGE = new URL("teachers.md", import.meta.url);
const MARKS = /** @type {const} */ (["<!-- first day: written by research/validate-first-day.mjs -->", "<!-- end of first day -->"]);
/** Hours of a run that stand for its model's past: the runs that follow are there 6 to 24 hours later. */
const OWN_HOURS = 24;
const DELAY = 4 * HOUR;
const isFirst = ({ issued }) => new Date(issued - DELAY).getUTCHours() === 0;

/** Which runs teach, and on which cases. */
const KINDS = [
  ["all runs, measured light", () => true, (cases) => cases],
  ["one run a day, measured light", isFirst, (cases) => cases],
  ["one run a day without humidity and rain, measured light", isFirst, lightAlone],
  ["all runs, the model's own past light", () => true, ownPast],
  ["one run a day, the model's own past light", isFirst, ownPast],
];

const { values: given } = parseArgs({ options: { write: { type: "boolean" } } });
const rows = [];
for (const station of /** @type {const} */ (["ba", "ar"])) rows.push(...rowsOf(await stationCases(station)));
const head = ["| learnt from | days | bias, 13–48 h | RMSE | RMSE, 49–72 h | RMSE lower by its own evidence |", "| --- | --- | --- | --- | --- | --- |"];
const table = [...head, ...rows].join("\n");
console.log(table);
if (given.write) writeFileSync(PAGE, pageWith(PAGE, MARKS, `${table}\n`));

function rowsOf(cases) {
  return [60, 120].flatMap((days) => {
    const splits = recentSplits(days)(cases);
    const judge = (predictOf) => {
      const pairs = splits.flatMap(({ taught, judged }) => {
        const predict = predictOf(taught);
        return judged.map((hour) => ({ ...hour, error: predict(hour) - hour.measured }));
      });
      const score = (from, to, of) => {
        const own = pairs.filter(({ lead, error }) => lead >= from && lead <= to && Number.isFinite(error));
        const mean = (value) => own.reduce((sum, one) => sum + value(one), 0) / own.length;
        return (100 * of(mean)) / mean(({ measured }) => measured);
      };
      const rmse = (mean) => Math.sqrt(mean(({ error }) => error ** 2));
      return [score(13, 48, (mean) => mean(({ error }) => error)), score(13, 48, rmse), score(49, 72, rmse)];
    };
    const row = (name, found, claimed) =>
      `| ${[`${REGIONS[cases.station]}, ${name}`, days, ...found.map((value) => `${value.toFixed(1)} %`), claimed].join(" | ")} |`;
    const learnt = KINDS.map(([name, isTaught, seen]) => {
      const own = seen(cases);
      const found = judge((taught) => CORRECTED.corrected(taught.filter(isTaught), own));
      return row(name, found, claimOf(own, splits, isTaught));
    });
    return [row("the run alone", judge(() => ({ forecast }) => forecast), ""), ...learnt];
  });
}

/** In the mean of the starts, as the file of a tuning would say it. */
function claimOf({ runs, observations, place }, splits, isTaught) {
  const gains = splits.flatMap(({ taught }) => {
    const times = taught.map(({ time }) => time);
    const [from, to] = [Math.min(...times), Math.max(...times)].map((time) => (time - observations.start) / HOUR);
    const light = observations.columns[GHI].slice(from, to + 1);
    const seen = { ...observations, start: observations.start + from * HOUR, columns: { [GHI]: light } };
    const issued = new Set(taught.map((hour) => hour.issued));
    const past = { runs: runs.filter((run) => issued.has(run.issued) && isTaught(run)), observations: seen };
    try {
      const { ahead } = tuneToSite(past, { place, climatology: 0.65, runs: ["run"], observations: ["light"] }).evidence.judged;
      return [1 - ahead.reduce((sum, { after, run }) => sum + after / run, 0) / ahead.length];
    } catch (cause) {
      // A past that teaches nothing claims nothing.
      if (cause.code !== "ERR_TUNING") throw cause;
      return [0];
    }
  });
  return `${((100 * gains.reduce((sum, gain) => sum + gain, 0)) / gains.length).toFixed(1)} %`;
}

function lightAlone(cases) {
  const runs = cases.runs.map(({ series, ...run }) => ({ ...run, series: { ...series, columns: { [GHI]: series.columns[GHI] } } }));
  return { ...cases, runs };
}

/** What the newest run at each hour said of it: the first hours of runs, as archives keep a model's past. */
function ownPast(cases) {
  const { start, columns } = cases.observations;
  const light = new Float64Array(columns[GHI].length).fill(Number.NaN);
  for (const { run, series } of cases.runs) {
    series.columns[GHI].subarray(0, OWN_HOURS).forEach((value, k) => {
      const row = (run - start) / HOUR + k;
      if (row >= 0 && row < light.length && value >= 0) light[row] = value;
    });
  }
  return { ...cases, observations: { ...cases.observations, columns: { [GHI]: light } } };
}
