import { describe, expect, it } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { householdLoad } from "../../../src/answers/own-use/household.js";
import { ownUseOf, type SystemPower } from "../../../src/answers/own-use/own-use.js";
import type { OwnUse } from "../../../src/answers/own-use/types.js";
import type { Battery, Tariff } from "../../../src/data/system/own-use.js";
import { zoneNamed } from "../../../src/foundation/time/zone.js";
import { drawsOf } from "../../draws.js";

const HOUR = 3_600_000;
const START = Date.UTC(2025, 0, 1);

/** A made system and house over some days. */
function drawn(random: () => number, days = 4, step = HOUR / 4) {
  const count = (days * 24 * HOUR) / step;
  const at = (row: number) => ((row * step) / HOUR) % 24;
  const peak = 1000 + 9000 * random();
  const power = Float64Array.from(
    { length: count },
    (_, row) => peak * Math.max(0, Math.sin(((at(row) - 6) * Math.PI) / 12)) * random(),
  );
  const load = Float64Array.from({ length: count }, () => 3000 * random() ** 3);
  const system: SystemPower = { start: START, step, power, timeZone: 0 };
  return { system, load: { start: START, step, power: load } };
}

function drawnBattery(random: () => number): Battery {
  const hours = () => Array.from({ length: 24 }, (_, hour) => hour).filter(() => random() < 0.4);
  return {
    capacity: 20 * random(),
    chargePower: 5 * random(),
    dischargePower: 5 * random(),
    chargeEfficiency: 0.8 + 0.2 * random(),
    dischargeEfficiency: 0.8 + 0.2 * random(),
    standby: 30 * random(),
    leastCharge: 0.3 * random(),
    mostCharge: 0.6 + 0.4 * random(),
    ...(random() < 0.5 && { dischargeHours: hours() }),
    ...(random() < 0.5 && { gridChargeHours: hours() }),
  };
}

/** The largest difference of any row between what comes and what goes, W, and of the battery's content, Wh. */
function worstBalance(
  { columns, step }: OwnUse,
  { standby = 0, chargeEfficiency = 0.95, dischargeEfficiency = 0.95, capacity, leastCharge = 0 }: Battery,
) {
  let [worst, held] = [0, 1000 * leastCharge * capacity];
  for (let row = 0; row < columns.pv.length; row++) {
    const at = (name: keyof typeof columns) => columns[name][row]!;
    const comes = at("pv") + at("imported") + at("discharged");
    const goes = at("load") + standby + at("charged") + at("exported") + at("curtailed");
    held += (at("charged") * chargeEfficiency - at("discharged") / dischargeEfficiency) * (step / HOUR);
    worst = Math.max(worst, Math.abs(comes - goes), Math.abs(held - at("stored")));
    for (const name of ["imported", "exported", "curtailed", "charged", "discharged", "stored"] as const)
      if (at(name) < 0) return Number.POSITIVE_INFINITY;
  }
  return worst;
}

describe("the rule", () => {
  it("loses and invents no energy in any step, over 2,000 drawn systems", () => {
    const random = randomNumbers(55);
    for (let k = 0; k < drawsOf(2000); k++) {
      const { system, load } = drawn(random, 2);
      const battery = drawnBattery(random);
      const feedInLimit = random() < 0.5 ? 4000 * random() : undefined;
      const found = ownUseOf(system, { load, battery, feedInLimit });
      // Of 10 kW and 20 kWh.
      expect(worstBalance(found, battery)).toBeLessThan(1e-8);
      expect(Math.max(...found.columns.exported)).toBeLessThanOrEqual(feedInLimit ?? Number.POSITIVE_INFINITY);
      const { pv, load: used, imported, exported, curtailed, charged, discharged, standby } = found.total;
      expect(Math.abs(pv + imported + discharged - used - standby - charged - exported - curtailed)).toBeLessThan(
        1e-9 * (pv + used),
      );
    }
  });

  it("buys no more with a larger battery, where any hour may discharge", () => {
    const random = randomNumbers(8);
    for (let k = 0; k < drawsOf(200); k++) {
      const { system, load } = drawn(random);
      const { sizes } = ownUseOf(system, { load, battery: { capacity: 1 }, sizes: [0, 1, 2, 4, 8, 16] });
      for (let n = 1; n < sizes.length; n++)
        expect(sizes[n]!.imported).toBeLessThanOrEqual(sizes[n - 1]!.imported + 1e-9);
      expect(sizes[5]!.imported).toBeLessThan(sizes[0]!.imported);
    }
  });

  it("is plain arithmetic without a battery", () => {
    const { system, load } = drawn(randomNumbers(3));
    const { columns, total } = ownUseOf(system, { load });
    columns.imported.forEach((value, row) => {
      expect(value).toBe(Math.max(0, load.power[row]! - system.power[row]!));
      expect(columns.exported[row]).toBe(Math.max(0, system.power[row]! - load.power[row]!));
    });
    expect(total.ownUse).toBeCloseTo(1 - total.exported / total.pv, 12);
    expect(total.selfSufficiency).toBeCloseTo(1 - total.imported / total.load, 12);
  });

  it("has a size of the table as that size alone has it", () => {
    const { system, load } = drawn(randomNumbers(4));
    const battery = { capacity: 3, standby: 12 };
    const { sizes } = ownUseOf(system, { load, battery, sizes: [3, 9] });
    const { capacity: _three, gain: _none, ...three } = sizes[0]!;
    expect(three).toEqual(ownUseOf(system, { load, battery }).total);
    expect(sizes[1]!.discharged).toBeGreaterThan(three.discharged);
  });

  it("passes over rows without power or load, and says their share", () => {
    const { system, load } = drawn(randomNumbers(5));
    system.power[50] = Number.NaN;
    load.power[60] = Number.NaN;
    const { missing, total, columns } = ownUseOf(system, { load, battery: { capacity: 5 } });
    expect(missing).toBeCloseTo(2 / system.power.length, 12);
    expect(columns.stored[50]).toBe(columns.stored[49]);
    expect(Number.isFinite(total.imported)).toBe(true);
  });

  it("charges from the grid in the hours that are named, and discharges in others alone", () => {
    const { system, load } = drawn(randomNumbers(6));
    const night = [1, 2, 3];
    const { columns } = ownUseOf(system, {
      load,
      battery: { capacity: 10, gridChargeHours: night, dischargeHours: [18, 19, 20] },
    });
    columns.discharged.forEach((value, row) => {
      const hour = Math.floor(row / 4) % 24;
      if (value > 0) expect([18, 19, 20]).toContain(hour);
      if (columns.imported[row]! > load.power[row]! + 1e-9) expect(night).toContain(hour);
    });
    expect(columns.imported.some((value, row) => value > load.power[row]! + 1)).toBe(true);
  });
});

describe("the load", () => {
  const grid = (step: number, year = 2025) => ({
    start: Date.UTC(year, 0, 1),
    step,
    count: Math.round((Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / step),
  });

  it.each([
    [HOUR / 12, 2025],
    [HOUR / 4, 2024],
    [HOUR, 2025],
  ])("is the energy of a year by the profile, in steps of %i ms of %i", (step, year) => {
    const { power } = householdLoad(3500, grid(step, year), zoneNamed("UTC")!);
    expect((power.reduce((sum, value) => sum + value, 0) * step) / HOUR / 1000).toBeCloseTo(3500, 6);
  });

  it("follows the clocks of the house, not the sun's", () => {
    const berlin = householdLoad(3500, grid(HOUR), zoneNamed("Europe/Berlin")!).power;
    const standard = householdLoad(3500, grid(HOUR), zoneNamed("+01:00")!).power;
    const [july, january] = [180 * 24 + 10, 10 * 24 + 10];
    expect(berlin[january]).toBeCloseTo(standard[january]!, 9);
    expect(berlin[july]).toBeCloseTo(standard[july + 1]!, 9);
  });

  it("of another year lies on the calendar, the 29 February on the day before where it is unknown", () => {
    const { power } = householdLoad(3500, grid(HOUR, 2023), zoneNamed("UTC")!);
    const system = { start: Date.UTC(2024, 0, 1), step: HOUR, power: new Float64Array(366 * 24), timeZone: 0 };
    const { columns, notices } = ownUseOf(system, { load: { start: Date.UTC(2023, 0, 1), step: HOUR, power } });
    const [leapDay, march] = [59 * 24, 60 * 24];
    expect([...columns.load.subarray(leapDay, leapDay + 24)]).toEqual([...power.subarray(58 * 24, 59 * 24)]);
    expect(columns.load[march]).toBe(power[59 * 24]);
    expect(notices.map(({ message }) => message).join()).toContain(
      "2023-01-01 to 2024-01-01 is laid on the calendar of another year",
    );
  });

  it("of half a year is refused for another time", () => {
    const system = { start: Date.UTC(2024, 0, 1), step: HOUR, power: new Float64Array(24), timeZone: 0 };
    const half = { start: Date.UTC(2020, 0, 1), step: HOUR, power: new Float64Array(182 * 24) };
    expect(() => ownUseOf(system, { load: half })).toThrow(
      /at least 360 days of the calendar is needed, got 182 \(2020-01-01 to 2020-07-01\)/,
    );
  });

  it("in coarser or finer steps keeps its energy", () => {
    const random = randomNumbers(9);
    const fine = Float64Array.from({ length: 24 * 12 }, () => 1000 * random());
    const system = { start: START, step: HOUR / 4, power: new Float64Array(24 * 4), timeZone: 0 };
    const { total } = ownUseOf(system, { load: { start: START, step: HOUR / 12, power: fine } });
    expect(total.load).toBeCloseTo(fine.reduce((sum, value) => sum + value, 0) / 12 / 1000, 9);
    const coarse = ownUseOf(system, {
      load: { start: START, step: HOUR, power: Float64Array.from({ length: 24 }, () => 500) },
    });
    expect(coarse.total.load).toBeCloseTo(12, 9);
    expect(coarse.notices.map(({ message }) => message).join()).toContain(
      "steps of 60 minutes, which are held over steps of 15",
    );
  });
});

describe("money", () => {
  const year = () => {
    const count = 365 * 24;
    const power = Float64Array.from(
      { length: count },
      (_, row) => 6000 * Math.max(0, Math.sin((((row % 24) - 6) * Math.PI) / 12)),
    );
    return { start: START, step: HOUR, power, timeZone: 0 };
  };
  const tariff: Tariff = {
    price: 0.35,
    feedIn: 0.08,
    standing: 120,
    investment: 12_000,
    running: 150,
    years: 25,
    discount: 3,
    priceRise: 2,
    currency: "EUR",
  };

  it("is price times energy in the first year", () => {
    const { annual, money } = ownUseOf(year(), { load: 4500, battery: { capacity: 6 }, tariff });
    expect(money!.without).toBeCloseTo(120 + 0.35 * annual!.load, 6);
    expect(money!.saved).toBeCloseTo(0.35 * (annual!.load - annual!.imported), 6);
    expect(money!.earned).toBeCloseTo(0.08 * annual!.exported, 6);
    expect(money!.with).toBeCloseTo(120 + 0.35 * annual!.imported - 0.08 * annual!.exported + 150, 6);
    expect(money!.range).toBeNull();
  });

  it("has 24 prices by the clocks of the house", () => {
    const flat = ownUseOf(year(), {
      load: 4500,
      tariff: { price: Array.from({ length: 24 }, () => 0.35), feedIn: 0.08 },
    });
    expect(flat.money!.saved).toBeCloseTo(
      ownUseOf(year(), { load: 4500, tariff: { price: 0.35, feedIn: 0.08 } }).money!.saved,
      9,
    );
    const night = Array.from({ length: 24 }, (_, hour) => (hour < 6 ? 1 : 0));
    expect(ownUseOf(year(), { load: 4500, tariff: { price: night } }).money!.saved).toBeCloseTo(0, 9);
  });

  it("of a darker climate pays back later", () => {
    const { money } = ownUseOf({ ...year(), range: [0.9, 1.1] }, { load: 4500, tariff });
    const [low, high] = money!.range!;
    expect(low.payback!).toBeGreaterThan(money!.payback!);
    expect(high.payback!).toBeLessThan(money!.payback!);
    expect(low.netPresentValue).toBeLessThan(high.netPresentValue);
  });

  it("is not computed without a whole year, and says so", () => {
    const { money, notices } = ownUseOf({ ...year(), power: year().power.subarray(0, 4000) }, { load: 4500, tariff });
    expect(money).toBeNull();
    expect(notices.map(({ code }) => code)).toContain("money");
  });
});
