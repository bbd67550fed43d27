/** A map of shade in a yield: its stage, its words, its losses, and what a description of it may be. */
import { describe, expect, test } from "vitest";
import { optimumOf, type YieldSystem, yieldOf, yieldOfPlaneLight } from "../../../src/answers/yield/index.js";
import { readSystem } from "../../../src/data/system/index.js";
import type { PvShade } from "../../../src/data/system/types.js";
import { messagesOf, SOUTH, tilted, weather, yearOf } from "./roof.js";

/** @param passes by azimuth and elevation of the middle of a cell */
function mapOf(passes: (azimuth: number, elevation: number) => number, diffuse?: PvShade["diffuse"]): PvShade {
  const cell = (_: unknown, k: number) => passes((k % 36) * 10 + 5, Math.floor(k / 36) * 5 + 2.5);
  return { azimuthStep: 10, elevationStep: 5, passes: Array.from({ length: 648 }, cell), ...(diffuse && { diffuse }) };
}

const WALL = mapOf((azimuth, elevation) => (azimuth > 220 && azimuth < 310 && elevation < 40 ? 0 : 1));
const EAST = mapOf((azimuth) => (azimuth < 180 ? 0 : 1));
const HORIZON = Array.from({ length: 360 }, (_, azimuth) => (azimuth > 100 && azimuth < 150 ? 15 : 0));
const annual = (system: Partial<YieldSystem>) => yearOf(system).annual!.energy;
const stageOf = ({ losses }: ReturnType<typeof yearOf>, wanted: string) => losses.find(({ name }) => name === wanted)!;

describe("the stages of shade", () => {
  test("are the horizon line, the beam and the sky", () => {
    const shaded = yearOf({ shade: WALL, losses: 0 });
    expect(stageOf(shaded, "shading")).toMatchObject({ description: "horizon line", note: "not given", factor: 1 });
    for (const name of ["beam", "diffuse"]) {
      expect(stageOf(shaded, name).factor).toBeGreaterThan(0.8);
      expect(stageOf(shaded, name).factor).toBeLessThan(0.99);
    }
    const light = shaded.losses.reduce((left, { factor }) => left * factor, shaded.losses[0]!.energy);
    expect(light / shaded.annual!.energy).toBeCloseTo(1, 9);
    for (const { stages } of shaded.months) {
      expect(stages.beam).toBeLessThanOrEqual(stages.shading!);
      expect(stages.diffuse).toBeLessThan(stages.beam!);
    }
    expect(yearOf().losses.map(({ name }) => name)).not.toContain("beam");
  });

  test("of a map that leaves the sky open takes the beam, and of the sky what is around the sun", () => {
    const [open, map] = (["open", "map"] as const).map((diffuse) =>
      yearOf({ shade: mapOf((azimuth) => (azimuth > 200 ? 0 : 1), diffuse) }),
    ) as [ReturnType<typeof yearOf>, ReturnType<typeof yearOf>];
    expect(stageOf(open, "beam").energy).toBe(stageOf(map, "beam").energy);
    expect(stageOf(open, "diffuse").factor).toBeGreaterThan(stageOf(map, "diffuse").factor + 0.1);
    expect(stageOf(open, "diffuse").factor).toBeLessThan(1);
  });

  test("keep the horizon's part where it was, and come behind it", () => {
    const options = { context: { horizon: HORIZON } };
    const [far, both] = [yearOf({}, options), yearOf({ shade: WALL }, options)];
    expect(stageOf(both, "shading")).toEqual(stageOf(far, "shading"));
    // What the line hides the map takes no second time.
    const same = mapOf((azimuth, elevation) => (azimuth > 110 && azimuth < 140 && elevation < 5 ? 0 : 1));
    const behind = yearOf({ shade: same }, options);
    for (const name of ["beam", "diffuse"]) expect(stageOf(behind, name).factor).toBeCloseTo(1, 12);
    expect(stageOf(yearOf({ shade: same }), "beam").factor).toBeLessThan(0.9999);
  });

  test("have the system's planes with rows at their place", () => {
    const planes = [
      { ...SOUTH, shade: WALL },
      { ...SOUTH, rows: { gcr: 0.5 } },
    ];
    const { losses } = yearOf({ planes });
    expect(losses.map(({ name }) => name).slice(1, 6)).toEqual(["plane", "shading", "beam", "diffuse", "rows"]);
    for (const { factor } of losses.slice(3, 6)) expect(factor).toBeLessThan(0.995);
  });

  test("of an open map takes nothing: the yield has the same bits as without", () => {
    // A set's own shading would be the map's.
    const { losses: _shading, lossSet: _withMap, months, ...open } = yearOf({ shade: mapOf(() => 1), losses: 5 });
    const { losses: _none, lossSet: _flat, months: flat, ...without } = yearOf({ losses: 5 });
    expect(open).toEqual(without);
    for (const [k, { stages, ...month }] of months.entries()) {
      const { beam, diffuse, ...others } = stages;
      expect([beam, diffuse]).toEqual([stages.plane, stages.plane]);
      expect({ ...month, stages: others }).toEqual(flat[k]);
    }
  });

  test("says what is shaded twice", () => {
    const { notices } = yearOf({ shade: WALL }, { horizonInLight: true });
    expect(messagesOf({ notices })).toContain(
      "the weather's light is already shaded by a horizon line: what the map of shade has of it is taken a second time",
    );
    const light = { start: weather.start as number, interval: 3600, irradiance: new Float64Array(48).fill(300) };
    const place = { latitude: weather.place!.latitude, longitude: weather.place!.longitude };
    const columns = { temperature: new Float64Array(48).fill(15) };
    const measured = yieldOfPlaneLight({ ...light, columns, place }, { planes: [SOUTH], shade: WALL });
    expect(messagesOf(measured).join()).toContain("is taken a second time");
  });
});

describe("a description with a map", () => {
  test("of the system is that of planes without their own", () => {
    const [first, second] = [tilted(30, 120), tilted(30, 240)];
    const planes = (system: YieldSystem) => yearOf(system).planes.map(({ energy }) => energy);
    const each = planes({
      planes: [
        { ...first, shade: EAST },
        { ...second, shade: WALL },
      ],
      losses: 0,
    });
    expect(planes({ planes: [{ ...first, shade: EAST }, second], shade: WALL, losses: 0 })).toEqual(each);
    const one = planes({ planes: [first, { ...second, shade: WALL }], losses: 0 });
    expect(one[1]).toBe(each[1]);
    expect(one[0]).toBeGreaterThan(each[0]!);
  });

  test("takes the place of the losses' item of shading where all planes have one, unless that is given", () => {
    const set = "bank";
    const zero = annual({ shade: WALL, losses: { set, shading: 0 } });
    expect(annual({ shade: WALL, losses: set })).toBe(zero);
    expect(annual({ planes: [{ ...SOUTH, shade: WALL }], losses: set })).toBe(zero);
    expect(annual({ shade: WALL, losses: { set, shading: 3 } })).toBeLessThan(zero);
    expect(annual({ planes: [{ ...SOUTH, shade: WALL }, SOUTH], losses: set })).toBe(
      annual({ planes: [{ ...SOUTH, shade: WALL }, SOUTH], losses: { set, shading: 3 } }),
    );
  });

  test("is read from JSON with underscores, and read again as it is", () => {
    const { azimuthStep: azimuth_step, elevationStep: elevation_step, passes } = WALL;
    const json = {
      planes: [{ surface_tilt: 35, surface_azimuth: 180 }],
      shade: { azimuth_step, elevation_step, passes },
    };
    const read = readSystem(JSON.parse(JSON.stringify(json)));
    expect(readSystem(JSON.parse(JSON.stringify(read)))).toEqual(read);
    expect(yieldOf(weather, read, { typicalYear: true }).annual).toEqual(yearOf({ shade: WALL }).annual);
  });

  const planes = [SOUTH];
  test.each([
    [{ planes, shade: { ...WALL, azimuthStep: 7 } }, "system.shade.azimuthStep must divide 360 degrees, got 7"],
    [
      { planes: [{ ...SOUTH, shade: { ...WALL, passes: [0] } }] },
      "system.planes[0].shade.passes must have 648 numbers",
    ],
    [{ planes, shade: { azimuthStep: 10, passes: [] } }, "system.shade.elevationStep is required"],
    [{ planes, shade: { ...WALL, steps: 3 } }, 'system.shade has no option "steps"'],
    [{ planes, shade: [WALL] }, "system.shade must be an object, got an array of 1"],
    [{ planes: [{ trackingMode: "1_axis" }], shade: WALL }, "system.planes[0].shade is for fixed planes without rows"],
    [{ planes: [{ ...SOUTH, rows: { gcr: 0.4 }, shade: WALL }] }, "shade is for fixed planes without rows, got rows"],
  ])("is refused by name, %#", (system, message) => {
    expect(() => yieldOf(weather, system as unknown as YieldSystem)).toThrow(message);
  });

  test("belongs to a plane or the system, not to the context", () => {
    expect(() => yearOf({}, { context: { shade: WALL as never } })).toThrow(
      "context.shade is not accepted: each plane has its own, system.planes[k].shade",
    );
  });

  test("turns the best plane away from the wall", () => {
    const half = mapOf((azimuth) => (azimuth > 180 ? 0 : 1));
    const best = (shade?: PvShade) => optimumOf(weather, { shade, losses: 0 }, { typicalYear: true });
    const [free, shaded] = [best(), best(half)];
    expect(free.surfaceAzimuth - shaded.surfaceAzimuth).toBeGreaterThan(15);
    const plane = tilted(shaded.surfaceTilt, shaded.surfaceAzimuth);
    const energy = (one: object) => annual({ planes: [one], shade: half, losses: 0 });
    for (const turn of [-20, 20])
      expect(energy(tilted(plane.surfaceTilt, plane.surfaceAzimuth + turn))).toBeLessThan(energy(plane));
  });
});
