/** Looks at the values of a series, one look after another: each leaves out the rows that those before it found. */
import { DAY } from "../../../time/calendar.js";
import { bitsOf } from "../findings.js";
import type { Findings, RowSpan, SkyRows } from "../types.js";
import { changeFinding, changeOf } from "./change.js";
import { cloudlessFinding } from "./cloudless.js";
import { columnDoubts } from "./columns.js";
import { darkHours, darkHoursText, deadSpans } from "./dead.js";
import { effectOf, type LikelyLight, likelyLight } from "./expected-light.js";
import { DARK_HOUR, DEAD, type Lost, mark, roundingOf, SATURATED, STUCK, sumDays } from "./look.js";
import { monthFinding } from "./month.js";
import { nightFinding, nightLight } from "./night.js";
import { planeFinding } from "./plane.js";
import { envelopeOf, scaleFinding } from "./scale.js";
import { type Stairs, stairsFinding, stairsOf } from "./stairs.js";
import { repeatedDays, saturatedSpans, straightSpans, stuckSpans } from "./stuck.js";
import { figure, spansText } from "./words.js";

export function examineValues(sky: SkyRows, findings: Findings): void {
  const { columns } = sky.weather;
  const doubts = columnDoubts(sky.weather, false, sky.clear);
  for (const doubt of doubts) findings.add(doubt);
  // What the light is made of: a wrong unit there leaves nothing to look at.
  const isLight = (column: string | undefined) =>
    columns.global_horizontal_irradiance === undefined || column === "global_horizontal_irradiance";
  if (doubts.some(({ verdict, column }) => verdict === "unusable" && isLight(column))) return;
  if (!sky.light.some((value) => value > 0)) return;

  const rounding = roundingOf(sky.light);
  const stairs = stairsOf(sky, rounding);
  if (stairs !== undefined) findings.add(stairsFinding(sky, stairs));
  const lost = lostLight(sky, rounding, stairs);
  const night = nightLight(sky, lost.lost);
  if (night.isClock) return;
  const likely = likelyLight(sky, lost.lost);
  reportLost(sky, findings, lost, likely);
  const sound = night.offset > 0 ? likely.light.map((value) => value - night.offset) : likely.light;
  const days = sumDays(sky, sound);
  const change = changeOf(sky, days);
  // What a step leaves wrong is no factor of the whole.
  const scale = scaleFinding(sky, change?.right ?? days);
  // In stairs each row has the light of others.
  const plane = stairs === undefined ? planeFinding(sky, days, findings.flags, scale) : undefined;
  const found = [
    nightFinding(sky, likely.light, night),
    change && changeFinding(sky, days, change),
    plane ?? scale,
    plane === undefined ? monthFinding(sky, days) : undefined,
    stairs === undefined ? cloudlessFinding(sky, days) : undefined,
  ];
  for (const finding of found) if (finding !== undefined) findings.add(finding);
}

/** Light that is there but not the sun's: dead, standing still, cut off at the top. */
interface LostLight {
  readonly lost: Lost;
  readonly dead: readonly RowSpan[];
  readonly hours: readonly RowSpan[];
  readonly stuck: readonly RowSpan[];
  readonly repeated: readonly RowSpan[];
  readonly straight: readonly RowSpan[];
  readonly saturated: readonly RowSpan[];
}

/** Of the light, less than any unit makes of it (kW/m²: 0.001): a file so dark is dead. */
const NO_UNIT = 3e-4;

function lostLight(sky: SkyRows, rounding: number, stairs: Stairs | undefined): LostLight {
  const lost: Lost = new Uint8Array(sky.count);
  const envelope = envelopeOf(sumDays(sky, sky.light)).factor;
  const factor = envelope < 1 && envelope > NO_UNIT ? envelope : 1;
  const found = {
    dead: deadSpans(sky, factor),
    hours: darkHours(sky, factor),
    // A step of stairs stands still, and is no fault of its own.
    stuck: stuckSpans(sky, rounding).filter(({ from, to }) => to - from > (stairs?.rows ?? 0)),
    repeated: repeatedDays(sky, rounding),
    straight: straightSpans(sky, rounding),
    saturated: saturatedSpans(sky, rounding),
  };
  mark(sky, lost, found.saturated, SATURATED);
  mark(sky, lost, found.dead, DEAD);
  mark(sky, lost, found.hours, DARK_HOUR);
  for (const spans of [found.stuck, found.repeated, found.straight]) mark(sky, lost, spans, STUCK);
  return { lost, ...found };
}

/** Below this effect stretches shorter than a day are worth no word. */
const LEAST_EFFECT = 0.004;
/** An effect is told where its sign is known, in standard errors. */
const SIGMAS = 2;
/** A file with so much of its light lost is worth nothing. */
const HALF = 0.5;

function reportLost(sky: SkyRows, findings: Findings, found: LostLight, likely: LikelyLight): void {
  const { lost, dead, hours, stuck, repeated, straight, saturated } = found;
  const report = (
    code: "dead" | "stuck" | "saturated",
    why: number,
    spans: readonly RowSpan[],
    words: (spans: readonly RowSpan[]) => string,
  ) => {
    const all = spans.filter(({ from, to }) => lost.subarray(from, to).includes(why));
    const slight = slightSpans(sky, findings, found, likely, why, all);
    for (const { from, to } of slight) for (let row = from; row < to; row++) if (lost[row] === why) lost[row] = 0;
    const ours = all.filter((span) => !slight.includes(span));
    if (ours.length === 0) return;
    const effect = effectOf(sky, lost, likely, why);
    const horizontal = effect?.change;
    // A value that stands still may be as bright in all as the sun was.
    const isEven = code === "stuck" && effect !== undefined && Math.abs(effect.change) < SIGMAS * effect.error;
    const finding = {
      code,
      verdict: horizontal === undefined || Math.abs(horizontal) > HALF ? "unusable" : "look",
      spans: ours,
      message: `${words(ours)}${isEven ? ", in all about as bright as other days" : ""}`,
      remedy: REMEDIES[code],
    } as const;
    findings.add(
      horizontal === undefined || isEven ? finding : { ...finding, effect: { horizontal } },
      (row) => lost[row] === why,
    );
  };
  const from = (words: string) => (spans: readonly RowSpan[]) => `${words} from ${spansText(sky, spans)}`;
  report("dead", DEAD, dead, from("no light by day"));
  report("dead", DARK_HOUR, hours, (spans) => darkHoursText(sky, spans));
  const still =
    stuck.length > 0
      ? `the light stands still, such as at ${figure(sky.light[stuck[0]!.from]!)} W/m²,`
      : repeated.length > 0
        ? "each day has the light of the day before, row by row,"
        : "the light follows straight lines";
  const both = [...stuck, ...repeated, ...straight].sort((a, b) => a.from - b.from);
  report("stuck", STUCK, both, from(still));
  const top = saturated.length > 0 ? Math.round(sky.light[saturated[0]!.from]!) : 0;
  const plateau = `the light never exceeds ${top} W/m² and stays there under brighter skies, such as`;
  report("saturated", SATURATED, saturated, from(plateau));
}

const DROP = "pass dropFlagged to leave these rows out, or take them from another source";
const REMEDIES = {
  dead: DROP,
  stuck: DROP,
  saturated: "look at the range of the logger: the light above it is not in the file",
} as const;

const CLOCK = bitsOf(["label", "clock"]);

/**
 * Stretches shorter than a day that are worth no word: they change the year too little, all of them together; or the clock is in doubt,
 * and their darkness may be the dusk's. Of a value that stands still they are worth one, if they make a day.
 */
function slightSpans(
  { step, light }: SkyRows,
  { flags }: Findings,
  { lost }: LostLight,
  likely: LikelyLight,
  why: number,
  spans: readonly RowSpan[],
): readonly RowSpan[] {
  const length = (sum: number, { from, to }: RowSpan) => sum + (to - from) * step;
  // Hours that are dark again and again are a fault of the feed, however few.
  if (why === DARK_HOUR || (why === STUCK && spans.reduce(length, 0) >= DAY)) return [];
  const short = spans.filter((span) => length(0, span) < DAY);
  let [sun, change] = [0, 0];
  for (const value of likely.light) if (!Number.isNaN(value)) sun += value;
  for (const { from, to } of short) {
    for (let row = from; row < to; row++) if (lost[row] === why) change += light[row]! - likely.light[row]!;
  }
  if (Math.abs(change) < LEAST_EFFECT * sun) return short;
  return why === DEAD ? short.filter(({ from }) => (flags[from]! & CLOCK) !== 0) : [];
}
