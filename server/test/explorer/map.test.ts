/** What of the world the map shows. */
import { describe, expect, it } from "vitest";
import { placeLabels } from "../../explorer/place/map/paint.js";
import {
  boxOf,
  dragged,
  EDGE,
  gridStep,
  heightOf,
  held,
  latitudeOf,
  pixelOf,
  placeOf,
  scaleBar,
  ticksWithin,
  tilesOf,
  zoomed,
} from "../../explorer/place/map/view.js";
import type { Town } from "../../explorer/place/towns.js";

const VIEW = { lat: 47, lon: 8, scale: 100, width: 800, height: 400 };

describe("views", () => {
  it("have a place for each pixel and back, over the date line, too", () => {
    for (const view of [VIEW, { ...VIEW, lon: 179.5 }, { ...VIEW, lat: -60, lon: -179.9, scale: 5 }])
      for (const [x, y] of [
        [0, 0],
        [400, 200],
        [799, 399],
        [13, 250],
      ] as const) {
        const place = placeOf(view, x, y);
        expect(Math.abs(place.lon)).toBeLessThanOrEqual(180);
        const back = pixelOf(view, place);
        expect([back[0], back[1]]).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
      }
  });

  it("are Mercator's: a square at the equator, none beyond 85°", () => {
    expect(heightOf(0)).toBeCloseTo(0, 12);
    expect(heightOf(EDGE)).toBeCloseTo(180, 0);
    expect(heightOf(90)).toBe(heightOf(EDGE));
    for (const lat of [-80, -33, 0.5, 47.4, 84]) expect(latitudeOf(heightOf(lat))).toBeCloseTo(lat, 9);
  });

  it("stay on the map and within its scales", () => {
    const far = held({ ...VIEW, lat: 89, lon: 190, scale: 1e9 }, 6000);
    expect([far.scale, far.lon]).toEqual([6000, -170]);
    const world = held({ ...VIEW, scale: 0 }, 6000);
    expect(world.scale).toBeCloseTo(800 / 360, 9);
    expect(boxOf(world).north).toBeLessThanOrEqual(EDGE + 1e-6);
  });

  it("keep the place under the pointer when they zoom, and follow the hand when they are dragged", () => {
    const at = [600, 100] as const;
    const before = placeOf(VIEW, ...at);
    const after = placeOf(zoomed(VIEW, 2, at, 6000), ...at);
    expect([after.lat, after.lon]).toEqual([expect.closeTo(before.lat, 9), expect.closeTo(before.lon, 9)]);
    const moved = pixelOf(dragged(VIEW, 30, -20), VIEW);
    expect([moved[0], moved[1]]).toEqual([expect.closeTo(430, 6), expect.closeTo(180, 6)]);
  });

  it("have a grid of round degrees and a bar of a round length", () => {
    for (const scale of [2, 40, 250, 6000]) {
      const view = { ...VIEW, scale };
      expect(gridStep(view) * scale).toBeGreaterThanOrEqual(scale < 3 ? 60 : 110 * 0.99);
      const { km, pixels } = scaleBar(view);
      expect(pixels).toBeLessThanOrEqual(120);
      expect(pixels).toBeGreaterThan(120 / 2.6);
      expect(String(km).replace(/0|\./g, "")).toMatch(/^[125]$/);
    }
    expect(ticksWithin(-0.35, 0.21, 0.1)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2]);
    // 100 km at the equator are 0.9°.
    const { km, pixels } = scaleBar({ ...VIEW, lat: 0 });
    expect(pixels / km).toBeCloseTo(100 / 111.2, 6);
  });
});

describe("labels", () => {
  const town = (name: string, lon: number): Town => {
    return { name, lon, lat: 0, country: "CH", region: "", code: "", altitude: 0, population: 1 };
  };
  const place = (towns: readonly Town[], blocked: Parameters<typeof placeLabels>[4] = []) =>
    placeLabels(
      towns,
      ({ lon }) => [lon, 50],
      ({ name }) => name.length * 7,
      { width: 300, height: 100 },
      blocked,
    );

  it("are placed for the first towns, and never over another or beyond the map", () => {
    const found = place([
      town("Alpha", 100),
      town("Beta", 104),
      town("Gamma", 220),
      town("Delta", 298),
      town("Epsilon", 3),
    ]);
    expect(found.map((label) => [label.town.name, label.align])).toEqual([
      ["Alpha", "left"],
      ["Gamma", "left"],
    ]);
  });

  it("turn to the other side where there is room", () => {
    expect(place([town("Omega", 280)])[0]).toMatchObject({ align: "right", textX: 274 });
    const blocked = [{ left: 106, right: 200, top: 0, bottom: 100 }];
    expect(place([town("Alpha", 95)], blocked)[0]?.align).toBe("right");
  });
});

describe("tiles", () => {
  it("cover the view, each once, at the level whose pixels are the screen's", () => {
    const tiles = tilesOf(VIEW, "https://t.example/{z}/{x}/{y}.png", 1);
    expect(new Set(tiles.map(({ url }) => url)).size).toBe(tiles.length);
    expect(tiles.every(({ url }) => url.startsWith("https://t.example/7/"))).toBe(true);
    for (const [x, y] of [
      [0, 0],
      [799, 399],
      [400, 200],
    ] as const)
      expect(tiles.filter((t) => x >= t.x && x < t.x + t.size && y >= t.y && y < t.y + t.size).length).toBe(1);
  });

  it("hold the place that Mercator gives them", () => {
    // 47.4° N, 8.5° E is tile 67/44 of level 7.
    const view = { ...VIEW, lat: 47.4, lon: 8.5, width: 2, height: 2 };
    const x = Math.floor(((8.5 + 180) / 360) * 128);
    const radians = (47.4 * Math.PI) / 180;
    const y = Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 128);
    expect(tilesOf(view, "{z}/{x}/{y}", 1).map(({ url }) => url)).toEqual([`7/${x}/${y}`]);
  });

  it("go on over the date line, and end at the edges", () => {
    const tiles = tilesOf({ ...VIEW, lat: 0, lon: 179.9, scale: 2.3 }, "{z}/{x}/{y}", 1);
    const [z = 0] = (tiles[0]?.url.split("/") ?? []).map(Number);
    for (const { url } of tiles)
      for (const part of url.split("/").slice(1).map(Number)) expect(part >= 0 && part < 2 ** z).toBe(true);
  });
});
