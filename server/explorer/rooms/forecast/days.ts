/** The next days in words, as the service has them: what each brings, in which range, and what is left of today. */
import type { PowerAnswer, PowerDay } from "../../service/power-answer.js";
import { figure, longDate } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";

export interface DayCard {
  readonly date: string;
  readonly name: string;
  /** "17.3 kWh"; undefined where it is not known. */
  readonly energy: string | undefined;
  readonly range: string | undefined;
  readonly left: string | undefined;
}

/** kWh: a range that is narrower, or what is less, is none. */
const LITTLE = 0.05;

export function dayCards({ days, issued }: Pick<PowerAnswer, "days" | "issued">): DayCard[] {
  const today = issued.slice(0, "2026-01-31".length);
  const first = days.findIndex(({ date }) => date === today);
  return days.map((day, k) => ({
    ...wordsOf(day, k === first),
    date: day.date,
    name: nameOf(day, first < 0 ? -1 : k - first),
  }));
}

/** @param ahead days from today; below 0: it is not known which day is today */
function nameOf({ date }: PowerDay, ahead: number): string {
  const t = texts().forecast;
  const near = [t.today, t.tomorrow][ahead];
  const written = longDate(Date.parse(date));
  return near === undefined ? written : t.dayName(near, written);
}

function wordsOf({ energy, remaining, quantiles }: PowerDay, isToday: boolean): Omit<DayCard, "date" | "name"> {
  const t = texts().forecast;
  const { p10, p90 } = quantiles ?? {};
  const hasRange = p10 !== undefined && p90 !== undefined && p90 - p10 > LITTLE;
  return {
    energy: energy === null ? undefined : t.power(figure(energy, 1)),
    range: hasRange ? t.range(figure(p10, 1), figure(p90, 1)) : undefined,
    left: isToday && remaining !== null ? t.left(figure(remaining, 1)) : undefined,
  };
}
