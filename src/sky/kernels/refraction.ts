/** Refraction of the sun's unit vector without computing an angle, a root or a quotient. */
import { acos, cos, DEG, RAD, sin } from "../../math/index.js";
import {
  ATMOS_REFRACT,
  airFactor,
  REFRACTION_SCALE,
  refractVectorRows,
  SUN_RADIUS,
} from "../../models/solar-position/refraction.js";
import { ABOVE_ONE, cubicTable, INTERVALS } from "./table.js";

/** sin of the elevation below which there is no refraction. */
const SWITCH = /* @__PURE__ */ sin(-(SUN_RADIUS + ATMOS_REFRACT) * DEG);
/** sin of 86.4°: above it the model itself is used. Near the zenith its angle is not a smooth function of the sine. */
const STEEP = 0.998;
const MASK = INTERVALS - 1;
const SCALE = INTERVALS / (ABOVE_ONE - SWITCH);

/** Equation 42 of SPA, cot(e₀ + 10.3°/(e₀/1° + 5.11)), divided by cos e₀: a function of sin e₀, from the switch upwards. */
const [C0, C1, C2, C3] = /* @__PURE__ */ cubicTable(SWITCH, ABOVE_ONE, (up) => {
  const e0 = Math.PI / 2 - acos(up);
  const angle = e0 + (10.3 / (e0 * RAD + 5.11)) * DEG;
  return cos(angle) / (sin(angle) * Math.sqrt((1 - up) * (1 + up))); // a tangent would be the only one in a bundle
});

/** `refractVectorRows`: turns true unit vectors (east, north, up) into apparent ones, in place. */
export function refractRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  up: Float64Array,
  pressureHpa: number,
  temperature: number,
): void {
  const scale = airFactor(pressureHpa, temperature) * REFRACTION_SCALE * DEG;
  for (let i = i0; i < i1; i++) {
    const u = up[i]!;
    if (u < SWITCH) continue;
    if (u > STEEP) {
      refractVectorRows(i, i + 1, east, north, up, pressureHpa, temperature);
      continue;
    }
    const x = (u - SWITCH) * SCALE;
    const k = (x | 0) & MASK;
    const t = x - k;
    // Refraction over cos e₀, then its sine over cos e₀, and its cosine.
    const delta = ((t * C3[k]! + C2[k]!) * (t * t) + (t * C1[k]! + C0[k]!)) * scale;
    const d2 = delta * delta * (1 - u * u);
    const s = delta * (1 - d2 * (1 / 6)); // refraction is below 0.011 rad: the next term is 1e-12
    const stretch = 1 - d2 * (0.5 - d2 * (1 / 24)) - u * s;
    up[i] = u * stretch + s;
    east[i] = east[i]! * stretch;
    north[i] = north[i]! * stretch;
  }
}
