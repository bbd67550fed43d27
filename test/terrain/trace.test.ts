/** Lines of sight over cells that lack samples, where heights have steps. */
import { expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { type Piece, pointTangent, traceChunk } from "../../src/terrain/horizon/trace.js";
import { CHUNK, CHUNK_SAMPLES, makeChunk } from "../../src/terrain/surface/chunk.js";

const CELL = 30;
const DISTANCE = 2000;
const SIGHT = { eye: 0, curvature: 1 / 7.3e6 };

test("nothing that shows for an eighth of the way through a cell is missed", () => {
  const random = randomNumbers(3);
  const heights = Float32Array.from({ length: CHUNK_SAMPLES ** 2 }, () =>
    random() < 0.35 ? Number.NaN : 300 * random(),
  );
  const chunk = makeChunk(heights);
  let inside = 0;
  for (let k = 0; k < 600; k++) {
    // From one side of a cell to the other, at whatever slant.
    const [column, row] = [Math.floor(random() * CHUNK), Math.floor(random() * CHUNK)];
    const [from, to] = [random(), random()].map((v) => row + 0.01 + 0.98 * v) as [number, number];
    const length = CELL * Math.hypot(1, to - from);
    const piece: Piece = { x: column, y: from, dx: 1 / length, dy: (to - from) / length, s0: DISTANCE, seen: 0 };
    const seen = traceChunk(chunk, piece, DISTANCE, DISTANCE + length - 1e-9, SIGHT, Number.NEGATIVE_INFINITY);
    const FINE = 800;
    const points = Array.from({ length: FINE - 1 }, (_, i) => {
      const tangent = pointTangent(chunk, piece, DISTANCE + ((i + 1) / FINE) * length, SIGHT);
      return Number.isNaN(tangent) ? Number.NEGATIVE_INFINITY : tangent;
    });
    const shown = points.map((_, i) =>
      i < FINE / 8 ? Number.NEGATIVE_INFINITY : Math.min(...points.slice(i - FINE / 8, i + 1)),
    );
    expect(seen, `chord ${k}`).toBeGreaterThanOrEqual(Math.max(...shown) - 1e-9);
    expect(seen, `chord ${k}`).toBeLessThanOrEqual(Math.max(...points) + (300 / DISTANCE / FINE) * 8);
    const ends = [0, 1].map((share) => pointTangent(chunk, piece, DISTANCE + share * (length - 1e-9), SIGHT));
    if (seen > Math.max(...ends.map((t) => (Number.isNaN(t) ? -1 : t))) + 1e-4) inside++;
  }
  // Many of the highest places are inside the cell, at neither end of the way.
  expect(inside).toBeGreaterThan(60);
});
