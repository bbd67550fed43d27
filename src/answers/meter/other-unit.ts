/** Parts of a file in another unit. */
import { spansOfRows } from "../../data/weather/believe/types.js";
import { PairSums, valueAtShare } from "../../foundation/statistics/order.js";
import type { Look } from "./look.js";

/** Days are of another unit where they are so far from the usual ones, and agree with them within a factor at a thousand times. */
const FAR = 30;
const AGREES = 3;
const HIGH = 0.9;
/** Days that tell of it, how far each must follow the sun, and of how many on it is open which unit is right. */
const FEWEST = 3;
const FOLLOWS = 0.6;
const OPEN = 0.2;

export function lookForUnits(look: Look): void {
  const { days } = look;
  const tops = days.tops(look.reasons);
  const known = [...tops.keys()].filter((day) => tops[day]! > 0);
  const at = (list: readonly number[], share: number) =>
    valueAtShare(
      list.map((day) => tops[day]!),
      share,
    ) ?? 0;
  const usual = at(known, 0.5);
  for (const factor of [1000, 0.001]) {
    const isOther = (day: number) => (factor > 1 ? tops[day]! > FAR * usual : tops[day]! < usual / FAR);
    const others = known.filter(isOther);
    const ratio =
      at(others, HIGH) /
      at(
        known.filter((day) => !isOther(day)),
        HIGH,
      ) /
      factor;
    const follows =
      valueAtShare(
        others.map((day) => correlationOf(look, day)),
        0.5,
      ) ?? 0;
    if (others.length < FEWEST || !(ratio > 1 / AGREES && ratio < AGREES) || !(follows > FOLLOWS)) continue;
    const spans = spansOfRows(days.days, isOther).map(({ from, to }) => days.span(from, to - 1));
    const message = `${others.length} days have values ${factor > 1 ? "1000 times" : "a thousandth of"} the others: another unit (${look.named(spans)})`;
    look.mark("unit", spans);
    if (others.length > OPEN * known.length) look.refuse("unit", `${message}; give each part its unit`);
    else look.find("unit", spans, `${message}; left out`);
  }
}

function correlationOf({ days }: Look, day: number): number {
  const { from, to } = days.span(day);
  const pairs = new PairSums();
  for (let row = from; row < to; row++)
    if (!Number.isNaN(days.power[row]!)) pairs.add(days.power[row]!, days.light[row]!);
  return pairs.correlation;
}
