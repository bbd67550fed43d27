/**
 * Ineichen–Perez clear sky, and its form with constants of this project, from the Dead Sea to Everest.
 *
 * Sources: [1] P. Ineichen, R. Perez (2002), A new airmass independent formulation for the Linke turbidity coefficient,
 * Solar Energy 73, 151–157; [2] R. Perez et al. (2002), A new operational model for satellite-derived irradiances,
 * Solar Energy 73, 307–317; [3] M. Reno, C. Hansen, J. Stein (2012), SAND2012-2389. The factor 0.163 of the beam is
 * [1]'s; [2] would give 0.16268. Above some 4000 m the constants of [1] give more than comes from the sun. Those of `ineichenAltitude`:
 * research/clear-sky/fit.py finds them from 1500 m up by radiative transfer (CDISORT, fixtures/clearsky), below by the clear minutes of five
 * stations within 2 % of it. research/clear-sky.md has the tables.
 */
import { exp, positivePow } from "../../../foundation/math/index.js";
import { absoluteAirmassRows } from "../atmosphere/airmass.js";
import { columnsOf, emptyColumns, type Inputs, type Outputs } from "../model.js";
import { type Block, withStage } from "../stage.js";
import { clearSkyStage, cosinesAboveHorizon, SKY } from "./limits.js";

/** Extraterrestrial irradiance that the public function assumes, W/m². */
const DNI_EXTRA = 1364;

export interface IneichenOptions {
  /** Multiplies GHI by exp(0.01·m^1.8) [2]; spurious near the horizon, so off by default. */
  readonly perezEnhancement?: boolean | undefined;
}

/** What the formulas take from the altitude, as [1] names them; a value of 0.09 there for what the beam loses per turbidity. */
export type AltitudeConstants = readonly [
  cg1: number,
  cg2: number,
  fh1: number,
  fh2: number,
  b: number,
  beamLoss: number,
  correction: number,
];

/** @param altitude m */
export function altitudeConstants(altitude: number): AltitudeConstants {
  const fh1 = exp(-altitude / 8000);
  return [
    5.09e-5 * altitude + 0.868,
    3.92e-5 * altitude + 0.0387,
    fh1,
    exp(-altitude / 1250),
    0.664 + 0.163 / fh1,
    0.09,
    0.1 + 0.882 / fh1,
  ];
}

/**
 * Row kernel for the constants of one altitude. `cosZenith` is that of the apparent sun; at and below 0 everything is 0. The beam's
 * second limit is written without a division by cosZenith, so that it stays finite however low the sun is. `dhi` may be
 * the same column as `airmassAbsolute`, but `ghi` none of the inputs: it is written to first.
 */
export function ineichenRows(
  i0: number,
  i1: number,
  cosZenith: Float64Array,
  airmassAbsolute: Float64Array,
  linkeTurbidity: Float64Array,
  [cg1, cg2, fh1, fh2, b, beamLoss, correction]: AltitudeConstants,
  dniExtra: Float64Array,
  perezEnhancement: boolean,
  ghi: Float64Array,
  dni: Float64Array,
  dhi: Float64Array,
): void {
  // The enhancement's exponent waits where the result will be: in the loop it would be a branch that has hardly ever run.
  if (perezEnhancement) for (let i = i0; i < i1; i++) ghi[i] = 0.01 * positivePow(airmassAbsolute[i]!, 1.8);
  else ghi.fill(0, i0, i1);
  // Turbidity changes once a day or a month, not from row to row: a third less time (measured).
  let known = Number.NaN;
  let beamShare = 0;
  let globalExtinction = 0;
  let beamExtinction = 0;
  for (let i = i0; i < i1; i++) {
    const mu = cosZenith[i]!;
    const turbidity = linkeTurbidity[i]!;
    const extra = dniExtra[i]!;
    if (!(mu > 0)) {
      const dark = Number.isNaN(mu + turbidity + extra + cg1) ? Number.NaN : 0;
      ghi[i] = dni[i] = dhi[i] = dark;
      continue;
    }
    if (turbidity !== known) {
      known = turbidity;
      globalExtinction = cg2 * (fh1 + fh2 * (turbidity - 1));
      beamExtinction = beamLoss * (turbidity - 1);
      // Empirical correction [1, p. 157; 2, p. 312]. Below a turbidity of ln 2, cleaner than any air, it would pass 1
      // and leave a negative diffuse part.
      beamShare = Math.min(1 - (0.1 - 0.2 * exp(-turbidity)) / correction, 1);
    }
    const m = airmassAbsolute[i]!;
    const global = cg1 * extra * exp(ghi[i]! - globalExtinction * m);
    const beam = b * extra * exp(-beamExtinction * m);
    const most = global * beamShare;
    const normal = beam > most ? most : beam;
    ghi[i] = global * mu;
    dni[i] = normal;
    dhi[i] = (global - normal) * mu;
  }
}

export type IneichenInputs = Inputs<"apparentZenith" | "airmassAbsolute" | "linkeTurbidity", "altitude" | "dniExtra">;

/** The public function `model` with the constants that it has for an altitude: rows of one altitude in one call. */
function ineichenOf(
  model: string,
  inputs: IneichenInputs,
  dniExtra: number,
  constantsOf: (altitude: number) => AltitudeConstants,
  perezEnhancement = false,
): Outputs<"ghi" | "dni" | "dhi"> {
  const required = ["apparentZenith", "airmassAbsolute", "linkeTurbidity"] as const;
  const { altitude, n, ...c } = columnsOf(model, inputs, required, { altitude: 0, dniExtra });
  const up = cosinesAboveHorizon(c.apparentZenith);
  const { ghi, dni, dhi } = emptyColumns(SKY, n);
  for (let from = 0; from < n; ) {
    let to = from + 1;
    while (to < n && Object.is(altitude[to], altitude[from])) to++;
    const set = constantsOf(altitude[from]!);
    const { airmassAbsolute, linkeTurbidity } = c;
    ineichenRows(from, to, up, airmassAbsolute, linkeTurbidity, set, c.dniExtra, perezEnhancement, ghi, dni, dhi);
    from = to;
  }
  return { ghi, dni, dhi };
}

/** Metres from which on the formula can give more than comes from the sun (at turbidity 1; at 3 from some 4300 m on). */
const HIGH = 4000;

function holdBelowExtraterrestrial(from: number, to: number, c: Block["columns"]): void {
  for (let i = from; i < to; i++) {
    const extraterrestrial = c.extraterrestrialNormal[i]!;
    const most = extraterrestrial * c.up[i]!;
    if (!(c.clearGhi[i]! > most && most >= 0)) continue;
    c.clearGhi[i] = most;
    c.clearDni[i] = Math.min(c.clearDni[i]!, extraterrestrial);
    c.clearDhi[i] = most - c.clearDni[i]! * c.up[i]!;
  }
}

/** Its place in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export const ineichenStage = /* @__PURE__ */ clearSkyStage({
  name: "ineichen",
  reads: ["up", "relativeAirmass", "pressure", "linkeTurbidity", "extraterrestrialNormal"],
  accepts: ["perezEnhancement"],
  prepare: (site, options: IneichenOptions) => ({
    altitude: site.altitude,
    constants: altitudeConstants(site.altitude),
    perezEnhancement: options.perezEnhancement ?? false,
  }),
  run({ from, to, columns: c }, { altitude, constants, perezEnhancement }) {
    // clearDhi holds the pressure-corrected air mass until the kernel overwrites it.
    absoluteAirmassRows(from, to, c.relativeAirmass, c.pressure, c.clearDhi);
    const { up, clearGhi, clearDni, clearDhi, linkeTurbidity, extraterrestrialNormal: extra } = c;
    const sky = [clearGhi, clearDni, clearDhi] as const;
    ineichenRows(from, to, up, clearDhi, linkeTurbidity, constants, extra, perezEnhancement, ...sky);
    if (altitude > HIGH) holdBelowExtraterrestrial(from, to, c);
  },
});

/**
 * Clear-sky GHI, DNI and DHI from the Linke turbidity (Ineichen–Perez).
 *
 * @param inputs `apparentZenith` in degrees; `airmassAbsolute`: pressure-corrected air mass; `linkeTurbidity` at air
 *   mass 2, about 1 (clean, dry) to 10; `altitude` in m, default 0; `dniExtra` in W/m², default 1364
 * @param options `perezEnhancement`: the enhancement factor of Perez et al. (default false)
 * @returns `ghi`, `dni`, `dhi` in W/m², ghi = dni·cos z + dhi. 0 from zenith 90 on, where the air mass may be NaN; else
 *   NaN for NaN. From some 4000 m on with clean air (4300 m at turbidity 3) the formula passes the extraterrestrial
 *   irradiance. pvlib differs at zenith 90 exactly (a DNI of some W/m²), where the air mass is NaN in daylight (0), and for a
 *   turbidity below ln 2 (negative DHI)
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` runs it in the pipeline on the apparent sun, with the site's altitude and each row's pressure, and holds it
 * below the extraterrestrial irradiance.
 * @experimental
 */
export const ineichen = /* @__PURE__ */ withStage(
  (inputs: IneichenInputs, { perezEnhancement = false }: IneichenOptions = {}) =>
    ineichenOf("ineichen", inputs, DNI_EXTRA, altitudeConstants, perezEnhancement),
  ineichenStage,
);

/** Extraterrestrial irradiance that the public function assumes, W/m². */
const REFITTED_DNI_EXTRA = 1361.1;
/** Metres up to which the beam's loss per air mass is that of sea level: here the stations are. */
const LOWLAND = 1000;

/**
 * The constants of `ineichenRows` at an altitude: global = level·exp(−m·(clean + hazy·(TL − 1))), beam =
 * b·exp(−m·loss·(TL − 1)). With height a unit of turbidity is more of the thinner air.
 *
 * @param altitude m
 */
export function refittedConstants(altitude: number): AltitudeConstants {
  const km = altitude / 1000;
  const above = Math.max(altitude - LOWLAND, 0) / 1000;
  const [, , , , , , correction] = altitudeConstants(altitude);
  return [
    0.9364 + 0.00135 * km,
    1,
    0.0623 * exp(-km / 5.73),
    0.0432 * exp(km / 8.08),
    0.8307 + 0.01996 * km,
    0.08814 * exp(above / 5.574),
    correction,
  ];
}

/** Its place in the pipeline. By itself it brings no more than the pipeline needs into a bundle. */
export const ineichenAltitudeStage = /* @__PURE__ */ clearSkyStage({
  name: "ineichenAltitude",
  reads: ["up", "relativeAirmass", "pressure", "linkeTurbidity", "extraterrestrialNormal"],
  prepare: (site) => refittedConstants(site.altitude),
  run({ from, to, columns: c }, constants) {
    const { up, clearGhi, clearDni, clearDhi } = c;
    // clearDhi holds the pressure-corrected air mass until the kernel overwrites it.
    absoluteAirmassRows(from, to, c.relativeAirmass, c.pressure, clearDhi);
    const extra = c.extraterrestrialNormal;
    ineichenRows(from, to, up, clearDhi, c.linkeTurbidity, constants, extra, false, clearGhi, clearDni, clearDhi);
  },
});

/**
 * Clear-sky GHI, DNI and DHI from the Linke turbidity, at every altitude: the default of the pipeline.
 *
 * @param inputs `apparentZenith` in degrees; `airmassAbsolute`: pressure-corrected air mass; `linkeTurbidity` at air
 *   mass 2, about 1.5 (clean, dry) to 10, that of the altitude; `altitude` in m, fitted for 0–5000, default 0; `dniExtra`
 *   in W/m², default 1361.1
 * @returns `ghi`, `dni`, `dhi` in W/m², ghi = dni·cos z + dhi. 0 from zenith 90 on, where the air mass may be NaN; else
 *   NaN for NaN. From 0 to 5000 m mean GHI is within 2 % of radiative transfer; GHI and DNI are below what comes from the sun
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Its `stage` runs it in the pipeline on the apparent sun, with the site's altitude and each row's pressure.
 * @experimental
 */
export const ineichenAltitude = /* @__PURE__ */ withStage(
  (inputs: IneichenInputs) => ineichenOf("ineichenAltitude", inputs, REFITTED_DNI_EXTRA, refittedConstants),
  ineichenAltitudeStage,
);
