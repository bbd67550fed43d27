/**
 * Hourly dew point and humidity from monthly ones: the vapour pressure hardly changes in a day, and goes with the air from day
 * to day. Synthetic: not compared with measurements.
 */
import { exp } from "../../math/index.js";
import { MAGNUS, tdewFromRhRows } from "../../models/atmosphere/humidity.js";
import { DAYS, HOURS } from "./calendar.js";
import { curveAt, eachRow, type MonthlyCurve, monthlyCurve, monthlyMeansOf } from "./monthly-curve.js";
import { type Anomalies, throughNoon } from "./temperature.js";

const [, B, C] = MAGNUS;
/** K of the dew point per K of the air's anomaly. */
const PER_ANOMALY = 0.8;
/** Newton's iterations on the twelve months at once; the saturated hours alone keep the first from being exact. */
const ITERATIONS = 12;

export interface Humidity {
  readonly dewPoint: Float64Array;
  readonly relative: Float64Array;
}

/**
 * Dew point (°C) and relative humidity (%) of the hours; the months' means of the one that was given are exact.
 *
 * @param given "relative": means of the humidity; "dew-point": of the dew point
 */
export function hourlyHumidity(
  given: "relative" | "dew-point",
  means: readonly number[],
  monthlyTemperature: readonly number[],
  temperature: Float64Array,
  { deviation, days }: Anomalies,
): Humidity {
  const humidity = { dewPoint: new Float64Array(DAYS * HOURS), relative: new Float64Array(DAYS * HOURS) };
  const anomaly = PER_ANOMALY * deviation;
  const place = (nodes: MonthlyCurve, offsets: readonly number[]) => {
    eachRow(HOURS, (row, month, position) => {
      const air = temperature[row]!;
      const free = curveAt(nodes, month, position) + offsets[month]! + anomaly * throughNoon(days, position);
      const dew = Math.min(free, air);
      humidity.dewPoint[row] = dew;
      humidity.relative[row] = 100 * exp((B * dew) / (C + dew) - (B * air) / (C + air));
    });
    return monthlyMeansOf(given === "relative" ? humidity.relative : humidity.dewPoint);
  };
  const nodes = given === "relative" ? dewPointsOf(means, monthlyTemperature) : [...means];
  const none = new Array<number>(nodes.length).fill(0);
  for (let n = 0; n < ITERATIONS; n++) {
    const are = place(monthlyCurve(nodes), none);
    nodes.forEach((node, month) => {
      nodes[month] = node + stepOf(given, means[month]!, are[month]!, node);
    });
  }
  settle(given, means, monthlyCurve(nodes), place);
  return humidity;
}

/** What is left, a plain shift of the month takes: it is too small for a step to be seen. */
function settle(
  given: "relative" | "dew-point",
  means: readonly number[],
  curve: MonthlyCurve,
  place: (nodes: MonthlyCurve, offsets: readonly number[]) => number[],
): void {
  const offsets = new Array<number>(means.length).fill(0);
  for (let n = 0; n < ITERATIONS; n++) {
    place(curve, offsets).forEach((is, month) => {
      offsets[month]! += stepOf(given, means[month]!, is, curve[month]!);
    });
  }
  place(curve, offsets);
}

/** Shift of the dew point that would bring the mean to what it should be, if no hour were saturated. */
function stepOf(given: "relative" | "dew-point", wanted: number, is: number, dewPoint: number): number {
  if (given === "dew-point") return wanted - is;
  const perKelvin = (is * B * C) / ((C + dewPoint) * (C + dewPoint));
  return perKelvin > 0 ? Math.min(Math.max((wanted - is) / perKelvin, -5), 5) : 0;
}

function dewPointsOf(relative: readonly number[], temperature: readonly number[]): number[] {
  const dewPoint = new Float64Array(relative.length);
  const atLeast = Float64Array.from(relative, (percent) => Math.max(percent, 1));
  tdewFromRhRows(0, relative.length, Float64Array.from(temperature), atLeast, B, C, dewPoint);
  return [...dewPoint];
}
