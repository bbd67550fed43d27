/** The plan of what stands around a roof: what it writes is what the service reads, and its map is the library's. */
import { readSystem } from "irradiance-engine/system";
import { describe, expect, it } from "vitest";
import { moduleShade } from "../../../src/data/system/module-shade.js";
import { passAt } from "../../../src/physics/models/shading/shade-map.js";
import {
  freshThing,
  KINDS,
  measuresOf,
  measuresOfModules,
  movedPlane,
  outlineOf,
  type Roof,
  roofOf,
  systemOf,
} from "../../explorer/rooms/roof/plan/scene.js";
import { shadeOf } from "../../explorer/rooms/roof/plan/worker.js";
import { FIRST } from "../../explorer/state/state.js";

const ROOF = roofOf({ ...FIRST, kwp: 5, surface_tilt: 30, surface_azimuth: 180, losses: "12" }) as Roof;
const withThing = (kind: (typeof KINDS)[number], lat = 47): Roof => ({
  ...ROOF,
  scene: { obstacles: [freshThing(kind, ROOF, lat)] },
});

describe("a plan", () => {
  it("begins with the roof of the state, and says nothing of modules while nothing stands around", () => {
    expect(JSON.parse(systemOf(ROOF))).toEqual({
      planes: [{ surface_tilt: 30, surface_azimuth: 180, kwp: 5 }],
      losses: 12,
    });
  });

  it.each(KINDS)("writes what the service reads: %s", (kind) => {
    const text = systemOf(withThing(kind));
    expect(() => readSystem(JSON.parse(text), "plan")).not.toThrow();
    expect(roofOf({ ...FIRST, system: text })).toEqual(JSON.parse(text));
    for (const { set, value } of measuresOf(withThing(kind).scene.obstacles[0]!)) {
      const changed = { ...ROOF, scene: { obstacles: [set(value + 0.5)] } };
      expect(() => readSystem(JSON.parse(systemOf(changed)), "plan")).not.toThrow();
    }
  });

  it("draws modules where the library has them", () => {
    const east = { ...ROOF.planes[0]!, surface_azimuth: 90, surface_tilt: 60 };
    const corners = outlineOf(movedPlane(east, 3, 2));
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const middle = (values: readonly number[]) => (Math.max(...values) + Math.min(...values)) / 2;
    expect(middle(xs)).toBeCloseTo(3, 10);
    expect(middle(ys)).toBeCloseTo(2, 10);
    // Two rows of 1.76 m at 60°, six or so of 1.13 m along the eaves; the lower edge is in the east.
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(3.54 * 0.5, 10);
    expect(corners[0]![0]).toBeGreaterThan(3);
    expect(
      measuresOfModules(east)
        .find(({ name }) => name === "rows")!
        .set(3.2).modules!.rows,
    ).toBe(3);
  });

  it("leaves to the JSON what it cannot draw", () => {
    const plane = { surface_tilt: 30, surface_azimuth: 180, kwp: 5 };
    for (const system of [
      { planes: [{ ...plane, tracking_mode: "1_axis" }] },
      { planes: [plane], scene: { obstacles: [{ kind: "mesh" }] } },
      { planes: [plane], scene: { heading: 20, obstacles: [] } },
      {},
    ])
      expect(roofOf({ ...FIRST, system: JSON.stringify(system) })).toBeUndefined();
  });

  it("leaves of trees fall half a year later in the south", () => {
    const leaves = (lat: number) => (freshThing("sphere", ROOF, lat) as { transmittance: number[] }).transmittance;
    expect(leaves(-30)[0]).toBe(leaves(47)[6]);
  });
});

it("the map is the library's", () => {
  const system = systemOf(withThing("house"));
  const [found] = shadeOf({ system, latitude: 47 });
  const map = moduleShade(readSystem(JSON.parse(system), "plan"), { latitude: 47 })[0]!.plane();
  expect(found!.passes).toEqual(Array.from(map.passes[0]!));
  // A house of 10 m eight metres before the modules: dark at noon in winter, open in the north.
  expect(passAt(map, 0, 180, 12)).toBeLessThan(0.3);
  expect(passAt(map, 0, 0, 12)).toBe(1);
});
