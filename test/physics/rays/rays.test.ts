/** Rays through a tree against the same rays against every body. */
import { expect, test } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { type Bodies, bodiesBefore, ELLIPSOID, FRUSTUM } from "../../../src/physics/rays/bodies.js";
import { Rays } from "../../../src/physics/rays/rays.js";

function soup(seed: number, triangles: number, rounds: number): Bodies {
  const next = randomNumbers(seed);
  const place = () => 12 * next() - 6;
  const found = Array.from({ length: triangles }, () => {
    const at = [place(), place(), place()];
    return [0, 1, 2].flatMap(() => at.map((part) => part + 2 * next()));
  });
  const bodies = Array.from({ length: rounds }, (_, k) => [
    ...[
      k % 2 === 0 ? ELLIPSOID : FRUSTUM,
      place(),
      place(),
      place(),
      0.2 + next(),
      0.2 + next(),
      k % 2 === 0 ? 0 : 2 * next() + 0.1,
    ],
  ]);
  const materials = Int32Array.from({ length: triangles + rounds }, () => Math.floor(3 * next()));
  return {
    ...{ triangles: Float64Array.from(found.flat()), rounds: Float64Array.from(bodies.flat()) },
    ...{ materials, passes: Float64Array.of(0, 0, 0.5, 0.9, 0, 1), seasons: 2 },
  };
}

/** Each body alone. */
function alone(bodies: Bodies): Rays[] {
  const count = bodies.triangles.length / 9;
  return Array.from(bodies.materials, (material, k) => {
    const flat = k < count ? bodies.triangles.slice(9 * k, 9 * k + 9) : new Float64Array(0);
    const round = k < count ? new Float64Array(0) : bodies.rounds.slice(7 * (k - count), 7 * (k - count) + 7);
    return new Rays({ ...bodies, triangles: flat, rounds: round, materials: Int32Array.of(material) });
  });
}

test.each([1, 2, 3])("a tree finds what every body alone finds, soup %d", (seed) => {
  const bodies = soup(seed, 150, 60);
  const [rays, each] = [new Rays(bodies), alone(bodies)];
  const next = randomNumbers(seed + 100);
  let [stopped, dimmed] = [0, 0];
  for (let k = 0; k < 2000; k++) {
    const [x, y, z, dx, dy, dz] = Array.from({ length: 6 }, (_, part) =>
      part < 3 ? 14 * next() - 7 : next() - 0.5,
    ) as [number, number, number, number, number, number];
    const expected = [1, 1];
    for (const one of each) {
      if (one.follow(x, y, z, dx, dy, dz, -1) >= 0) expected.fill(0);
      else for (const season of [0, 1]) expected[season]! *= one.passed[season]!;
    }
    const by = rays.follow(x, y, z, dx, dy, dz, -1);
    if (by >= 0) expect(expected[0]! + expected[1]!, `${k}`).toBe(0);
    else for (const season of [0, 1]) expect(rays.passed[season]).toBeCloseTo(expected[season]!, 12);
    // What stopped it before is no reason to say another thing, and a wrong guess neither.
    if (by >= 0) expect(rays.follow(x, y, z, dx, dy, dz, by)).toBeGreaterThanOrEqual(0);
    expect(rays.follow(x, y, z, dx, dy, dz, k % 210) >= 0).toBe(by >= 0);
    if (by >= 0) stopped++;
    else if (expected[0]! < 1) dimmed++;
  }
  expect(stopped).toBeGreaterThan(200);
  expect(dimmed).toBeGreaterThan(30);
});

test("no ray slips between triangles that share a side, and none meets the face that it starts on", () => {
  const fan = Array.from({ length: 24 }, (_, k) => {
    const at = (turn: number) => [Math.cos((turn * Math.PI) / 12), Math.sin((turn * Math.PI) / 12), 1];
    return [0, 0, 1, ...at(k), ...at(k + 1)];
  });
  const materials = new Int32Array(24);
  const rays = new Rays({
    triangles: Float64Array.from(fan.flat()),
    rounds: new Float64Array(0),
    materials,
    passes: Float64Array.of(0),
    seasons: 1,
  });
  const next = randomNumbers(5);
  for (let k = 0; k < 3000; k++) {
    const [turn, off] = [(Math.floor(24 * next()) * Math.PI) / 12, 0.95 * next()];
    expect(rays.follow(0, 0, 0, off * Math.cos(turn), off * Math.sin(turn), 1, -1)).toBeGreaterThanOrEqual(0);
    expect(rays.follow(off * Math.cos(turn), off * Math.sin(turn), 1, next() - 0.5, next() - 0.5, next(), -1)).toBe(-1);
  }
});

test("bodies behind a plane, and below its lowest point, are left out", () => {
  const bodies = soup(7, 60, 20);
  const area = { corner: [0, 0, 1], across: [1, 0, 0], up: [0, 0.6, 0.8] } as const;
  const left = bodiesBefore(bodies, [area]);
  expect(left.materials.length).toBeGreaterThan(10);
  expect(left.materials.length).toBeLessThan(50);
  const [all, some] = [new Rays(bodies), new Rays(left)];
  const next = randomNumbers(8);
  for (let k = 0; k < 2000; k++) {
    const [dx, dy, dz] = [next() - 0.5, next() - 0.5, next()];
    if (-0.8 * dy + 0.6 * dz <= 0) continue;
    const [u, v] = [next(), next()];
    const from = [u, 0.6 * v, 1 + 0.8 * v] as const;
    expect(some.follow(...from, dx, dy, dz, -1) >= 0).toBe(all.follow(...from, dx, dy, dz, -1) >= 0);
    expect(Array.from(some.passed)).toEqual(Array.from(all.passed));
  }
});
