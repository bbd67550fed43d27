/** Maps of shade against closed forms: how much of the sky is open, and where the beam's edge is. */
import { describe, expect, test } from "vitest";
import { prepareHorizon } from "../../../src/physics/models/shading/index.js";
import { isOpen, passAt, type ShadeMap } from "../../../src/physics/models/shading/shade-map.js";
import { shadedView } from "../../../src/physics/models/shading/shade-view.js";
import type { Area } from "../../../src/physics/rays/area.js";
import { type Bodies, ELLIPSOID, FRUSTUM } from "../../../src/physics/rays/bodies.js";
import { Rays } from "../../../src/physics/rays/rays.js";
import { sceneShade } from "../../../src/physics/rays/scene-shade.js";

const FLAT = prepareHorizon(null);
const LEVEL = { surfaceTilt: 0, surfaceAzimuth: 180 };
const RAD = 180 / Math.PI;
/** A point, nearly, that looks up. */
const SPOT: Area = { corner: [0, 0, 0], across: [1e-4, 0, 0], up: [0, 1e-4, 0] };

function bodiesOf(quads: readonly (readonly number[])[], rounds: readonly number[] = [], passes = [0]): Bodies {
  const corner = (quad: readonly number[], k: number) => quad.slice(3 * k, 3 * k + 3);
  const triangles = quads.flatMap((q) => [0, 1, 2, 0, 2, 3].flatMap((k) => corner(q, k)));
  const count = triangles.length / 9 + rounds.length / 7;
  return {
    ...{ triangles: Float64Array.from(triangles), rounds: Float64Array.from(rounds) },
    ...{ materials: new Int32Array(count), passes: Float64Array.from(passes), seasons: passes.length },
  };
}

const mapOf = (bodies: Bodies, area = SPOT, options = {}) => sceneShade(new Rays(bodies), [area], options);
/** Of the sky alone, for which fewer rays do. */
const skyOf = (bodies: Bodies) => mapOf(bodies, SPOT, { rays: 36 });
const openShare = (map: ShadeMap, month = 0) => 1 - shadedView(map, FLAT, LEVEL).sky[month]!;

/** Wall in the north, from west to east, nearly without an end. */
const wall = (north: number, height: number) => [
  -1e5,
  north,
  -10,
  1e5,
  north,
  -10,
  1e5,
  north,
  height,
  -1e5,
  north,
  height,
];

/** Where half passes, going up from a direction that is closed (degrees). */
function edgeAt(map: ShadeMap, azimuth: number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let k = 0; k < 50; k++) {
    const middle = (low + high) / 2;
    if (passAt(map, 0, azimuth, middle) < 0.5) low = middle;
    else high = middle;
  }
  return low;
}

/** Share of a level point's sky behind a level rectangle at height c above it, a × b from the zenith (a textbook's corner). */
function overhead(a: number, b: number, c: number): number {
  const [x, y] = [a / c, b / c];
  const one = (u: number, v: number) => (u / Math.sqrt(1 + u * u)) * Math.atan(v / Math.sqrt(1 + u * u));
  return (one(x, y) + one(y, x)) / (2 * Math.PI);
}

describe("the open share of the hemisphere", () => {
  test.each([0.3, 1, 3, 8])("before an endless wall of height %d at 2 m", (height) => {
    const hidden = (1 - Math.cos(Math.atan2(height, 2))) / 2;
    expect(Math.abs(openShare(skyOf(bodiesOf([wall(2, height)]))) - (1 - hidden))).toBeLessThan(0.003);
  });

  test("in a slot between two walls", () => {
    const slot = bodiesOf([wall(2, 3), wall(-1, 4)]);
    const open = (Math.cos(Math.atan2(3, 2)) + Math.cos(Math.atan2(4, 1))) / 2;
    expect(Math.abs(openShare(skyOf(slot)) - open)).toBeLessThan(0.003);
  });

  test.each([
    [0, 0, 5, 2],
    [3, -2, 4, 1],
    [10, 6, 9, 0.8],
  ])("behind a sphere at %d, %d, %d of radius %d", (x, y, z, radius) => {
    const far2 = x * x + y * y + z * z;
    const hidden = (radius * radius * z) / far2 ** 1.5;
    const map = skyOf(bodiesOf([], [ELLIPSOID, x, y, z, radius, radius, 0]));
    expect(Math.abs(1 - openShare(map) - hidden)).toBeLessThan(0.003);
  });

  test.each([
    [1, 2, 1],
    [0.5, 0.4, 3],
    [20, 30, 2],
  ])("below the corner of a box of %d × %d at %d", (a, b, c) => {
    const lid = bodiesOf([[0, 0, c, a, 0, c, a, b, c, 0, b, c]]);
    expect(Math.abs(1 - openShare(skyOf(lid)) - overhead(a, b, c))).toBeLessThan(0.003);
  });

  test("of a porous crown is by season, whatever its way through the crown", () => {
    const crown = (pass: readonly number[]) => bodiesOf([], [ELLIPSOID, 0, 3, 3, 1.5, 2, 0], [...pass]);
    const map = mapOf(crown([0, 0.4, 1]), SPOT, { months: [0, 0, 0, 1, 1, 2, 2, 2, 1, 1, 0, 0] });
    const closed = 1 - openShare(map, 0);
    expect(closed).toBeGreaterThan(0.03);
    expect(1 - openShare(map, 3)).toBeCloseTo(0.6 * closed, 12);
    expect(openShare(map, 6)).toBe(1);
    expect(passAt(map, 4, 0, 45)).toBeCloseTo(0.4, 12);
  });
});

describe("the beam's edge", () => {
  test("of a wall's top, and of its sides", () => {
    const short = [-1, 4, -10, 2, 4, -10, 2, 4, 3, -1, 4, 3];
    const map = mapOf(bodiesOf([short]));
    for (let azimuth = -10; azimuth < 25; azimuth += 1.7) {
      const top = Math.atan2(3 * Math.cos(azimuth / RAD), 4) * RAD;
      expect(Math.abs(edgeAt(map, azimuth, top - 3, top + 3) - top), `${azimuth}`).toBeLessThan(0.1);
    }
    for (const [east, side] of [
      [-1, -1],
      [2, 1],
    ] as const) {
      const exact = Math.atan2(east, 4) * RAD;
      const turned = (off: number) => passAt(map, 0, exact + side * off, 10);
      expect(turned(-0.1)).toBeLessThan(0.5);
      expect(turned(0.1)).toBeGreaterThan(0.5);
    }
  });

  test("of a sphere", () => {
    const map = mapOf(bodiesOf([], [ELLIPSOID, 8, 8, 6, 1, 1, 0]));
    const [middle, radius] = [Math.atan2(6, Math.sqrt(128)) * RAD, Math.asin(1 / Math.sqrt(164)) * RAD];
    expect(Math.abs(edgeAt(map, 45, middle, middle + 9) - middle - radius)).toBeLessThan(0.1);
    expect(passAt(map, 0, 45, middle - radius + 0.1)).toBeLessThan(0.5);
    expect(passAt(map, 0, 45, middle - radius - 0.1)).toBeGreaterThan(0.5);
  });

  test("of a pole and of a cone", () => {
    const map = mapOf(bodiesOf([], [FRUSTUM, 0, 10, 0, 0.5, 0.5, 6, FRUSTUM, 10, 0, 1, 2, 0, 4]));
    const half = Math.asin(0.05) * RAD;
    expect(passAt(map, 0, half - 0.1, 10)).toBeLessThan(0.5);
    expect(passAt(map, 0, half + 0.1, 10)).toBeGreaterThan(0.5);
    expect(Math.abs(edgeAt(map, 0, 20, 40) - Math.atan2(6, 9.5) * RAD)).toBeLessThan(0.1);
    // The cone's side at its middle height, as seen level: a line over its tip would be off by degrees.
    const at3 = Math.atan2(3, 10);
    const exact = Math.asin(1 / 10) * RAD;
    expect(passAt(map, 0, 90 - exact + 0.7, at3 * RAD)).toBeLessThan(0.5);
    expect(passAt(map, 0, 90 - exact - 0.7, at3 * RAD)).toBeGreaterThan(0.5);
  });

  test("is as wide as the sun's disc", () => {
    const map = mapOf(bodiesOf([wall(4, 4)]));
    // Between points that are 0.25° apart.
    expect(passAt(map, 0, 0, 45 - 0.55)).toBe(0);
    expect(passAt(map, 0, 0, 45 + 0.55)).toBe(1);
    // Lines over 0.25° miss up to 0.04 there (h²/8 times the share's second derivative), the points of the disc 0.02. Half of the radius above the line: the share of a disc there.
    const share = 0.5 + (Math.asin(0.5) + 0.5 * Math.sqrt(0.75)) / Math.PI;
    expect(Math.abs(passAt(map, 0, 0, 45 + 0.5 * 0.265) - share)).toBeLessThan(0.06);
  });
});

test("an area that is cut by a shadow is lit by its share, within 1 %", () => {
  // A square of 2 m before a wall of 1 m at its northern side: from a sun in the north at 45° the shadow is 1 m long.
  const square: Area = { corner: [-1, -2, 0], across: [2, 0, 0], up: [0, 2, 0] };
  const map = mapOf(bodiesOf([wall(1e-3, 1)]), square, { rays: 256 });
  for (const elevation of [30, 35, 45, 60, 75]) {
    const lit = 1 - Math.min(1, 1 / Math.tan(elevation / RAD) / 2);
    expect(Math.abs(passAt(map, 0, 0, elevation) - lit), `${elevation}`).toBeLessThan(0.01);
  }
});

test("what is behind the plane takes nothing, and an empty scene is open", () => {
  const south: Area = { corner: [-1, 0, 0], across: [2, 0, 0], up: [0, 0, 1] };
  const behind = mapOf(bodiesOf([wall(0.5, 9)]), south);
  expect(isOpen(behind)).toBe(true);
  expect(isOpen(mapOf(bodiesOf([])))).toBe(true);
});

test("where the sun is never seen, less is asked, and the sky's part stays", () => {
  const scene = bodiesOf([wall(2, 3), wall(-1, 4)]);
  const [all, here] = [mapOf(scene), mapOf(scene, SPOT, { latitude: 50 })];
  expect(Math.abs(openShare(all) - openShare(here))).toBeLessThan(0.002);
  expect(here.edges!.nodes[0]!.length).toBeLessThan(all.edges!.nodes[0]!.length / 1.5);
  expect(passAt(here, 0, 180, 63)).toBe(passAt(all, 0, 180, 63));
});
