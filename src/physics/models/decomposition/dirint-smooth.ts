/**
 * DIRINT without steps: its coefficients interpolated between the centres of their bins, and DISC without the jump at a
 * clearness index of 0.6.
 *
 * Source: R. Perez, P. Ineichen, E. Maxwell, R. Seals, A. Zelenka (1992), Dynamic global-to-direct irradiance conversion
 * models, ASHRAE Transactions Research Series, 354–369, for the table and the equations. The interpolation is ours; what it
 * is worth is measured in research/decomposition.md.
 */
import { dayOfYearOf } from "../../../foundation/time/calendar.js";
import { STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { columnsOf, type Inputs, type Outputs } from "../model.js";
import { withStage } from "../stage.js";
import { decomposition, ktPrimeRows, Scratch } from "./clearness-index.js";
import { type DirintOptions, deltaKtPrime, LONGEST_INTERVAL, sunriseFrom, sunsetFrom } from "./dirint.js";
import { UNKNOWN_WATER } from "./dirint-unknown-water.js";
import { DISC_MAX_AIRMASS, discAirmassRows, discOf, knToDiffuseFractionRows, seamlessDiscRows } from "./disc.js";

/** Centres of the table's bins of kt' and of the zenith, degrees. */
const KT_PRIME = Float64Array.of(0.12, 0.32, 0.48, 0.63, 0.75, 0.9);
const ZENITH = Float64Array.of(12.5, 32.5, 47.5, 62.5, 75, 85);
/** Geometric centres of the bins of Δkt', which grow by factors; the first is taken to begin at 0.003, the last to end at 1. */
const DELTA = Float64Array.of(0.0067, 0.0229, 0.0495, 0.1025, 0.2121, 0.5477);

/** Index of the centre at or below `value`, such that there is one above: in two steps at most, whatever the value. */
function below(centres: Float64Array, value: number): number {
  if (!(value >= centres[2]!)) return value >= centres[1]! ? 1 : 0;
  if (!(value >= centres[3]!)) return 2;
  return value >= centres[4]! ? 4 : 3;
}

/** How far `value` is from centre i to the next, 0…1. */
function share(centres: Float64Array, i: number, value: number): number {
  const part = (value - centres[i]!) / (centres[i + 1]! - centres[i]!);
  return part < 0 ? 0 : part > 1 ? 1 : part;
}

const UNKNOWN_STABILITY = 6;

/** Local copy: imported bindings are looked up at every use. */
const table = UNKNOWN_WATER;
/** Entries from one bin of the zenith, and of kt', to the next. */
const PER_ZENITH = 7;
const PER_KT_PRIME = 6 * PER_ZENITH;

/** The table between the centres of kt' and of the zenith; `at` is the entry at the lower of both. */
function bilinear(at: number, u: number, v: number): number {
  const low = table[at]! + v * (table[at + PER_ZENITH]! - table[at]!);
  const next = table[at + PER_KT_PRIME]!;
  const high = next + v * (table[at + PER_KT_PRIME + PER_ZENITH]! - next);
  return low + u * (high - low);
}

/** DIRINT's coefficient for unknown water, interpolated; `delta` NaN: stability unknown. NaN when kt' or the zenith is. */
export function interpolatedCoefficient(ktPrime: number, zenith: number, delta: number): number {
  const k = below(KT_PRIME, ktPrime);
  const u = share(KT_PRIME, k, ktPrime);
  const z = below(ZENITH, zenith);
  const v = share(ZENITH, z, zenith);
  const at = k * PER_KT_PRIME + z * PER_ZENITH;
  if (Number.isNaN(delta)) return bilinear(at + UNKNOWN_STABILITY, u, v);
  const d = below(DELTA, delta);
  const calm = bilinear(at + d, u, v);
  return calm + share(DELTA, d, delta) * (bilinear(at + d + 1, u, v) - calm);
}

/**
 * Row kernel: multiplies Kn by the interpolated coefficient. Rows [i0, i1) of `kn` are changed; rows [first, last) of
 * `ktPrime` are there to be read as neighbours, with `useNeighbours` false none is. NaN for NaN, but a kn of 0 remains.
 */
function dirintSmoothRows(
  i0: number,
  i1: number,
  first: number,
  last: number,
  ktPrime: Float64Array,
  zenith: Float64Array,
  useNeighbours: boolean,
  kn: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    if (kn[i] === 0) continue;
    const current = ktPrime[i]!;
    const previous = useNeighbours && i > first ? ktPrime[i - 1]! : Number.NaN;
    const next = useNeighbours && i + 1 < last ? ktPrime[i + 1]! : Number.NaN;
    kn[i] = kn[i]! * interpolatedCoefficient(current, zenith[i]!, deltaKtPrime(previous, current, next));
  }
}

function dirintSmoothModel(
  inputs: Inputs<"ghi" | "solarZenith" | "time", "pressure">,
  options: DirintOptions = {},
): Outputs<"dni"> {
  const { useDeltaKtPrime = true, minCosZenith, maxZenith } = options;
  const { ghi, solarZenith, time, pressure, n } = columnsOf("dirintSmooth", inputs, ["ghi", "solarZenith", "time"], {
    pressure: STANDARD_PRESSURE,
  });
  const disc = discOf(
    "dirintSmooth",
    { ghi, solarZenith, dayOfYear: time.map(dayOfYearOf), pressure },
    { minCosZenith, maxZenith },
    seamlessDiscRows,
  );
  // The air mass is NaN at night: such rows do not count as neighbours.
  const ktPrime = disc.airmass;
  ktPrimeRows(0, n, disc.kt, disc.airmass, 1, ktPrime);
  dirintSmoothRows(0, n, 0, n, ktPrime, solarZenith, useDeltaKtPrime, disc.dni);
  return { dni: disc.dni };
}

const scratch = /* @__PURE__ */ new Scratch("ktPrime");

/** Its place in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export const dirintSmoothStage = /* @__PURE__ */ decomposition({
  name: "dirintSmooth",
  reach: 1,
  reads: ["kt", "zenith", "pressure", "extraterrestrialHorizontal"],
  accepts: ["useDeltaKtPrime"],
  prepare: (_site, { useDeltaKtPrime = true }: Pick<DirintOptions, "useDeltaKtPrime">) => ({ useDeltaKtPrime }),
  run({ from, to, first, last, interval, columns }, { useDeltaKtPrime }) {
    const { kt, zenith, pressure, extraterrestrialHorizontal, diffuseFraction: kn } = columns;
    const useNeighbours = useDeltaKtPrime && interval < LONGEST_INTERVAL;
    const begin = Math.max(first, from - 1);
    const end = Math.min(last, to + 1);
    const { ktPrime } = scratch.of(kt.length);
    ktPrime.fill(Number.NaN, begin, end);
    for (let i = sunriseFrom(begin, end, extraterrestrialHorizontal); i < end; ) {
      const sunset = sunsetFrom(i, end, extraterrestrialHorizontal);
      // ktPrime holds the air mass first.
      discAirmassRows(i, sunset, zenith, pressure, DISC_MAX_AIRMASS, ktPrime);
      seamlessDiscRows(Math.max(i, from), Math.min(sunset, to), kt, ktPrime, kn);
      ktPrimeRows(i, sunset, kt, ktPrime, 1, ktPrime);
      dirintSmoothRows(Math.max(i, from), Math.min(sunset, to), begin, end, ktPrime, zenith, useNeighbours, kn);
      i = sunriseFrom(sunset, end, extraterrestrialHorizontal);
    }
    knToDiffuseFractionRows(from, to, { kt, zenith, extraterrestrialHorizontal, fraction: kn });
  },
});

/**
 * DNI from a series of GHI by DIRINT without steps. Rows are consecutive records in time.
 *
 * The published coefficient changes by up to a factor of three from one bin to the next, so that a trace more of GHI can
 * change DNI by hundreds of W/m². Here it is interpolated between the centres of the bins, linearly in kt', the zenith and
 * Δkt', and constant beyond the outer centres. The table's column for unknown water is used.
 *
 * @param inputs `ghi` in W/m²; `solarZenith`: true zenith in degrees; `time`: Unix ms (for the day of the year, UTC);
 *   `pressure` in Pa, default 101325
 * @param options `useDeltaKtPrime` (true), `minCosZenith` (0.065), `maxZenith` (87°), as for `dirint`
 * @returns `dni` in W/m², 0 beyond maxZenith and at night; NaN for NaN; missing neighbours as in `dirint`
 * @throws TypeError, RangeError for columns of wrong kind or unequal length or a bad option
 *
 * Its `stage` reads the interval's clearness index, true zenith and pressure and the two neighbouring intervals, and fades
 * the direct part out between zenith 87° and 90°.
 *
 * Source: Perez et al. (1992) as for `dirint`; the interpolation is ours (research/decomposition.md).
 * @experimental
 */
export const dirintSmooth = /* @__PURE__ */ withStage(dirintSmoothModel, dirintSmoothStage);
