/** What is said of clocks. */
import { DAY, dateFromDays, SHORT_MONTH_NAMES } from "../../../time/calendar.js";
import type { Label } from "../../readers/format.js";
import type { ExamineOptions, RowSpan, SkyRows } from "../types.js";

/** Position of an interval's middle relative to its stamp, in intervals. */
const MIDDLE: { readonly [label in Label]: number } = { start: 0.5, center: 0, end: -0.5 };
const NAMED: { readonly [label in Label]: string } = { start: "starts", center: "centres", end: "ends" };
const QUARTER = 15;
/** Minutes: nearer to whole and half hours than this, a clock is of another zone. */
const ROUND = 4;

/** What mends a clock: words for what is wrong and what to do, and the options for it. */
export interface Cure {
  readonly code: "label" | "clock";
  readonly wrong: string;
  readonly remedy: string;
  readonly pass?: { readonly label?: Label; readonly timeOffsetChange?: number };
}

/**
 * @param shift minutes by which the right sun is later
 * @param step minutes
 * @param within minutes by which the shift may be off, less than a quarter of a step
 */
export function cureOf(shift: number, step: number, { label, timeOffset }: ExamineOptions, within: number): Cure {
  const fitting = label && labelFor(shift, step, label, within);
  if (label !== undefined && fitting !== undefined) {
    const wrong = `time stamps look like interval ${NAMED[fitting]} read as ${NAMED[label]}`;
    return { code: "label", wrong, remedy: `pass label "${fitting}"`, pass: { label: fitting } };
  }
  const round = QUARTER * Math.round(shift / QUARTER);
  const isRound = round !== 0 && Math.abs(shift - round) <= Math.max(within, ROUND) && round % (2 * QUARTER) === 0;
  const minutes = isRound ? round : Math.round(shift);
  const ahead = minutes < 0 ? "ahead" : "behind";
  const change = -minutes / 60;
  const remedy = remedyOf(change, timeOffset);
  if (isRound) {
    const zone = `${minutes < 0 ? "+" : "−"}${Math.abs(change)}`;
    const like = Number.isInteger(change) && Math.abs(change) <= 14 ? `, as if UTC${zone} were read as UTC` : "";
    return {
      code: "clock",
      wrong: `times look ${duration(minutes)} ${ahead}${like}`,
      remedy,
      pass: { timeOffsetChange: change },
    };
  }
  const degrees = Math.round(Math.abs(minutes) / 4);
  return {
    code: "clock",
    wrong: `the clock looks ${duration(minutes)} ${ahead}`,
    remedy: `${remedy} once the clock and the longitude are checked: ${degrees}° of longitude have the same effect`,
    pass: { timeOffsetChange: Math.round(change * 1e4) / 1e4 },
  };
}

/** Hours ahead of UTC that can be passed. */
const [LEAST_OFFSET, MOST_OFFSET] = [-12, 14];

/** @param used hours ahead of UTC that the times were read as, where that is known: then the number to pass is */
function remedyOf(change: number, used: number | undefined): string {
  const side = change > 0 ? "larger" : "smaller";
  if (used === undefined) return `pass a timeOffset ${hours(change)} ${side} than the one in use`;
  const offset = Math.round((used + change) * 1e4) / 1e4;
  if (offset >= LEAST_OFFSET && offset <= MOST_OFFSET) return `pass timeOffset ${offset}`;
  return `move the times by ${hours(change)} ${change > 0 ? "back" : "forward"}`;
}

/** The label whose middle of the interval lies where the sun fits. */
function labelFor(shift: number, step: number, label: Label, within: number): Label | undefined {
  const labels = (Object.keys(MIDDLE) as Label[]).filter((other) => other !== label);
  const isNear = (other: Label) => Math.abs((MIDDLE[other] - MIDDLE[label]) * step - shift) <= within;
  return labels.find(isNear);
}

export function hours(change: number): string {
  const size = Math.round(Math.abs(change) * 1e4) / 1e4;
  return size === 1 ? "1 hour" : `${size} hours`;
}

/** "60 minutes earlier" */
export function sunOf(shift: number): string {
  const minutes = Math.round(Math.abs(shift));
  return minutes === 0 ? "the sun of its stamps" : `a sun ${duration(minutes)} ${shift < 0 ? "earlier" : "later"}`;
}

function duration(minutes: number): string {
  const size = Math.abs(minutes);
  if (size % 60 !== 0 || size === 60) return `${size} minute${size === 1 ? "" : "s"}`;
  return `${size / 60} hours`;
}

/** Most stretches that are named. */
const NAMED_SPANS = 3;

/** "from 29 Mar 2020 to 24 Oct 2020" */
export function spansText(sky: SkyRows, spans: readonly RowSpan[]): string {
  const named = spans
    .slice(0, NAMED_SPANS)
    .map(({ from, to }) => `from ${dateOf(sky, from)} to ${dateOf(sky, to - 1)}`)
    .join(", ");
  const more = spans.length - NAMED_SPANS;
  return more > 0 ? `${named} and ${more} more ${more === 1 ? "time" : "times"}` : named;
}

/** The day of a row in local solar time; a typical year has no years of its own. */
export function dateOf({ start, step, place, options }: SkyRows, row: number): string {
  const solar = start + (row + 0.5) * step + (place.longitude / 360) * DAY;
  const { year, month, day } = dateFromDays(Math.floor(solar / DAY));
  const date = `${day} ${SHORT_MONTH_NAMES[month - 1]}`;
  return options.isTypicalYear ? date : `${date} ${year}`;
}
