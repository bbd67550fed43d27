// What a correction has to beat: forecasts without a run, the run alone, and the simplest corrections of it.
import { NormalEquations } from "../../dist/foundation/statistics/least-squares.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Each learns from hours, and then gives GHI for an hour; NaN where it does not know. */
export const BASELINES = {
  "persistence of days": persistence,
  climatology,
  "run alone":
    () =>
    ({ forecast }) =>
      forecast,
  "one factor": oneFactor,
  "plain fit": plainFit,
};

/** The clear-sky index of the same hour of the last day that was known at the issue. */
function persistence(_, { observations, clear }) {
  const measured = observations.columns.global_horizontal_irradiance;
  return ({ time, issued, clear: now }) => {
    for (let days = 1; days <= 7; days++) {
      const then = time - days * DAY;
      const row = (then - observations.start) / HOUR;
      if (then + HOUR <= issued && measured[row] >= 0 && clear[row] > 0) return (measured[row] / clear[row]) * now;
    }
    return Number.NaN;
  };
}

/** The mean index of the month and the hour; of months that were not taught, of the hour. */
function climatology(taught) {
  const [byMonth, byHour] = [new Map(), new Map()];
  const add = (sums, key, { measured, clear }) => {
    const sum = sums.get(key) ?? [0, 0];
    sums.set(key, [sum[0] + measured, sum[1] + clear]);
  };
  for (const one of taught) {
    add(byMonth, 24 * one.month + one.hour, one);
    add(byHour, one.hour, one);
  }
  return ({ month, hour, clear }) => {
    const [measured, whole] = byMonth.get(24 * month + hour) ?? byHour.get(hour) ?? [Number.NaN, 1];
    return (measured / whole) * clear;
  };
}

function oneFactor(taught) {
  const sum = (of) => taught.reduce((total, one) => total + of(one), 0);
  const factor = sum(({ measured }) => measured) / sum(({ forecast }) => forecast);
  return ({ forecast }) => factor * forecast;
}

/** Eight coefficients for the index, whose errors count as those of the light do. */
function plainFit(taught) {
  const equations = new NormalEquations(8);
  for (const one of taught) {
    const predictors = predictorsOf(one);
    if (predictors.every(Number.isFinite)) equations.add(predictors, one.measured / one.clear, one.clear ** 2 / 1e6);
  }
  const weights = equations.solve();
  return (one) => {
    const index = predictorsOf(one).reduce((sum, value, k) => sum + value * weights[k], 0);
    return Math.max(0, index * one.clear);
  };
}

function predictorsOf({ forecast, clear, cosZenith, humidity, rain }) {
  const index = forecast / clear;
  return [1, index, index ** 2, cosZenith, cosZenith * index, humidity, humidity * index, rain > 0.1 ? 1 : 0];
}
