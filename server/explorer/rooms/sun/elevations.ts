/** Horizon lines as people paste them. */
import { FLAT, wholeElevation } from "../../state/lists.js";
import { figure } from "../../texts/numbers.js";
import { words } from "./words.js";

/**
 * A pasted list: 360 elevations, or fewer at equal steps from north over east, between which is interpolated.
 *
 * @throws RangeError that says what is wrong
 */
export function parseHorizon(text: string): readonly number[] {
  const items = text.split(/[\s,;]+/).filter((item) => item !== "");
  const values = items.map(Number);
  const wrong = values.findIndex((value) => !(value >= 0 && value < 90));
  const t = words();
  if (wrong >= 0) throw new RangeError(t.listValue(figure(wrong + 1), items[wrong] as string));
  if (values.length < 2 || values.length > 360) throw new RangeError(t.listCount(figure(values.length)));
  return FLAT.map((_, azimuth) => {
    const at = (azimuth * values.length) / 360;
    const k = Math.floor(at);
    const [from, to] = [values[k] as number, values[(k + 1) % values.length] as number];
    return wholeElevation(from + (to - from) * (at - k));
  });
}
