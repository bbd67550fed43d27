/** Relative air mass (Kasten & Young 1989) from the height of the sun, by table. */
import { asin, RAD } from "../../math/index.js";
import { kastenYoung } from "../../models/atmosphere/kasten-young.js";
import { cubicTable, INTERVALS } from "./table.js";

/** Air mass over sin(apparent elevation), 0 to 1. */
const TABLE = /* @__PURE__ */ cubicTable(0, 1, (up) => kastenYoung(90 - asin(up) * RAD));

/** `kastenYoungRows` on sin(elevation) in place of the zenith; below the horizon the horizon's value. NaN for NaN. */
export function airmassRows(i0: number, i1: number, up: Float64Array, airmass: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const x = Math.min(Math.max(up[i]!, 0), 1) * INTERVALS;
    const k = Math.min(x | 0, INTERVALS - 1);
    const t = x - k;
    const c = 4 * k;
    airmass[i] = TABLE[c]! + (TABLE[c + 1]! + (TABLE[c + 2]! + TABLE[c + 3]! * t) * t) * t;
  }
}
