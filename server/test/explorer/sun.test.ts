/** Sun and horizon: what a horizon takes, files in and out, the sun's day. */
import fc from "fast-check";
import { HORIZON_FORMATS, HorizonError, writeHorizon } from "irradiance-engine/horizon";
import { describe, expect, it } from "vitest";
import { type HorizonFile, horizonOfFile } from "../../explorer/rooms/sun/horizon-fields.js";
import { horizonLossOf, type YieldWithStages } from "../../explorer/rooms/sun/loss-card.js";

const year = (energy: number, shading: number): YieldWithStages => ({
  annual: { energy },
  months: [{ month: 1, energy: energy / 10, stages: { horizontal: 8, plane: 10, shading: shading / 10 } }],
  losses: [
    { name: "horizontal", energy: 80 },
    { name: "plane", energy: 100 },
    { name: "shading", energy: shading },
  ],
});

describe("what a horizon takes", () => {
  it("is the light of one answer's stage, and the energy between two answers", () => {
    const loss = horizonLossOf(year(90, 100), year(84, 93));
    expect(loss).toMatchObject({ open: 90, behind: 84, lost: 6 });
    expect(loss?.light).toBeCloseTo(0.07, 12);
    expect(loss?.energy).toBeCloseTo(6 / 90, 12);
    expect(loss?.months).toHaveLength(1);
    expect(loss?.months[0]).toMatchObject({ month: 1, open: 9, behind: 8.4 });
    expect(loss?.months[0]?.light).toBeCloseTo(0.07, 12);
  });

  it("is no light where an answer has no stage of shading", () => {
    const [all] = year(84, 0).months;
    const months = [{ ...all!, stages: { plane: 10 } }];
    const unshaded = { ...year(84, 0), months, losses: [{ name: "plane", energy: 100 }] };
    const loss = horizonLossOf(year(90, 100), unshaded);
    expect([loss?.light, loss?.months[0]?.light, loss?.lost]).toEqual([0, 0, 6]);
  });

  it("is nothing without light, and not known without a year", () => {
    const dark = { ...year(0, 0), losses: [] };
    expect(horizonLossOf(dark, dark)).toMatchObject({ light: 0, energy: 0, lost: 0 });
    expect(horizonLossOf({ ...year(90, 100), annual: null }, year(84, 93))).toBeUndefined();
  });
});

describe("a horizon file", () => {
  const whole = fc.array(fc.integer({ min: 0, max: 89 }), { minLength: 360, maxLength: 360 });

  it.each(HORIZON_FORMATS)("that the page writes as %s it reads as it was", (format) => {
    fc.assert(
      fc.property(whole, (line) => {
        const file = horizonOfFile(writeHorizon(line, format), { latitude: 47 }) as HorizonFile;
        expect(file.line).toEqual(line);
        expect(file.isRounded).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  it("of elevations alone counts from north over east, a line each or all on one", () => {
    const list = Array.from({ length: 36 }, (_, k) => k);
    for (const text of [list.join("\n"), list.join("\r\n"), list.join(", "), list.join("; ")]) {
      const file = horizonOfFile(text, {}) as HorizonFile;
      expect(file).toMatchObject({ points: 36, compass: "list", isRounded: false });
      expect([file.line[0], file.line[10], file.line[350]]).toEqual([0, 1, 35]);
    }
    expect(horizonOfFile("1.5\n2\n3\n4", {})).toMatchObject({ compass: "list", isRounded: true });
  });

  it("says how its azimuths were taken, and asks where nothing tells", () => {
    const pairs = (from: number) => Array.from({ length: 36 }, (_, k) => `${from + 10 * k};${k},5`).join("\n");
    expect(horizonOfFile(pairs(0), {})).toMatchObject({ compass: { zero: "north", from: "range" }, isRounded: true });
    expect(horizonOfFile(pairs(-180), { latitude: 47 })).toMatchObject({
      compass: { zero: "south", from: "convention" },
    });
    expect(horizonOfFile(pairs(-180), { latitude: -33 })).toEqual({ asks: "hemisphere" });
    expect(horizonOfFile("0,1\n90,2", {})).toEqual({ asks: "zero" });
    expect(horizonOfFile("0,1\n90,2", { zero: "south" })).toMatchObject({ compass: { zero: "south", from: "option" } });
  });

  it("that is damaged names the line and the value, whatever is in it", () => {
    expect(() => horizonOfFile("0,1\n90,x1\n200,3", {})).toThrow(
      expect.objectContaining({ reason: "pair", line: 2, value: '"90,x1"' }),
    );
    const pieces = fc.constantFrom(
      "0",
      "90",
      "-180",
      "7,5",
      "7.5",
      ";",
      ",",
      " ",
      "\n",
      "A",
      "{",
      "[",
      "]",
      '"',
      "x",
      "1e3",
      "-",
    );
    const files = fc.oneof(
      fc.string({ unit: "binary-ascii" }),
      fc.array(pieces).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(files, (text) => {
        try {
          const file = horizonOfFile(text, { latitude: 47 });
          if ("line" in file)
            expect(file.line.every((one) => Number.isInteger(one) && one >= 0 && one <= 89)).toBe(true);
        } catch (thrown) {
          expect(thrown instanceof HorizonError || thrown instanceof RangeError).toBe(true);
        }
      }),
    );
  });
});
