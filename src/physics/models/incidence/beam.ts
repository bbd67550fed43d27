/** Incidence angle modifiers of the beam: the share of it that the cover transmits, relative to normal incidence. */
import { cos, DEG, exp } from "../../../foundation/math/index.js";
import { checkNumbers, checkPositive, type Model, model, toColumns } from "../model.js";

/** Angle of incidence in degrees → its cosine, exactly 0 from 90° on, behind the plane. `cosIncidence` may be the same column. */
export function incidenceCosineRows(i0: number, i1: number, aoi: Float64Array, cosIncidence: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const angle = Math.abs(aoi[i]!);
    cosIncidence[i] = angle >= 90 ? 0 : cos(angle * DEG);
  }
}

/** A kernel of the cosine of incidence, not clipped → iam; `iam` may be the same column. 0 behind the plane. */
type CosineRows<Settings> = (
  from: number,
  to: number,
  cosIncidence: Float64Array,
  settings: Settings,
  iam: Float64Array,
) => void;

/** A model of the angle whose kernel takes the cosine; chains that have the cosine run `cosineRows` with its settings. */
function cosineModel<Options = unknown, Settings = undefined>(
  name: string,
  cosineRows: CosineRows<Settings>,
  settings?: (options: Options) => Settings,
): Model<"aoi", never, "iam", Options> & { readonly cosineRows: CosineRows<unknown> } {
  const ofAngle = model(name, {
    inputs: ["aoi"],
    outputs: ["iam"],
    ...(settings ? { settings } : {}),
    rows(from, to, { aoi, iam }, set: Settings) {
      incidenceCosineRows(from, to, aoi, iam);
      cosineRows(from, to, iam, set, iam);
    },
  });
  return Object.assign(ofAngle, { cosineRows: cosineRows as CosineRows<unknown> });
}

/**
 * Incidence angle modifier 1 − b·(1/cos(aoi) − 1), at least 0: the share of the beam transmitted by the
 * cover, relative to normal incidence.
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @param options b (0.05)
 * @returns iam, 0…1 (no unit); 0 from 90° on; NaN where aoi is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Souka & Safwat 1966, Solar Energy 10, 170–174; ASHRAE standard 93-77.
 * @experimental
 */
export const ashrae = /* @__PURE__ */ cosineModel(
  "ashrae",
  (from, to, cosIncidence, { b }, iam) => {
    for (let i = from; i < to; i++) {
      const cosine = cosIncidence[i]!;
      iam[i] = cosine <= 0 ? 0 : Math.max(1 - b * (1 / cosine - 1), 0);
    }
  },
  ({ b = 0.05 }: { b?: number | undefined }) => {
    checkNumbers("ashrae", { b });
    return { b };
  },
);

/**
 * Incidence angle modifier (1 − exp(−cos(aoi)/aR))/(1 − exp(−1/aR)).
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @param options aR: angular loss coefficient, above 0, typically 0.08–0.25 (0.16)
 * @returns iam, 0…1 (no unit); 0 from 90° on; NaN where aoi is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Martin & Ruiz 2001, Solar Energy Materials & Solar Cells 70, 25–38, eq. 4 (angular loss AL = 1 − iam), with the
 * corrigendum of 2013, vol. 110, 154; c2 from IEC 61853-3:2018, section 7.2. c1 = 4/(3π), rounded as in pvlib-python 0.15.0.
 * @experimental
 */
export const martinRuiz = /* @__PURE__ */ cosineModel(
  "martinRuiz",
  (from, to, cosIncidence, { aR }, iam) => {
    const normal = 1 - exp(-1 / aR);
    for (let i = from; i < to; i++) {
      const cosine = cosIncidence[i]!;
      iam[i] = cosine <= 0 ? 0 : (1 - exp(-cosine / aR)) / normal;
    }
  },
  ({ aR = 0.16 }: { aR?: number | undefined }) => {
    checkPositive("martinRuiz", { aR });
    return { aR };
  },
);

export interface PhysicalOptions {
  /** Refractive index of the cover. Default 1.526 (glass). */
  n?: number | undefined;
  /** Extinction coefficient, 1/m. Default 4. */
  K?: number | undefined;
  /** Thickness, m. Default 0.002. */
  L?: number | undefined;
  /** Refractive index of an anti-reflective coating, typically 1.29. Default none. */
  nAr?: number | undefined;
}

/** Share of light that passes an interface, of one polarisation, by index × cosine on each side. */
function passing(a: number, b: number): number {
  return (4 * a * b) / ((a + b) * (a + b));
}

/** Share that passes two interfaces in a row, with all reflections between them. */
function passingBoth(first: number, second: number): number {
  return (first * second) / (1 - (1 - first) * (1 - second));
}

/**
 * Incidence angle modifier: the share of the beam transmitted by the cover, relative to light at right
 * angles, from Fresnel's equations (mean of both polarisations) and absorption.
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @param options n (1.526), K (4 1/m), L (0.002 m), nAr (none); indices above 0
 * @returns iam (no unit); 0 from 90° on and in total reflection, which an index below 1 has (pvlib: NaN); NaN where aoi
 *   is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88, section 3, whose eq. 14 prints the angle of refraction as
 * arcsin(n·sin aoi); it is arcsin(sin aoi/n), Snell's law. Coating: the same for two interfaces, with the reflections between
 * them summed, as in pvlib-python 0.15.0.
 * @experimental
 */
export const physical = /* @__PURE__ */ cosineModel(
  "physical",
  (from, to, cosIncidence, { n, K, L, nAr }, iam) => {
    const normal = passingBoth(passing(1, nAr), passing(nAr, n)) * exp(-K * L);
    for (let i = from; i < to; i++) {
      const cos1 = cosIncidence[i]!;
      // n² − sin² as n² − 1 + cos², which keeps small cosines. With an index below 1 light may be reflected in total.
      const cos2Squared = nAr * nAr - 1 + cos1 * cos1;
      const cos3Squared = n * n - 1 + cos1 * cos1;
      if (cos1 <= 0 || cos2Squared <= 0 || cos3Squared <= 0) {
        iam[i] = 0;
        continue;
      }
      const cos2 = Math.sqrt(cos2Squared) / nAr;
      const cos3 = Math.sqrt(cos3Squared) / n;
      const s = passingBoth(passing(cos1, nAr * cos2), passing(nAr * cos2, n * cos3));
      const p = passingBoth(passing(cos2, nAr * cos1), passing(nAr * cos3, n * cos2));
      iam[i] = ((s + p) * 0.5 * exp((-K * L) / cos3)) / normal;
    }
  },
  ({ n = 1.526, K = 4, L = 0.002, nAr = n }: PhysicalOptions) => {
    checkPositive("physical", { n, nAr });
    checkNumbers("physical", { K, L }, 0);
    return { n, K, L, nAr };
  },
);

/**
 * Incidence angle modifier 1 − (1 − cos(aoi))⁵.
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @returns iam, 0…1 (no unit); 0 from 90° on; NaN where aoi is NaN
 * @throws TypeError, RangeError for a bad column
 *
 * Source: Schlick 1994, An inexpensive BRDF model for physically-based rendering, Computer Graphics Forum 13, 233–246, as a
 * modifier: Xie, Sengupta, Habte & Andreas 2022, The "Fresnel Equations" for Diffuse radiation on Inclined photovoltaic
 * Surfaces (FEDIS), Renewable and Sustainable Energy Reviews 161, 112362, eq. 4 and 6, with the weight of a pyranometer's dome
 * left out as in pvlib-python 0.15.0.
 * @experimental
 */
export const schlick = /* @__PURE__ */ cosineModel("schlick", (from, to, cosIncidence, _settings, iam) => {
  for (let i = from; i < to; i++) {
    const rest = 1 - cosIncidence[i]!;
    iam[i] = rest >= 1 ? 0 : 1 - rest * rest * rest * rest * rest;
  }
});

/** The module's coefficients of the powers of aoi in degrees, as in its data sheet and in SAM's library. */
export interface SapmIamOptions {
  B0: number;
  B1: number;
  B2: number;
  B3: number;
  B4: number;
  B5: number;
  /** Largest modifier. Default none: the polynomials exceed 1 slightly between 15° and 40°. */
  upper?: number | undefined;
}

/**
 * Incidence angle modifier B0 + B1·aoi + … + B5·aoi⁵.
 *
 * @param inputs aoi in degrees; a number or an array
 * @param options B0…B5 of the module, upper (no limit)
 * @returns iam (no unit), at least 0; 0 for a negative aoi and above 90°, where the beam is behind the plane and pvlib goes
 *   on with the polynomial; NaN where aoi is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, there f2(AOI).
 * @experimental
 */
export const sapm = /* @__PURE__ */ model("sapm", {
  inputs: ["aoi"],
  outputs: ["iam"],
  settings({ B0, B1, B2, B3, B4, B5, upper }: SapmIamOptions) {
    checkNumbers("sapm", { B0, B1, B2, B3, B4, B5 });
    if (upper !== undefined) checkNumbers("sapm", { upper });
    return { B0, B1, B2, B3, B4, B5, upper: upper ?? Number.POSITIVE_INFINITY };
  },
  rows(from, to, { aoi, iam }, { B0, B1, B2, B3, B4, B5, upper }) {
    for (let i = from; i < to; i++) {
      const x = aoi[i]!;
      const polynomial = B0 + x * (B1 + x * (B2 + x * (B3 + x * (B4 + x * B5))));
      iam[i] = x < 0 || x > 90 ? 0 : Math.min(Math.max(polynomial, 0), upper);
    }
  },
});

export interface InterpOptions {
  /** Angles of incidence in degrees at which the modifier is known: two or more, in any order, each once. */
  thetaRef: ArrayLike<number>;
  /** The modifier at each of them, at least 0. */
  iamRef: ArrayLike<number>;
  /** Divide by the modifier interpolated at 0°. Default true. */
  normalize?: boolean | undefined;
}

/** Value at x of the line through the points, which continues beyond them; theta ascending. */
function lineAt(x: number, theta: Float64Array, values: Float64Array): number {
  let k = 1;
  while (k < theta.length - 1 && x > theta[k]!) k++;
  const slope = (values[k]! - values[k - 1]!) / (theta[k]! - theta[k - 1]!);
  return values[k - 1]! + slope * (x - theta[k - 1]!);
}

/**
 * The table that `interp` goes by.
 *
 * @returns `thetaRef` in degrees, ascending, `iamRef`, and the `scale` that makes the modifier 1 at 0°
 * @throws TypeError, RangeError for a bad option
 *
 * Source: as `interp`: pvlib-python 0.15.0.
 * @experimental
 */
export function interpTable(options: InterpOptions): { thetaRef: Float64Array; iamRef: Float64Array; scale: number } {
  const { thetaRef: angles, iamRef: modifiers, normalize = true } = options ?? {};
  const table = toColumns("interp", { thetaRef: angles, iamRef: modifiers });
  if (table.n < 2) throw new RangeError(`interp: thetaRef must have two or more angles, got ${table.n}`);
  const order = Array.from(table.thetaRef, (_, i) => i).sort((i, j) => table.thetaRef[i]! - table.thetaRef[j]!);
  const thetaRef = Float64Array.from(order, (i) => table.thetaRef[i]!);
  const iamRef = Float64Array.from(order, (i) => table.iamRef[i]!);
  for (let i = 0; i < table.n; i++) {
    checkNumbers("interp", { thetaRef: thetaRef[i] });
    checkNumbers("interp", { iamRef: iamRef[i] }, 0);
    if (i > 0 && thetaRef[i] === thetaRef[i - 1]) {
      throw new RangeError(`interp: thetaRef must name each angle once, got ${thetaRef[i]} twice`);
    }
  }
  const scale = normalize ? lineAt(0, thetaRef, iamRef) : 1;
  if (!(scale > 0)) throw new RangeError(`interp: iamRef must be above 0 at 0°, got ${scale}; or set normalize: false`);
  return { thetaRef, iamRef, scale };
}

/**
 * Incidence angle modifier by straight lines between known values, continued beyond the first and the last.
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @param options thetaRef (degrees), iamRef, normalize (true)
 * @returns iam (no unit), at least 0; 0 above 90°, where the beam is behind the plane and pvlib goes on with the line; NaN
 *   where aoi is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export const interp = /* @__PURE__ */ model("interp", {
  inputs: ["aoi"],
  outputs: ["iam"],
  settings: interpTable,
  rows(from, to, { aoi, iam }, { thetaRef, iamRef, scale }) {
    for (let i = from; i < to; i++) {
      const angle = Math.abs(aoi[i]!);
      iam[i] = angle > 90 ? 0 : Math.max(lineAt(angle, thetaRef, iamRef), 0) / scale;
    }
  },
});
