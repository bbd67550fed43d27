/**
 * Perez–Driesse on means over an interval in which the sun came and went.
 *
 * The model's sky is that of an instant. Of a mean with clouds it takes a half-bright sun for a haze around it, and the sky of a
 * tilted plane comes out too bright (research/planes.md: 0.2 to 1 % of hourly global irradiance at 35° to the equator). Here the
 * interval has two states: the sun with DNI_s = max(DNI, 0.8·clear-sky DNI) for the share DNI/DNI_s, none for the rest, with
 * the same DHI in both. The factors are those of the mean, and by a weight those of the two states.
 *
 * Source: the sky is that of Driesse, Jensen & Perez 2024 (perez-driesse.ts); the two states are ours, judged in research/planes.md.
 */
import { log } from "../../../foundation/math/index.js";
import { type ColumnInput, type Columns, emptyColumns } from "../model.js";
import { type PerezDriesseInputs, perezDriesseRows } from "./perez-driesse.js";
import { COS_85, skyModel, skyOnPlaneRows } from "./sky-model.js";

/** Of the clear-sky DNI, what the sun has at least while it shines: a clear-sky model may be too bright. */
const SUN_SHARE = 0.8;

/**
 * How much the two states count in means over `interval` seconds: 0 up to a minute, ¼ at a quarter of an hour, ½ from an hour
 * on, linear in the logarithm between them.
 */
function perezOnMeansWeight(interval: number): number {
  if (interval <= 60) return 0;
  if (interval < 900) return (0.25 * log(interval / 60)) / log(15);
  return interval < 3600 ? 0.25 + (0.25 * log(interval / 900)) / log(4) : 0.5;
}

/** Room for the states of rows, `share` of the sun in the weight; every call writes it before it reads. */
type StateColumns = Columns<"share" | "dni" | "circumsolar" | "horizonFactor">;

export function stateColumns(n: number): StateColumns {
  return emptyColumns(["share", "dni", "circumsolar", "horizonFactor"], n);
}

/**
 * F1 and F2 of means, as `perezDriesseRows` has them of instants. Both enter the sky linearly, so that the mean of factors is
 * that of skies.
 *
 * @param weight of the two states, 0…1; `states` has as many rows as the columns
 */
export function perezOnMeansRows(
  i0: number,
  i1: number,
  dhi: Float64Array,
  dni: Float64Array,
  clearDni: Float64Array,
  extraterrestrialNormal: Float64Array,
  elevation: Float64Array,
  relativeAirmass: Float64Array,
  weight: number,
  states: StateColumns,
  circumsolar: Float64Array,
  horizonFactor: Float64Array,
): void {
  const e0 = extraterrestrialNormal;
  const { share, dni: sun, circumsolar: first, horizonFactor: second } = states;
  perezDriesseRows(i0, i1, dhi, dni, e0, elevation, relativeAirmass, circumsolar, horizonFactor);
  if (weight === 0) return;
  for (let i = i0; i < i1; i++) {
    const direct = dni[i]!;
    const least = SUN_SHARE * clearDni[i]!;
    const shining = direct > least ? direct : least;
    // Without a clear sky's sun there is one state.
    share[i] = shining === 0 ? weight : (weight * direct) / shining;
    sun[i] = shining;
  }
  perezDriesseRows(i0, i1, dhi, sun, e0, elevation, relativeAirmass, first, second);
  for (let i = i0; i < i1; i++) {
    circumsolar[i] = (1 - weight) * circumsolar[i]! + share[i]! * first[i]!;
    horizonFactor[i] = (1 - weight) * horizonFactor[i]! + share[i]! * second[i]!;
  }
  sun.fill(0, i0, i1);
  perezDriesseRows(i0, i1, dhi, sun, e0, elevation, relativeAirmass, first, second);
  for (let i = i0; i < i1; i++) {
    circumsolar[i] = circumsolar[i]! + (weight - share[i]!) * first[i]!;
    horizonFactor[i] = horizonFactor[i]! + (weight - share[i]!) * second[i]!;
  }
}

export interface PerezOnMeansInputs extends PerezDriesseInputs {
  /** Clear-sky DNI, W/m², not negative */
  dniClear: ColumnInput;
}

export interface PerezOnMeansOptions {
  /** Length of the means in seconds, above 0. Default 3600. */
  readonly interval?: number | undefined;
}

/**
 * Diffuse irradiance from the sky on a tilted plane, for means of irradiance over an interval: Perez–Driesse of the mean and, by
 * a weight that grows with the interval (none up to a minute, ¼ at 15 minutes, ½ from an hour on), that of an interval in
 * which the sun shone with max(DNI, 0.8·clear-sky DNI) part of the time and was gone for the rest.
 *
 * In the pipeline (`models: { transposition: "perezOnMeans" }`) the interval is the weather's, whatever the output's. It is for
 * weather that has DNI or DHI; where they come from GHI alone nothing is gained. Made for this library and judged against
 * Perez–Driesse itself on minutes, not by measured planes. No source: research/planes.md has the evidence.
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth (deg), dhi, dni, dniClear, dniExtra (W/m²), airmass;
 *   numbers or arrays of one length
 * @param options interval: length of the means in seconds (default 3600); returnComponents: the parts in place of the sum
 * @returns skyDiffuse in W/m², or poaSkyDiffuse, poaIsotropic, poaCircumsolar, poaHorizon (may be negative); NaN where
 *   an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length, and for the interval
 * @experimental
 */
export const perezOnMeans = /* @__PURE__ */ skyModel<PerezOnMeansInputs, PerezOnMeansOptions, { states: StateColumns }>(
  {
    name: "perezOnMeans",
    reads: ["dhi", "dni", "clearDni", "extraterrestrialNormal", "elevation", "relativeAirmass", "cosTilt"],
    floor: COS_85,
    prepare: () => ({ states: stateColumns(0) }),
    interval({ interval = 3600 }) {
      const isNumber = typeof interval === "number";
      if (isNumber && interval > 0) return interval;
      const problem = `perezOnMeans: interval must be a number of seconds above 0, got ${String(interval)}`;
      throw isNumber ? new RangeError(problem) : new TypeError(problem);
    },
    rows(from, to, c, room, interval) {
      if (room.states.dni.length < to) room.states = stateColumns(c.dhi.length);
      const sky = [c.dhi, c.dni, c.clearDni, c.extraterrestrialNormal, c.elevation, c.relativeAirmass] as const;
      perezOnMeansRows(from, to, ...sky, perezOnMeansWeight(interval), room.states, c.circumsolar, c.horizonBand);
      skyOnPlaneRows(from, to, c.cosTilt, c.isotropic, c.horizonBand);
    },
  },
);
