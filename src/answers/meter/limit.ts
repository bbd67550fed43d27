/** The power that an inverter or a contract lets through, as the plateau of the highest values. */
import { valueAtShare } from "../../foundation/statistics/order.js";
import type { Look } from "./look.js";
import { HELD } from "./scorer.js";

/** Of the rows with light: the top that a few cloud edges or readings do not make. */
const TOP = 0.998;
/** Of the top, on either side: the plateau; and the band below it that it is beside. */
const FLAT = 0.005;
const BELOW = [0.97, 0.99] as const;
/** The plateau has so many rows, so many times those of the band at its width, and over it at most this share of them passes. */
const FEWEST = 40;
const TIMES = 1.5;
const PASSING = 0.1;

/** kW; marks the rows that are at it. @param given where it is known: what the meter shows is then said beside it */
export function lookForLimit(look: Look, given?: number): number | undefined {
  const { days, reasons } = look;
  const lit = days.power.filter((_, row) => reasons[row] === 0 && days.sine[row]! > 0);
  const found = plateauOf(lit);
  const limit = given ?? found;
  if (limit === undefined) return undefined;
  if (given !== undefined) contradict(look, given, found);
  look.mark("limit", [{ from: 0, to: days.count }], (row) => days.power[row]! >= HELD * limit);
  look.find(
    "limit",
    look.spansOf("limit"),
    `power is held at ${limit.toPrecision(4)} kW: these rows say "at least so much"`,
  );
  return limit;
}

/** Cloud edges spread upwards, a limit lets nothing pass; means of an hour with clouds lie anywhere below it. */
function plateauOf(lit: Float64Array): number | undefined {
  const top = valueAtShare(lit, TOP) ?? 0;
  const flat = lit.filter((value) => Math.abs(value / top - 1) <= FLAT);
  const passing = lit.filter((value) => value > (1 + FLAT) * top).length;
  const [from, to] = BELOW;
  const below = lit.filter((value) => value >= from * top && value < to * top).length;
  const beside = (below * 2 * FLAT) / (to - from);
  const isHeld = flat.length >= FEWEST && flat.length >= TIMES * beside && passing <= PASSING * flat.length;
  return isHeld ? valueAtShare(flat, 0.5) : undefined;
}

/** Of a limit: by so much a plateau, or rows, are another one. */
const OTHER = 0.02;

function contradict(look: Look, given: number, found: number | undefined): void {
  const { power, count } = look.days;
  const over = power.filter((value, row) => look.reasons[row] === 0 && value > (1 + OTHER) * given);
  const said = `a limit of ${given} kW was given`;
  const whole = [{ from: 0, to: count }];
  if (found !== undefined && Math.abs(found / given - 1) > OTHER)
    look.find("known", whole, `${said}, and power is held at ${found.toPrecision(4)} kW: the one given is used`);
  else if (over.length >= FEWEST)
    look.find("known", whole, `${said}, and ${over.length} rows are above it: it is used as it was given`);
}
