import { model } from "../model.js";

/** Row kernel of {@link clearskyIndex}; `index` may be one of the inputs. */
export function clearskyIndexRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  ghiClear: Float64Array,
  maxClearskyIndex: number,
  index: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const measured = ghi[i]!;
    const clear = ghiClear[i]!;
    // Infinite irradiance is a missing one; a clear sky without irradiance has no index: 0.
    const missing = 0 * measured + 0 * clear;
    index[i] = clear === 0 ? missing : Math.min(Math.max(measured / clear + missing, 0), maxClearskyIndex);
  }
}

/**
 * Clear-sky index: global irradiance over that of the clear sky.
 *
 * @param inputs `ghi`, `ghiClear` in W/m², of the same plane
 * @param options `maxClearskyIndex`: upper limit, default 2, which leaves the over-irradiance of broken clouds in
 * @returns `clearskyIndex` within [0, maxClearskyIndex]; 0 where ghiClear is 0; NaN for NaN and infinite inputs
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: a definition; as pvlib `clearsky_index`.
 * @experimental
 */
export const clearskyIndex = /* @__PURE__ */ model("clearskyIndex", {
  inputs: ["ghi", "ghiClear"],
  outputs: ["clearskyIndex"],
  settings: ({ maxClearskyIndex }: { maxClearskyIndex?: number | undefined }) => maxClearskyIndex ?? 2,
  rows: (from, to, c, most) => clearskyIndexRows(from, to, c.ghi, c.ghiClear, most, c.clearskyIndex),
});
