/**
 * Times with daylight. Sub-steps are placed only there: half of a year is night, when every irradiance column is 0 without
 * computation.
 */
import { acos, atan2, DEG, sin } from "../../math/index.js";
import { type SunSite, sunAtMidnight } from "../../models/solar-position/ephemeris.js";
import { DAY } from "../../time/calendar.js";

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

/** Finds the windows of all days that reach into [from, to) (ms). They depend on the day and the site alone. */
export function findLightWindows(site: SunSite, from: number, to: number, windows: LightWindows): void {
  const firstDay = Math.floor(from / DAY) - 1;
  const lastDay = Math.floor(to / DAY) + 1;
  const most = 2 * (lastDay - firstDay + 1);
  if (windows.begin.length < most) {
    windows.begin = new Float64Array(most);
    windows.end = new Float64Array(most);
  }
  windows.count = 0;
  for (let day = firstDay; day <= lastDay; day++) {
    const { noon, half } = dayOf(day, site);
    if (half === 0) continue;
    // Measured from this midnight, the noon before may belong to this day, too: solar time drifts against the clock.
    for (let start = day - 1; start <= day; start++) {
      const k = windows.count++;
      windows.begin[k] = start * DAY + noon - half;
      windows.end[k] = start * DAY + noon + half;
    }
  }
}

/** One window for all time: sub-steps are wanted at night, too. */
export function openLightWindows(windows: LightWindows): void {
  if (windows.begin.length < 1) {
    windows.begin = new Float64Array(1);
    windows.end = new Float64Array(1);
  }
  windows.count = 1;
  windows.begin[0] = Number.NEGATIVE_INFINITY;
  windows.end[0] = Number.POSITIVE_INFINITY;
}

const sun = /* @__PURE__ */ new Float64Array(3);

/** First noon after 0 h UT and half the length of the day, both in ms; a length of 0 if the sun does not rise. */
function dayOf(day: number, site: SunSite): { noon: number; half: number } {
  // Outside the years of the ephemeris every time is computed, with NaN as the result.
  if (!sunAtMidnight(day, site, sun)) return { noon: 0, half: DAY };
  const [meridian, west, pole] = sun as unknown as [number, number, number];
  const swing = site.cosLatitude * Math.sqrt(meridian * meridian + west * west);
  const height = EDGE - pole * site.sinLatitude;
  if (height >= swing) return { noon: 0, half: 0 };
  const turn = -atan2(west, meridian) / (2 * Math.PI);
  return {
    noon: (turn - Math.floor(turn)) * DAY,
    // A polar day extends slightly into its neighbours.
    half: height <= -swing ? 0.51 * DAY : (acos(height / swing) / (2 * Math.PI)) * DAY,
  };
}
