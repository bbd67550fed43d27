/** The columns of the air: what monthly values of it were given, in hours, or in minutes that run straight from hour to hour. */
import { cos, exp, log } from "../../../foundation/math/index.js";
import { normalProbability } from "../../../foundation/statistics/normal.js";
import type { Random } from "../../../foundation/statistics/random.js";
import { MAGNUS, tdewFromRhRows } from "../../../physics/models/atmosphere/water.js";
import { DAYS, HOURS, PURPOSE } from "./calendar.js";
import type { CheckedPlace } from "./check.js";
import {
  curveAt,
  eachRow,
  type MonthlyCurve,
  monthlyCurve,
  monthlyMeansOf,
  scaleToMeans,
  shiftToMeans,
} from "./monthly-curve.js";
import { type Anomalies, airAnomalies, hourlyTemperature, type RadiationDays, throughNoon } from "./temperature.js";
import type { MonthlyMeans } from "./types.js";

export function airColumns(
  place: CheckedPlace,
  monthly: MonthlyMeans,
  radiation: RadiationDays,
  random: Random,
  step: 3600 | 60,
): { [name: string]: Float64Array } {
  const columns: { [name: string]: Float64Array } = {};
  const { temperature, relativeHumidity, dewPointTemperature, windSpeed } = monthly;
  const minutes = step === 60;
  if (temperature) {
    const anomalies = airAnomalies(place, temperature, radiation, random);
    const air = hourlyTemperature(place, { ...monthly, temperature }, radiation, anomalies);
    const means = relativeHumidity ?? dewPointTemperature;
    columns.temperature = minutes ? toMinutes(air) : air;
    if (minutes) shiftToMeans(columns.temperature, temperature);
    if (means) {
      const given = relativeHumidity ? "relative" : "dew-point";
      const { dewPoint, relative } = hourlyHumidity(given, means, temperature, air, anomalies);
      columns.dew_point_temperature = minutes ? toMinutes(dewPoint) : dewPoint;
      columns.relative_humidity = minutes ? toMinutes(relative) : relative;
    }
  }
  if (windSpeed) {
    const wind = hourlyWind(windSpeed, random);
    columns.wind_speed = minutes ? toMinutes(wind) : wind;
    if (minutes) scaleToMeans(columns.wind_speed, windSpeed);
  }
  return columns;
}

/** Linear between the middles of the hours; the year's end runs into its beginning. */
function toMinutes(hourly: Float64Array): Float64Array {
  const count = hourly.length;
  const minutes = new Float64Array(count * 60);
  for (let hour = 0; hour < count; hour++) {
    const here = hourly[hour]!;
    const before = hourly[(hour + count - 1) % count]!;
    const after = hourly[(hour + 1) % count]!;
    for (let minute = 0; minute < 60; minute++) {
      const away = (minute + 0.5) / 60 - 0.5;
      minutes[hour * 60 + minute] = here + (away < 0 ? (here - before) * away : (after - here) * away);
    }
  }
  return minutes;
}

/*
 * Hourly dew point and humidity from monthly ones: the vapour pressure hardly changes in a day, and goes with the air from day
 * to day. Synthetic: not compared with measurements.
 */

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

/*
 * Hourly wind from monthly means: a Weibull law with the shape 2, which is Rayleigh's, along a Gaussian chain of hours, stronger
 * in the afternoon. C. G. Justus, W. R. Hargraves, A. Mikhail, D. Graber (1978), Methods for estimating wind speed frequency
 * distributions, Journal of Applied Meteorology 17, 350–353, for the law. Synthetic: not compared with measurements.
 */

const CORRELATION = 0.9;
/** How much stronger at 15 h of the clock than in the mean. */
const AFTERNOON = 0.15;
const STRONGEST = 15;

/** Hourly means (8760), m/s; those of the months are the given ones. */
export function hourlyWind(means: readonly number[], random: Random): Float64Array {
  const column = new Float64Array(DAYS * HOURS);
  let z = random.normal(PURPOSE.wind, 0, 1, 0);
  eachRow(HOURS, (row) => {
    z = CORRELATION * z + Math.sqrt(1 - CORRELATION * CORRELATION) * random.normal(PURPOSE.wind, row, 0, 0);
    const course = 1 + AFTERNOON * cos((2 * Math.PI * ((row % HOURS) + 0.5 - STRONGEST)) / HOURS);
    column[row] = course * Math.sqrt(-log(normalProbability(-z)));
  });
  scaleToMeans(column, means);
  return column;
}
