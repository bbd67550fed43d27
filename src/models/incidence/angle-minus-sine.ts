/** A difference that cancels at small angles, for the diffuse modifiers (pvlib steps aside to tilts of 1e-6° instead). */
import { sin } from "../../math/index.js";

/** x − sin x for x ≥ 0 in radians, to full relative precision: below 0.5 by its series to x¹⁵. */
export function angleMinusSine(x: number): number {
  if (x > 0.5) return x - sin(x);
  const y = x * x;
  const tail = 1 - (y / 110) * (1 - (y / 156) * (1 - y / 210));
  return ((x * y) / 6) * (1 - (y / 20) * (1 - (y / 42) * (1 - (y / 72) * tail)));
}
