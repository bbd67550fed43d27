/** Columns packed in memory: every value comes back, and short decimals take little room. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf, pack, unpack } from "../src/files/weather-file.js";

describe("packing", () => {
  it("gives every value back to the last bit", () => {
    const decimal = fc.tuple(fc.integer({ min: -40_000_000, max: 40_000_000 }), fc.integer({ min: 0, max: 4 }));
    const value = fc.oneof(
      decimal.map(([whole, digits]) => Number(`${whole}e-${digits}`)),
      fc.constant(Number.NaN),
      fc.constantFrom(-32_768, 32_767, 32_768, -2_147_483_648, 2_147_483_647, 2_147_483_648),
    );
    const any = fc.oneof(fc.array(value), fc.array(fc.double({ noDefaultInfinity: true })));
    fc.assert(
      fc.property(any, (values) => {
        const column = Float64Array.from(values, (one) => one + 0 || one);
        const back = unpack(pack(column), 0, column.length);
        expect(back).toHaveLength(column.length);
        for (const [row, one] of back.entries()) {
          const given = column[row]!;
          expect(one === given || (Number.isNaN(one) && Number.isNaN(given))).toBe(true);
        }
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it("takes two bytes for short decimals, four for longer ones", () => {
    expect(pack(Float64Array.of(812.3, -20.1, Number.NaN)).values).toBeInstanceOf(Int16Array);
    expect(pack(Float64Array.of(101_325, 98_760.5)).values).toBeInstanceOf(Int32Array);
    expect(pack(Float64Array.of(1 / 3)).values).toBeInstanceOf(Float64Array);
  });

  it("gives the rows that are asked for", () => {
    expect([...unpack(pack(Float64Array.of(1, 2, 3, 4)), 1, 3)]).toEqual([2, 3]);
  });

  it("knows the bytes of its columns", () => {
    const short = pack(Float64Array.of(812.3, -20.1));
    expect(
      bytesOf(
        new Map([
          ["temperature", short],
          ["pressure", pack(Float64Array.of(1 / 3))],
        ] as const),
      ),
    ).toBe(4 + 8);
  });
});
