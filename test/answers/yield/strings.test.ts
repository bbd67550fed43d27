/** Strings in a yield: the stage of mismatch, what wiring does to it, one string over two planes, and what is refused. */
import { describe, expect, test } from "vitest";
import type { YieldSystem } from "../../../src/answers/yield/index.js";
import { readSystem } from "../../../src/data/system/index.js";
import type { PvPlane } from "../../../src/data/system/types.js";
import { messagesOf, SOUTH, tilted, yearOf } from "./roof.js";

const CHIMNEY = { kind: "box", at: [0.4, -0.6, 2.5], size: [0.6, 0.5, 2.2] } as const;
const MODULES = { rows: 1, columns: 4, width: 1.05, height: 1.72, corner: [-2.2, 0, 3.1] } as const;
type Given = Partial<NonNullable<PvPlane["modules"]>>;
const system = (modules: Given = {}, obstacle: object = CHIMNEY) =>
  ({
    planes: [{ ...SOUTH, modules: { ...MODULES, ...modules } }],
    scene: { obstacles: [obstacle] },
    losses: 0,
  }) as unknown as YieldSystem;
type Found = ReturnType<typeof yearOf>;
const factorOf = ({ losses }: Found, name = "mismatch") => losses.find((stage) => stage.name === name)?.factor;
const kept = (modules: Given) => factorOf(yearOf(system(modules)))!;

describe("the stage of mismatch", () => {
  const found = yearOf(system());

  test("stands between temperature and what comes later, in the year and in each month", () => {
    const names = found.losses.map(({ name }) => name);
    expect(names.indexOf("mismatch")).toBe(names.indexOf("temperature") + 1);
    expect(factorOf(found)).toBeGreaterThan(0.8);
    expect(factorOf(found)).toBeLessThan(0.98);
    for (const { stages } of found.months) {
      expect(stages.mismatch).toBeLessThanOrEqual(stages.temperature!);
      expect(stages.losses).toBe(stages.mismatch);
    }
    const product = found.losses.reduce((left, { factor }) => left * factor, found.losses[0]!.energy);
    expect(product / found.annual!.energy).toBeCloseTo(1, 9);
  });

  test("leaves the light as it is: the stages before are those of a linear system, which has no such stage", () => {
    const linear = yearOf(system({ wiring: "linear" }));
    expect(factorOf(linear)).toBeUndefined();
    const stagesBefore = ({ losses }: Found) =>
      losses.slice(0, losses.findIndex(({ name }) => name === "temperature") + 1).map(({ energy }) => energy);
    expect(stagesBefore(found)).toEqual(stagesBefore(linear));
  });

  test("takes nothing where the light is even: in the open, and behind a far wall", () => {
    const far = { kind: "box", at: [0, -3000, 0], size: [9000, 10, 300] };
    const behind = { kind: "box", at: [0, 60, 0], size: [5, 5, 30] };
    expect(factorOf(yearOf(system({}, behind)))).toBe(1);
    const walled = yearOf(system({}, far));
    const [beam = Number.NaN, diffuse = Number.NaN] = [factorOf(walled, "beam"), factorOf(walled, "diffuse")];
    expect(beam * diffuse).toBeLessThan(0.995);
    expect(factorOf(walled)).toBeGreaterThan(0.9999);
  });

  test("goes with the wiring: modules alone lose least, strings by their darkest part most", () => {
    const [diodes, modules, strings] = (["diodes", "modules", "strings"] as const).map((wiring) => kept({ wiring }));
    expect(modules).toBeGreaterThan(diodes!);
    expect(diodes).toBeGreaterThan(strings! + 0.02);
    // Two strings side by side have one voltage: diodes of one of them cannot help themselves.
    expect(kept({ strings: 2 })).toBeLessThan(diodes!);
  });

  test("has every month's leaves", () => {
    const transmittance = [1, 1, 1, 1, 1, 0.1, 0.1, 0.1, 0.1, 1, 1, 1];
    const { months } = yearOf(system({}, { kind: "sphere", at: [0, -3.4, 7.5], radius: 2, transmittance }));
    const share = (k: number) => months[k]!.stages.mismatch! / months[k]!.stages.temperature!;
    for (const k of [0, 2, 3, 10, 11]) expect(share(k)).toBe(1);
    for (const k of [7, 8]) expect(share(k)).toBeLessThan(0.995);
  });
});

describe("one string over two planes", () => {
  const planes = (string?: string) => [
    { ...tilted(35, 90), kwp: 3, inverter: "a", ...(string && { string }) },
    { ...tilted(35, 270), kwp: 3, inverter: "a", ...(string && { string }) },
  ];
  const roof = (string?: string) => yearOf({ planes: planes(string), inverters: { a: {} }, losses: 0 });

  test("loses much where the sun is on one side, nothing where both have the same light", () => {
    const [apart, joined] = [roof(), roof("s")];
    expect(factorOf(apart)).toBeUndefined();
    expect(factorOf(joined)).toBeGreaterThan(0.75);
    expect(factorOf(joined)).toBeLessThan(0.95);
    const same = yearOf({
      planes: planes("s").map((plane) => ({ ...plane, surfaceAzimuth: 180 })),
      inverters: { a: {} },
      losses: 0,
    });
    expect(factorOf(same)).toBe(1);
  });

  test("is said, and so is that each plane has its own tracker", () => {
    expect(messagesOf(roof("s")).join()).toContain('planes 0, 1 are one string, "s": all have the smallest current');
    expect(messagesOf(roof("s")).join()).not.toContain("its own maximum power point tracker");
    expect(messagesOf(roof()).join()).toContain("its own maximum power point tracker");
  });

  test("in its order does not matter, nor its names", () => {
    const turned = yearOf({ planes: planes("other").toReversed(), inverters: { a: {} }, losses: 0 });
    expect(turned.annual!.energy).toBeCloseTo(roof("s").annual!.energy, 6);
  });
});

describe("a description", () => {
  test("is read with underscores and again as it is", () => {
    const read = readSystem(JSON.parse(JSON.stringify(system({ wiring: "diodes", cells: "full", strings: 2 }))));
    expect(readSystem(JSON.parse(JSON.stringify(read)))).toEqual(read);
  });

  const south = { ...SOUTH, kwp: 2 };
  test.each([
    [system({ strings: 3 }), "system.planes[0].modules.strings must divide its 4 modules, got 3"],
    [system({ strings: 2, wiring: "modules" }), "modules.strings, got 2, has no effect with wiring modules"],
    [system({ wiring: "parallel" as never }), "system.planes[0].modules.wiring must be one of diodes, modules"],
    [system({ cells: "third" as never }), "system.planes[0].modules.cells must be one of full, half"],
    [{ planes: [{ ...south, string: "a" }] }, 'system.planes[0].string, got "a", is the string of no other plane'],
    [{ planes: [1, 2].map(() => ({ ...south, string: "a" })) }, "must be on one inverter"],
    [
      {
        inverter: {},
        planes: [1, 2].map(() => ({ trackingMode: "1_axis", kwp: 1, string: "a", inverter: "x" })),
        inverters: { x: {} },
      },
      "system.inverter is the inverter of no plane",
    ],
    [
      {
        planes: [1, 2].map(() => ({ trackingMode: "1_axis", kwp: 1, string: "a", inverter: "x" })),
        inverters: { x: {} },
      },
      "is for fixed planes, got a tracker",
    ],
    [
      { planes: Array.from({ length: 9 }, () => ({ ...south, string: "a", inverter: "x" })), inverters: { x: {} } },
      "must be of at most 8 planes, got 9",
    ],
  ])("is refused by name, %#", (given, message) => {
    expect(() => yearOf(given as unknown as YieldSystem)).toThrow(message);
  });
});
