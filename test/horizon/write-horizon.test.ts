/** Horizon lines written as files come back as they were, by the reader and by the convention that each program documents. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HORIZON_FORMATS, readHorizon, writeHorizon } from "../../src/horizon/index.js";

const elevations = fc.array(fc.integer({ min: 0, max: 8999 }), { minLength: 360, maxLength: 360 });
const lines = elevations.map((list) => list.map((hundredths) => hundredths / 100));

describe("writeHorizon", () => {
  it.each(HORIZON_FORMATS)("writes %s that readHorizon reads as it was", (format) => {
    fc.assert(
      fc.property(lines, (line) => {
        const { elevation, points } = readHorizon(writeHorizon(line, format), { latitude: 47 });
        expect(points).toBe(360);
        expect(elevation).toEqual(line);
      }),
      { numRuns: 30 },
    );
  });

  it("says in CSV and JSON where azimuth 0 is, and in .hor has it in the south on both hemispheres", () => {
    const line = Array.from({ length: 360 }, (_, azimuth) => (azimuth === 90 ? 30 : 0));
    for (const format of ["csv", "json"] as const) {
      expect(readHorizon(writeHorizon(line, format), { latitude: -33 })).toMatchObject({
        elevation: line,
        compass: { zero: "north", east: 90, from: "file" },
        notices: [],
      });
    }
    const hor = writeHorizon(line, "hor");
    expect(hor.split("\n").slice(88, 92)).toEqual(["-92 0", "-91 0", "-90 30", "-89 0"]);
    expect(readHorizon(hor, { zero: "south" }).elevation).toEqual(line);
    expect(() => readHorizon(hor, { latitude: -33 })).toThrow(/southern hemisphere/);
  });

  it("refuses what is no line", () => {
    expect(() => writeHorizon([1, 2], "csv")).toThrow(/elevation must be 360 numbers/);
    expect(() => writeHorizon(Array(360).fill(90), "hor")).toThrow(/elevation\[0\] must be .* below 90, got 90/);
    expect(() => writeHorizon(Array(360).fill(0), "xml" as never)).toThrow(/csv, hor, json, got "xml"/);
  });
});
