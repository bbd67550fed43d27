/** The clock of a series: what its components say, or the course of its light alone, and what to do about it. */

import { DAY, HOUR, MINUTE } from "../../../foundation/time/calendar.js";
import { NIGHT } from "../../../physics/sky/clear-sky.js";
import { UPPER_LIMITS } from "../limits.js";
import { clockEffect } from "./clock-effect.js";
import type { ClockEstimate } from "./clock-estimate.js";
import { checkLabels, cureOf, type LabelCheck, sunOf } from "./closing.js";
import { AT_NIGHT, type CheckContext, type Found } from "./context.js";
import { percent } from "./daily-light.js";
import { type ClockStretch, clockOfLight, type LightClock, leastShift, mostApart } from "./light-clock.js";
import { nightOf } from "./night-light.js";
import type { ClockEvidence, Effect } from "./types.js";

/** Change of the year on one of the planes from which on a clock makes a file unusable, and the standard errors that leave no doubt. */
const HARM = 0.02;
const SURE = 3;
/** Minutes: a smaller error is for a person to decide. */
const LEAST_UNUSABLE = 15;
/** Standard errors by which a clock as read must beat every other kind to be right beyond doubt. */
const CONFIRMED = 2.5;
/** Of a step: how near a shift is to one that a label explains. */
const NEAR = 0.15;
const NEAR_ALIKE = 0.24;
/** Components close as read: within these minutes, and half an hour off they spread so much more. */
const CLOSED = 10;
const SPREADS = 1.4;
/** Of rows that follow one another as weather does, one in ten counts. */
const ROWS_ALIKE = 10;
/** W/m²: BSRN's limit where there is no sun; no lamp and no offset is as bright. */
const IMPOSSIBLE = UPPER_LIMITS.ghi.offset;
/** Minutes: sources differ by half an hour in what they call the middle of an hour, and files joined from them change by as much. */
const LEAST_CHANGE = 45;
/** W/m²: the rounding of three columns. */
const ROUNDING = 0.5;

/** Finds a clock that is off, for the whole series or a part of it. @returns undefined where the series says nothing about its clock */
export function checkClock(context: CheckContext): ClockEvidence | undefined {
  const closing = checkLabels({ ...context.weather, place: context.place }, { label: context.options.label });
  const light = clockOfLight(context);
  const closes = closing !== undefined && closing.notice === undefined && closesAsRead(closing);
  if (light !== undefined && !closes) {
    if (light.drift !== undefined) addDrift(context, light.drift);
    else if (light.stretches.length > 1) addChanges(context, light);
  }
  const isSteady = light === undefined || (light.drift === undefined && light.stretches.length === 1);
  const night = isFound(light, closing) ? undefined : nightOfSun(context);
  if (closing?.notice !== undefined && isSteady) addClosing(context, closing, light?.main);
  else if (light !== undefined && !closes && light.drift === undefined) addShift(context, light, night);
  if (night !== undefined && (closes || !light?.main.shift)) addNight(context, night);
  if (closing !== undefined && (closes || closing.notice !== undefined)) return evidenceOfClosing(closing);
  return light && evidenceOfLight(context, light);
}

/** Whether the course of the light, or its components, have told of another clock. */
function isFound(light: LightClock | undefined, closing: LabelCheck | undefined): boolean {
  if (closing?.notice !== undefined) return true;
  if (light === undefined) return false;
  const { drift, stretches, main } = light;
  return drift !== undefined || stretches.length > 1 || (main.shift !== 0 && main.isAgreed);
}

/** Whether the components close with the sun of the stamps, and with no other. */
function closesAsRead({ shifts, spread, bestShift, bestSpread }: LabelCheck): boolean {
  const best = Math.max(bestSpread, ROUNDING);
  return Math.abs(bestShift) <= CLOSED && spread.every((one, k) => Math.abs(shifts[k]!) < 30 || one >= SPREADS * best);
}

function addShift(context: CheckContext, { main, stretches }: LightClock, night: NightOfSun | undefined): void {
  const { shift, clock } = main;
  if (shift === 0) return;
  const cure = cureOf(shift, context.step / MINUTE, context.options, nearness(clock, context.step));
  // A typical year has months of several sources, and no one clock where that of its months differs.
  const isOne = stretches.length === 1 || !context.options.isTypicalYear;
  const { words, or, unless } = witnessOf(main, night);
  add(context, () => shift, isOne && or === undefined && clock.beatsOwn >= SURE, {
    code: cure.code,
    spans: context.whole,
    message:
      `${cure.wrong}${or === undefined ? "" : `, or ${or}`}: the light fits ${sunOf(shift)}, ` +
      `by ${clock.beatsOwn.toFixed(1)} standard errors${words}`,
    remedy: unless === undefined ? cure.remedy : `${cure.remedy}, unless ${unless}`,
    ...(cure.pass && { pass: cure.pass }),
  });
}

/** What speaks for a clock beside the course of the light, and what else has such a course where first and last light do not. */
function witnessOf({ clock, isAgreed, isOnBothSides }: ClockStretch, night: NightOfSun | undefined) {
  if (night !== undefined) return { words: `, and ${percent(night.share)} of it falls by night` };
  if (!isAgreed) {
    const words = ", but first and last light do not";
    return { words, or: "a sensor on a tilted plane", unless: "the sensor is tilted" };
  }
  if (!isOnBothSides) {
    const words = ", but not in the mornings and evenings from spring to autumn";
    return { words, or: "a ridge beside the sensor", unless: "a ridge is there" };
  }
  return { words: Number.isNaN(clock.edge) ? "" : ", first and last light agree" };
}

/** Minutes by which a shift may be beside one that a label or a zone explains; in hours more where that fits no worse. */
function nearness({ shift, candidates }: ClockEstimate, step: number): number {
  const half = 30 * Math.round(shift / 30);
  const fitsHalf = step >= HOUR && half !== 0 && candidates.some((one) => one.shift === half && one.score < 1);
  return ((fitsHalf ? NEAR_ALIKE : NEAR) * step) / MINUTE;
}

/** The components close at another time than the stamps say. */
function addClosing(context: CheckContext, closing: LabelCheck, light: ClockStretch | undefined): void {
  const { bestShift, notice } = closing;
  const cure = cureOf(bestShift, context.step / MINUTE, context.options, 1);
  // Where the light itself is that of the stamps, only the components are of another clock.
  const isLight = light === undefined || Math.abs(light.clock.shift - bestShift) <= Math.abs(bestShift) / 2;
  const [found] = notice!.message.split(": pass ", 1);
  add(context, () => bestShift, isLight, {
    code: cure.code,
    spans: context.whole,
    message: `${cure.wrong}; ${found}`,
    remedy: isLight
      ? cure.remedy
      : `${cure.remedy}, if GHI is of that clock too: by itself it fits ${sunOf(light.shift)}`,
    ...(cure.pass && { pass: cure.pass }),
  });
}

/** A finding for each clock that a part of the file has: its stretches, and by how much they are off. */
function addChanges(context: CheckContext, { stretches, main }: LightClock): void {
  const off = stretches
    .filter(({ clock }) => Math.abs(clock.shift - main.clock.shift) >= leastShift(context.step))
    .sort((a, b) => b.to - b.from - (a.to - a.from));
  while (off.length > 0) {
    const [longest] = off as [ClockStretch];
    const isAlike = ({ clock }: ClockStretch) => Math.abs(clock.shift - longest.clock.shift) <= mostApart(context.step);
    const alike = off.filter(isAlike).sort((a, b) => a.from - b.from);
    addChange(context, alike, longest, main);
    off.splice(0, off.length, ...off.filter((one) => !isAlike(one)));
  }
}

function addChange(
  context: CheckContext,
  alike: readonly ClockStretch[],
  longest: ClockStretch,
  main: ClockStretch,
): void {
  const shiftOf = ({ clock }: ClockStretch) =>
    rounded(clock.shift - main.shift, context.step) + rounded(main.shift, context.step);
  const isHour = Math.abs(Math.abs(longest.clock.shift - main.clock.shift) - 60) <= mostApart(context.step);
  const spans = alike.map((one) => ({ from: one.from, to: one.to, shift: shiftOf(one) }));
  const shiftAt = (row: number) => {
    const own = spans.findIndex(({ from, to }) => row >= from && row < to);
    return own < 0 ? 0 : rounded(alike[own]!.clock.shift - main.clock.shift, context.step);
  };
  const isSure = alike.some(({ clock }) => {
    return clock.margin >= SURE / 2 && Math.abs(clock.shift - main.clock.shift) >= LEAST_CHANGE;
  });
  add(context, shiftAt, isSure && !context.options.isTypicalYear, {
    code: "clock-change",
    spans,
    message: `the clock changes: ${context.solarSpans(spans)} the light fits ${sunOf(shiftOf(longest))}, otherwise ${sunOf(main.shift)}`,
    remedy: isHour
      ? "if the times follow daylight-saving time, pass zone with the name of their time zone, such as Europe/Berlin; otherwise correct the times of that part"
      : "correct the times of that part, or leave it out",
  });
}

function addDrift(context: CheckContext, { first, last }: { first: number; last: number }): void {
  const shiftAt = (row: number) => first + ((last - first) * row) / context.count;
  add(context, shiftAt, true, {
    code: "clock-drift",
    spans: context.whole,
    message:
      `the clock drifts by ${Math.round(Math.abs(last - first))} minutes: on ${context.solarDate(0)} the light fits ${sunOf(first)}, ` +
      `on ${context.solarDate(context.count - 1)} ${sunOf(last)}`,
    remedy: "correct the times in proportion, or leave out the part that is off",
  });
}

type NightOfSun = NonNullable<ReturnType<typeof nightOf>>;

/** Light in the night that only a wrong clock explains. */
function nightOfSun(context: CheckContext): NightOfSun | undefined {
  const night = nightOf({ ...context.weather, place: context.place }, context.place);
  return night !== undefined && night.share >= AT_NIGHT.clock && isOfSun(context, night.hours !== undefined)
    ? night
    : undefined;
}

/** Where the course of the days says nothing: of few days, or because they have no course of a sun's. */
function addNight(context: CheckContext, night: NightOfSun): void {
  context.add({
    code: "clock",
    verdict: night.share >= AT_NIGHT.sureClock ? "unusable" : "look",
    spans: context.whole,
    message:
      `${percent(night.share)} of the light falls while the sun is more than 6° below the horizon` +
      (night.hours === undefined
        ? ", at whatever hour the clock is set"
        : `: it would fall by day if all times were ${night.hours}`),
    remedy:
      night.hours === undefined
        ? "check the times: with hours that count to 12, noon is 12 PM and midnight 12 AM"
        : "check the place, and pass the timeOffset of the times",
  });
}

/**
 * Whether so much light in the night can only be the sun's: of a whole day and more, and brighter than lamps. Where no clock fits, as of
 * noon at midnight, it comes for an hour and is gone; the sums of a day stay.
 */
function isOfSun({ light, sunHeight, count, step }: CheckContext, hasClock: boolean): boolean {
  const isLit = (row: number) => light[row]! > IMPOSSIBLE;
  let [lit, short] = [0, 0];
  for (let row = 1; row < count; row++) {
    if (!isLit(row) || !(sunHeight[row]! < NIGHT)) continue;
    let to = row + 1;
    while (to < count && isLit(to)) to++;
    lit += to - row;
    if (!isLit(row - 1) && (to - row) * step <= HOUR) short += to - row;
    row = to;
  }
  return count * step >= DAY && lit > 0 && (hasClock || short > lit / 2);
}

/** Shifts in hours come in halves. */
function rounded(shift: number, step: number): number {
  const half = 30 * Math.round(shift / 30);
  return Math.abs(half - shift) <= mostApart(step) / 2 ? half : Math.round(shift);
}

type ClockFound = Omit<Found, "verdict" | "effect">;

function add(context: CheckContext, shiftAt: (row: number) => number, isSure: boolean, found: ClockFound): void {
  const effect = clockEffect(context, shiftAt);
  let most = 0;
  for (let row = 0; row < context.count; row += Math.ceil(context.count / 500))
    most = Math.max(most, Math.abs(shiftAt(row)));
  const isUnusable = isSure && most >= LEAST_UNUSABLE && harm(effect) >= HARM;
  context.add({ ...found, verdict: isUnusable ? "unusable" : "look", effect });
}

function harm({ planes = [] }: Effect): number {
  return Math.max(0, ...planes.map(({ change }) => Math.abs(change)));
}

function evidenceOfLight(context: CheckContext, { main, stretches, drift }: LightClock): ClockEvidence {
  const { candidates, margin, shift, edge } = main.clock;
  const isOwn = Math.abs(shift) <= 0.6 * leastShift(context.step) && !(Math.abs(edge) > mostApart(context.step));
  const isConfirmed = drift === undefined && stretches.length === 1 && isOwn && margin >= CONFIRMED;
  return { from: "light", candidates, bestShift: Math.round(shift), margin, isConfirmed };
}

function evidenceOfClosing({ shifts, spread, bestShift, bestSpread, rows, notice }: LabelCheck): ClockEvidence {
  const best = Math.max(bestSpread, ROUNDING);
  const errors = Math.sqrt((2 * rows) / ROWS_ALIKE);
  const candidates = Array.from(shifts, (shift, k) => ({ shift, score: Math.max(0, spread[k]! / best - 1) * errors }));
  const others = candidates.filter(({ shift }) => Math.abs(shift - bestShift) >= 15);
  const margin = Math.min(...others.map(({ score }) => score));
  return {
    from: "components",
    candidates,
    bestShift,
    margin,
    // What is said to be ten minutes off is not confirmed.
    isConfirmed: notice === undefined && Math.abs(bestShift) <= CLOSED && margin >= CONFIRMED,
  };
}
