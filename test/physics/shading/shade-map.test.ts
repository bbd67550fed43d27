/** A map of shade: its cells, its checks, and what it takes of a plane's sky, against closed forms, horizon lines and brute force. */
import { describe, expect, test } from "vitest";
import { horizonBandFactor, prepareHorizon, skyViewFactor } from "../../../src/physics/models/shading/index.js";
import { cellOf, checkShade, isOpen, type ShadeMap } from "../../../src/physics/models/shading/shade-map.js";
import { shadedView } from "../../../src/physics/models/shading/shade-view.js";

const RADIANS = Math.PI / 180;
const FLAT = prepareHorizon(null);

/** @param passes by azimuth and elevation of the middle of a cell */
function mapOf(azimuthStep: number, elevationStep: number, passes: (azimuth: number, elevation: number) => number) {
  const across = Math.round(360 / azimuthStep);
  const cells = Float64Array.from({ length: across * Math.round(90 / elevationStep) }, (_, cell) =>
    passes(((cell % across) + 0.5) * azimuthStep, (Math.floor(cell / across) + 0.5) * elevationStep),
  );
  return { azimuthStep, elevationStep, passes: [cells] } satisfies ShadeMap;
}

const plane = (surfaceTilt: number, surfaceAzimuth: number) => ({ surfaceTilt, surfaceAzimuth });
const PLANES = [plane(0, 0), plane(30, 180), plane(90, 270), plane(60, 10), plane(45, 359)];

describe("the cell of the sun", () => {
  const map = mapOf(10, 5, () => 1);
  const at = (azimuth: number, elevation: number) => {
    const level = Math.cos(elevation * RADIANS);
    const [east, north] = [level * Math.sin(azimuth * RADIANS), level * Math.cos(azimuth * RADIANS)];
    return cellOf(map, east, north, Math.sin(elevation * RADIANS));
  };

  test.each([
    [0.1, 0.1, 0],
    [359.9, 0.1, 35],
    [-0.1, 0.1, 35],
    [180.1, 0.1, 18],
    [269.9, 5.1, 36 + 26],
    [90, 89.9, 17 * 36 + 9],
    [123, -3, 12],
  ])("at azimuth %d and elevation %d is number %d", (azimuth, elevation, cell) => {
    expect(at(azimuth, elevation)).toBe(cell);
  });

  test("is one of the map wherever the sun is, in the zenith and a rounding beside north, too", () => {
    expect(cellOf(map, 0, 0, 1)).toBe(17 * 36);
    expect(cellOf(map, 0, 1, 1 + 1e-15)).toBeLessThan(648);
    expect(cellOf(map, -1e-300, 1, 0)).toBe(35);
    const odd = mapOf(7.2, 1.8, () => 1);
    for (let k = 0; k < 5000; k++) {
      const [azimuth, up] = [k * 2.399963, ((k * 0.618034) % 1) * 2 - 1];
      const level = Math.sqrt(1 - up * up);
      const cell = cellOf(odd, level * Math.sin(azimuth), level * Math.cos(azimuth), up);
      expect(cell >= 0 && cell < 50 * 50 && Number.isInteger(cell)).toBe(true);
    }
  });
});

describe("what a map takes of the sky", () => {
  test("is exactly nothing where it is open, and all where it is closed", () => {
    for (const one of PLANES) {
      const open = shadedView(
        mapOf(10, 5, () => 1),
        prepareHorizon(new Array(360).fill(7)),
        one,
      );
      expect([...open.sky, ...open.band]).toEqual([0, 0]);
      const closed = shadedView(
        mapOf(10, 5, () => 0),
        FLAT,
        one,
      );
      expect(closed.sky[0]).toBeCloseTo(1, 12);
      expect(closed.band[0]).toBeCloseTo(1, 12);
    }
  });

  test.each(PLANES)("behind a level ridge is what a horizon line takes, %o", (one) => {
    const ridge = prepareHorizon(new Array(360).fill(20));
    const { sky, band } = shadedView(
      mapOf(10, 5, (_azimuth, elevation) => (elevation < 20 ? 0 : 1)),
      FLAT,
      one,
    );
    expect(sky[0]).toBeCloseTo(1 - skyViewFactor(ridge, one), 10);
    expect(band[0]).toBeCloseTo(1 - horizonBandFactor(ridge, one.surfaceAzimuth), 10);
    // What the line hides already is not taken again.
    const both = shadedView(
      mapOf(10, 5, (_azimuth, elevation) => (elevation < 20 ? 0 : 1)),
      ridge,
      one,
    );
    expect(Math.abs(both.sky[0]!) + Math.abs(both.band[0]!)).toBeLessThan(1e-12);
  });

  test.each([10, 35, 60, 85])(
    "of an infinite wall to the west, %d° high, is (1 − cos)/2 of level ground's",
    (height) => {
      const wall = mapOf(1, 1, (azimuth, elevation) => {
        const towards = Math.cos((azimuth - 270) * RADIANS);
        return towards > 0 && Math.tan(elevation * RADIANS) < Math.tan(height * RADIANS) * towards ? 0 : 1;
      });
      const { sky } = shadedView(wall, FLAT, plane(0, 0));
      expect(Math.abs(sky[0]! - (1 - Math.cos(height * RADIANS)) / 2)).toBeLessThan(0.003);
    },
  );

  test.each(PLANES)("is the sum over the sphere, by months, above a line, %o", (one) => {
    const [hash, wave] = [(a: number, e: number) => ((a * 7 + e * 13) % 11) / 10, prepareHorizon(hills())];
    const first = mapOf(15, 7.5, (azimuth, elevation) => Math.min(1, hash(azimuth, elevation)));
    const second = mapOf(15, 7.5, () => 0.25);
    const map = { ...first, passes: [first.passes[0]!, second.passes[0]!] };
    const { sky, band } = shadedView(map, wave, one);
    for (const [month, expected] of [first, second].map((each) => brute(each, one)).entries()) {
      expect(sky[month]).toBeCloseTo(expected.sky, 3.5);
      expect(band[month]).toBeCloseTo(expected.band, 2.5);
    }
  });

  test("is nothing where the sun's light alone is shaded", () => {
    const map = { ...mapOf(10, 5, () => 0), diffuse: "open" } as const;
    expect(shadedView(map, FLAT, plane(30, 180))).toEqual({ sky: new Float64Array(1), band: new Float64Array(1) });
  });
});

function hills(): number[] {
  return Array.from({ length: 360 }, (_, azimuth) => Math.max(0, 8 + 7 * Math.sin(azimuth / 20)));
}

/** In steps of half a degree and a tenth. */
function brute(map: ShadeMap, { surfaceTilt, surfaceAzimuth }: ReturnType<typeof plane>) {
  const line = [...hills(), hills()[0]!];
  let [lost, all, lostBand, band] = [0, 0, 0, 0];
  for (let azimuth = 0.25; azimuth < 360; azimuth += 0.5) {
    const whole = Math.floor(azimuth);
    const edge = line[whole]! + (line[whole + 1]! - line[whole]!) * (azimuth - whole);
    const ahead = Math.cos((azimuth - surfaceAzimuth) * RADIANS);
    for (let elevation = 0.05; elevation < 90; elevation += 0.1) {
      const [sine, cosine] = [Math.sin(elevation * RADIANS), Math.cos(elevation * RADIANS)];
      const towards = Math.cos(surfaceTilt * RADIANS) * sine + Math.sin(surfaceTilt * RADIANS) * ahead * cosine;
      const cell = cellOf(map, cosine * Math.sin(azimuth * RADIANS), cosine * Math.cos(azimuth * RADIANS), sine);
      const stopped = elevation < edge ? 0 : 1 - map.passes[0]![cell]!;
      if (towards > 0) all += towards * cosine;
      if (towards > 0) lost += towards * cosine * stopped;
      if (elevation < 6.5 && ahead > 0) band += ahead;
      if (elevation < 6.5 && ahead > 0) lostBand += ahead * stopped;
    }
  }
  return { sky: lost / all, band: lostBand / band };
}

describe("a map's checks", () => {
  const good = mapOf(90, 45, () => 1);
  const cells = [1, 1, 1, 1, 0, 0.5, 1, 1];

  test("take one list, or twelve, and typed arrays", () => {
    const base = { azimuthStep: 90, elevationStep: 45 };
    expect(checkShade({ ...base, passes: cells }, "shade")).toEqual({ ...base, passes: [cells] });
    expect(checkShade({ ...base, passes: new Array(12).fill(cells) }, "shade").passes).toHaveLength(12);
    expect(checkShade({ ...good, diffuse: "open" }, "shade")).toEqual({ ...good, diffuse: "open" });
    expect([isOpen(good), isOpen({ ...good, passes: [cells] })]).toEqual([true, false]);
  });

  test.each([
    [null, "shade must be a map, got null"],
    [{ ...good, azimuthStep: 7 }, "shade.azimuthStep must divide 360 degrees, got 7"],
    [{ ...good, azimuthStep: "90" }, 'shade.azimuthStep must be a number of degrees, got "90"'],
    [{ ...good, elevationStep: 0 }, "shade.elevationStep must divide 90 degrees, got 0"],
    [{ ...good, elevationStep: 180 }, "shade.elevationStep must divide 90 degrees, got 180"],
    [{ ...good, elevationStep: 1e-9 }, "shade.elevationStep must divide 90 degrees, got 1e-9"],
    [{ ...good, azimuthStep: Number.NaN }, "shade.azimuthStep must divide 360 degrees, got NaN"],
    [{ ...good, azimuthStep: -90 }, "shade.azimuthStep must divide 360 degrees, got -90"],
    [{ ...good, passes: "all" }, 'shade.passes must be a list of numbers, or of 12 lists, got "all"'],
    [{ ...good, passes: [] }, "shade.passes must have 8 numbers, one for each cell, got 0"],
    [{ ...good, passes: [1, 0] }, "shade.passes must have 8 numbers, one for each cell, got 2"],
    [{ ...good, passes: [cells, cells] }, "shade.passes must be one list for the year, or 12 from January, got 2"],
    [{ ...good, passes: [[1]] }, "shade.passes[0] must have 8 numbers, one for each cell, got 1"],
    [{ ...good, passes: new Array(12).fill([...cells].fill(2, 3)) }, "shade.passes[0][3] must be from 0 to 1, got 2"],
    [{ ...good, passes: [...cells].fill(Number.NaN, 7) }, "shade.passes[7] must be from 0 to 1, got NaN"],
    [{ ...good, passes: [...cells.slice(1), null] }, "shade.passes[7] must be a number, got null"],
    [{ ...good, diffuse: "closed" }, 'shade.diffuse must be map, open or from 0 to 1, got "closed"'],
    [
      { azimuthStep: 1, elevationStep: 1, passes: new Array(12).fill([1]) },
      "shade.passes must be at most 32400 numbers, got 388800 by its steps",
    ],
  ])("refuse %# with the name of what is wrong", (value, message) => {
    expect(() => checkShade(value, "shade")).toThrow(message);
  });
});
