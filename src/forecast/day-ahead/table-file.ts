/** The day-ahead part of a tuning's file. */
import { shown } from "../../text/shown.js";
import { countAt, listAt, MOST_LIGHT, numberAt, numbersAt, objectAt, textAt } from "../file-values.js";
import type { JudgedAhead } from "./held-out-ahead.js";
import { DAY_AHEAD_PREDICTORS, type DayAheadFit, type DayAheadPredictor, type DayAheadTable } from "./table.js";

/** Ridge keeps weights near 1; far beyond is damage. */
const MOST_WEIGHT = 100;
/** Hours of 40 days. */
const MOST_REACH = 960;

/** @throws TypeError, RangeError that name what is wrong */
export function dayAheadAt(value: unknown): DayAheadTable {
  const of = objectAt(value, "dayAhead");
  return {
    name: textAt(of.name, "dayAhead.name"),
    evidence: textAt(of.evidence, "dayAhead.evidence"),
    reach: numberAt(of.reach, "dayAhead.reach", 0, MOST_REACH),
    fits: listAt(of.fits, "dayAhead.fits").map((one, k) => fitAt(one, `dayAhead.fits[${k}]`)),
  };
}

function fitAt(value: unknown, where: string): DayAheadFit {
  const { predictors: given, weights } = objectAt(value, where);
  const predictors = listAt(given, `${where}.predictors`).map((one, k) =>
    predictorAt(one, `${where}.predictors[${k}]`),
  );
  if (new Set(predictors).size < predictors.length) {
    throw new TypeError(`${where}.predictors must differ, got ${predictors.join(", ")}`);
  }
  return {
    predictors,
    weights: numbersAt(weights, `${where}.weights`, predictors.length, -MOST_WEIGHT, MOST_WEIGHT),
  };
}

function predictorAt(value: unknown, where: string): DayAheadPredictor {
  const known = DAY_AHEAD_PREDICTORS.find((name) => name === value);
  if (known !== undefined) return known;
  throw new TypeError(`${where} must be one of "${DAY_AHEAD_PREDICTORS.join('", "')}", got ${shown(value)}`);
}

/** @throws TypeError, RangeError that name what is wrong */
export function judgedAheadAt(value: unknown, where: string): JudgedAhead {
  const of = objectAt(value, where);
  const bias = objectAt(of.bias, `${where}.bias`);
  const rmse = (name: string) => numberAt(of[name], `${where}.${name}`, 0, MOST_LIGHT);
  const mean = (name: string) => numberAt(bias[name], `${where}.bias.${name}`, -MOST_LIGHT, MOST_LIGHT);
  return {
    from: countAt(of.from, `${where}.from`),
    to: countAt(of.to, `${where}.to`),
    count: countAt(of.count, `${where}.count`),
    ...(of.mean !== undefined && { mean: numberAt(of.mean, `${where}.mean`, 0, MOST_LIGHT) }),
    run: rmse("run"),
    after: rmse("after"),
    bias: { run: mean("run"), after: mean("after") },
  };
}
