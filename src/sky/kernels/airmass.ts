/** Relative air mass (Kasten & Young 1989) from the sun's height, by table. */
import { acos, RAD } from "../../math/index.js";
import { kastenYoung } from "../../models/atmosphere/airmass.js";
import { ABOVE_ONE, cubicTable, INTERVALS } from "./table.js";

/** Air mass over sin(apparent elevation), 0 to 1. */
const [C0, C1, C2, C3] = /* @__PURE__ */ cubicTable(0, ABOVE_ONE, (up) => kastenYoung(acos(up) * RAD));
// Local constants: imported ones are checked at every use.
const MASK = INTERVALS - 1;
const SCALE = INTERVALS / ABOVE_ONE;
/** sin of 86.4°: above it the model itself is used. Near the zenith its angle is not a smooth function of the sine. */
const STEEP = 0.998;

/** `kastenYoungRows` of sin(elevation) instead of the zenith; below the horizon, the value at the horizon. NaN for NaN. */
export function airmassRows(i0: number, i1: number, up: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const u = up[i]!;
    if (u > STEEP) {
      airmass[i] = kastenYoung(acos(u < 1 ? u : 1) * RAD);
      continue;
    }
    const x = u > 0 ? u * SCALE : u * 0;
    const k = (x | 0) & MASK;
    const t = x - k;
    airmass[i] = (t * C3[k]! + C2[k]!) * (t * t) + (t * C1[k]! + C0[k]!);
  }
}
