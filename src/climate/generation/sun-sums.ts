/** What the sun alone gives each day of a year: the sums of an envelope (daily.ts) without its clear sky, which takes most of its time. */
import { DAYS, HOURS, startOfDay, type YearCalendar } from "./calendar.js";
import type { DaySums } from "./daily.js";
import { averageSun, litHours, type Minutes } from "./envelope.js";
import { sumOf } from "./months.js";
import type { EnvelopeSky } from "./sky.js";

/** The same as `daySums(computeEnvelope(…))` has, bit for bit: W/m² × 24. */
export function sunSums(sky: EnvelopeSky, calendar: YearCalendar): Pick<DaySums, "extraterrestrial" | "clean"> {
  const hours = () => new Float64Array(HOURS);
  const ofDay = { extraterrestrial: hours(), clean: hours(), sine: hours() };
  const extraterrestrial = new Float64Array(DAYS);
  const clean = new Float64Array(DAYS);
  const compute = (n: number) => sky.computeSun(n);
  const darkUntil = new Float64Array(HOURS).fill(Number.NEGATIVE_INFINITY);
  const average = (hour: number, minutes: Minutes) => {
    averageSun(sky, minutes, hour, ofDay);
  };
  for (let day = 0; day < DAYS; day++) {
    ofDay.extraterrestrial.fill(0);
    ofDay.clean.fill(0);
    litHours(sky, startOfDay(calendar, day), compute, average, darkUntil);
    extraterrestrial[day] = sumOf(ofDay.extraterrestrial, 0, HOURS);
    clean[day] = sumOf(ofDay.clean, 0, HOURS);
  }
  return { extraterrestrial, clean };
}
