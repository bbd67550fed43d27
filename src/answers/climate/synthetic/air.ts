/**
 * The air of any hour: the month's curve, an anomaly that goes from day to day and with the radiation, and the course of the
 * day, as generated years have them (../generation/temperature.ts). Over the sea days hardly warm the air.
 */
import type { Random } from "../../../foundation/statistics/random.js";
import { calendarDayOf } from "../../../foundation/time/typical-year.js";
import { HOURS } from "../generation/calendar.js";
import { curveAt, type MonthlyCurve, monthlyCurve } from "../generation/monthly-curve.js";
import {
  anomalyDeviation,
  correlationWithSun,
  courseOfDay,
  PERSISTENCE,
  RANGE_PER_CLEARNESS,
  usualRanges,
} from "../generation/temperature.js";
import { DayChain } from "./chain.js";
import type { DayClearness } from "./clearness.js";
import type { DrawnDays, SyntheticClimate, SyntheticPlace } from "./types.js";

/** Share of the swings over land that the air over the sea has: an assumption. */
const AT_SEA = 0.3;
/** Daily mean of the sun above the air (W/m²) below which the course of the day fades with it. */
const LOW_SUN = 50;

export class SyntheticAir {
  private readonly place: SyntheticPlace;
  private readonly clearness: DayClearness;
  /** Extraterrestrial sums of the days of a common year. */
  private readonly above: Float64Array;
  private readonly curve: MonthlyCurve;
  private readonly deviation: number;
  private readonly swing: number;
  private readonly usualRange: (clearness: number) => number;
  private readonly chain: DayChain;

  constructor(
    place: SyntheticPlace,
    climate: SyntheticClimate,
    random: Random,
    clearness: DayClearness,
    above: Float64Array,
  ) {
    const means = Array.from(climate.temperature);
    this.place = place;
    this.clearness = clearness;
    this.above = above;
    this.curve = monthlyCurve(means);
    this.swing = climate.surface === "sea" ? AT_SEA : 1;
    this.usualRange = usualRanges(place, means);
    this.deviation = this.swing * anomalyDeviation(means, place.latitude);
    this.chain = new DayChain(random, 1, PERSISTENCE);
  }

  /** Hourly means of drawn days, °C. At the ends of what is drawn the day itself stands in for its neighbour. */
  hours(days: DrawnDays, zone: number): Float64Array {
    const { first, count } = days;
    const fresh = this.chain.of(first, count);
    const anomalies = new Float64Array(count);
    const ranges = new Float64Array(count);
    const course = Float64Array.from({ length: HOURS }, (_, hour) =>
      courseOfDay(hour + 0.5 + this.place.longitude / 15 - zone),
    );
    for (let k = 0; k < count; k++) {
      const { dayOfYear } = calendarDayOf(first + k);
      const correlation = correlationWithSun(this.place.latitude, dayOfYear);
      const bright = this.above[dayOfYear]! > 0 ? days.deviates[k]! : 0;
      anomalies[k] = this.deviation * (correlation * bright + Math.sqrt(1 - correlation * correlation) * fresh[k]!);
      ranges[k] = this.range(dayOfYear, days.brighter[k]!);
    }
    const air = new Float64Array(count * HOURS);
    for (let k = 0; k < count; k++) {
      const { month, dayOfYear } = calendarDayOf(first + k);
      for (let hour = 0; hour < HOURS; hour++) {
        const base = curveAt(this.curve, month, dayOfYear + (hour + 0.5) / HOURS);
        air[k * HOURS + hour] = base + throughNoon(anomalies, k, hour) + throughNoon(ranges, k, hour) * course[hour]!;
      }
    }
    return air;
  }

  /** K */
  private range(dayOfYear: number, brighter: number): number {
    const usual = this.usualRange(this.clearness.mean[dayOfYear]!);
    const fading = Math.min(this.above[dayOfYear]! / (HOURS * LOW_SUN), 1);
    return this.swing * fading * Math.max(usual + RANGE_PER_CLEARNESS * brighter, usual / 4);
  }
}

/** Values of days joined linearly through the noons: no step at midnight. */
function throughNoon(days: Float64Array, k: number, hour: number): number {
  const away = (hour + 0.5) / HOURS - 0.5;
  const other = Math.min(Math.max(k + (away < 0 ? -1 : 1), 0), days.length - 1);
  return days[k]! + (days[other]! - days[k]!) * Math.abs(away);
}
