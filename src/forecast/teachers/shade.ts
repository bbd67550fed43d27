/** Hours of the day in which a sensor never sees the sun that it sees in others: a wall, a chimney, a half day kept as zeros. */
import { quantileOfSorted } from "../../statistics/order.js";
import { DAY, HOUR } from "../../time/calendar.js";
import { TELLING, type TeacherHours } from "./teacher-hours.js";

const CLEAR_HOURS = 0.95;
/** Days of an hour that tell. */
const LEAST = 15;
/** Against the other hours, in the light and in the runs. */
const SHADED = 0.72;
const RUN_ALIKE = 0.85;

/** Of each row, whether it lies in such an hour of mean solar time. */
export function shadedRows(hours: TeacherHours, longitude: number): readonly boolean[] {
  const { start, step, clear, light, newest } = hours;
  const hourOf = (row: number) => {
    const solar = (start + (row + 0.5) * step) / DAY + longitude / 360;
    return Math.floor(((solar - Math.floor(solar)) * DAY) / HOUR);
  };
  const bins = Array.from({ length: 24 }, () => ({ light: [] as number[], run: [] as number[] }));
  for (let row = 0; row < light.length; row++) {
    if (!(clear[row]! > TELLING) || Number.isNaN(light[row]! + newest[row]!)) continue;
    const bin = bins[hourOf(row)]!;
    bin.light.push(light[row]! / clear[row]!);
    bin.run.push(newest[row]! / clear[row]!);
  }
  const clearest = bins.map(({ light: own, run }) =>
    own.length < LEAST ? undefined : { light: quantileOf(own), run: quantileOf(run) },
  );
  const known = clearest.filter((one) => one !== undefined);
  if (known.length < 3) return Array.from(light, () => false);
  const usual = { light: middle(known.map((one) => one.light)), run: middle(known.map((one) => one.run)) };
  const isShaded = clearest.map(
    (one) => one !== undefined && one.light < SHADED * usual.light && one.run > RUN_ALIKE * usual.run,
  );
  return Array.from(light, (_, row) => isShaded[hourOf(row)]!);
}

function quantileOf(values: readonly number[]): number {
  return quantileOfSorted(Float64Array.from(values).sort(), CLEAR_HOURS);
}

function middle(values: readonly number[]): number {
  return quantileOfSorted(Float64Array.from(values).sort(), 0.5);
}
