/** Power in the dark: the offset of a meter, or a battery, a house, the wind. */
import { valueAtShare } from "../../foundation/statistics/order.js";
import { type Look, percentText } from "./look.js";

/** Of what the system reaches: less is a meter's offset; and of all energy: more is not the sun's. As `compareMeasured` has them. */
const OFFSET = 0.01;
const NOTABLE = 0.01;
/** Of what the system reaches, on the mean of nights: what a house takes, and no inverter. */
const DRAWN = 0.02;
/** Sine of −2°: no light for a panel. */
const DOWN = -0.035;

/** Finds the offset, and refuses what else there is by night. */
export function lookAtNight(look: Look): void {
  const { days, reasons, scale } = look;
  const { power, sine } = days;
  const dark = power.filter((_, row) => reasons[row] === 0 && days.isDark(row));
  const middle = valueAtShare(dark, 0.5) ?? 0;
  if (Math.abs(middle) <= OFFSET * scale) look.offset = middle;
  const sumOf = (values: Float64Array, sign: number, least = OFFSET * scale) =>
    values.reduce((sum, value) => sum + Math.max(0, sign * (value - look.offset) > least ? sign * value : 0), 0);
  const all = sumOf(
    power.filter((_, row) => reasons[row] === 0),
    1,
    0,
  );
  const drawn = sumOf(dark, -1) / dark.length / scale;
  if (drawn > DRAWN)
    look.refuse(
      "night-power",
      `the house is in the sensor: ${percentText(drawn)} of the highest power is drawn on the mean of the nights`,
    );
  if (sumOf(dark, 1) <= NOTABLE * all) return;
  const down = power.filter((_, row) => reasons[row] === 0 && sine[row]! < DOWN);
  const share = percentText(sumOf(down, 1, 0) / all);
  look.refuse(
    "night-power",
    `power at night: battery or house in the sensor, ${share} of the energy comes in the dark`,
  );
}
