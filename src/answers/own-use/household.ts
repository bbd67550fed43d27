/**
 * The load of a household by a standard profile: BDEW's H25 of 2025, from the balances of 62 German grid operators in 2018 and 2019, by month, kind
 * of day and quarter of an hour, with BDEW's function of the day of the year. It is the mean of many homes: a single one is less even, and
 * uses less of its own power. Holidays that are no Sundays count as working days.
 */

import type { PowerSteps } from "../../data/system/own-use.js";
import { DAY, dateFromDays, daysFromDate, MINUTE } from "../../foundation/time/calendar.js";
import { LocalClock, type Zone } from "../../foundation/time/zone.js";
import { HOUSEHOLD } from "./household.generated.js";

const QUARTER = 15 * MINUTE;
const QUARTERS = 96;
const KINDS = 3;
const [WORKING, SATURDAY, SUNDAY] = [0, 1, 2];

let profile: Uint16Array | undefined;

function profileOf(): Uint16Array {
  if (profile === undefined) {
    const text = atob(HOUSEHOLD.data);
    profile = Uint16Array.from(
      { length: text.length / 2 },
      (_, k) => text.charCodeAt(2 * k) + 256 * text.charCodeAt(2 * k + 1),
    );
  }
  return profile;
}

/** BDEW, as for H0: by the day of the year, 1…366. */
function ofSeason(day: number): number {
  return (((-3.92e-10 * day + 3.2e-7) * day - 7.02e-5) * day + 2.1e-3) * day + 1.24;
}

/** A day of the profile: where its quarters begin, and its factor. */
interface ProfileDay {
  readonly first: number;
  readonly factor: number;
}

/** @param day from 1970, of local clocks */
function profileDay(day: number): ProfileDay {
  const { year, month } = dateFromDays(day);
  const weekday = (((day + 4) % 7) + 7) % 7;
  const kind = weekday === 0 ? SUNDAY : weekday === 6 ? SATURDAY : WORKING;
  return { first: ((month - 1) * KINDS + kind) * QUARTERS, factor: ofSeason(day - daysFromDate(year, 1, 1) + 1) };
}

/** Of a calendar year, in the profile's unit. */
function sumOfYear(year: number): number {
  const table = profileOf();
  let sum = 0;
  for (let day = daysFromDate(year, 1, 1); day < daysFromDate(year + 1, 1, 1); day++) {
    const { first, factor } = profileDay(day);
    for (let quarter = 0; quarter < QUARTERS; quarter++) sum += factor * table[first + quarter]!;
  }
  return sum;
}

/**
 * @param energy kWh of each calendar year
 * @param rows steps of up to a day: Unix ms, ms
 * @param zone by whose clocks people live
 * @returns W
 */
export function householdLoad(
  energy: number,
  { start, step, count }: { readonly start: number; readonly step: number; readonly count: number },
  zone: Zone,
): PowerSteps {
  const table = profileOf();
  const clock = new LocalClock(zone);
  const power = new Float64Array(count);
  const scales = new Map<number, number>();
  const inStep = Math.max(1, Math.round(step / QUARTER));
  let [at, today] = [Number.NaN, profileDay(0)];
  let scale = 0;
  for (let row = 0; row < count; row++) {
    let sum = 0;
    for (let k = 0; k < inStep; k++) {
      const local = clock.at(start + row * step + ((k + 0.5) * step) / inStep);
      const day = Math.floor(local / DAY);
      if (day !== at) {
        [at, today] = [day, profileDay(day)];
        const { year } = dateFromDays(day);
        if (!scales.has(year)) scales.set(year, (energy * 1000) / sumOfYear(year));
        scale = scales.get(year)!;
      }
      sum += scale * today.factor * table[today.first + Math.floor((local - day * DAY) / QUARTER)]!;
    }
    // Wh of a quarter → W.
    power[row] = (4 * sum) / inStep;
  }
  return { start, step, power };
}
