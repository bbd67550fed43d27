/** Days and hours without power, and days that are not whole. */
import { spansOfRows } from "../../data/weather/believe/types.js";
import { positiveAtShare } from "../../foundation/statistics/order.js";
import { HOUR } from "../../foundation/time/calendar.js";
import { resolutionOf } from "./frozen.js";
import type { Look } from "./look.js";
import { reasonByte } from "./reasons.js";

/** Of the light of a day: with less of it, the day is not judged. */
const WHOLE = 0.75;

/** Days of which much is missing, or which the file begins or ends with: today is no low day. */
export function lookForPartial(look: Look): void {
  const { days, reasons } = look;
  const { light, sine } = days;
  const sums = Array.from({ length: days.days }, (_, day) => {
    const { from, to } = days.span(day);
    const known = light.subarray(from, to).filter((_, k) => reasons[from + k] !== reasonByte("missing"));
    const sum = (column: Float64Array) => column.reduce((all, value) => all + value, 0);
    return { all: sum(light.subarray(from, to)), known: sum(known) };
  });
  const last = days.days - 1;
  const isPartial = (day: number) => {
    const { all, known } = sums[day]!;
    const other = sums[day === 0 ? 1 : day === last ? last - 1 : day] ?? { all };
    return known > 0 && known < WHOLE * Math.max(all, other.all);
  };
  const spans = spansOfRows(days.days, isPartial).map(({ from, to }) => days.span(from, to - 1));
  look.mark("partial", spans, (row) => sine[row]! > 0);
  const today = spans.at(-1)?.to === days.count ? "; the last one is no low day" : "";
  look.find("partial", spans, `days that are not whole: ${look.named(spans)}${today}`);
}

/** What each day makes of its light; NaN where too much of it is missing. */
export function dayYields({ days, reasons, offset }: Look, light = days.light): Float64Array {
  const limit = reasonByte("limit");
  return Float64Array.from({ length: days.days }, (_, day) => {
    const { from, to } = days.span(day);
    let [energy, due, all] = [0, 0, 0];
    for (let row = from; row < to; row++) {
      all += light[row]!;
      if (reasons[row] !== 0 && reasons[row] !== limit) continue;
      due += light[row]!;
      if (light[row]! > 0) energy += Math.max(0, days.power[row]! - offset);
    }
    return due > 0 && due >= WHOLE * all ? energy / due : Number.NaN;
  });
}

/** Of what good days make of their light: the darkest fog gives more. */
const NOTHING = 0.01;
const GOOD = 0.9;
/** Of what the system reaches: no power at all; the sine of 15°, above which the darkest sky gives more; and steps of a meter. */
const OFF = 0.0005;
const UP = 0.259;
const COARSE = 0.005;
/** Days without power that are more than snow or a repair. */
const DEAD_DAYS = 14;

export function lookForNothing(look: Look): void {
  const { days, reasons, scale, offset } = look;
  const { power, sine } = days;
  const yields = dayYields(look);
  const good = positiveAtShare(yields, GOOD);
  // A missing day between two without power is no third kind.
  const runs = spansOfRows(days.days, (day) => !(yields[day]! >= NOTHING * good)).flatMap(({ from, to }) => {
    const known = Array.from({ length: to - from }, (_, k) => from + k).filter((day) => !Number.isNaN(yields[day]!));
    return known.length === 0 ? [] : [{ from: known[0]!, to: known.at(-1)! + 1 }];
  });
  const rowsOf = (list: typeof runs) => list.map(({ from, to }) => days.span(from, to - 1));
  const dead = rowsOf(runs.filter(({ from, to }) => to - from >= DEAD_DAYS));
  const few = rowsOf(runs.filter(({ from, to }) => to - from < DEAD_DAYS));
  look.mark("outage", [...dead, ...few], (row) => sine[row]! > 0);
  look.find("dead", dead, `nothing by day for two weeks or longer: ${look.named(dead)}; left out`);
  const snow = few.some(({ from }) => days.isCold(from)) ? "snow or an outage" : "an outage";
  look.find("outage", few, `nothing all day, ${snow}: ${look.named(few)}; left out`);
  // A coarse meter shows nothing under a dark sky.
  if (resolutionOf(power) > COARSE * scale) return;
  const isOff = (row: number) => reasons[row] === 0 && sine[row]! > UP && power[row]! <= OFF * scale + offset;
  const hours = spansOfRows(days.count, isOff).filter(
    ({ from, to }) => to - from > 1 && (to - from) * days.step >= HOUR,
  );
  look.mark("outage", hours);
  look.find("outage", hours, `no power for an hour and longer while the sun is up: ${look.named(hours)}; left out`);
}
