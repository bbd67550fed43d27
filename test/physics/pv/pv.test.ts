import { describe, expect, test } from "vitest";
import { defaultPv, pvwattsDc } from "../../../src/physics/models/pv/index.js";

describe("defaultPv", () => {
  test("is the formula of its doc block", () => {
    const { power } = defaultPv({ poaGlobal: [1000, 500, 800, 1], tempAir: [25, -10, 40, 25] });
    expect(power[0]).toBeCloseTo(697, 10); // 820 W less 15 % at 55 °C
    expect(power[1]).toBeCloseTo(0.82 * 500 * (1 + 0.005 * 20), 10);
    expect(power[2]).toBeCloseTo(0.82 * 800 * (1 - 0.005 * 39), 10);
    expect(power[3]).toBeCloseTo(0.82 * (1 - 0.005 * 0.03), 12);
  });

  test("is 0 without light even without a temperature, NaN with light and none, never negative", () => {
    const { power } = defaultPv({ poaGlobal: [0, 500, Number.NaN, 1000, -5], tempAir: [null, null, 20, 300, 20] });
    expect(Array.from(power)).toEqual([0, Number.NaN, Number.NaN, 0, 0]);
  });

  test("its stage writes the pv column", () => {
    const columns = {
      globalTilted: Float64Array.of(9, 1000, 9),
      temperature: Float64Array.of(9, 25, 9),
      pv: Float64Array.of(-1, -1, -1),
    };
    const block = { from: 1, to: 2, first: 0, last: 3, columns: columns as never, interval: 60 };
    defaultPv.stage.run(block, null);
    expect(Array.from(columns.pv)).toEqual([-1, expect.closeTo(697, 10), -1]);
  });
});

describe("pvwattsDc", () => {
  test("says which option is wrong", () => {
    const inputs = { effectiveIrradiance: 500, tempCell: 40 };
    expect(() => pvwattsDc(inputs, { pdc0: Number.NaN, gammaPdc: -0.004 })).toThrow(/pvwattsDc: pdc0 .* NaN/);
    expect(() => pvwattsDc(inputs, { pdc0: 100 } as never)).toThrow(/gammaPdc/);
    expect(() => pvwattsDc(inputs, { pdc0: 100, gammaPdc: -0.004, k: "a" as never })).toThrow(TypeError);
  });
});
