/**
 * Incidence angle modifiers of diffuse light by integration of any model over sky, horizon or ground.
 *
 * Marion 2017, Numerical method for angle-of-incidence correction factors for diffuse radiation incident photovoltaic
 * modules, Solar Energy 147, 344–348, doi 10.1016/j.solener.2017.03.027.
 */
import { acos, cos, DEG, RAD, sin } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** A model of this family, or a function that fixes its options: `(inputs) => physical(inputs, { n: 1.3 })`. aoi in deg. @experimental */
export type IamModel = (inputs: { aoi: Float64Array }) => { iam: Float64Array };

/** Zenith 0–90°, 89.5–90°, or 90–180°. @experimental */
export type DiffuseRegion = "sky" | "horizon" | "ground";

/** Cells of zenith over 180° that the paper uses. */
const CELLS: { readonly [region in DiffuseRegion]: number } = { sky: 180, horizon: 1800, ground: 180 };

/** @experimental */
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
 * @experimental
 */
export function marionIntegrate(
  inputs: { surfaceTilt: ColumnInput },
  options: MarionIntegrateOptions,
): { iam: Float64Array } {
  return integrate("marionIntegrate", inputs, options);
}

function integrate(
  name: string,
  inputs: { surfaceTilt: ColumnInput },
  options: MarionIntegrateOptions,
): { iam: Float64Array } {
  const { model, region } = options ?? {};
  if (typeof model !== "function") throw new TypeError(`${name}: model must be a function, got ${String(model)}`);
  if (!Object.hasOwn(CELLS, region)) {
    throw new RangeError(`${name}: region must be one of ${Object.keys(CELLS).join(", ")}, got ${String(region)}`);
  }
  const { num = CELLS[region] } = options;
  if (!Number.isInteger(num) || num < 1) {
    throw new RangeError(`${name}: num must be a whole number above 0, got ${String(num)}`);
  }
  const { surfaceTilt, n } = toColumns(name, { surfaceTilt: inputs.surfaceTilt });
  const [first, last] = zenithCells(region, num);
  const known = new Map<number, number>([[Number.NaN, Number.NaN]]);
  const iam = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const tilt = surfaceTilt[i]!;
    const value = known.get(tilt) ?? modifier(model, tilt, first, last, num);
    known.set(tilt, value);
    iam[i] = value;
  }
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
 * @experimental
 */
export function marionDiffuse(
  inputs: { surfaceTilt: ColumnInput },
  options: { model: IamModel },
): { sky: Float64Array; horizon: Float64Array; ground: Float64Array } {
  const { model } = options ?? {};
  const iam = (region: DiffuseRegion) => integrate("marionDiffuse", inputs, { model, region }).iam;
  return { sky: iam("sky"), horizon: iam("horizon"), ground: iam("ground") };
}
