/**
 * Times with daylight, and with the sun above some heights. Sub-steps are placed only in daylight: half of a year is night, when
 * every irradiance column is 0 without computation. They are closest together where the sun is low.
 */
import { acos, atan2, DEG, sin } from "../../foundation/math/index.js";
import { DAY } from "../../foundation/time/calendar.js";
import { type SunSite, sunAtMidnight } from "../../physics/models/solar-position/ephemeris.js";

/** Stretches of time in Unix ms, in order of their ends; they may touch or overlap. */
export interface LightWindows {
  count: number;
  begin: Float64Array;
  end: Float64Array;
}

/**
 * Elevation of the sun at a window's edges. Irradiance begins at −6°; the sun at 0 h UT, at most a day away, represents the
 * whole day, in which its declination changes by up to 0.4° and its hour angle departs from the clock's by 0.13°. So no
 * window is ever too short; where it is too long, the surplus steps come out dark.
 */
const EDGE = /* @__PURE__ */ sin(-6.75 * DEG);

/**
 * Sines of elevations. From dawn to day the sun is low: there are most hills, the backtracking of trackers, and the steepest
 * changes of the beam; before, there is no beam, and little light. With a high sun the beam hardly changes
 * (research/interval-course.md has the study).
 */
const DAWN = /* @__PURE__ */ sin(-1.25 * DEG);
const DAY_LIGHT = /* @__PURE__ */ sin(8 * DEG);
const HIGH = /* @__PURE__ */ sin(20 * DEG);

/** Times with the sun above dawn, above a low sun, and above a middling one. */
export interface SunHeights {
  readonly dawn: LightWindows;
  readonly day: LightWindows;
  readonly high: LightWindows;
}

export function noWindows(): LightWindows {
  return { count: 0, begin: new Float64Array(0), end: new Float64Array(0) };
}

/** Finds the windows of all days that reach into [from, to) (ms). They depend on the day and the site alone. */
export function findLightWindows(site: SunSite, from: number, to: number, windows: LightWindows): void {
  const firstDay = dayBefore(from);
  const lastDay = dayAfter(to);
  clearWindows(2 * (lastDay - firstDay + 1), windows);
  for (let day = firstDay; day <= lastDay; day++) {
    // Outside the years of the ephemeris every time is computed, with NaN as the result.
    const isKnown = sunAtMidnight(day, site, sun);
    addDay(day, isKnown ? noonOf(sun) : 0, isKnown ? halfAbove(EDGE, sun, site) : DAY, windows);
  }
}

/** Finds the times with the sun above each height, likewise. */
export function findSunHeights(site: SunSite, from: number, to: number, { dawn, day: light, high }: SunHeights): void {
  const firstDay = dayBefore(from);
  const lastDay = dayAfter(to);
  for (const windows of [dawn, light, high]) clearWindows(2 * (lastDay - firstDay + 1), windows);
  for (let day = firstDay; day <= lastDay; day++) {
    if (!sunAtMidnight(day, site, sun)) continue;
    const noon = noonOf(sun);
    addDay(day, noon, halfAbove(DAWN, sun, site), dawn);
    addDay(day, noon, halfAbove(DAY_LIGHT, sun, site), light);
    addDay(day, noon, halfAbove(HIGH, sun, site), high);
  }
}

/** Adds what the sun of a day says: measured from its midnight, the noon before may belong to it, too, as solar time drifts. */
function addDay(day: number, noon: number, half: number, windows: LightWindows): void {
  if (half === 0) return;
  for (let start = day - 1; start <= day; start++) {
    addWindow(start * DAY + noon - half, start * DAY + noon + half, windows);
  }
}

/** Number of the first window, from number `first` on, that ends after a time. */
export function windowAfter({ count, end }: LightWindows, first: number, time: number): number {
  let k = first;
  while (k < count && end[k]! <= time) k++;
  return k;
}

/** Whether a window, from number `first` on, touches [begin, end). */
export function touches(windows: LightWindows, first: number, begin: number, end: number): boolean {
  const k = windowAfter(windows, first, begin);
  return k < windows.count && windows.begin[k]! < end;
}

/** Whether the next window, from number `first` on, holds all of [begin, end). */
export function contains(windows: LightWindows, first: number, begin: number, end: number): boolean {
  const k = windowAfter(windows, first, begin);
  return k < windows.count && windows.begin[k]! <= begin && end <= windows.end[k]!;
}

/** One window for all time: sub-steps are wanted at night, too. */
export function openLightWindows(windows: LightWindows): void {
  clearWindows(1, windows);
  addWindow(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, windows);
}

const sun = /* @__PURE__ */ new Float64Array(3);

function dayBefore(time: number): number {
  return Math.floor(time / DAY) - 1;
}

function dayAfter(time: number): number {
  return Math.floor(time / DAY) + 1;
}

function clearWindows(most: number, windows: LightWindows): void {
  windows.count = 0;
  if (windows.begin.length >= most) return;
  windows.begin = new Float64Array(most);
  windows.end = new Float64Array(most);
}

function addWindow(begin: number, end: number, windows: LightWindows): void {
  windows.begin[windows.count] = begin;
  windows.end[windows.count++] = end;
}

/** First noon after 0 h UT, ms. */
function noonOf(midnight: Float64Array): number {
  const turn = -atan2(midnight[1]!, midnight[0]!) / (2 * Math.PI);
  return (turn - Math.floor(turn)) * DAY;
}

/** Half the time that the sun spends above an elevation (its sine) in a day, ms: 0 if it does not get there. */
function halfAbove(sine: number, midnight: Float64Array, site: SunSite): number {
  const [meridian, west, pole] = midnight as unknown as [number, number, number];
  const swing = site.cosLatitude * Math.sqrt(meridian * meridian + west * west);
  const height = sine - pole * site.sinLatitude;
  if (height >= swing) return 0;
  // A polar day extends slightly into its neighbours.
  return height <= -swing ? 0.51 * DAY : (acos(height / swing) / (2 * Math.PI)) * DAY;
}
