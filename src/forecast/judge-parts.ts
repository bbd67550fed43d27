/** Which parts of what a past taught are worth having: judged on days that they were not learnt from. */
import { inputError } from "../text/input-error.js";
import { type JudgedAhead, judgeAhead } from "./day-ahead/held-out-ahead.js";
import { type HeldOut, judgeHeldOut } from "./held-out.js";
import { correctedPast, type KnownPast } from "./known-past.js";
import { type Learned, learnFrom } from "./learn.js";
import { QUARTER_HOUR } from "./quarter-hours.js";
import type { JudgedDays, JudgedLead, Teacher, UnusedPart } from "./tuning.js";

export interface JudgedParts {
  readonly judged: Pick<JudgedDays, "leads" | "held" | "ahead">;
  readonly unused: readonly UnusedPart[];
}

/** Lead times of the first hours: 15 min, 1, 3 and 6 hours. */
const LEADS = [1, 4, 12, 24];
/** Of the run's RMSE at all leads: a table that gains less than 1 % is not worth having. */
const LEAST_BETTER = 0.99;
/** By which forecasts of the first hours may be worse on the days held out, in the mean of the leads: chance. */
const MOST_WORSE = 1.01;

/**
 * @param cut Unix ms: what ended before it teaches, forecasts issued after it are judged
 * @throws RangeError if no part gains anything
 */
export function judgeParts(known: KnownPast, usual: Learned, cut: number, teacher: Teacher | undefined): JudgedParts {
  const row = Math.max(0, (cut - known.quarterHours.start) / QUARTER_HOUR);
  const taught = learnFrom(known, usual, row);
  const ahead = taught.dayAhead === undefined ? [] : judgeAhead(known, taught.dayAhead, cut);
  const whyNotAhead =
    ahead.length === 0 ? "no run reaches into the days held out" : worseText(meanRatio(ahead, runAlone), LEAST_BETTER);
  const own = whyNotAhead === undefined ? taught : learnFrom(known, usual, row, false);
  const { leads, held } = firstHours(known, usual, own, row);
  const whyNotFirst =
    teacher === "reanalysis" ? "a reanalysis says too little of single hours" : whyNotFirstHours(leads);
  if (whyNotAhead !== undefined && whyNotFirst !== undefined) {
    throw refusal(`learning gains nothing here: in the first hours ${whyNotFirst}; at all leads ${whyNotAhead}`);
  }
  const unused: readonly UnusedPart[] = [
    ...(whyNotAhead === undefined ? [] : [{ part: "day-ahead" as const, reason: whyNotAhead }]),
    ...(whyNotFirst === undefined ? [] : [{ part: "first-hours" as const, reason: whyNotFirst }]),
  ];
  return { judged: { leads, ...(held && { held }), ahead }, unused };
}

export function refusal(problem: string): Error {
  return inputError(RangeError, "ERR_TUNING", "tuneToSite", problem);
}

/** How much a table of all leads gained, over the hours that it was judged by. */
export function gainText(ahead: readonly JudgedAhead[]): string {
  const [first, last] = [ahead[0]!, ahead.at(-1)!];
  const gain = 100 * (1 - meanRatio(ahead, runAlone));
  return `RMSE ${gain.toFixed(1)} % lower from ${first.from} to ${last.to} h on the days held out`;
}

/** The usual weights on runs as they came, the learnt ones on runs that their table corrected. */
function firstHours(known: KnownPast, usual: Learned, own: Learned, from: number): Pick<JudgedDays, "leads" | "held"> {
  const before = judgeHeldOut(known, [usual], LEADS, from);
  const after = judgeHeldOut(correctedPast(known, own.dayAhead), [own], LEADS, from);
  if (before.some(({ corrected }) => corrected === 0)) return { leads: [] };
  const rmse = ({ squares, count }: HeldOut) => Math.sqrt(squares[0]! / count);
  const leads = before.map((usually, k) => ({
    lead: (LEADS[k]! * QUARTER_HOUR) / 1000,
    count: usually.count,
    run: Math.sqrt(usually.run / usually.count),
    before: rmse(usually),
    after: rmse(after[k]!),
  }));
  return { leads, held: { before: shareHeld(before), after: shareHeld(after) } };
}

function shareHeld(found: readonly HeldOut[]): number {
  return found.reduce((sum, { held }) => sum + held[0]!, 0) / found.reduce((sum, { count }) => sum + count, 0);
}

function whyNotFirstHours(leads: readonly JudgedLead[]): string | undefined {
  if (leads.length === 0) {
    return "no held-out day could be corrected: runs must cover the last observed hour and the 6 hours after it";
  }
  return worseText(
    meanRatio(leads, ({ before }) => before),
    MOST_WORSE,
  );
}

const runAlone = ({ run }: JudgedAhead) => run;

function meanRatio<Judged extends { readonly after: number }>(
  leads: readonly Judged[],
  before: (one: Judged) => number,
): number {
  return leads.reduce((sum, one) => sum + one.after / before(one), 0) / leads.length;
}

/** @returns undefined: good enough */
function worseText(ratio: number, most: number): string | undefined {
  if (ratio <= most) return undefined;
  if (!Number.isFinite(ratio)) return "the runs made no error on the days held out";
  const change = 100 * ratio - 100;
  const how = `${Math.abs(change).toFixed(1)} % ${change > 0 ? "more" : "less"}`;
  return `forecasts of the days held out were off by ${how} than without it`;
}
