/** Places of a satellite's grid, as pyproj has them: both sweeps, all of the disc, its edge, and what no satellite sees. */
import { describe, expect, it } from "vitest";
import { type GeostationaryView, geostationaryPlane, viewOf } from "../../src/cf/geostationary.js";
import { scanGrid } from "../../src/scans/grid.js";
import { fixture } from "../fixture.mjs";

type Row = readonly [number, number, number | null, number | null];

const { positions } = fixture("scans.json.gz") as {
  positions: readonly { view: GeostationaryView; inverse: readonly Row[]; forward: readonly Row[] }[];
};

/** Degrees of longitude are short near the poles, and one turn is none. */
function degreesApart([latitude, longitude]: readonly [number, number], [north, east]: readonly [number, number]) {
  const turned = longitude - east - 360 * Math.round((longitude - east) / 360);
  return Math.max(Math.abs(latitude - north), Math.abs(turned) * Math.cos((latitude * Math.PI) / 180));
}

describe.each(positions)("a satellite over $view.longitude°, sweep $view.sweep", ({ view, inverse, forward }) => {
  const plane = geostationaryPlane(view);

  it("has pyproj's place for every angle, and none beside the Earth", () => {
    const seen = inverse.filter(([, , latitude]) => latitude !== null);
    expect(seen.length).toBeGreaterThan(50);
    expect(inverse.length - seen.length).toBeGreaterThan(20);
    for (const [x, y, latitude, longitude] of inverse) {
      const found = plane.inverse(x, y);
      if (latitude === null || longitude === null) expect(found).toBeUndefined();
      else expect(degreesApart(found!, [latitude, longitude])).toBeLessThan(1e-6);
    }
  });

  it("has pyproj's angle for every place, and none on the far side", () => {
    const seen = forward.filter(([, , x]) => x !== null);
    expect(seen.length).toBeGreaterThan(50);
    expect(forward.length - seen.length).toBeGreaterThan(50);
    for (const [latitude, longitude, x, y] of forward) {
      const found = plane.forward(latitude, longitude);
      if (x === null || y === null) expect(found).toBeUndefined();
      // 1e-6° on the ground below the satellite are 3e-9 rad.
      else expect(Math.max(Math.abs(found![0] - x), Math.abs(found![1] - y))).toBeLessThan(1e-10);
    }
  });

  it("finds each cell of a grid at its own place", () => {
    const step = 0.31 / 40;
    const shape = { rows: 40, columns: 40, first: { x: -0.155 + step / 2, y: 0.155 - step / 2 } };
    const grid = scanGrid({ type: "geostationary", view, ...shape, step: { x: step, y: -step } });
    const places = Array.from({ length: 1600 }, (_, cell) => grid.placeOf(cell));
    expect(places.filter((place) => place === undefined).length).toBeGreaterThan(200);
    places.forEach((place, cell) => {
      if (place !== undefined) expect(grid.cellAt(place.latitude, place.longitude)).toBe(cell);
    });
    const area = { south: 10, north: 30, west: view.longitude - 20, east: view.longitude + 10 };
    const window = grid.windowOf(area)!;
    const part = grid.part(window);
    expect(part.rows * part.columns).toBeLessThan(300);
    for (const place of places) {
      if (place === undefined) continue;
      const east = place.longitude - view.longitude - 360 * Math.round((place.longitude - view.longitude) / 360);
      const isIn = place.latitude > 10 && place.latitude < 30 && east > -20 && east < 10;
      if (!isIn) continue;
      const again = part.placeOf(part.cellAt(place.latitude, place.longitude)!)!;
      expect(again.latitude).toBeCloseTo(place.latitude, 9);
    }
    expect(
      grid.windowOf({ south: -5, north: 5, west: view.longitude + 175, east: view.longitude - 175 }),
    ).toBeUndefined();
  });
});

describe("the window of an area in rows and columns of equal degrees", () => {
  const first = { latitude: -38, longitude: -20 };
  const region = scanGrid({
    type: "regular",
    rows: 413,
    columns: 321,
    first,
    step: { latitude: 0.25, longitude: 0.25 },
  });
  const globe = scanGrid({
    ...{ type: "regular", rows: 180, columns: 3600 },
    ...{ first: { latitude: 89.5, longitude: -180 }, step: { latitude: -1, longitude: 0.1 } },
  });

  it("has the cells in it, and those around", () => {
    const window = region.windowOf({ south: 10, north: 11, west: 0, east: 2 });
    expect(window).toEqual({ top: 191, bottom: 198, left: 79, right: 90 });
    expect(region.windowOf({ south: 80, north: 90, west: 0, east: 2 })).toBeUndefined();
  });

  it("is none on the other side of the Earth, and whole where the area goes around it", () => {
    expect(region.windowOf({ south: 10, north: 11, west: 150, east: -150 })).toBeUndefined();
    expect(region.windowOf({ south: -90, north: 90, west: -180, east: 180 })).toEqual({
      ...{ top: 0, bottom: 413, left: 0, right: 321 },
    });
    expect(globe.windowOf({ south: 0, north: 1, west: 32, east: 20 })).toMatchObject({ left: 0, right: 3600 });
    expect(globe.windowOf({ south: 0, north: 1, west: 170, east: -170 })).toMatchObject({ left: 0, right: 3600 });
    expect(globe.windowOf({ south: 0, north: 1, west: -10.05, east: 10.05 })).toMatchObject({
      left: 1699,
      right: 1902,
    });
  });
});

describe("the attributes of a grid mapping", () => {
  const goes = {
    grid_mapping_name: "geostationary",
    perspective_point_height: 35_786_023,
    semi_major_axis: 6_378_137,
    semi_minor_axis: 6_356_752.314_14,
    longitude_of_projection_origin: -75,
    sweep_angle_axis: "x",
  };

  it("take the fixed axis of CF for the other sweep, and Meteosat's where neither is given", () => {
    const { sweep_angle_axis: _, ...rest } = goes;
    expect(viewOf({ ...rest, fixed_angle_axis: "y" }, "a").sweep).toBe("x");
    expect(viewOf({ ...rest, fixed_angle_axis: "x" }, "a").sweep).toBe("y");
    expect(viewOf(rest, "a").sweep).toBe("y");
    const round = viewOf({ ...rest, semi_minor_axis: undefined, inverse_flattening: 298.257 }, "a");
    expect(round.semiMinor).toBeCloseTo(6_356_752.3, 0);
  });

  it("are refused where one is missing or impossible", () => {
    expect(() => viewOf({ ...goes, perspective_point_height: undefined }, "a.nc")).toThrow(
      "a.nc cannot be read: perspective_point_height must be a number from 30000000 to 40000000, got undefined",
    );
    expect(() => viewOf({ ...goes, semi_major_axis: Number.NaN }, "a.nc")).toThrow(/semi_major_axis/);
    expect(() => viewOf({ ...goes, sweep_angle_axis: "z" }, "a.nc")).toThrow('must be "x" or "y", got "z"');
  });
});
