/** What the rear of rows sees of the ground, against rays that are followed one by one to the first row that they meet. */
import { describe, expect, test } from "vitest";
import { cos, DEG, sin } from "../../../src/foundation/math/index.js";
import { Random } from "../../../src/foundation/statistics/random.js";
import { GroundBelow } from "../../../src/physics/models/bifacial/ground-below.js";
import { groundSkyView, sunlitGround } from "../../../src/physics/models/bifacial/infinite-sheds.js";

interface Rows {
  readonly gcr: number;
  readonly height: number;
  readonly tilt: number;
}
const FAR = 40;

/** Whether a ray from (x, y) meets a row other than the one it starts on. */
function meetsRow({ gcr, height, tilt }: Rows, [x, y]: readonly [number, number], [dx, dy]: readonly [number, number]) {
  const [c, s] = [cos(tilt * DEG), sin(tilt * DEG)];
  for (let row = -FAR; row <= FAR; row++) {
    // (x, y) + t (dx, dy) = (row/gcr, height) + u (−c, s)
    const [px, py] = [row / gcr - x, height - y];
    const determinant = dx * s + dy * c;
    if (Math.abs(determinant) < 1e-12) continue;
    const t = (px * s + py * c) / determinant;
    const u = (dx * py - dy * px) / -determinant;
    if (t > 1e-9 && Math.abs(u) <= 0.5) return true;
  }
  return false;
}

/** Share of the sunlit ground and view of the sky, in the mean over what the rear sees. */
function byRays(rows: Rows, tangent: number): readonly [lit: number, sky: number] {
  const { height, tilt } = rows;
  const [c, s] = [cos(tilt * DEG), sin(tilt * DEG)];
  const skyAt = (x: number) => {
    let open = 0;
    for (let k = 0; k < 90; k++) {
      const angle = (k + 0.5) * 2 * DEG;
      if (!meetsRow(rows, [x, 0], [cos(angle), sin(angle)])) open += (sin(angle) * Math.PI) / 180;
    }
    return open;
  };
  let [weights, lit, sky] = [0, 0, 0];
  for (let p = 0; p < 12; p++) {
    const u = (p + 0.5) / 12 - 0.5;
    const from = [-u * c, height + u * s] as const;
    for (let k = 0; k < 60; k++) {
      const angle = (k + 0.5) * 3 - 90;
      // From the rear's normal (−s, −c), turned.
      const [n, t] = [cos(angle * DEG), sin(angle * DEG)];
      const ray = [-s * n + c * t, -c * n - s * t] as const;
      if (ray[1] >= -1e-3 || meetsRow(rows, from, ray)) continue;
      const x = from[0] - (ray[0] * from[1]) / ray[1];
      // The ground repeats itself: what is far is brought under the rows in the middle.
      const near = x - Math.round(x * rows.gcr) / rows.gcr;
      weights += n;
      if (!meetsRow(rows, [near, 0], [tangent, 1])) lit += n;
      sky += n * skyAt(near);
    }
  }
  return [lit / weights, sky / weights];
}

const random = new Random(54);
const DRAWN = Array.from({ length: 12 }, (_, i) => {
  const drawn = (j: number) => random.uniform(0, i, j, 0);
  const tilt = Math.round(drawn(0) * 85);
  const height = 0.5 * sin(tilt * DEG) + 0.05 + drawn(1);
  return { gcr: 0.2 + 0.5 * drawn(2), height, tilt, tangent: 6 * drawn(3) - 3 };
});

describe("the ground below rows", () => {
  test.each(DRAWN)("is seen as rays find it: %o", ({ tangent, ...rows }) => {
    const below = new GroundBelow(rows.gcr, rows.height);
    const [lit, sky] = byRays(rows, tangent);
    const [cosTilt, sinTilt] = [cos(rows.tilt * DEG), sin(rows.tilt * DEG)];
    expect(Math.abs(below.lit(rows.tilt, cosTilt, sinTilt, tangent) - lit)).toBeLessThan(0.05);
    expect(Math.abs(below.sky(rows.tilt) - sky)).toBeLessThan(0.02);
  });

  test.each(DRAWN)("is seen from far above as its mean: %o", ({ gcr, tilt, tangent }) => {
    const below = new GroundBelow(gcr, 1000);
    const [cosTilt, sinTilt] = [cos(tilt * DEG), sin(tilt * DEG)];
    expect(below.lit(tilt, cosTilt, sinTilt, tangent)).toBeCloseTo(sunlitGround(gcr, cosTilt, sinTilt, tangent), 3);
    expect(below.sky(tilt)).toBeCloseTo(groundSkyView(gcr, cosTilt), 3);
  });

  test.each([0, 0.5, 30, 60, 89.5, 90])(
    "shares stay within 0…1 at %d°, also of rows that touch the ground and one another",
    (tilt) => {
      for (const gcr of [1e-6, 0.01, 0.5, 1]) {
        for (const height of [0.5 * sin(tilt * DEG), 0.6, 50]) {
          const below = new GroundBelow(gcr, height);
          for (const tangent of [-1e6, -2, 0, 0.3, 1e6]) {
            const lit = below.lit(tilt, cos(tilt * DEG), sin(tilt * DEG), tangent);
            expect(lit).toBeGreaterThanOrEqual(-1e-12);
            expect(lit).toBeLessThanOrEqual(1 + 1e-12);
          }
          const sky = below.sky(tilt);
          expect(sky).toBeGreaterThanOrEqual(0);
          expect(sky).toBeLessThanOrEqual(1 + 1e-12);
        }
      }
    },
  );
});
