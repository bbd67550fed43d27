/** What a place's past taught, and how much better forecasts were by it, for people. */
import type { JudgedAhead, JudgedDays, SiteTuning } from "irradiance-engine/forecast";
import { aligned, DAY } from "irradiance-engine/shared";
import { time } from "./output.js";

/** Of a tuning, as people call them. */
const PARTS = { "day-ahead": "the correction of all leads", "first-hours": "weights and spread of the first hours" };
const WIDTH = 12;

/** Facts first, then the errors on days that were not learnt from. */
export function tuningLines({ place, runs, observations, teacher, evidence }: SiteTuning): readonly string[] {
  const { days, start, end, judged } = evidence;
  const altitude = place.altitude === undefined ? "" : `, ${place.altitude} m`;
  const weaker = teacher === "reanalysis" ? " (a reanalysis: a weaker teacher, because it is a model, too)" : "";
  return [
    fact("place", `${place.latitude}, ${place.longitude}${altitude}`),
    fact("runs", `${evidence.runs} of ${runs.join(", ")}`),
    fact("observations", `${observations.join(", ")}${weaker}`),
    fact("learnt", `${days} days, ${daysText(start, end)}`),
    fact(
      "judged",
      `${judged.days} days, ${daysText(judged.start, judged.end)}, with what the days before them had taught`,
    ),
    ...evidence.leftOut.map((message) => fact("left out", message)),
    ...evidence.unused.map(({ part, reason }) => fact("not used", `${PARTS[part]}: ${reason}`)),
    ...firstHoursLines(judged),
    ...aheadLines(judged.ahead),
  ];
}

/** For programs: without the long tables, which the file itself has. */
export function withoutWeights(tuning: SiteTuning) {
  const { table: _, spread: __, ...rest } = tuning;
  return rest;
}

export function fact(name: string, text: string): string {
  return `${name.padEnd(WIDTH)}  ${text}`;
}

/** @param start,end of days of the sun */
function daysText(start: number, end: number): string {
  return `${dayText(start + DAY / 2)} to ${dayText(end - DAY / 2)}`;
}

export function dayText(at: number): string {
  return time(at).slice(0, 10);
}

function firstHoursLines({ leads, held }: JudgedDays): readonly string[] {
  if (leads.length === 0) return [];
  const rows = leads.map(({ lead, run, before, after }) => {
    const change = 100 * (after / before - 1);
    const cells = [run.toFixed(1).padStart(7), before.toFixed(1).padStart(13), after.toFixed(1).padStart(6)];
    return fact(`${lead / 3600} h`, `${cells.join("  ")}  ${change.toFixed(1).padStart(4)} %`);
  });
  const shares = held && [held.before, held.after].map((share) => `${(100 * share).toFixed(1)} %`);
  return [
    "",
    fact("RMSE, W/m²", "the run  usual weights  learnt  change"),
    ...rows,
    ...(shares ? [`p10 to p90 held ${shares[0]} with the usual spread, ${shares[1]} with that learnt`] : []),
  ];
}

/** Two rows a lead: the run as it came, and corrected. Shares are of the mean light observed, which older files lack. */
function aheadLines(ahead: readonly JudgedAhead[]): readonly string[] {
  if (ahead.length === 0) return [];
  const rows = ahead.flatMap(({ from, to, mean, run, after, bias }) => {
    const errors = (rmse: number, mean_: number) =>
      [rmse, mean_].flatMap((value) => [value.toFixed(1), mean ? `${((100 * value) / mean).toFixed(1)} %` : "-"]);
    return [
      [`${from}–${to} h`, "the run", ...errors(run, bias.run), ""],
      ["", "corrected", ...errors(after, bias.after), `${(100 * (after / run - 1)).toFixed(1)} %`],
    ];
  });
  const head = ["hours ahead", "", "RMSE, W/m²", "of the mean", "bias, W/m²", "of the mean", "change of RMSE"];
  return ["", ...aligned([head, ...rows], (column) => column > 1)];
}
