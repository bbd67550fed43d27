/** The spread of a place's own past on top of a table's: in the first hours after an observation. */
import { KNOTS } from "./knots.js";
import { SPREAD_INDICES } from "./spread.js";
import { type ObservationStep, SKIES, type Sky, type SpreadTable } from "./table.js";

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
    this.errors[k]![sky][spreadBin(clearSkyIndex)]!.push(departure);
  }

  /**
   * A table for the place whose errors were added: in each cell the table's departures count as 50 errors.
   *
   * @param step of the observations
   */
  onTopOf(table: SpreadTable, step: ObservationStep): SpreadTable {
    const departures = this.errors.map((skies, k) => {
      const cells = SKIES.map((sky) => [
        sky,
        skies[sky].map((own, bin) => mixed(table.departures[k]![sky][bin]!, own)),
      ]);
      return Object.fromEntries(cells) as { [sky in Sky]: number[][] };
    });
    return { ...table, name: `${table.name} with the place's own past`, step, departures };
  }
}

/** The nearest of `SPREAD_INDICES`. */
export function spreadBin(clearSkyIndex: number): number {
  let bin = 0;
  while (bin < SPREAD_INDICES.length - 1 && clearSkyIndex > (SPREAD_INDICES[bin]! + SPREAD_INDICES[bin + 1]!) / 2)
    bin++;
  return bin;
}

/** Share of a distribution for which each knot stands. */
const SHARES = KNOTS.map((p, k) => ((KNOTS[k + 1] ?? 2 - p) - (KNOTS[k - 1] ?? -p)) / 2);

/** Quantiles of both together, each of the table's standing for its share of its errors. */
function mixed(table: readonly number[], own: readonly number[]): readonly number[] {
  if (own.length === 0) return table;
  const all = [
    ...own.map((value) => ({ value, weight: 1 })),
    ...table.map((value, k) => ({ value, weight: TABLE_ERRORS * SHARES[k]! })),
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
