/** Incidence angle modifiers of diffuse light: closed forms for isotropic sky and ground, and the integral of any model of the beam. */
import { acos, cos, DEG, exp, RAD, sin } from "../../../foundation/math/index.js";
import { type Columns, checkNumbers, checkPositive, columnsOf, type Inputs, model, type Outputs } from "../model.js";

/**
 * x − sin x for x ≥ 0 in radians, to full relative precision: below 0.5 by its series to x¹⁵, as the difference cancels at small
 * angles (pvlib steps aside to tilts of 1e-6° instead).
 */
function angleMinusSine(x: number): number {
  if (x > 0.5) return x - sin(x);
  const y = x * x;
  const tail = 1 - (y / 110) * (1 - (y / 156) * (1 - y / 210));
  return ((x * y) / 6) * (1 - (y / 20) * (1 - (y / 42) * (1 - (y / 72) * tail)));
}

/** Modifiers of sky and ground at tilts of 0…180° (NaN outside), each from the wedge between plane and horizon, in radians. */
function wedgeRows(
  from: number,
  to: number,
  { surfaceTilt, iamSky, iamGround }: Columns<"surfaceTilt" | "iamSky" | "iamGround">,
  modifierOf: (angle: number) => number,
): void {
  for (let i = from; i < to; i++) {
    const tilt = surfaceTilt[i]!;
    const within = tilt >= 0 && tilt <= 180;
    iamSky[i] = within ? modifierOf((180 - tilt) * DEG) : Number.NaN;
    iamGround[i] = within ? modifierOf(tilt * DEG) : Number.NaN;
  }
}

export interface MartinRuizDiffuseOptions {
  /** Angular loss coefficient, above 0, typically 0.08–0.25. Default 0.16. */
  aR?: number | undefined;
  /** First fitting parameter. Default 0.4244. */
  c1?: number | undefined;
  /** Second fitting parameter. Default 0.5·aR − 0.154. */
  c2?: number | undefined;
}

function martinRuizWedge(angle: number, aR: number, c1: number, c2: number): number {
  if (angle === 0) return 0;
  const half = sin(angle * 0.5);
  const trig = sin(angle) + angleMinusSine(angle) / (2 * half * half);
  return 1 - exp((-(c1 + c2 * trig) * trig) / aR);
}

/**
 * Incidence angle modifiers of isotropic light from the sky and from the ground on a tilted plane.
 *
 * @param inputs surfaceTilt in degrees, 0…180; a number or an array
 * @param options aR (0.16), c1 (0.4244), c2 (0.5·aR − 0.154)
 * @returns iamSky, iamGround, 0…1 (no unit); 0 where the plane does not see it; NaN for a tilt outside 0…180 or NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Martin & Ruiz 2001, Solar Energy Materials & Solar Cells 70, 25–38, eq. 4 (angular loss AL = 1 − iam), with the
 * corrigendum of 2013, vol. 110, 154; c2 from IEC 61853-3:2018, section 7.2. c1 = 4/(3π), rounded as in pvlib-python 0.15.0.
 * @experimental
 */
export const martinRuizDiffuse = /* @__PURE__ */ model("martinRuizDiffuse", {
  inputs: ["surfaceTilt"],
  outputs: ["iamSky", "iamGround"],
  settings({ aR = 0.16, c1 = 0.4244, c2 = 0.5 * aR - 0.154 }: MartinRuizDiffuseOptions) {
    checkPositive("martinRuizDiffuse", { aR });
    checkNumbers("martinRuizDiffuse", { c1, c2 });
    return (angle: number) => martinRuizWedge(angle, aR, c1, c2);
  },
  rows: wedgeRows,
});

/**
 * Eq. 4 for the sky, b = π − tilt; eq. 6 for the ground, the rest of the hemisphere, is the same with b = tilt. The terms are put together so
 * that none cancels to nothing at small b: u = 1 − cos b, and b − sin b·cos b is half of 2b − sin 2b.
 */
function schlickWedge(b: number): number {
  if (b === 0) return 0;
  const half = sin(b * 0.5);
  const u = 2 * half * half;
  const s = sin(b);
  const even = Math.PI * u * u * ((5 / 3) * (u - 3) + (5 / 16) * (1 - u) * (2 - u) * (2 - u));
  const odd = (1 - u) * s * s * s * (20 / 7 + (16 / 105) * s * s);
  return ((2 / Math.PI) * ((80 / 21) * angleMinusSine(2 * b) + even - odd)) / u;
}

/**
 * Incidence angle modifiers of isotropic light from the sky and from the ground on a tilted plane.
 *
 * @param inputs surfaceTilt in degrees, 0…180; a number or an array
 * @returns iamSky, iamGround, 0…1 (no unit); 0 where the plane does not see it; NaN for a tilt outside 0…180 or NaN
 * @throws TypeError, RangeError for a bad column
 *
 * Source: Schlick 1994, An inexpensive BRDF model for physically-based rendering, Computer Graphics Forum 13, 233–246, as a
 * modifier: Xie, Sengupta, Habte & Andreas 2022, The "Fresnel Equations" for Diffuse radiation on Inclined photovoltaic
 * Surfaces (FEDIS), Renewable and Sustainable Energy Reviews 161, 112362, eq. 4 and 6, with the weight of a pyranometer's dome
 * left out as in pvlib-python 0.15.0.
 * @experimental
 */
export const schlickDiffuse = /* @__PURE__ */ model("schlickDiffuse", {
  inputs: ["surfaceTilt"],
  outputs: ["iamSky", "iamGround"],
  rows: (from, to, c) => wedgeRows(from, to, c, schlickWedge),
});

/** A model of this family, or a function that fixes its options: `(inputs) => physical(inputs, { n: 1.3 })`. aoi in deg. */
export type IamModel = (inputs: { aoi: Float64Array }) => { iam: Float64Array };

/** Zenith 0–90°, 89.5–90°, or 90–180°. */
export type DiffuseRegion = "sky" | "horizon" | "ground";

/** Cells of zenith over 180° that the paper uses. */
const CELLS: { readonly [region in DiffuseRegion]: number } = { sky: 180, horizon: 1800, ground: 180 };

export interface MarionIntegrateOptions {
  /** The model to integrate, e.g. `ashrae`. */
  model: IamModel;
  region: DiffuseRegion;
  /** Cells of zenith over 180°, twice as many of azimuth. Default 180; 1800 for the horizon. */
  num?: number | undefined;
}

/** Whole cells of 180°/num that lie in a region: [first, last). */
function zenithCells(region: DiffuseRegion, num: number): [number, number] {
  if (region === "ground") return [Math.ceil(num / 2), num];
  return [region === "sky" ? 0 : Math.ceil((num * 179) / 360), Math.floor(num / 2)];
}

function modifier(model: IamModel, tilt: number, first: number, last: number, num: number): number {
  const cell = Math.PI / num;
  const aoi: number[] = [];
  const weights: number[] = [];
  for (let j = first; j < last; j++) {
    const zenith = (j + 0.5) * cell;
    const area = cos(j * cell) - cos((j + 1) * cell);
    const along = cos(tilt * DEG) * cos(zenith);
    const across = sin(tilt * DEG) * sin(zenith);
    for (let k = 0; k < 2 * num; k++) {
      const cosIncidence = along + across * cos((k + 0.5) * cell);
      if (!(cosIncidence > 0)) continue;
      aoi.push(acos(Math.min(cosIncidence, 1)) * RAD);
      weights.push(cosIncidence * area);
    }
  }
  const { iam } = model({ aoi: Float64Array.from(aoi) });
  let sum = 0;
  let total = 0;
  for (let k = 0; k < weights.length; k++) {
    sum += iam[k]! * weights[k]!;
    total += weights[k]!;
  }
  return total === 0 ? 0 : sum / total;
}

/**
 * Incidence angle modifier of isotropic light from one region.
 *
 * Costs num² evaluations of the model per distinct tilt; meant for a few planes, not for a tracker's every step.
 *
 * @param inputs surfaceTilt in degrees; a number or an array
 * @param options model, region, num (180; 1800 for the horizon)
 * @returns iam (no unit); 0 where the plane does not see the region; NaN where surfaceTilt is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Marion 2017, Numerical method for angle-of-incidence correction factors for diffuse radiation incident photovoltaic
 * modules, Solar Energy 147, 344–348, doi 10.1016/j.solener.2017.03.027.
 * @experimental
 */
export function marionIntegrate(inputs: Inputs<"surfaceTilt">, options: MarionIntegrateOptions): Outputs<"iam"> {
  return integrate("marionIntegrate", inputs, options);
}

function integrate(name: string, inputs: Inputs<"surfaceTilt">, options: MarionIntegrateOptions): Outputs<"iam"> {
  const { model, region } = options ?? {};
  if (typeof model !== "function") throw new TypeError(`${name}: model must be a function, got ${String(model)}`);
  if (!Object.hasOwn(CELLS, region)) {
    throw new RangeError(`${name}: region must be one of ${Object.keys(CELLS).join(", ")}, got ${String(region)}`);
  }
  const { num = CELLS[region] } = options;
  if (!Number.isInteger(num) || num < 1) {
    throw new RangeError(`${name}: num must be a whole number above 0, got ${String(num)}`);
  }
  const [first, last] = zenithCells(region, num);
  const known = new Map<number, number>([[Number.NaN, Number.NaN]]);
  const iam = columnsOf(name, inputs, ["surfaceTilt"]).surfaceTilt.map((tilt) => {
    const value = known.get(tilt) ?? modifier(model, tilt, first, last, num);
    known.set(tilt, value);
    return value;
  });
  return { iam };
}

/**
 * Incidence angle modifiers of isotropic light from the sky, the band at the horizon and the ground.
 *
 * @param inputs surfaceTilt in degrees; a number or an array
 * @param options model: e.g. `ashrae`, or `(inputs) => physical(inputs, { n: 1.3 })`
 * @returns sky (zenith 0–90°), horizon (89.5–90°), ground (90–180°), no unit; 0 where the plane does not see it; NaN
 *   where surfaceTilt is NaN
 * @throws TypeError, RangeError for a bad column or option
 *
 * Source: Marion 2017, Numerical method for angle-of-incidence correction factors for diffuse radiation incident photovoltaic
 * modules, Solar Energy 147, 344–348, doi 10.1016/j.solener.2017.03.027.
 * @experimental
 */
export function marionDiffuse(
  inputs: Inputs<"surfaceTilt">,
  options: { model: IamModel },
): Outputs<"sky" | "horizon" | "ground"> {
  const { model } = options ?? {};
  const iam = (region: DiffuseRegion) => integrate("marionDiffuse", inputs, { model, region }).iam;
  return { sky: iam("sky"), horizon: iam("horizon"), ground: iam("ground") };
}
