/** What own use and feeding in are worth: first year, years to come, payback, net present value. */

import type { Price, Tariff } from "../../data/system/own-use.js";
import type { CheckedBattery, OwnUseRows } from "./battery.js";
import { agedBattery, type Flows, flowsOf, runBattery } from "./battery.js";
import type { OwnUseMoney } from "./types.js";

/** Percent a year, where nothing is said: of the battery's capacity left, and of the modules' first power (as `ageing` has it). */
const BATTERY_AGEING = 2;
const MODULE_AGEING = 0.55;
const YEARS = 20;

/** The system over the years that are counted. */
export interface LifeOf {
  readonly rows: OwnUseRows;
  readonly battery: CheckedBattery;
  readonly tariff: Tariff;
  /** Share of the first year's power by year; undefined: 0.55 points less each year. */
  readonly ageing?: readonly number[] | undefined;
  /** From the rows to a year. */
  readonly ofYear: number;
}

/** Money of the rows. */
interface RowMoney {
  /** Of the load without a system, of what is imported, and what is earned. */
  readonly load: number;
  readonly imported: number;
  readonly earned: number;
}

function priceAt(price: Price, hour: number): number {
  return typeof price === "number" ? price : price[hour]!;
}

/** @param out of a run */
export function moneyOfRows(
  { load, hourOfDay, hours }: OwnUseRows,
  out: Flows,
  { price, feedIn = 0 }: Tariff,
): RowMoney {
  const prices = Float64Array.from({ length: 24 }, (_, hour) => (priceAt(price, hour) * hours) / 1000);
  const pays = Float64Array.from({ length: 24 }, (_, hour) => (priceAt(feedIn, hour) * hours) / 1000);
  const sums = { load: 0, imported: 0, earned: 0 };
  for (let row = 0; row < load.length; row++) {
    if (Number.isNaN(out.imported[row]!)) continue;
    const hour = hourOfDay[row]!;
    sums.load += load[row]! * prices[hour]!;
    sums.imported += out.imported[row]! * prices[hour]!;
    sums.earned += out.exported[row]! * pays[hour]!;
  }
  return sums;
}

/**
 * Year by year: the same weather with aged modules and an aged battery, and that year's prices.
 * @param pvFactor of a brighter or darker climate
 */
export function moneyOf({ rows, battery, tariff, ageing, ofYear }: LifeOf, pvFactor = 1): OwnUseMoney {
  const { standing = 0, investment = 0, running = 0, years: count = YEARS, discount = 0, priceRise = 0 } = tariff;
  const { batteryAgeing = BATTERY_AGEING } = tariff;
  const out = flowsOf(rows.pv.length);
  let [capacity, rise] = [1, 1];
  const inYear = (year: number) => {
    const left = ageing?.[Math.min(year, ageing.length - 1)] ?? 1 - (MODULE_AGEING / 100) * year;
    runBattery(rows, agedBattery(battery, capacity), out, pvFactor * left);
    const { load, imported, earned } = moneyOfRows(rows, out, tariff);
    const found = { load: ofYear * load, saved: ofYear * (load - imported), earned: ofYear * earned, rise };
    capacity *= 1 - batteryAgeing / 100;
    rise *= 1 + priceRise / 100;
    return found;
  };
  const years = Array.from({ length: count }, (_, year) => inYear(year));
  const gains = years.map(({ saved, earned, rise }) => rise * (saved - running) + earned);
  const first = years[0]!;
  const [without, gain] = [standing + first.load, first.saved + first.earned - running];
  return {
    currency: tariff.currency ?? null,
    ...{ without, with: without - gain, saved: first.saved, earned: first.earned, gain, years: gains },
    payback: paybackOf(investment, gains),
    netPresentValue: netPresentValue(discount / 100, [-investment, ...gains]),
  };
}

/** Money of now: the first amount is paid at once, each further one a year later. @param rate interest a year */
export function netPresentValue(rate: number, amounts: readonly number[]): number {
  let [sum, worth] = [0, 1];
  for (const amount of amounts) {
    sum += amount / worth;
    worth *= 1 + rate;
  }
  return sum;
}

/** Years until gains that come evenly in each year have paid it; null: never in these years, or there is nothing to pay. */
export function paybackOf(investment: number, gains: readonly number[]): number | null {
  if (!(investment > 0)) return null;
  let left = investment;
  for (const [year, gain] of gains.entries()) {
    if (gain >= left) return year + left / gain;
    left -= gain;
  }
  return null;
}
