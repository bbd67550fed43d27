/**
 * Incidence angle modifiers of Martin & Ruiz, for the beam and for diffuse light.
 *
 * Martin & Ruiz 2001, Solar Energy Materials & Solar Cells 70, 25–38, eq. 4 (angular loss AL = 1 − iam), with the
 * corrigendum of 2013, vol. 110, 154; c2 from IEC 61853-3:2018, section 7.2. c1 = 4/(3π), rounded as in pvlib-python 0.15.0.
 */
import { DEG, exp, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";
import { angleMinusSine, incidenceCosineRows } from "./angles.js";

/** cosIncidence, not clipped → iam, 0…1; `iam` may be the same column. */
export function martinRuizRows(
  i0: number,
  i1: number,
  cosIncidence: Float64Array,
  aR: number,
  iam: Float64Array,
): void {
  const normal = 1 - exp(-1 / aR);
  for (let i = i0; i < i1; i++) {
    const cosine = cosIncidence[i]!;
    iam[i] = cosine <= 0 ? 0 : (1 - exp(-cosine / aR)) / normal;
  }
}

/**
 * Incidence angle modifier (1 − exp(−cos(aoi)/aR))/(1 − exp(−1/aR)).
 *
 * @param inputs aoi in degrees, its sign is ignored; a number or an array
 * @param options aR: angular loss coefficient, above 0, typically 0.08–0.25 (0.16)
 * @returns iam, 0…1 (no unit); 0 from 90° on; NaN where aoi is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function martinRuiz(
  inputs: { aoi: ColumnInput },
  options: { aR?: number | undefined } = {},
): { iam: Float64Array } {
  const { aR = 0.16 } = options;
  checkPositive("martinRuiz", { aR });
  const { aoi, n } = toColumns("martinRuiz", { aoi: inputs.aoi });
  const iam = new Float64Array(n);
  incidenceCosineRows(0, n, aoi, iam);
  martinRuizRows(0, n, iam, aR, iam);
  return { iam };
}

/** @experimental */
export interface MartinRuizDiffuseOptions {
  /** Angular loss coefficient, above 0, typically 0.08–0.25. Default 0.16. */
  aR?: number | undefined;
  /** First fitting parameter. Default 0.4244. */
  c1?: number | undefined;
  /** Second fitting parameter. Default 0.5·aR − 0.154. */
  c2?: number | undefined;
}

/** Modifier for isotropic light from the wedge between the plane and the horizon, whose angle is given in radians. */
function wedgeModifier(angle: number, aR: number, c1: number, c2: number): number {
  if (angle === 0) return 0;
  const half = sin(angle * 0.5);
  const trig = sin(angle) + angleMinusSine(angle) / (2 * half * half);
  return 1 - exp((-(c1 + c2 * trig) * trig) / aR);
}

/** surfaceTilt in degrees, 0…180 (NaN outside) → iamSky, iamGround, 0…1. */
export function martinRuizDiffuseRows(
  i0: number,
  i1: number,
  surfaceTilt: Float64Array,
  aR: number,
  c1: number,
  c2: number,
  iamSky: Float64Array,
  iamGround: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const tilt = surfaceTilt[i]!;
    const within = tilt >= 0 && tilt <= 180;
    iamSky[i] = within ? wedgeModifier((180 - tilt) * DEG, aR, c1, c2) : Number.NaN;
    iamGround[i] = within ? wedgeModifier(tilt * DEG, aR, c1, c2) : Number.NaN;
  }
}

/**
 * Incidence angle modifiers of isotropic light from the sky and from the ground on a tilted plane.
 *
 * @param inputs surfaceTilt in degrees, 0…180; a number or an array
 * @param options aR (0.16), c1 (0.4244), c2 (0.5·aR − 0.154)
 * @returns iamSky, iamGround, 0…1 (no unit); 0 where the plane does not see it; NaN for a tilt outside 0…180 or NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function martinRuizDiffuse(
  inputs: { surfaceTilt: ColumnInput },
  options: MartinRuizDiffuseOptions = {},
): { iamSky: Float64Array; iamGround: Float64Array } {
  const { aR = 0.16, c1 = 0.4244, c2 = 0.5 * aR - 0.154 } = options;
  checkPositive("martinRuizDiffuse", { aR });
  checkNumbers("martinRuizDiffuse", { c1, c2 });
  const { surfaceTilt, n } = toColumns("martinRuizDiffuse", { surfaceTilt: inputs.surfaceTilt });
  const iamSky = new Float64Array(n);
  const iamGround = new Float64Array(n);
  martinRuizDiffuseRows(0, n, surfaceTilt, aR, c1, c2, iamSky, iamGround);
  return { iamSky, iamGround };
}
