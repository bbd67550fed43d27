/** Hours of the day in which a sensor never sees the sun that it sees in others: behind a wall, or kept as half days. */
import { quantileOfSorted } from "../../statistics/order.js";
import { clearest, knownOf, type TeacherHours, tells } from "./teacher-hours.js";

/** Days on which an hour of the day tells: so many, and so many beside the hour that most of them have; and hours of the day. */
const LEAST_DAYS = 15;
const LEAST_SHARE = 0.6;
const LEAST_HOURS = 3;
/** Clear hours in the shade, against the clear hours of the other hours of the day; and the runs, which know of no wall. */
const SHADED = 0.72;
const RUN_ALIKE = 0.85;

/** Whether each row lies in such an hour of mean solar time. */
export function shadedRows(hours: TeacherHours): readonly boolean[] {
  const rows = Array.from({ length: hours.count }, (_, row) => row);
  const telling = rows.filter((row) => tells(hours, row) && !Number.isNaN(hours.newest[row]!));
  const ofHour = Array.from({ length: 24 }, (_, hour) => telling.filter((row) => hours.hour[row]! === hour));
  const least = Math.max(LEAST_DAYS, LEAST_SHARE * Math.max(...ofHour.map((own) => own.length)));
  const known = ofHour.map((own) =>
    own.length < least
      ? undefined
      : { light: clearest(knownOf(hours.observed, own)), run: clearest(knownOf(hours.newest, own)) },
  );
  const all = known.filter((one) => one !== undefined);
  if (all.length < LEAST_HOURS) return rows.map(() => false);
  const [light, run] = [middleOf(all.map((one) => one.light)), middleOf(all.map((one) => one.run))];
  const isShaded = known.map((one) => one !== undefined && one.light < SHADED * light && one.run > RUN_ALIKE * run);
  return rows.map((row) => isShaded[hours.hour[row]!]!);
}

function middleOf(values: readonly number[]): number {
  return quantileOfSorted(Float64Array.from(values).sort(), 0.5);
}
