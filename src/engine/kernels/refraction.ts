/** Refraction of the sun's unit vector without an angle on the way. */
import { asin, cos, DEG, RAD, sin } from "../../math/index.js";
import { ATMOS_REFRACT, airFactor, REFRACTION_SCALE, SUN_RADIUS } from "../../models/solar-position/refraction.js";
import { cubicTable, INTERVALS } from "./table.js";

/** sin of the elevation below which nothing is refracted. */
const SWITCH = /* @__PURE__ */ sin(-(SUN_RADIUS + ATMOS_REFRACT) * DEG);
const SCALE = /* @__PURE__ */ intervalsPerUnit();

function intervalsPerUnit(): number {
  return INTERVALS / (1 - SWITCH);
}

/**
 * Equation 42 of SPA is ∝ cot(e₀ + g) with g = 10.3°/(e₀/1° + 5.11). Tabulated is tan g over sin e₀: with it the cotangent
 * follows from the vector itself, and nothing is singular between the switch and the zenith.
 */
const TAN_G = /* @__PURE__ */ cubicTable(SWITCH, 1, (up) => {
  const g = (10.3 / (asin(up) * RAD + 5.11)) * DEG;
  return sin(g) / cos(g); // the tangent would be a bundle's only one
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
    const e = east[i]!;
    const n = north[i]!;
    const h = Math.sqrt(e * e + n * n);
    const x = (u - SWITCH) * SCALE;
    const k = Math.min(x | 0, INTERVALS - 1);
    const t = x - k;
    const c = 4 * k;
    const g = TAN_G[c]! + (TAN_G[c + 1]! + (TAN_G[c + 2]! + TAN_G[c + 3]! * t) * t) * t;
    const delta = (scale * (h - g * u)) / (u + g * h);
    const d2 = delta * delta;
    const s = delta * (1 - d2 * (1 / 6)); // refraction is below 0.011 rad: the next term is 1e-12
    const v = 1 - d2 * (0.5 - d2 * (1 / 24));
    up[i] = u * v + h * s;
    if (h > 0) {
      const stretch = v - (u * s) / h;
      east[i] = e * stretch;
      north[i] = n * stretch;
    } else {
      north[i] = -u * s; // exactly overhead there is no azimuth: north, as the model has it
    }
  }
}
