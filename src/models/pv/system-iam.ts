/**
 * Reflection at the cover of a PV system, for beam, sky and ground apart. Diffuse light is reflected as beam at an equivalent angle:
 * Brandemuehl & Beckman 1980, Solar Energy 24, 511–513, in Duffie & Beckman, Solar Engineering of Thermal Processes, eq. 5.4.1 and 5.4.2.
 */
import { acos, RAD } from "../../math/index.js";
import { incidenceCosineRows } from "../incidence/angles.js";
import { ashraeRows } from "../incidence/ashrae.js";
import { martinRuizRows } from "../incidence/martin-ruiz.js";
import { physicalRows } from "../incidence/physical.js";
import { schlickRows } from "../incidence/schlick.js";
import { checkPositive } from "../options.js";

/** Incidence angle modifiers by name, with the options that each takes and their values here. @experimental */
export const SYSTEM_IAM = {
  /** Glass with an anti-reflective coating, as in SAM; nAr = n is glass without one. */
  physical: { n: 1.526, K: 4, L: 0.002, nAr: 1.3 },
  ashrae: { b: 0.05 },
  martinRuiz: { aR: 0.16 },
  schlick: {},
  none: {},
} as const;

export type ModifierRows = (i0: number, i1: number, cosIncidence: Float64Array, iam: Float64Array) => void;

/** @returns null: nothing is reflected */
export function modifierRows(
  model: string,
  name: keyof typeof SYSTEM_IAM,
  options: { readonly [option: string]: number },
): ModifierRows | null {
  const { n, K, L, nAr, b, aR } = options as { [name in "n" | "K" | "L" | "nAr" | "b" | "aR"]: number };
  if (name === "none") return null;
  if (name === "schlick") return schlickRows;
  if (name === "ashrae") return (i0, i1, cosine, iam) => ashraeRows(i0, i1, cosine, b, iam);
  if (name === "martinRuiz") {
    checkPositive(model, { aR });
    return (i0, i1, cosine, iam) => martinRuizRows(i0, i1, cosine, aR, iam);
  }
  checkPositive(model, { n, nAr });
  return (i0, i1, cosine, iam) => physicalRows(i0, i1, cosine, n, K, L, nAr, iam);
}

/**
 * Row kernel: modifiers of isotropic light from the sky and the ground. Equal tilts in a row, as a fixed plane's, are
 * computed once.
 */
export function diffuseModifierRows(
  i0: number,
  i1: number,
  modifier: ModifierRows,
  cosTilt: Float64Array,
  iamSky: Float64Array,
  iamGround: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    if (i > i0 && cosTilt[i] === cosTilt[i - 1]) {
      iamSky[i] = iamSky[i - 1]!;
      iamGround[i] = iamGround[i - 1]!;
      continue;
    }
    const tilt = acos(Math.max(Math.min(cosTilt[i]!, 1), -1)) * RAD;
    iamSky[i] = 59.7 + tilt * (-0.1388 + 0.001497 * tilt);
    iamGround[i] = 90 + tilt * (-0.5788 + 0.002693 * tilt);
    incidenceCosineRows(i, i + 1, iamSky, iamSky);
    incidenceCosineRows(i, i + 1, iamGround, iamGround);
    modifier(i, i + 1, iamSky, iamSky);
    modifier(i, i + 1, iamGround, iamGround);
  }
}
