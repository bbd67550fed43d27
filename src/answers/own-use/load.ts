/** The load on the rows of the yield: by time where it is of the same time, else by the calendar. */
import type { Notice } from "../../data/contract/observation/types.js";
import type { PowerSteps } from "../../data/system/own-use.js";
import { DAY, dateFromDays, daysFromDate, HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import type { TimeGrid } from "../../physics/sky/time-grid.js";

export interface LoadGrid extends TimeGrid {
  readonly count: number;
  /** Hours of standard time from UTC. */
  readonly timeZone: number;
  /** A nominal year: no time of it is a real one. */
  readonly typicalYear: boolean;
}

export interface PlacedLoad {
  /** W; NaN: not known. */
  readonly power: Float64Array;
  readonly notices: readonly Notice[];
}

/** Of the rows that a load must cover to be of the same time. */
const MOSTLY = 0.5;
/** Days of the calendar that it must know otherwise; and a day that is not in it is not invented. */
const DAYS_NEEDED = 360;
/** A leap year's days: each day of any calendar has one of these. */
const CALENDAR = 366;

/** @param where names what has the load, for the message @throws RangeError for a load that is neither of the rows' time nor of a year */
export function loadOn(grid: LoadGrid, load: PowerSteps, where: string): PlacedLoad {
  const steps = stepNotices(grid, load);
  const power = grid.typicalYear ? undefined : byTime(grid, load);
  if (power !== undefined) return { power, notices: steps };
  const { days, value } = calendarOf(grid, load);
  const [from, to] = [load.start, load.start + load.power.length * load.step].map((time) =>
    formatTime(time).slice(0, 10),
  );
  if (days < DAYS_NEEDED) {
    const whose = grid.typicalYear ? "the weather is a typical year" : "the weather is of another time";
    throw new RangeError(
      `${where}load: ${whose}: a load of at least ${DAYS_NEEDED} days of the calendar is needed, got ${days} (${from} to ${to})`,
    );
  }
  const message =
    `the load of ${from} to ${to} is laid on the calendar of ${grid.typicalYear ? "a typical year" : "another year"}: its weekdays and its ` +
    "weather differ from the yield's";
  return {
    power: Float64Array.from({ length: grid.count }, (_, row) => value(row)),
    notices: [{ code: "load", message }, ...steps],
  };
}

/** Means over the rows; undefined where most of them are not covered. */
function byTime({ start, step, count }: LoadGrid, load: PowerSteps): Float64Array | undefined {
  const power = new Float64Array(count);
  let known = 0;
  for (let row = 0; row < count; row++) {
    power[row] = meanOver(load, start + row * step, start + (row + 1) * step);
    if (!Number.isNaN(power[row]!)) known++;
  }
  return known >= MOSTLY * count ? power : undefined;
}

/** NaN where any of it is missing. */
function meanOver({ start, step, power }: PowerSteps, from: number, to: number): number {
  const [first, last] = [Math.floor((from - start) / step), Math.ceil((to - start) / step)];
  if (first < 0 || last > power.length) return Number.NaN;
  let sum = 0;
  for (let k = first; k < last; k++) {
    const part = Math.min(to, start + (k + 1) * step) - Math.max(from, start + k * step);
    sum += power[k]! * (part / (to - from));
  }
  return sum;
}

/** By day of a leap year and step of it, in standard time: means of all years that have it. The 29 February is the day before's where it is unknown. */
function calendarOf({ start, step, timeZone }: LoadGrid, load: PowerSteps) {
  const ahead = timeZone * HOUR;
  const ofDay = Math.round(DAY / step);
  const [sums, counts] = [new Float64Array(CALENDAR * ofDay), new Uint32Array(CALENDAR * ofDay)];
  const first = Math.ceil((load.start - start) / step);
  const end = Math.floor((load.start + load.power.length * load.step - start) / step);
  const slotOf = (row: number) => {
    const local = start + row * step + ahead;
    const { month, day } = dateFromDays(Math.floor(local / DAY));
    const date = daysFromDate(2000, month, day) - daysFromDate(2000, 1, 1);
    return date * ofDay + Math.floor((local - Math.floor(local / DAY) * DAY) / step);
  };
  for (let row = first; row < end; row++) {
    const value = meanOver(load, start + row * step, start + (row + 1) * step);
    if (Number.isNaN(value)) continue;
    const slot = slotOf(row);
    sums[slot]! += value;
    counts[slot]!++;
  }
  const leapDay = daysFromDate(2000, 2, 29) - daysFromDate(2000, 1, 1);
  const isKnown = (day: number) => counts.subarray(day * ofDay, (day + 1) * ofDay).every((count) => count > 0);
  const days = Array.from({ length: CALENDAR }, (_, day) => day).filter(isKnown).length;
  const isLeapDayKnown = isKnown(leapDay);
  return {
    days,
    value(row: number): number {
      const slot = slotOf(row);
      const own = !isLeapDayKnown && Math.floor(slot / ofDay) === leapDay ? slot - ofDay : slot;
      return sums[own]! / counts[own]!;
    },
  };
}

function stepNotices({ step }: LoadGrid, load: PowerSteps): Notice[] {
  if (load.step <= step) return [];
  const message = `the load has steps of ${load.step / MINUTE} minutes, which are held over steps of ${step / MINUTE}: its peaks within them are lost`;
  return [{ code: "load", message }];
}
