/** Whose constant losses a system has: a set by name, a number, or the items that differ from a set. */
import { describe, expect, test } from "vitest";
import { parseYieldRequest } from "../../../src/data/contract/yield/request.js";
import { checkSystem } from "../../../src/data/system/checked.js";
import { lossSetText } from "../../../src/data/system/losses.js";
import { readSystem } from "../../../src/data/system/resolve.js";
import type { PvSystem } from "../../../src/data/system/types.js";
import { pvwattsLosses } from "../../../src/physics/models/pv/index.js";
import { yearOf } from "../../answers/yield/roof.js";

const of = (system: Partial<PvSystem> = {}) => checkSystem({ planes: [{}], ...system }).lossSet;
/** What is left of the energy, by the losses of each item, percent. */
const left = (...percents: readonly number[]) => percents.reduce((share, percent) => share * (1 - percent / 100), 1);
const OWNER = 100 * (1 - left(2, 2, 2, 0.5, 1, 1));
const BANK = pvwattsLosses().losses[0]!;

describe("losses of a system", () => {
  test("are an owner's unless given: soiling, mismatch and wiring 2 each, connections 0.5, nameplate 1, outages 1", () => {
    expect(of()).toEqual({
      name: "owner",
      percent: expect.closeTo(OWNER, 12),
      owner: expect.closeTo(OWNER, 12),
      bank: BANK,
    });
    expect(of({ losses: "owner" })).toEqual(of());
    expect(of().percent).toBeCloseTo(8.2, 1);
  });

  test("by the name of a bank are PVWatts' 14.08 %", () => {
    expect(of({ losses: "bank" })).toEqual({ ...of(), name: "bank", percent: BANK });
    expect(BANK).toBeCloseTo(14.08, 2);
  });

  test("stay a number where one is given", () => {
    expect(of({ losses: 9.5 })).toEqual({ ...of(), name: "given", percent: 9.5 });
    expect(of({ losses: 0 }).percent).toBe(0);
  });

  test("of some items differ from the set that is named, else from the owner's", () => {
    expect(of({ losses: { shading: 3 } }).percent).toBeCloseTo(100 - (100 - OWNER) * 0.97, 12);
    expect(of({ losses: { set: "bank", shading: 0 } }).percent).toBeCloseTo(100 - (100 - BANK) / 0.97, 12);
    expect(of({ losses: { set: "bank" } }).percent).toBe(BANK);
  });

  test("leave an item to the stage that takes its place, in every set", () => {
    const { owner, bank } = of({ cabling: { dc: 1 } });
    expect(owner).toBeCloseTo(100 - (100 - OWNER) / 0.98, 12);
    expect(bank).toBeCloseTo(100 - (100 - BANK) / 0.98, 12);
  });

  test("are read by name from JSON, and a name that is none is refused with those that are", () => {
    expect(readSystem({ planes: [{}], losses: "bank" }).losses).toBe("bank");
    const refused = /losses must be owner, bank, or a number or items in percent, got "bnk"$/;
    expect(() => readSystem({ planes: [{}], losses: "bnk" })).toThrow(refused);
    expect(() => readSystem({ planes: [{}], losses: { set: "banks" } })).toThrow(
      /losses\.set must be one of owner, bank/,
    );
  });
});

describe("a query", () => {
  const asked = (losses: unknown) =>
    parseYieldRequest({ lat: 47.4, lon: 8.5, tilt: 30, losses } as never, { now: 0 }).system.losses;

  test("has a set by name or a number in percent", () => {
    expect(asked("bank")).toBe("bank");
    expect(asked("9.5")).toBe(9.5);
    expect(asked(undefined)).toBeUndefined();
    expect(() => asked("banks")).toThrow(/"losses" must be owner, bank or a number from 0 to 100, got "banks"/);
    expect(() => asked("101")).toThrow(/"losses" must be owner, bank or a number/);
  });
});

describe("a yield", () => {
  test("says whose losses it has, and has them: a bank's leave what is said of the owner's power", () => {
    const [owner, bank] = [yearOf(), yearOf({ losses: "bank" })];
    const constant = ({ losses }: typeof owner) => losses.find(({ name }) => name === "losses")!;
    expect(owner.lossSet).toEqual(of());
    expect(constant(bank).energy / constant(owner).energy).toBeCloseTo((100 - BANK) / (100 - OWNER), 12);
    expect(bank.annual!.energy).toBeLessThan(owner.annual!.energy);
  });

  test("says it in words", () => {
    expect(lossSetText(of())).toBe("constant losses: owner, 8.2 %; bank, 14.1 %, leaves 6.4 % less at the same light");
    expect(lossSetText(of({ losses: "bank" }))).toBe(
      "constant losses: bank, 14.1 %; owner, 8.2 %, leaves 6.8 % more at the same light",
    );
    expect(lossSetText(of({ losses: 7 }))).toBe("constant losses: given, 7.0 %");
  });
});
