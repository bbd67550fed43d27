/**
 * Reverse transposition: the GHI that explains the irradiance on a tilted plane.
 *
 * Driesse, Jensen & Perez 2024, A continuous form of the Perez diffuse sky model for forward and reverse transposition,
 * Solar Energy 267, 112093, doi 10.1016/j.solener.2023.112093: Erbs-Driesse and Perez-Driesse, inverted by bisection.
 */
import { kastenYoungRows } from "../atmosphere/airmass.js";
import { erbsDriesseRows } from "../decomposition/by-clearness.js";
import { clearnessIndexRows, MIN_COS_ZENITH, splitFractionRows } from "../decomposition/clearness-index.js";
import { type ColumnInput, checkPositive, columnsOf, type Outputs } from "../model.js";
import { perezDriesseRows } from "./perez-driesse.js";
import type { AoiInputs } from "./plane.js";
import { poaGlobalRows, type SkyFactors, skyFactors, skyOnPlaneRows } from "./sky-model.js";

/** Zenith in degrees beyond which Erbs-Driesse has no direct irradiance. */
const MAX_ZENITH = 87;
/** Clearness index up to which GHI is looked for; at least this much, W/m². */
const MAX_CLEARNESS = 1.25;
const LEAST_UPPER_BOUND = 10;

export interface GhiFromPoaInputs extends AoiInputs {
  /** W/m² */
  poaGlobal: ColumnInput;
  /** Extraterrestrial normal irradiance, W/m² */
  dniExtra: ColumnInput;
  /** Relative air mass; default Kasten & Young 1989 of solarZenith */
  airmass?: ColumnInput | undefined;
  /** 0…1; default 0.25 as in pvlib */
  albedo?: ColumnInput | undefined;
}

type Columns = { readonly n: number } & { readonly [name in keyof GhiFromPoaInputs]-?: Float64Array };

/** Irradiance on the plane (`poa`) for a guess of GHI, by Erbs-Driesse and Perez-Driesse. */
function forward(
  c: Columns,
  f: SkyFactors,
  dni: Float64Array,
  dhi: Float64Array,
  ghi: Float64Array,
  poa: Float64Array,
) {
  clearnessIndexRows(0, c.n, ghi, c.solarZenith, c.dniExtra, MIN_COS_ZENITH, 1, dhi);
  erbsDriesseRows(0, c.n, dhi, dhi);
  splitFractionRows(0, c.n, { ghi, zenith: c.solarZenith, kd: dhi, dni, dhi }, MAX_ZENITH);
  perezDriesseRows(0, c.n, dhi, dni, c.dniExtra, f.elevation, c.airmass, f.circumsolar, f.horizonBand);
  skyOnPlaneRows(0, c.n, f.cosTilt, f.isotropic, f.horizonBand);
  poaGlobalRows(0, c.n, { ghi, dni, dhi }, c.albedo, f, poa);
}

/**
 * GHI from the global irradiance on a plane, by bisection over the continuous models Erbs-Driesse (decomposition) and
 * Perez-Driesse (transposition), from 0 to a clearness index of 1.25.
 *
 * With the sun behind a steep plane more GHI can mean less light on it; then one of several answers is returned. From
 * zenith 90° on the sky is isotropic (pvlib applies Perez-Driesse at every zenith).
 *
 * @param inputs surfaceTilt, surfaceAzimuth, solarZenith, solarAzimuth (deg), poaGlobal, dniExtra (W/m²), airmass, albedo;
 *   numbers or arrays of one length
 * @param options xtol: GHI is within this of the solution, W/m², above 0; default 0.01
 * @returns ghi in W/m²; 0 for a poaGlobal of 0 or less; NaN where no GHI in range gives poaGlobal and where an input is NaN
 * @throws TypeError, RangeError for inputs that are not columns of one length or a bad xtol
 * @experimental
 */
export function ghiFromPoaDriesse2023(inputs: GhiFromPoaInputs, { xtol = 0.01 } = {}): Outputs<"ghi"> {
  checkPositive("ghiFromPoaDriesse2023", { xtol });
  const names = ["surfaceTilt", "surfaceAzimuth", "solarZenith", "solarAzimuth", "poaGlobal", "dniExtra"] as const;
  const c = columnsOf<(typeof names)[number], "albedo" | "airmass">("ghiFromPoaDriesse2023", inputs, names, {
    albedo: 0.25,
    airmass: 1,
  });
  if (inputs.airmass === undefined) kastenYoungRows(0, c.n, c.solarZenith, c.airmass);
  const f = skyFactors(c);
  const dni = new Float64Array(c.n);
  const dhi = new Float64Array(c.n);
  const poa = new Float64Array(c.n);

  // [low, low + width] holds the solution; on the plane, low gives too little.
  const low = new Float64Array(c.n);
  const width = c.dniExtra.map((extra, i) => Math.max(MAX_CLEARNESS * extra * f.up[i]!, LEAST_UPPER_BOUND));
  const ghi = width.slice();
  forward(c, f, dni, dhi, ghi, poa);
  const open = c.poaGlobal.map((target, i) => (target > 0 && poa[i]! > target && !Number.isNaN(c.airmass[i]!) ? 1 : 0));
  for (let i = 0; i < c.n; i++) {
    if (Number.isNaN(poa[i]! + c.airmass[i]!)) ghi[i] = Number.NaN;
    else if (c.poaGlobal[i]! <= 0) ghi[i] = 0;
    else if (open[i] === 0 && poa[i] !== c.poaGlobal[i]) ghi[i] = Number.NaN;
  }
  while (open.includes(1)) {
    for (let i = 0; i < c.n; i++) {
      if (open[i] === 0) continue;
      width[i] = width[i]! / 2;
      ghi[i] = low[i]! + width[i]!;
    }
    forward(c, f, dni, dhi, ghi, poa);
    for (let i = 0; i < c.n; i++) {
      if (open[i] === 0) continue;
      if (poa[i]! < c.poaGlobal[i]!) low[i] = ghi[i]!;
      // No finer than doubles can tell apart, whatever xtol is.
      if (poa[i] === c.poaGlobal[i] || width[i]! < xtol + 4 * Number.EPSILON * ghi[i]!) open[i] = 0;
    }
  }
  return { ghi };
}
