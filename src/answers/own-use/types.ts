/** What becomes of a system's energy behind the meter of a house. Powers of rows in W, energies in kWh, money in the tariff's currency. */
import type { Notice } from "../../data/contract/observation/types.js";

/** Energies of a period, kWh. `pv + imported + discharged = load + standby + charged + exported + curtailed`. */
export interface OwnUseSum {
  /** What the inverters give; at night it may be below 0. */
  readonly pv: number;
  readonly load: number;
  readonly imported: number;
  readonly exported: number;
  /** Neither used nor let into the grid: above the limit of feed-in. */
  readonly curtailed: number;
  /** Into the battery and out of it on the AC side; between them its losses, and what it holds more at the end. */
  readonly charged: number;
  readonly discharged: number;
  readonly standby: number;
  /** Of the PV energy: what is neither fed in nor curtailed, 0…1; null without PV energy. */
  readonly ownUse: number | null;
  /** Of the load: what does not come from the grid, 0…1; null without load. */
  readonly selfSufficiency: number | null;
  /** kW, the highest means of a step. */
  readonly importPeak: number;
  readonly exportPeak: number;
}

export interface OwnUseMonth extends OwnUseSum {
  /** 1…12, of the house's clocks; the mean of all years that have it nearly whole. */
  readonly month: number;
  readonly years: number;
}

/** Mean powers of the rows, W; `stored` is what the battery holds at the end of each, Wh. */
export interface OwnUseColumns {
  readonly pv: Float64Array;
  readonly load: Float64Array;
  readonly imported: Float64Array;
  readonly exported: Float64Array;
  readonly curtailed: Float64Array;
  readonly charged: Float64Array;
  readonly discharged: Float64Array;
  readonly stored: Float64Array;
}

/** The first year, and the years that are counted. */
export interface OwnUseMoney {
  readonly currency: string | null;
  /** What the load costs a year without a system, and with it, less what is earned. */
  readonly without: number;
  readonly with: number;
  /** A year: what is not bought, what feeding in earns, both less running cost. */
  readonly saved: number;
  readonly earned: number;
  readonly gain: number;
  /** Of each counted year: gain with that year's modules, battery and prices. */
  readonly years: readonly number[];
  /** Years after which the gains have paid the investment, without interest; null: they do not in the years counted, or nothing is invested. */
  readonly payback: number | null;
  /** Of all years, less the investment. */
  readonly netPresentValue: number;
}

/** Of one of several sizes. */
export interface BatterySize extends OwnUseSum {
  readonly capacity: number;
  /** Gain of the first year over that without a battery; null without a tariff. */
  readonly gain: number | null;
}

/** What becomes of the energy. @experimental */
export interface OwnUse {
  /** Of the rows: Unix ms, ms. */
  readonly start: number;
  readonly step: number;
  /** Clocks of the house: name or offset. */
  readonly timeZone: string;
  readonly total: OwnUseSum;
  /** The sum of the twelve months; null where one is not known. */
  readonly annual: OwnUseSum | null;
  readonly months: readonly OwnUseMonth[];
  /** Share of the rows that lack power or load: they are in no sum. */
  readonly missing: number;
  readonly columns: OwnUseColumns;
  /** Null without a tariff, or without a year. `range`: with the energy that is exceeded in 90 and in 10 of 100 years. */
  readonly money: (OwnUseMoney & { readonly range: readonly [low: OwnUseMoney, high: OwnUseMoney] | null }) | null;
  readonly sizes: readonly BatterySize[];
  readonly notices: readonly Notice[];
}
