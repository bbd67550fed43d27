import { describe, expect, it } from "vitest";
import { daysOf } from "../../../src/answers/meter/days.js";
import { expectedPower } from "../../../src/answers/meter/expected.js";
import { type Health, healthOf } from "../../../src/answers/meter/health.js";
import { Random } from "../../../src/foundation/statistics/random.js";
import { DAY, HOUR } from "../../../src/foundation/time/calendar.js";

const START = Date.UTC(2019, 0, 1);
const DAYS = 1120;
const warm = {
  latitude: 36,
  longitude: 0,
  altitude: 600,
  linkeTurbidity: Array(12).fill(3),
  temperature: Array(12).fill(18),
};
const cold = { ...warm, temperature: [-4, -2, 3, 9, 14, 18, 20, 19, 15, 9, 3, -3] };
const rows = { start: START, step: HOUR, power: new Float64Array(24 * DAYS) };
const expected = expectedPower(rows, warm, { planes: [{ tilt: 30, azimuth: 190, power: 5 }] }, () => 0.5 * HOUR);

/** Hours of drawn days: a share of them clear, the others broken or grey; light strays by 3 % a day, half of it from the day before. */
function sky(seed: number, clear: number): Float64Array {
  const random = new Random(seed);
  const light = new Float64Array(expected.length);
  for (let day = 0, haze = 0; day < DAYS; day++) {
    haze = 0.5 * haze + 0.026 * random.normal(1, day, 0, 0);
    const kind = random.uniform(2, day, 0, 0);
    for (let row = 24 * day; row < 24 * day + 24; row++) {
      const cloud = kind < clear || expected[row] === 0 ? 0 : random.uniform(3, row, 0, 0);
      const share = kind < clear ? 1 : kind < 0.5 + 0.5 * clear ? 0.3 + 0.7 * cloud : 0.1 + 0.25 * cloud;
      light[row] = share * (1 + haze);
    }
  }
  return light;
}

function health(
  share: (day: number, row: number) => number,
  { seed = 1, place = warm, days = DAYS, weather = false, clear = 0.45 } = {},
) {
  const light = sky(seed, clear);
  const power = expected
    .map((value, row) => value * light[row]! * share(Math.floor(row / 24), row))
    .slice(0, 24 * days);
  const meter = { ...rows, power };
  const withWeather = weather ? expected.map((value, row) => value * light[row]!) : undefined;
  return healthOf(meter, { days: daysOf(meter, place), place, expected, withWeather });
}

const dayOf = (date: string) => (Date.parse(date) - START) / DAY;
const kinds = (found: Health | undefined) => found?.findings.map(({ kind }) => kind);
const statesFrom = (found: Health | undefined, from: number, to: number) => {
  return found?.weeks.slice(Math.ceil(from / 7), Math.floor(to / 7)).map(({ state }) => state);
};

describe("the health of a system", () => {
  it("finds nothing amiss where nothing is, with bands of 80 % that hold", () => {
    for (const seed of [1, 2]) {
      const found = health(() => 1, { seed });
      expect(found?.findings).toEqual([]);
      const own = found!.weeks.flatMap((week) => week.own ?? []);
      expect(own.length).toBeGreaterThan(140);
      const held = own.filter(({ low, high }) => low <= 1 && high >= 1).length / own.length;
      expect(held).toBeGreaterThan(0.7);
      expect(held).toBeLessThan(0.95);
    }
  });

  it("dates the half that is out for forty days", () => {
    const found = health((day) => (day >= 520 && day < 560 ? 0.5 : 1), { weather: true });
    expect(kinds(found)).toEqual(["half"]);
    const { from, to, low, high, message } = found!.findings[0]!;
    expect(Math.abs(dayOf(from) - 520)).toBeLessThanOrEqual(2);
    expect(Math.abs(dayOf(to) - 559)).toBeLessThanOrEqual(2);
    expect(low < -0.5 && high > -0.5).toBe(true);
    expect(message).toMatch(/^Broken: half of the power gone from 2020-06-0\d to 2020-07-1\d .*: a step, not soiling/);
    expect(new Set(statesFrom(found, 524, 556))).toEqual(new Set(["half"]));
    expect(found!.weeks[77]!.weather!.ratio).toBeCloseTo(0.5, 2);
    expect(found!.weeks[60]!.weather!.ratio).toBeCloseTo(1, 2);
  });

  it("calls an outage that goes on by its first day", () => {
    const found = health((day) => (day >= 700 ? 0.66 : 1), { days: 740 });
    expect(kinds(found)).toEqual(["broken"]);
    expect(found!.findings[0]!.message).toMatch(/^Broken: 3[2-6] % of the power gone since 2020-1[12]-\d\d /);
  });

  it("dates a step of 5 % within three weeks and keeps it apart from ageing", () => {
    for (const seed of [4, 5]) {
      const found = health((day) => (day >= 600 ? 0.95 : 1), { seed });
      expect(kinds(found)).toEqual(["step"]);
      const { to, low, high } = found!.findings[0]!;
      expect(Math.abs(dayOf(to) - 600)).toBeLessThanOrEqual(21);
      expect(low < -0.04 && high > -0.06).toBe(true);
      expect(statesFrom(found, 630, DAYS)).not.toContain("clean");
    }
  });

  it("tells dirt from a step and dates its cleanings within three days", () => {
    const found = health((day) => (day < 400 || day >= 780 ? 1 : 1 - (0.14 * ((day - 400) % 95)) / 95), { clear: 0.8 });
    const cleaned = found!.findings.filter(({ kind }) => kind === "cleaning").map(({ to }) => dayOf(to));
    expect(cleaned).toHaveLength(4);
    for (const [k, day] of cleaned.entries()) expect(Math.abs(day - (495 + 95 * k))).toBeLessThanOrEqual(3);
    expect(found!.findings.filter(({ kind }) => kind === "soiling")[1]!.change).toBeCloseTo(-0.14, 1);
    expect(new Set(statesFrom(found, 560, 588))).toEqual(new Set(["dirty"]));
    expect(kinds(found)).not.toContain("half");
  });

  it("takes low winter days for snow, not for broken", () => {
    const random = new Random(9);
    const winter = (day: number) => day % 365 < 50 || day % 365 > 340;
    const melted = (day: number) => (random.uniform(5, Math.floor(day / 9), 0, 0) < 0.5 ? 1 : 0.1 + 0.08 * (day % 9));
    const found = health((day) => (winter(day) ? melted(day) : 1), { place: cold });
    expect(found!.findings).toEqual([]);
    expect(found!.weeks.some(({ state }) => state === "snow")).toBe(true);
  });

  it("knows a system that was off from a meter that was silent", () => {
    const found = health((day) => (day >= 540 && day < 550 ? 0 : day >= 800 && day < 830 ? Number.NaN : 1));
    expect(found!.findings).toMatchObject([{ kind: "off", from: "2020-06-24", to: "2020-07-03" }]);
    expect(new Set(statesFrom(found, 800, 830))).toEqual(new Set(["unknown"]));
  });

  it("calls more power capacity that was added, and takes it out of the ageing", () => {
    const found = health((day) => (day >= 500 ? 5 / 3 : 1) * (1 - (0.02 * day) / 365));
    expect(kinds(found)).toEqual(["more"]);
    expect(found!.findings[0]).toMatchObject({ to: expect.stringMatching(/^2020-05-1/) });
    const { ratio, low, high } = found!.yearly!;
    expect(Math.abs(ratio + 0.02)).toBeLessThan(0.01);
    expect(low < -0.02 && high > -0.02).toBe(true);
  });

  it("says nothing of three weeks, nor of rows at the limit", () => {
    expect(health(() => 1, { days: 25 })).toBeUndefined();
    const meter = { ...rows, power: expected.map((value) => Math.min(value, 0.5)) };
    const days = daysOf(meter, warm);
    expect(healthOf(meter, { days, place: warm, expected: meter.power, limit: 0.5 })).toBeUndefined();
    expect(healthOf(meter, { days, place: warm, expected: meter.power })?.findings).toEqual([]);
  });

  it("judges weeks by their weather where no hour is clear, and says so", () => {
    const dull = (day: number) => (day >= 200 && day < 230 ? Number.NaN : 1);
    const some = health(() => 1, { weather: true, clear: 0.1 })!;
    const bases = new Map(some.weeks.map(({ basis, clearDays }) => [clearDays > 0, basis]));
    expect(bases).toEqual(
      new Map([
        [true, "clear"],
        [false, "weather"],
      ]),
    );
    const none = health((day) => 0.7 * dull(day), { weather: true, clear: -1, days: 300 })!;
    expect(none.findings).toEqual([]);
    expect(none.weeks[10]).toMatchObject({ state: "unknown", clearDays: 0, basis: "weather" });
    expect(none.weeks[10]!.own!.ratio).toBeCloseTo(0.7, 5);
    expect(none.weeks[30]!.own).toBeUndefined();
    expect(health(() => 1, { clear: -1, days: 300 })).toBeUndefined();
  });
});
