import { describe, expect, it } from "vitest";
import { worldYear } from "../../../src/answers/climate/index.js";
import { ownUseSummary } from "../../../src/answers/own-use/own-use.js";
import { yieldAnswer, yieldOf, yieldSeries } from "../../../src/answers/yield/index.js";
import { readPower } from "../../../src/answers/yield/measured/read-power.js";
import type { YieldOptions, YieldSystem } from "../../../src/answers/yield/types.js";

const year = await worldYear(47.4, 8.5);
const system: YieldSystem = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] };
const tariff = { price: 0.3, feedIn: 0.1, investment: 12_000 };

describe("a house beside a yield", () => {
  it("is the same in the description and in the options", () => {
    const timeZone = "Europe/Zurich";
    const options = yieldOf(year, system, { load: 4000, battery: 6, tariff, timeZone });
    const described = yieldOf(year, { ...system, battery: { capacity: 6 }, house: { load: 4000, tariff, timeZone } });
    const json = JSON.parse(
      JSON.stringify({
        ...system,
        battery: 6,
        house: { load: 4000, tariff: { price: 0.3, feed_in: 0.1, investment: 12_000 }, time_zone: timeZone },
      }),
    );
    expect(ownUseSummary(described.ownUse)).toEqual(ownUseSummary(options.ownUse));
    expect(ownUseSummary(yieldOf(year, json).ownUse)).toEqual(ownUseSummary(options.ownUse));
  });

  it("uses the energy of the yield itself, and changes nothing of it", () => {
    const [with_, without] = [yieldOf(year, system, { load: 4000 }), yieldOf(year, system)];
    expect(without.ownUse).toBeNull();
    expect({ ...with_, ownUse: null, notices: without.notices }).toEqual(without);
    const quarters = yieldSeries(year, system, { frequency: "15_minutes" }).columns.ac;
    expect([...with_.ownUse!.columns.pv]).toEqual([...quarters]);
    // Power is clipped in quarters, not in hours.
    expect(with_.ownUse!.annual!.pv / without.annual!.energy).toBeCloseTo(1, 2);
  });

  it("has the limit of feed-in behind it", () => {
    const limited = { ...system, exportLimit: 3 };
    const { ownUse, losses, notices } = yieldOf(year, limited, { load: 4000 });
    expect(Math.max(...ownUse!.columns.exported)).toBe(3000);
    const open = yieldOf(year, system, { load: 4000 }).ownUse!;
    expect(ownUse!.annual!.pv).toBeCloseTo(open.annual!.pv, 6);
    expect(ownUse!.annual!.exported + ownUse!.annual!.curtailed).toBeCloseTo(open.annual!.exported, 6);
    expect(losses.some(({ name }) => name === "export")).toBe(true);
    expect(notices.some(({ code }) => code === "export")).toBe(true);
  });

  it("stands in JSON without its rows", () => {
    const answer = yieldAnswer(yieldOf(year, system, { load: 4000, tariff })) as {
      own_use: { annual: { self_sufficiency: number }; money: { net_present_value: number } };
    };
    expect(answer.own_use.annual.self_sufficiency).toBeGreaterThan(0.2);
    expect(Number.isFinite(answer.own_use.money.net_present_value)).toBe(true);
    expect(answer.own_use).not.toHaveProperty("columns");
  });

  it("ages its modules as the system does", () => {
    const of = (ageing: number | undefined) =>
      yieldOf(year, { ...system, ...(ageing !== undefined && { ageing }) }, { load: 4000, tariff }).ownUse!.money!;
    expect(of(2).years[19]!).toBeLessThan(of(0.5).years[19]!);
    expect(of(0.55).years[19]! / of(undefined).years[19]!).toBeCloseTo(1, 9);
  });

  it("says where a battery has none", () => {
    const { notices, ownUse } = yieldOf(year, { ...system, battery: 5 });
    expect(ownUse).toBeNull();
    expect(notices.find(({ code }) => code === "battery")?.message).toMatch(/give the load of the house/);
  });

  const steps = { start: 0, step: 900_000, power: Float64Array.of(1, 2) };
  it.each<[YieldOptions, RegExp]>([
    [{ load: -5 }, /yieldOf: options\.load must be kWh a year above 0/],
    [{ load: "much" as never }, /yieldOf: options\.load must be kWh a year above 0, or power in steps, got "much"/],
    [
      { load: { ...steps, power: Float64Array.of(100, -20) } },
      /options\.load\.power must be W from 0 up, got -20 in row 1/,
    ],
    [{ load: { ...steps, step: 7_200_000 } }, /options\.load\.interval must be seconds above 0, at most 3600/],
    [{ load: steps }, /load: .* at least 360 days of the calendar is needed, got 0/],
    [
      { load: 1000, battery: { capacity: 5, leastCharge: 0.9, mostCharge: 0.5 } },
      /options\.battery\.leastCharge must be below mostCharge, 0\.5, got 0\.9/,
    ],
    [{ load: 1000, battery: { capacity: 5, power: 2 } as never }, /options\.battery has no option "power"/],
    [{ load: 1000, tariff: { price: [1, 2] } }, /options\.tariff\.price must be a list of 24 values, got 2/],
    [{ load: 1000, tariff: {} as never }, /options\.tariff\.price is required/],
    [{ tariff }, /options\.load is required/],
    [{ load: 1000, timeZone: "Mars" }, /options\.timeZone must be a zone/],
  ])("names what is wrong with %j", (options, message) => {
    expect(() => yieldOf(year, system, options)).toThrow(message);
  });
});

describe("a load's file", () => {
  it.each([
    ["time,consumption_kw\n2024-01-01T00:00Z,0.5\n2024-01-01T01:00Z,1.5\n", [0.5, 1.5]],
    ["Zeit;Verbrauch [Wh]\n2024-01-01T00:00Z;250\n2024-01-01T00:15Z;500\n", [1, 2]],
    ["time,pv_w,load_w\n2024-01-01T00:00Z,9000,300\n2024-01-01T01:00Z,9000,400\n", [0.3, 0.4]],
  ])("is read from %j", async (text, kilowatts) => {
    const { measured } = await readPower(text, { of: "load" });
    expect([...measured.power]).toEqual(kilowatts);
  });
});
