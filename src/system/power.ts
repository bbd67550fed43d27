/** Powers as people write them: "800 W", "8 kW", "1.2 MW", or a number of kW. */
import { plain } from "../text/number.js";
import { shown } from "../text/shown.js";
import type { Field } from "./fields.js";

/** A number of kW, or a text with its unit: W, kW or MW. @experimental */
export type Power = number | string;

const WRITTEN = /^(\d{1,12}(?:\.\d{1,12})?) ?(W|kW|MW)$/;
const KILOWATTS: { readonly [unit: string]: number } = { W: 0.001, kW: 1, MW: 1000 };
const EXPECTED = 'a number of kW above 0, or a text such as "800 W", "8 kW" or "1.2 MW"';

/** @returns a field that reads kW */
export function power(description: string): Field<number> {
  return {
    schema: {
      anyOf: [
        { type: "number", exclusiveMinimum: 0 },
        { type: "string", pattern: WRITTEN.source },
      ],
      description,
    },
    read: kilowatts,
  };
}

/** @throws TypeError, RangeError naming the value */
export function kilowatts(value: unknown, where: string): number {
  const [, digits, unit] = (typeof value === "string" && WRITTEN.exec(value.trim())) || [];
  const found = digits === undefined ? value : Number(digits) * KILOWATTS[unit!]!;
  if (typeof found !== "number") throw new TypeError(`${where} must be ${EXPECTED}, got ${shown(value)}`);
  if (found > 0 && Number.isFinite(found)) return found;
  throw new RangeError(`${where} must be ${EXPECTED}, got ${shown(value)}`);
}

/** What a number of kW from `least` to `most` was perhaps meant as, if it is not in the range itself. */
export function inOtherUnit(given: number, least: number, most: number): string {
  const unit = ["W", "MW"].find((name) => {
    const meant = given * KILOWATTS[name]!;
    return meant >= least && meant <= most;
  });
  return unit === undefined ? "" : `: is "${plain(given)} ${unit}" meant?`;
}
