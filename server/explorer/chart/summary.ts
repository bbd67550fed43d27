/** A chart in a sentence or two: for those who hear it, and for those who want the answer before the picture. */
import { KnownSum } from "irradiance-engine/shared";
import type { Answer, Column } from "../service/answer.js";
import { texts } from "../texts/texts.js";
import type { Duration } from "./duration.js";
import { valueAtShare } from "./duration.js";
import { monthlyUnit } from "./months.js";
import { totalOf } from "./shading.js";
import { DAY, HOUR, localHour, timeText, type Zone } from "./time.js";
import { amount, nameOf } from "./words.js";
import { isPower, type ShownColumn } from "./units.js";
import type { Year } from "./years.js";

/** What there is to say of a column. */
export interface Facts {
  /** Index of the interval with the largest value; undefined without any value. */
  readonly most: number | undefined;
  readonly least: number | undefined;
  readonly mean: number;
  readonly missing: number;
}

export function factsOf(values: readonly (number | null)[]): Facts {
  const known = new KnownSum();
  let [most, least]: (number | undefined)[] = [];
  values.forEach((value, i) => {
    known.add(value, 1);
    if (value === null) return;
    if (most === undefined || value > (values[most] as number)) most = i;
    if (least === undefined || value < (values[least] as number)) least = i;
  });
  return { most, least, mean: known.mean, missing: values.length - known.count };
}
