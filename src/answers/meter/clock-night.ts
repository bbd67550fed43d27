/** Power in the dark: what is not the sun's, whatever the clock. */
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY, MINUTE } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { BLOCK, type EdgeDays, halfDay } from "./clock-days.js";
import type { MeterRows } from "./types.js";

/** Sine of −6°: below, there is no light that a plane turns to power. */
const DARK = -0.104_528;
/** Half hours of a day. */
const PARTS = 48;

/**
 * Energy in the dark, as a share of all, in the middle of blocks of days: of each at the clock that leaves least of it there, in all ways to
 * turn the dial. Undefined without power.
 */
export function nightShare(meter: MeterRows, days: EdgeDays, latitude: number, longitude: number): number | undefined {
  const { start, step, power } = meter;
  const origin = start + step / 2 + solarDayShift(longitude) - days.first * DAY;
  const rowAt = (day: number) => Math.min(power.length, Math.max(0, Math.ceil((day * DAY - origin) / step)));
  const shares: number[] = [];
  for (let from = 0; from < days.count; from += BLOCK) {
    const to = Math.min(days.count, from + BLOCK);
    const parts = new Float64Array(PARTS);
    for (let row = rowAt(from); row < rowAt(to); row++) {
      if (power[row]! > days.least) {
        parts[Math.floor((((origin + row * step) % DAY) / DAY) * PARTS)]! += power[row]! - days.night;
      }
    }
    const half = halfDay(latitude, days.declination[(from + to) >> 1] ?? days.declination[from]!, DARK);
    // Half hours that dusk cuts count as light.
    const lit = Math.min(PARTS, Math.ceil((half * MINUTE * 2 * PARTS) / DAY) + 1);
    const share = outside(parts, lit);
    if (share !== undefined) shares.push(share);
  }
  return valueAtShare(shares, 0.5);
}

/** What the best window around the dial leaves outside, as a share. */
function outside(parts: Float64Array, width: number): number | undefined {
  const sum = parts.reduce((a, b) => a + b, 0);
  let [most, within] = [0, 0];
  for (let k = 0; k < PARTS + width; k++) {
    within += parts[k % PARTS]! - (k >= width ? parts[(k - width) % PARTS]! : 0);
    most = Math.max(most, within);
  }
  return sum > 0 ? Math.max(0, 1 - most / sum) : undefined;
}
