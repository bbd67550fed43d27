/** Light that is there but not the sun's: dead, standing still, cut off at the top; and what that does to the year. */
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { BRIGHTEST, DIMMEST } from "../limits.js";
import { type CheckContext, figure, NO_LIGHT } from "./context.js";
import { Days } from "./days.js";
import { effectOf, type LikelyLight, LOST, type Why } from "./likely-light.js";
import { envelopeOf } from "./scale.js";
import { repeatedDays, type Stairs, saturatedSpans, straightSpans, stuckSpans } from "./stuck.js";
import { bitsOf, type RowSpan } from "./types.js";

interface LostSpans {
  readonly why: Why;
  readonly code: "dead" | "stuck" | "saturated";
  readonly spans: readonly RowSpan[];
  /** What is said of those that are worth a word. */
  readonly words: (spans: readonly RowSpan[]) => string;
}

/** Light that is there but not the sun's. @param rounding of the file, W/m² */
export function lostLight(context: CheckContext, rounding: number, stairs: Stairs | undefined) {
  const { light } = context;
  const envelope = envelopeOf(Days.of(context, light));
  const factor = envelope < 1 && envelope > NO_LIGHT.unit ? envelope : 1;
  // A step of stairs stands still, and is no fault of its own.
  const stuck = stuckSpans(context, rounding).filter(({ from, to }) => to - from > (stairs?.rows ?? 0));
  const repeated = repeatedDays(context, rounding);
  const still = [...stuck, ...repeated, ...straightSpans(context, rounding)].sort((a, b) => a.from - b.from);
  const saturated = saturatedSpans(context, rounding);
  const how =
    stuck.length > 0
      ? `the light stands still, such as at ${figure(light[stuck[0]!.from]!)} W/m²,`
      : repeated.length > 0
        ? "each day has the light of the day before, row by row,"
        : "the light follows straight lines";
  const top = saturated.length > 0 ? Math.round(light[saturated[0]!.from]!) : 0;
  const plateau = `the light never exceeds ${top} W/m² and stays there under brighter skies, such as`;
  const from = (words: string) => (spans: readonly RowSpan[]) => `${words} from ${context.clockSpans(spans)}`;
  const kinds: readonly LostSpans[] = [
    { why: LOST.dead, code: "dead", spans: deadSpans(context, factor), words: from("no light by day") },
    {
      why: LOST.darkHour,
      code: "dead",
      spans: darkHours(context, factor),
      words: (spans) => darkHoursText(context, spans),
    },
    { why: LOST.stuck, code: "stuck", spans: still, words: from(how) },
    { why: LOST.saturated, code: "saturated", spans: saturated, words: from(plateau) },
  ];
  const lost = new Uint8Array(context.count);
  // A plateau may stand still, too.
  for (const { why, spans } of [kinds[3]!, ...kinds.slice(0, 3)]) mark(context, lost, spans, why);
  return { lost, kinds };
}

/** Marks the rows of spans whose light is there and not lost yet: by night only what is no zero. */
function mark(context: CheckContext, lost: Uint8Array, spans: readonly RowSpan[], why: Why): void {
  const { light } = context;
  for (const { from, to } of spans) {
    for (let row = from; row < to; row++) {
      if (lost[row] === 0 && (context.isLit(row) ? !Number.isNaN(light[row]!) : light[row]! > 0)) lost[row] = why;
    }
  }
}

/** Below this effect stretches shorter than a day are worth no word. */
const LEAST_EFFECT = 0.004;
/** An effect is stated where its sign is known, in standard errors. */
const SIGMAS = 2;
/** A file with so much of its light lost is worth nothing. */
const HALF = 0.5;
const DROP = "pass dropFlagged to leave these rows out, or take them from another source";
const REMEDIES = {
  dead: DROP,
  stuck: DROP,
  saturated: "look at the range of the logger: the light above it is not in the file",
} as const;

/** Adds the findings; rows that are worth no word are lost no longer. */
export function reportLost(
  context: CheckContext,
  { lost, kinds }: ReturnType<typeof lostLight>,
  likely: LikelyLight,
): void {
  for (const { why, code, spans, words } of kinds) {
    const all = spans.filter(({ from, to }) => lost.subarray(from, to).includes(why));
    const slight = slightSpans(context, lost, likely, why, all);
    for (const { from, to } of slight) for (let row = from; row < to; row++) if (lost[row] === why) lost[row] = 0;
    const ours = all.filter((span) => !slight.includes(span));
    if (ours.length === 0) continue;
    const effect = effectOf(context, lost, likely, why);
    // A value that stands still may be as bright in all as the sun was.
    const isEven = code === "stuck" && effect !== undefined && Math.abs(effect.change) < SIGMAS * effect.error;
    const finding = {
      code,
      verdict: effect === undefined || Math.abs(effect.change) > HALF ? "unusable" : "look",
      spans: ours,
      ...(effect !== undefined && !isEven && { effect: { horizontal: effect.change } }),
      message: `${words(ours)}${isEven ? ", in all about as bright as other days" : ""}`,
      remedy: REMEDIES[code],
    } as const;
    context.add(finding, (row) => lost[row] === why);
  }
}

const CLOCK = bitsOf(["label", "clock"]);

/**
 * Stretches shorter than a day that are worth no word: they change the year too little, all of them together; or the clock is in doubt,
 * and their darkness may be the dusk's. Of a value that stands still they are worth one, if they make a day.
 */
function slightSpans(
  { step, light, flags }: CheckContext,
  lost: Uint8Array,
  likely: LikelyLight,
  why: Why,
  spans: readonly RowSpan[],
): readonly RowSpan[] {
  const length = (sum: number, { from, to }: RowSpan) => sum + (to - from) * step;
  // Hours that are dark again and again are a fault of the feed, however few.
  if (why === LOST.darkHour || (why === LOST.stuck && spans.reduce(length, 0) >= DAY)) return [];
  const short = spans.filter((span) => length(0, span) < DAY);
  let [sun, change] = [0, 0];
  for (const value of likely.light) if (!Number.isNaN(value)) sun += value;
  for (const { from, to } of short) {
    for (let row = from; row < to; row++) if (lost[row] === why) change += light[row]! - likely.light[row]!;
  }
  if (Math.abs(change) < LEAST_EFFECT * sun) return short;
  return why === LOST.dead ? short.filter(({ from }) => (flags[from]! & CLOCK) !== 0) : [];
}

/** Sine of a sun at 5°, from where on there is light under any cloud. */
export const UP = 0.087_156;

/** A stretch counts from so many hours of a sun above 5°, and so much light without an atmosphere, Wh/m². */
const LEAST_HOURS = 3;
const LEAST_LIGHT = 700;
/**
 * And where it comes so near the height of noon: what is dark in the morning or in the evening alone may be a clock two hours off, or a
 * mountain.
 */
const NEAR_NOON = 0.78;

/**
 * Stretches of rows without light, nights within them included.
 *
 * @param factor by which all values of the file are too low: its darkest days are not dead
 */
function deadSpans(context: CheckContext, factor: number): RowSpan[] {
  const { extraterrestrial, sunHeight, count, step } = context;
  const hours = step / HOUR;
  const spans: RowSpan[] = [];
  let [from, to, rows, sent, highest] = [-1, -1, 0, 0, -1];
  const close = () => {
    const isLong = rows * hours >= LEAST_HOURS && sent * hours >= LEAST_LIGHT;
    if (isLong && sunHeight[highest]! >= NEAR_NOON * noonHeight(sunHeight, highest)) spans.push({ from, to });
    [from, rows, sent, highest] = [-1, 0, 0, -1];
  };
  for (let row = 0; row < count; row++) {
    if (!isSeen(context, row)) continue;
    if (!isDark(context, row, factor)) {
      if (from >= 0) close();
      continue;
    }
    if (from < 0) from = row;
    to = row + 1;
    rows++;
    sent += extraterrestrial[row]!;
    if (!(sunHeight[row]! <= sunHeight[highest]!)) highest = row;
  }
  if (from >= 0) close();
  return spans;
}

/** Whether the sun is 5° high, and there is a value. */
function isSeen({ light, sunHeight }: CheckContext, row: number): boolean {
  return sunHeight[row]! > UP && !Number.isNaN(light[row]!);
}

function isDark({ light, extraterrestrial }: CheckContext, row: number, factor: number): boolean {
  const sent = extraterrestrial[row]!;
  return !(light[row]! > factor * Math.max(Math.min(DIMMEST, NO_LIGHT.storm * sent), NO_LIGHT.row * sent));
}

/** Days on which a time of day is dark, or of a short file a share of all; no storm comes so often between two lit hours. */
const LEAST_DAYS = 20;
const FEWEST_DAYS = 5;
const MOST_OF_DAYS = 0.8;

/**
 * Times of day that are dark on many days between lit ones, as in archives that lose the first hour of each run: in stretches that are too
 * short for `deadSpans`.
 */
function darkHours(context: CheckContext, factor: number): RowSpan[] {
  const { light, count, step } = context;
  const perDay = DAY / step;
  if (!Number.isInteger(perDay)) return [];
  const longest = (LEAST_HOURS * HOUR) / step;
  // Most rows need no look at the sun.
  const brightest = factor * Math.max(DIMMEST, NO_LIGHT.row * BRIGHTEST);
  const days = new Uint32Array(perDay);
  const spans: RowSpan[] = [];
  for (let row = 1; row < count; row++) {
    if (light[row]! > brightest || !isSeen(context, row) || !isDark(context, row, factor)) continue;
    const from = row;
    while (row < count && isSeen(context, row) && isDark(context, row, factor)) row++;
    const isBetween = light[from - 1]! > factor * DIMMEST && light[row]! > factor * DIMMEST;
    if (!isBetween || row - from >= longest) continue;
    spans.push({ from, to: row });
    for (let dark = from; dark < row; dark++) days[dark % perDay]!++;
  }
  const least = Math.min(LEAST_DAYS, Math.max(FEWEST_DAYS, (MOST_OF_DAYS * count) / perDay));
  return spans.filter(({ from, to }) => {
    for (let row = from; row < to; row++) if (days[row % perDay]! >= least) return true;
    return false;
  });
}

/** The time of day that is dark most often, and on how many days. */
function darkHoursText(context: CheckContext, spans: readonly RowSpan[]): string {
  const byTime = new Map<number, RowSpan[]>();
  for (const span of spans) {
    const time = span.from % (DAY / context.step);
    byTime.set(time, [...(byTime.get(time) ?? []), span]);
  }
  const [most, ...others] = [...byTime.values()].sort((a, b) => b.length - a.length);
  const times = others.length === 1 ? "another time" : `${others.length} other times`;
  const more = others.length === 0 ? "" : `, and at ${times} of day`;
  return `no light ${context.clockTimes(most![0]!)} on ${most!.length} days${more}, while the rows before and after are lit`;
}

/** The sun's height at the noon of a row's day. */
function noonHeight(sunHeight: Float32Array, row: number): number {
  let noon = row;
  for (const side of [-1, 1]) while (sunHeight[noon + side]! > sunHeight[noon]!) noon += side;
  return sunHeight[noon]!;
}
