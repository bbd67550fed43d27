// How honest are the quantiles of a forecast at every lead time? Run `npm run build` first.
//
//   node research/validate-forecast-bands.mjs             prints the tables
//   node research/validate-forecast-bands.mjs --write     writes them into research/forecast-bands.md, between its two marks
//   node research/validate-forecast-bands.mjs --results=FILE   beside either: rows of the accuracy table
//
// Real runs of one weather model at two stations (research/forecast/real-runs/). Buenos Aires learns in 2023 and is judged in 2024; of the
// Pampas each month is judged with what the others teach. The shape of the bands comes from the other station in either case. The sun is
// above 10°; leads are hours after the issue, 4 h after the run.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { PROBABILITIES } from "irradiance-engine/internal/forecast";
import { pageWith } from "../scripts/docs/between-marks.mjs";
import {
  below,
  crps,
  dressedCrps,
  groupsOf,
  held,
  inGroup,
  medians,
  terciles,
  width,
} from "./forecast/band-scores.mjs";
import { LEARNT_UNTIL, monthOf, observedWhere, stations } from "./forecast/band-splits.mjs";
import { judged, learned, rawHours } from "./forecast/real-bands.mjs";
import { writeResults } from "./lib/results.mjs";

const HOUR = 3_600_000;
const PAGE = new URL("forecast-bands.md", import.meta.url);
const MARKS = /** @type {const} */ ([
  "<!-- bands: written by research/validate-forecast-bands.mjs -->",
  "<!-- end of bands -->",
]);

const { values: given } = parseArgs({ options: { write: { type: "boolean" }, results: { type: "string" } } });
const { ba, ar } = await stations();
const rows = [];
const tables = [judgeYear, judgeMonths].map((judge) => {
  const found = judge();
  rows.push(...rowsOf(found));
  const text = `${report(found)}\n`;
  if (!given.write) process.stdout.write(`${text}\n`);
  return text;
});
if (given.write) writeFileSync(PAGE, pageWith(PAGE, MARKS, tables.join("\n")));
writeResults(given.results, import.meta.url, ["runs-ba.csv.gz", "runs-ar.csv.gz"], rows);

function judgeYear() {
  const isTaught = (time) => time < LEARNT_UNTIL;
  const runs = ba.runs.filter(({ issued }) => isTaught(issued));
  const learnt = learned(ba, runs, observedWhere(ba.observations, isTaught), ar.hours);
  const found = judged(ba, (issued) => !isTaught(issued), learnt, PROBABILITIES);
  return {
    name: "Buenos Aires, 2024 (learnt in 2023)",
    ...{ region: "Buenos Aires", period: "2024", judgedOn: "fitted" },
    ...found,
    raw: dressedCrps(rawHours(ba, isTaught), found.hours, PROBABILITIES),
  };
}

function judgeMonths() {
  const months = [...new Set(ar.hours.map(({ hour }) => monthOf(hour * HOUR)))];
  const found = months.map((month) => {
    const isTaught = (time) => monthOf(time) !== month;
    const learnt = learned(ar, ar.runs, observedWhere(ar.observations, isTaught), ba.hours);
    const { hours, days } = judged(ar, (issued) => !isTaught(issued), learnt, PROBABILITIES);
    return { hours: hours.filter(({ time }) => !isTaught(time)), days };
  });
  return {
    name: "Pampas, 2023 (each month with what the others teach)",
    ...{ region: "Pampas", period: "2023", judgedOn: "left out" },
    hours: found.flatMap(({ hours }) => hours),
    days: found.flatMap(({ days }) => days),
  };
}

/** How often p10 to p90 hold hours, by lead. */
function rowsOf({ region, period, judgedOn, hours }) {
  return groupsOf().map(([from, to]) => {
    const own = hours.filter(inGroup([from, to]));
    return {
      ...{ source: "day-ahead", region, quantity: "global_horizontal_irradiance", resolution: "1_hour" },
      ...{ condition: `bands of the corrected run, ${from}–${to} h after the issue`, lead: to * 3600, unit: "%" },
      ...{ statistics: { within: held(own, PROBABILITIES) }, n: own.length, stations: 1, period, judgedOn },
    };
  });
}

/** @param {{ name: string, hours: any[], days: any[], raw?: any }} judged */
function report({ name, hours, days, raw }) {
  const percent = (share) => `${(100 * share).toFixed(1)} %`;
  const groups = groupsOf().map((group) => {
    const own = hours.filter(inGroup(/** @type {[number, number]} */ (group)));
    const thirds = terciles(own).map((third) => percent(held(third, PROBABILITIES)));
    const shares = [held(own, PROBABILITIES), below(own, PROBABILITIES, 0.5), width(own, PROBABILITIES)].map(percent);
    return [`${group.join("–")} h`, own.length, ...shares, ...thirds];
  });
  const seen = hours.filter(({ isObserved, lead }) => isObserved && lead <= 6);
  const found = medians(hours, PROBABILITIES);
  const rms = Math.sqrt(found.reduce((sum, one) => sum + (one.below - 0.5) ** 2, 0) / found.length);
  const worst = Math.max(...found.map((one) => Math.abs(one.below - 0.5)));
  const score = crps(hours, PROBABILITIES);
  const gain =
    raw === undefined
      ? ""
      : `; the raw run with its own errors of 2023 by lead: ${raw.toFixed(1)}; ${percent(1 - score / raw)} less than that`;
  const lines = [
    `All hours by thirds of the forecast index: ${terciles(hours)
      .map((third) => percent(held(third, PROBABILITIES)))
      .join(", ")}.`,
    `1–6 h after an observation alone: ${percent(held(seen, PROBABILITIES))} of ${seen.length} hours.`,
    `Below the median in hours of the day with 200 days or more: ${percent(0.5 - worst)} to ${percent(0.5 + worst)} at most, rms ${percent(rms)} off.`,
    `Sums of ${days.length} days: ${percent(held(days, PROBABILITIES))}; below the median ${percent(below(days, PROBABILITIES, 0.5))}.`,
    `CRPS ${score.toFixed(1)} W/m²${gain}.`,
  ];
  const titles = ["lead", "hours", "p10–p90 holds", "below p50", "width", "darkest third", "middle", "clearest"];
  const table = [titles, titles.map(() => "---"), ...groups].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return `### ${name}\n\n${table}\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}
