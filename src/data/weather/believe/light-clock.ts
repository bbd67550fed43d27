/** The clock from the course of the light alone: one shift of the whole series, changes, a drift. */
import { valueAtShare } from "../../../foundation/statistics/order.js";
import { lineThrough } from "../../../foundation/statistics/student-t.js";
import { dateFromDays, HOUR, MINUTE } from "../../../foundation/time/calendar.js";
import { between, type ClockEstimate, clockOf, edgesOf, LONGEST_EDGE_STEP, meanMisfit } from "./clock-estimate.js";
import { type CheckContext, FEWEST_DAYS, LATE } from "./context.js";
import { daysOfLight, withinDay } from "./daily-light.js";
import { type DayFits, dayFits, lowest, merged, pathOf, REACH } from "./day-fits.js";
import type { RowSpan } from "./types.js";

/**
 * What a clock must be off to be told from the weather, in minutes and steps: in some fifty files the months of right clocks were
 * 14 minutes off at the most in hours, and years 3; a sensor that leans by 2° looks 8 minutes off in its course.
 */
const LEAST = 6;
const LEAST_STEPS = 0.3;
/** How far the two kinds of evidence may be apart, the same, and as a share of the shift. */
const APART = 4;
const APART_STEPS = 0.4;
/** Minutes: steps as short tell first and last light as sharply as they are. */
const SHARP = 5;
const APART_SHARE = 0.15;
/** Standard errors. Few minutes need more, those that a leaning sensor can feign most, and so does a course without first and last light. */
const SOME = 0.7;
const MORE = 1.6;
const MOST = 4;
const ENOUGH = 2;
/** Minutes that a sensor can feign which leans by 3°. */
const LEANING = 8;
/** Minutes that a course alone must be off: no sensor leans so much. */
const LEAST_ALONE = 12;
/**
 * Minutes and standard errors from which on a course is told that first and last light contradict, as where a logger cuts low light off: in
 * 42 looks at 14 clean series, with ridges of 8° and 15°, the course was 22 minutes off at the most. The clearest days fit that clock: of
 * 28 series with low light cut off their misfit was −3.6 and less, where the mornings had half of their light, −3.1 and more.
 */
const LEAST_CONTRADICTED = 28;
const ENOUGH_CONTRADICTED = 3;
const SUNLIT_CONTRADICTED = -3.3;

/**
 * Minutes and steps by which first or last light alone may be off: clouds, twilight and a ridge move them by less, and in opposite
 * directions. Afternoons without light are no clock.
 */
const ASKEW = 30;
const ASKEW_STEPS = 0.25;
/** Misfit of the clearest days, the logarithm of a square, if it is the sun's light: more than a third is unexplained in no month. */
const SUNLIT = -2;
/** The same for a clock of another zone, for which sums of a day may pass. */
const SUNLIT_ZONE = -3.2;
/** Minutes by which clocks change that are set by people: farther, without first and last light, and half of the days' light is lost. */
const MOST_CHANGE = 75;
/** How often clocks beyond the farthest tried are. */
const WIDER = 4;

/** A stretch of days with its own clock. */
export interface ClockStretch extends RowSpan {
  readonly clock: ClockEstimate;
  /** Minutes by which its sun is later, where that is beyond doubt of weather and horizon; else 0. */
  readonly shift: number;
  /** First and last light say the same, or cannot be seen: otherwise a sensor on a tilted plane has such a course, too. */
  readonly isAgreed: boolean;
  /** No ridge looks like it: beyond the latitudes where a low one hides half of a day, first and last light are both off. */
  readonly isOnBothSides: boolean;
}

export interface LightClock {
  readonly stretches: readonly ClockStretch[];
  /** The longest one whose clock is right, else the longest: the others differ from it. */
  readonly main: ClockStretch;
  readonly drift: Drift | undefined;
}

/** Minutes. */
export function leastShift(step: number): number {
  return Math.max(LEAST, (LEAST_STEPS * step) / MINUTE);
}

export function mostApart(step: number, shift = 0): number {
  return Math.max(APART, APART_STEPS * (step / MINUTE - SHARP), APART_SHARE * Math.abs(shift));
}

/** Undefined where the light says nothing about the clock. */
export function clockOfLight(context: CheckContext): LightClock | undefined {
  const fits = widenedFits(context, zoneShift(context));
  const days = fits.rows.length;
  if (days < FEWEST_DAYS.course) return undefined;
  const least = leastShift(context.step);
  const whole = stretchOf(context, fits, 0, days);
  const isZone = Math.abs(whole.clock.shift) * MINUTE > REACH;
  if (whole.clock.clearest > (isZone ? SUNLIT_ZONE : SUNLIT)) return undefined;
  const path = pathOf(fits);
  const line = context.step <= LONGEST_EDGE_STEP ? driftOf(context, fits) : undefined;
  const drift = line !== undefined && line.cost < path.cost ? line : undefined;
  if (drift !== undefined) return { stretches: [whole], main: whole, drift };
  const parts = merged(path.stretches, fits.shifts, least * MINUTE);
  const stretches = differing(
    parts.map(({ from, to }) => stretchOf(context, fits, from, to)),
    context.step,
  );
  if (stretches.length < 2) return { stretches: [whole], main: whole, drift };
  const right = stretches.filter(({ clock }) => Math.abs(clock.shift) < least);
  const [main] = (right.length > 0 ? right : stretches).sort((a, b) => b.to - b.from - (a.to - a.from));
  return { stretches, main: main!, drift };
}

/** Clocks around a middle one, and farther where the best is at the end: rows without nights hide how late the light is. */
function widenedFits(context: CheckContext, middle: number): DayFits {
  let fits = dayFits(context, middle);
  for (let k = 0; k < WIDER && fits.rows.length >= FEWEST_DAYS.course; k++) {
    const best = lowest(meanMisfit(fits, 0, fits.rows.length));
    if (best > 0 && best < fits.shifts.length - 1) break;
    fits = dayFits(context, fits.shifts[best]!);
  }
  return fits;
}

/** ms by which the sun is later where the light is that of another zone: whole half hours. */
function zoneShift({ light, start, step, count, place }: CheckContext): number {
  const late = daysOfLight(light, { start, step, count }, place)
    .map((day) => day.late)
    .filter((hours) => !Number.isNaN(hours));
  if (late.length < FEWEST_DAYS.course) return 0;
  // A whole turn apart is the same clock.
  const middle = withinDay(
    valueAtShare(
      late.map((hours) => hours - 24 * Math.round((hours - late[0]!) / 24)),
      0.5,
    )!,
  );
  return Math.abs(middle) < LATE.zone ? 0 : (-Math.round(2 * middle) / 2) * HOUR;
}

function stretchOf(context: CheckContext, fits: DayFits, from: number, to: number): ClockStretch {
  const { step } = context;
  const clock = clockOf(context, fits, from, to, Math.max(15, mostApart(step)));
  const isAgreed = isOff(clock, step);
  return {
    from: fits.rows[from]!.from,
    to: fits.rows[to - 1]!.to,
    clock,
    shift: isAgreed ? likely(clock, step) : isOffAlone(clock, step) ? clock.shift : 0,
    isAgreed,
    isOnBothSides: isOnBothSides(context, fits.rows.slice(from, to), clock),
  };
}

/** Beyond this latitude, degrees, a ridge of some degrees takes hours of a spring or autumn day, and moves its course as a clock does. */
const FAR = 60;
/** Of the shift: what an edge that no ridge hides is off at least. */
const LEAST_EDGE = 2 / 3;
/** Of the brighter half of the year in the north, the first and the last month. */
const [MARCH, SEPTEMBER] = [3, 9];

function isOnBothSides(context: CheckContext, days: DayFits["rows"], { shift, edge }: ClockEstimate): boolean {
  const { latitude } = context.place;
  if (Math.abs(latitude) <= FAR || Number.isNaN(edge)) return true;
  const bright = days.filter(({ from }) => {
    const { month } = dateFromDays(context.solarDay(from));
    return latitude > 0 ? month >= MARCH && month <= SEPTEMBER : month <= MARCH || month >= SEPTEMBER;
  });
  const { first, last } = edgesOf(context, bright);
  return -first / shift >= LEAST_EDGE && -last / shift >= LEAST_EDGE;
}

/** The course is too far off for weather, whatever first and last light say. */
function isOffAlone({ shift, edge, beatsOwn, clearest }: ClockEstimate, step: number): boolean {
  const least = Math.max(LEAST_CONTRADICTED, leastShift(step));
  const isSure = beatsOwn >= ENOUGH_CONTRADICTED && clearest <= SUNLIT_CONTRADICTED;
  return !Number.isNaN(edge) && Math.abs(shift) >= least && isSure;
}

/** Both kinds of evidence together; in long steps first and last light are less sharp than the course. */
function likely({ shift, edge }: ClockEstimate, step: number): number {
  if (Number.isNaN(edge)) return shift;
  return step > LONGEST_EDGE_STEP ? (2 * shift + edge) / 3 : (shift + edge) / 2;
}

/** Course and edges agree that the clock is off. */
function isOff(clock: ClockEstimate, step: number): boolean {
  const { shift, edge, beatsOwn } = clock;
  const least = leastShift(step);
  if (Math.abs(shift) < least) return false;
  if (Number.isNaN(edge)) return Math.abs(shift) >= LEAST_ALONE && beatsOwn >= ENOUGH;
  const size = Math.abs(shift);
  const enough = size < LEANING ? MOST : size < LEAST_ALONE ? MORE : SOME;
  const isBoth = edge * shift > 0 && Math.abs(edge) >= least / 2 && Math.abs(edge - shift) <= mostApart(step, shift);
  return isBoth && beatsOwn >= enough && isStraight(clock.first - shift, clock.last - shift, step);
}

/** Neither edge contradicts, given how far each is from the shift. */
function isStraight(first: number, last: number, step: number): boolean {
  return Math.max(Math.abs(first), Math.abs(last)) <= ASKEW + (ASKEW_STEPS * step) / MINUTE;
}

/** Stretches whose clocks differ from their neighbours' by course and edges; others join the one before. */
function differing(stretches: readonly ClockStretch[], step: number): ClockStretch[] {
  const result: ClockStretch[] = [];
  for (const one of stretches) {
    const last = result.at(-1);
    if (last !== undefined && !isChange(last.clock, one.clock, step)) {
      const longer = one.to - one.from > last.to - last.from ? one : last;
      result[result.length - 1] = { ...longer, from: last.from, to: one.to };
    } else result.push(one);
  }
  return result;
}

function isChange(before: ClockEstimate, after: ClockEstimate, step: number): boolean {
  const course = after.shift - before.shift;
  const edge = after.edge - before.edge;
  if (Math.abs(course) < leastShift(step)) return false;
  if (Number.isNaN(edge)) return Math.abs(course) <= MOST_CHANGE;
  const isBoth = Math.abs(edge - course) <= mostApart(step, course);
  return isBoth && isStraight(after.first - before.first - course, after.last - before.last - course, step);
}

/** Parts of a drift. */
const MOST_PARTS = 12;
const FEWEST_PARTS = 4;
/** Minutes from the first part to the last that are a drift, and the standard errors by which they must differ from none. */
const LEAST_DRIFT = 6;
const SURE = 5;
/** Minutes that a course must drift where first and last light are not seen. */
const LEAST_DRIFT_ALONE = 9;
/** Course and edges of the days must drift alike: within these minutes, or this share. */
const DRIFTS_APART = 4;
const SHARE = 0.4;

/** A clock that gains or loses minutes over weeks. */
interface Drift {
  /** Minutes by which the sun is later than the series', at the middles of the first and the last day. */
  readonly first: number;
  readonly last: number;
  /** What its days cost, as those of a path do. */
  readonly cost: number;
}

/** A line through the shifts of equal parts of the file; undefined where the clock does not drift, or too little is seen of it. */
function driftOf(context: CheckContext, fits: DayFits): Drift | undefined {
  const { shifts, rows } = fits;
  const parts = Math.min(MOST_PARTS, Math.floor(rows.length / FEWEST_DAYS.drift));
  if (parts < FEWEST_PARTS) return undefined;
  const [middles, course, edge]: [number[], number[], number[]] = [[], [], []];
  for (let part = 0; part < parts; part++) {
    const [from, to] = [part, part + 1].map((k) => Math.round((k * rows.length) / parts)) as [number, number];
    const means = meanMisfit(fits, from, to);
    const best = lowest(means);
    const { first, last } = edgesOf(context, rows.slice(from, to));
    middles.push(rows[(from + to) >> 1]!.from / context.count);
    course.push((shifts[best]! + between(means, best) * (shifts[1]! - shifts[0]!)) / MINUTE);
    edge.push(-(first + last) / 2);
  }
  const line = lineThrough(middles, course);
  const size = Math.abs(line.slope);
  const isDrift = size >= LEAST_DRIFT && size > SURE * line.standardError && isSeenAlike(line.slope, middles, edge);
  if (!isDrift) return undefined;
  const at = (row: number) => line.at(row / context.count);
  return { first: at(rows[0]!.from), last: at(rows[rows.length - 1]!.to), cost: costAlong(fits, at) };
}

/** Whether first and last light drift as the course does, in the parts where they are seen; without them it must drift farther. */
function isSeenAlike(slope: number, middles: readonly number[], edge: readonly number[]): boolean {
  const isSeen = edge.map((minutes) => !Number.isNaN(minutes));
  const [x, y] = [middles, edge].map((values) => values.filter((_, part) => isSeen[part])) as [number[], number[]];
  if (x.length < FEWEST_PARTS) return Math.abs(slope) >= LEAST_DRIFT_ALONE;
  return Math.abs(lineThrough(x, y).slope - slope) <= Math.max(DRIFTS_APART, SHARE * Math.abs(slope));
}

/** Misfit of each day with the clock of that day. */
function costAlong({ shifts, rows, misfit }: DayFits, shiftAt: (row: number) => number): number {
  const spacing = shifts[1]! - shifts[0]!;
  return rows.reduce((sum, { from }, day) => {
    const k = Math.round((shiftAt(from) * MINUTE - shifts[0]!) / spacing);
    return sum + misfit[day * shifts.length + Math.min(shifts.length - 1, Math.max(0, k))]!;
  }, 0);
}
