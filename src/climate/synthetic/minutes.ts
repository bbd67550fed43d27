/** Minutes of drawn days, by the law of generated years (../generation/minute.ts). */

import type { Random } from "../../statistics/random.js";
import { mostOfMinutes } from "../generation/bound.js";
import { HOURS } from "../generation/calendar.js";
import { type Envelope, minuteDay } from "../generation/envelope.js";
import { drawMinutes } from "../generation/minute.js";
import type { EnvelopeSky } from "../generation/sky.js";
import { EPOCH } from "./epoch.js";
import type { DrawnDays } from "./types.js";

/** What the minutes of a day are drawn under. */
export interface DaySky {
  readonly sky: EnvelopeSky;
  /** Of the envelope. */
  readonly turbidity: number;
  /** Where the day begins, Unix ms. */
  readonly start: number;
}

/** @param k which of the days; @param minutes where its 1440 go, W/m², zeros before */
export function minutesOfDay(days: DrawnDays, k: number, sky: DaySky, random: Random, minutes: Float64Array): void {
  const row = k * HOURS;
  const clear = days.envelope.global.subarray(row, row + HOURS);
  const index = days.global.slice(row, row + HOURS);
  // Hours without clear sky have no light.
  index.forEach((light, hour) => {
    if (light > 0) index[hour] = light / clear[hour]!;
  });
  const clearMinutes = clearMinutesOf(sky, days.raised[k]!);
  const most = (hour: number) => mostOfMinutes(days.envelope, row + hour);
  drawMinutes({ index, clear, clearMinutes, most, address: (days.first + k) * HOURS + EPOCH }, random, minutes);
}

let clearDay: (Envelope & { readonly minutes: NonNullable<Envelope["minutes"]> }) | undefined;

/** In the same memory at every call. */
function clearMinutesOf({ sky, turbidity, start }: DaySky, raised: number): Float64Array {
  clearDay ??= emptyDay();
  const { global } = clearDay.minutes;
  global.fill(0);
  minuteDay(sky, start, 0, turbidity, clearDay);
  for (let minute = 0; minute < global.length; minute++) global[minute]! *= raised;
  return global;
}

function emptyDay() {
  const hours = () => new Float64Array(HOURS);
  const all = () => new Float64Array(HOURS * 60);
  return {
    extraterrestrial: hours(),
    global: hours(),
    direct: hours(),
    clean: hours(),
    most: hours(),
    sine: hours(),
    minutes: { extraterrestrial: all(), global: all(), direct: all() },
  };
}
