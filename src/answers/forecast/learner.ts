/** Weights of a correction from samples, of many places for a table or of a place's own past on top of one, and the spread around it. */
import { NormalEquations } from "../../foundation/statistics/least-squares.js";
import { KNOT_SHARES, KNOTS, nearestKnot } from "./curves.js";
import { isSeen, isTelling, MOST_ZENITH, predictorsOf, type QuarterHours, skyState } from "./quarter-hours.js";
import {
  type CorrectionTable,
  type Fit,
  type ObservationStep,
  PREDICTORS,
  SKIES,
  type Sky,
  SPREAD_INDICES,
  type SpreadTable,
  widthOf,
} from "./table.js";

/** W/m² in a kW/m²: moments near 1. */
const KILO = 1000;
/** For how many samples of its own past the table counts at another place: those of about a week. */
const TABLE_SAMPLES = 250;

/** A run as it was served: row k of `light` is row k + `shift` of the quarter hours. */
export interface ServedRun {
  /** GHI, W/m²; NaN = missing. */
  readonly light: Float64Array;
  readonly shift: number;
}

/**
 * Accumulates the corrections that forecasts would have needed, by lead time and sky.
 *
 * `fit()` gives the weights of what was added; `onTopOf(table)` those of a table with what was added, the table counting for 250
 * samples: a place's own past corrects weights that were fitted elsewhere.
 */
export class CorrectionLearner {
  readonly leads: readonly number[];
  readonly isCoarse: boolean;
  private readonly observed: { readonly [sky in Sky]: NormalEquations }[];
  private readonly unobserved: NormalEquations[];

  /** @param leads quarters of an hour, ascending */
  constructor(leads: readonly number[], isCoarse = false) {
    this.leads = leads;
    this.isCoarse = isCoarse;
    const size = PREDICTORS[this.step].length;
    this.observed = leads.map(
      () =>
        Object.fromEntries(SKIES.map((sky) => [sky, new NormalEquations(size)])) as { [sky in Sky]: NormalEquations },
    );
    this.unobserved = leads.map(() => new NormalEquations(1));
  }

  get step(): ObservationStep {
    return this.isCoarse ? "hour" : "quarter";
  }

  /**
   * Adds the forecasts that a run would have given after the quarter hours up to row `end` were observed.
   * @param before only times that end by this row are taken: what was known then
   */
  add(quarterHours: QuarterHours, light: Float64Array, run: ServedRun, end: number, before = quarterHours.count): void {
    const hasSky = isTelling(quarterHours, light, end - 1);
    // A gap in the day is no night: nothing was known.
    if (!isSeen(quarterHours, light, end - 1) && quarterHours.sky.zenith[end - 1]! < MOST_ZENITH) return;
    const state = hasSky ? skyState(quarterHours, light, run.light, end, run.shift) : undefined;
    if (state !== undefined && Number.isNaN(state.runLastHour)) return;
    const { global } = quarterHours.sky;
    this.leads.forEach((lead, k) => {
      const row = end + lead;
      if (row >= before || !isSeen(quarterHours, light, row)) return;
      const clear = global[row]!;
      const forecast = (run.light[row - run.shift] ?? Number.NaN) / clear - quarterHours.climate[row]!;
      if (Number.isNaN(forecast)) return;
      const target = light[row]! / clear - quarterHours.climate[row]!;
      const weight = (clear / KILO) * (clear / KILO);
      if (state === undefined) this.unobserved[k]!.add([forecast], target, weight);
      else this.observed[k]![state.sky].add(predictorsOf(state, forecast, this.isCoarse), target, weight);
    });
  }

  /** What another has summed up, or a share of it. */
  addAll(other: CorrectionLearner, share = 1): void {
    other.observed.forEach((skies, k) => {
      for (const sky of SKIES) this.observed[k]![sky].addAll(skies[sky], share);
    });
    other.unobserved.forEach((one, k) => {
      this.unobserved[k]!.addAll(one, share);
    });
  }

  /** Weights of all that was added, by lead and sky. */
  fit(): readonly { readonly [sky in Sky]: Fit }[] {
    return this.observed.map(
      (skies) => Object.fromEntries(SKIES.map((sky) => [sky, fitOf(skies[sky])])) as { [sky in Sky]: Fit },
    );
  }

  /** Means of the squares of the run's departure where nothing was observed, by lead: what a weight of 1 counts with. */
  unobservedFit(): readonly Fit[] {
    return this.unobserved.map((one) => ({ ...fitOf(one), weights: [1] }));
  }

  /** A table for the place whose past was added. */
  onTopOf(table: CorrectionTable): CorrectionTable {
    const { step } = this;
    const fits = this.observed.map(
      (skies, k) =>
        Object.fromEntries(SKIES.map((sky) => [sky, updated(skies[sky], table.fits[step][k]![sky])])) as {
          [sky in Sky]: Fit;
        },
    );
    return {
      ...table,
      name: `${table.name} with the place's own past`,
      fits: { ...table.fits, [step]: fits },
      unobserved: table.unobserved.map((fit, k) => updated(this.unobserved[k]!, fit)),
    };
  }
}

function fitOf(equations: NormalEquations): Fit {
  const { samples, moments } = equations;
  return { weights: [...equations.solve()], moments: [...moments].map((sum) => sum / Math.max(samples, 1)) };
}

function updated(own: NormalEquations, { weights, moments }: Fit): Fit {
  const together = new NormalEquations(own.size);
  together.addFit(moments, weights, TABLE_SAMPLES);
  together.addAll(own);
  return fitOf(together);
}

/** For how many errors of its own past the table counts at another place. */
const TABLE_ERRORS = 50;

/** Errors by lead, kind of sky and forecast index. */
export class SpreadLearner {
  readonly leads: readonly number[];
  private readonly errors: { readonly [sky in Sky]: readonly number[][] }[];

  /** @param leads quarters of an hour, ascending */
  constructor(leads: readonly number[]) {
    this.leads = leads;
    this.errors = leads.map(
      () =>
        Object.fromEntries(SKIES.map((sky) => [sky, SPREAD_INDICES.map((): number[] => [])])) as {
          [sky in Sky]: number[][];
        },
    );
  }

  /** @param k index into `leads` @param clearSkyIndex of the forecast @param departure of what came from it */
  add(k: number, sky: Sky, clearSkyIndex: number, departure: number): void {
    this.errors[k]![sky][nearestKnot(SPREAD_INDICES, clearSkyIndex)]!.push(departure);
  }

  /**
   * A table for the place whose errors were added: in each cell the table's departures, at the width of this step, count as 50 errors.
   * @param step of the observations
   */
  onTopOf(table: SpreadTable, step: ObservationStep): SpreadTable {
    const width = widthOf(table, table.step, step);
    const departures = this.errors.map((skies, k) => {
      const cells = SKIES.map((sky) => [
        sky,
        skies[sky].map((own, bin) =>
          mixed(
            table.departures[k]![sky][bin]!.map((value) => value * width),
            own,
          ),
        ),
      ]);
      return Object.fromEntries(cells) as { [sky in Sky]: number[][] };
    });
    return { ...table, name: `${table.name} with the place's own past`, step, departures };
  }
}

/** Quantiles of both together, each of the table's standing for its share of its errors. */
function mixed(table: readonly number[], own: readonly number[]): readonly number[] {
  if (own.length === 0) return table;
  const all = [
    ...own.map((value) => ({ value, weight: 1 })),
    ...table.map((value, k) => ({ value, weight: TABLE_ERRORS * KNOT_SHARES[k]! })),
  ];
  all.sort((a, b) => a.value - b.value);
  const total = own.length + TABLE_ERRORS;
  let [k, passed] = [0, 0];
  return KNOTS.map((p) => {
    // Each stands in the middle of its own weight.
    while (k < all.length - 1 && passed + all[k]!.weight / 2 < p * total) passed += all[k++]!.weight;
    const here = passed + all[k]!.weight / 2;
    if (k === 0 || here <= p * total) return all[k]!.value;
    const before = passed - all[k - 1]!.weight / 2;
    const along = (p * total - before) / (here - before);
    return all[k - 1]!.value + along * (all[k]!.value - all[k - 1]!.value);
  });
}
