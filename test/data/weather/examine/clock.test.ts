/** Clocks that are wrong, made from the clear sky, clouds of a seed, ridges and sensors that lean: what is found, and what is not. */
import { describe, expect, it } from "vitest";
import { clockEffect } from "../../../../src/data/weather/believe/clock-effect.js";
import { CheckContext } from "../../../../src/data/weather/believe/context.js";
import type { ExamineOptions, Finding } from "../../../../src/data/weather/believe/types.js";
import { type Examination, examineWeather } from "../../../../src/data/weather/index.js";
import { checkWeather } from "../../../../src/data/weather/series.js";
import { Random } from "../../../../src/foundation/statistics/random.js";
import { DAY, HOUR, MINUTE } from "../../../../src/foundation/time/calendar.js";
import { computeColumns, type WeatherSeries } from "../../../../src/index.js";
import { clearSkyOn, sunHeightsAt } from "../../../../src/physics/sky/clear-sky.js";

const PLACE = { latitude: 40, longitude: -100, altitude: 700 };
const START = Date.UTC(2021, 0, 1, 7);

interface Made {
  readonly place?: typeof PLACE;
  readonly days?: number;
  /** Minutes. */
  readonly step?: number;
  readonly start?: number;
  /** Share of the light that clouds leave in the mornings of all days. */
  readonly mornings?: number;
  /** Degrees, in the east. */
  readonly ridge?: number;
}

/** Clear days and cloudy ones in turn, each hour with clouds of its own. */
function weather({ place = PLACE, days = 365, step = 60, start = START, mornings = 1, ridge = 0 }: Made = {}) {
  const grid = { start, step: step * MINUTE, count: (days * 24 * 60) / step };
  const { global, diffuse } = clearSkyOn(grid, place);
  const random = new Random(7);
  const clouds = Float64Array.from({ length: days * 24 + 1 }, (_, hour) =>
    Math.floor(hour / 24) % 3 === 0 ? 1 : 1 - 0.8 * random.uniform(1, hour, 0, 0),
  );
  const middles = Float64Array.from(global, (_, row) => start + (row + 0.5) * grid.step);
  const heights = sunHeightsAt(middles, place);
  const columns = {
    global_horizontal_irradiance: global.map((clear, row) => {
      const solar = (middles[row]! + (place.longitude / 360) * DAY) % DAY;
      const isMorning = solar < DAY / 2;
      const isHidden = isMorning && heights[row]! < Math.sin((ridge * Math.PI) / 180);
      const light = isHidden ? diffuse[row]! : clear;
      return light * clouds[Math.floor((row * step) / 60)]! * (isMorning ? mornings : 1);
    }),
  };
  return { start, interval: step * 60, columns, place } satisfies WeatherSeries;
}

/** The same rows with stamps that are so many minutes late. */
const late = <S extends WeatherSeries & { start: number }>(series: S, minutes: number): S => ({
  ...series,
  start: series.start + minutes * MINUTE,
});

const CLOCK = ["label", "clock", "clock-change", "clock-drift"];

function look(series: WeatherSeries, options: ExamineOptions = {}): { found: Finding[]; clock: Examination["clock"] } {
  const { findings, clock } = examineWeather(series, options)!;
  return { found: findings.filter(({ code }) => CLOCK.includes(code)), clock };
}

describe("light in the night", () => {
  it("of noon and midnight in one another's place leaves no doubt", () => {
    const made = weather();
    const light = made.columns.global_horizontal_irradiance;
    // The series begins at midnight of its place, nearly.
    const solarHour = (row: number) => row % 24;
    const swapped = light.map((value, row) => {
      const hour = solarHour(row);
      return (hour === 12 ? light[row - 12] : hour === 0 ? light[row + 12] : value) ?? 0;
    });
    const { found } = look({ ...made, columns: { global_horizontal_irradiance: swapped } });
    expect(found).toMatchObject([{ code: "clock", verdict: "unusable", remedy: expect.stringContaining("12 PM") }]);
  });

  it("is no clock where it is little, or of few rows", () => {
    const few = { ...weather({ days: 1 }), columns: { global_horizontal_irradiance: new Float64Array(24).fill(9) } };
    expect(look(few).found).toEqual([]);
    const bright = { ...few, columns: { global_horizontal_irradiance: Float64Array.of(0, 400, 0) } };
    expect(look(bright).found).toEqual([]);
  });
});

describe("a right clock", () => {
  it.each([
    ["hours of a year", {}],
    ["a month of hours", { days: 30 }],
    ["quarters of an hour", { days: 120, step: 15 }],
    ["minutes", { days: 40, step: 1 }],
    ["cloudy mornings", { mornings: 0.5 }],
    ["a ridge of 8°", { ridge: 8 }],
    ["a ridge of 15°", { ridge: 15 }],
    ["a ridge of 15° in minutes", { ridge: 15, days: 60, step: 5 }],
    ["the southern summer", { place: { latitude: -33, longitude: 151, altitude: 10 }, days: 60 }],
    ["the far north", { place: { latitude: 64.8, longitude: -147.7, altitude: 130 } }],
  ] as const)("passes: %s", (_, made) => {
    expect(look(weather(made)).found).toEqual([]);
  });

  it("is confirmed, so that nobody need say what was assumed", () => {
    const { clock } = look(weather());
    expect(clock).toMatchObject({ from: "light", isConfirmed: true });
    expect(Math.abs(clock!.bestShift)).toBeLessThanOrEqual(3);
    expect(clock!.margin).toBeGreaterThan(3);
    expect(clock!.candidates.find(({ shift }) => shift === 0)!.score).toBe(0);
    expect(look(late(weather(), 60)).clock!.isConfirmed).toBe(false);
  });

  it("of a sensor that leans by 2° is not doubted: first and last light are right", () => {
    const series = weather({ days: 120, step: 5 });
    const light = series.columns.global_horizontal_irradiance;
    const { direct } = clearSkyOn({ start: START, step: 5 * MINUTE, count: light.length }, PLACE);
    // To the west: cos z + tilt · cos(hour angle from the west), for the beam.
    const heights = sunHeightsAt(
      light.map((_, row) => START + (row + 0.5) * 5 * MINUTE),
      PLACE,
    );
    const leaning = light.map((value, row) => {
      const solar = ((START + (row + 0.5) * 5 * MINUTE + (PLACE.longitude / 360) * DAY) % DAY) / DAY;
      const west = Math.sin(2 * Math.PI * (solar - 0.5));
      const beam = value < 1 ? 0 : direct[row]! / Math.max(heights[row]!, 0.05);
      return Math.max(0, value + 0.035 * beam * west);
    });
    const { found, clock } = look({ ...series, columns: { global_horizontal_irradiance: leaning } });
    expect(Math.abs(clock!.bestShift)).toBeGreaterThanOrEqual(4);
    expect(found).toEqual([]);
  });
});

describe("a wrong clock", () => {
  it.each([
    [
      60,
      "start",
      "label",
      { label: "end" },
      /^time stamps look like interval ends read as starts: .*60 minutes earlier/,
    ],
    [30, "start", "label", { label: "center" }, /^time stamps look like interval centres read as starts/],
    [-60, "end", "label", { label: "start" }, /^time stamps look like interval starts read as ends/],
    [60, undefined, "clock", { timeOffsetChange: 1 }, /^times look 60 minutes ahead, as if UTC\+1 were read as UTC/],
    [-60, "start", "clock", { timeOffsetChange: -1 }, /^times look 60 minutes behind, as if UTC−1/],
    [120, "start", "clock", { timeOffsetChange: 2 }, /^times look 2 hours ahead/],
    [-390, "start", "clock", { timeOffsetChange: -6.5 }, /^times look 390 minutes behind/],
    [660, "start", "clock", { timeOffsetChange: 11 }, /^times look 11 hours ahead/],
  ] as const)("of %i minutes at label %s is a %s", (minutes, label, code, pass, message) => {
    for (const days of [365, 45]) {
      const { found } = look(late(weather({ days }), minutes), { label });
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ code, pass, verdict: "unusable" });
      expect(found[0]!.message.replace(/ a sun (59|61) minutes/, " a sun 60 minutes")).toMatch(message);
    }
  });

  it.each([1, 15])("of ten minutes is found in steps of %i, and is for a person to decide", (step) => {
    for (const minutes of [-10, 10]) {
      const { found } = look(late(weather({ days: 90, step }), minutes), { label: "start" });
      expect(found).toHaveLength(1);
      expect(found[0]).toMatchObject({ code: "clock", verdict: "look" });
      expect(Math.abs(60 * found[0]!.pass!.timeOffsetChange! - minutes)).toBeLessThan(3);
    }
  });

  it("for half of the year is a change, with its dates; of a typical year months may differ", () => {
    const series = weather();
    const light = series.columns.global_horizontal_irradiance;
    const [from, to] = [90 * 24, 300 * 24];
    const summer = light.map((value, row) => (row >= from && row < to ? light[row - 1]! : value));
    const changed = { ...series, columns: { global_horizontal_irradiance: summer } };
    const { found } = look(changed, { label: "start" });
    expect(found).toHaveLength(1);
    const typical = look(changed, { label: "start", isTypicalYear: true }).found;
    expect(typical.map(({ code, verdict }) => [code, verdict])).toEqual([["clock-change", "look"]]);
    const [{ code, verdict, spans, message, remedy }] = found as [Finding];
    expect({ code, verdict }).toEqual({ code: "clock-change", verdict: "unusable" });
    expect(spans).toHaveLength(1);
    expect(Math.abs(spans[0]!.from - from)).toBeLessThan(6 * 24);
    expect(Math.abs(spans[0]!.to - to)).toBeLessThan(6 * 24);
    expect(message).toMatch(
      /^the clock changes: from \d+ (Mar|Apr) 2021 to \d+ Oct 2021 the light fits a sun 60 minutes earlier/,
    );
    expect(remedy).toContain("daylight-saving time, pass zone");
  });

  it("that loses minutes is a drift", () => {
    const series = weather({ days: 240, step: 5 });
    const light = series.columns.global_horizontal_irradiance;
    const slow = light.map((_, row) => light[Math.max(0, row - Math.round((4 * row) / light.length))]!);
    const { found } = look({ ...series, columns: { global_horizontal_irradiance: slow } });
    expect(found.map(({ code }) => code)).toEqual(["clock-drift"]);
    expect(found[0]!.message).toMatch(/^the clock drifts by (1[6-9]|2[0-4]) minutes: on 1 Jan 2021 the light fits/);
  });

  it("that drifts is believed from nine minutes on where nobody sees first and last light", () => {
    const series = weather({ days: 240, step: 5 });
    const light = series.columns.global_horizontal_irradiance;
    const drifted = (minutes: number) =>
      light.map((value, row) => {
        const rows = (minutes / 5) * (row / light.length);
        const [before, part] = [Math.floor(rows), rows % 1];
        const moved = (1 - part) * (light[row - before] ?? 0) + part * (light[row - before - 1] ?? 0);
        // Rows of the night and of a low sun are not in the file.
        return value < 60 || moved < 60 ? Number.NaN : moved;
      });
    const codes = (minutes: number) =>
      look({ ...series, columns: { global_horizontal_irradiance: drifted(minutes) } }).found.map(({ code }) => code);
    expect(codes(7)).toEqual([]);
    expect(codes(14)).toEqual(["clock-drift"]);
  });

  it("of a few days is told by light at night", () => {
    const { found, clock } = look(late(weather({ days: 3 }), -420));
    expect(clock).toBeUndefined();
    expect(found[0]).toMatchObject({ code: "clock", verdict: "unusable" });
    expect(found[0]!.message).toMatch(
      /^\d+ % of the light falls .*: it would fall by day if all times were \d+ to \d+ h later$/,
    );
    expect(look(weather({ days: 3 })).found).toEqual([]);
  });
});

describe("components", () => {
  const grid = { start: START, step: HOUR, count: 60 * 24 };
  const { global, beam, diffuse } = clearSkyOn(grid, PLACE);
  const columns = {
    global_horizontal_irradiance: global,
    direct_normal_irradiance: beam,
    diffuse_horizontal_irradiance: diffuse,
  };
  const clear = { start: START, interval: 3600, columns, place: PLACE };

  it("close at the right time, and decide", () => {
    const { found, clock } = look(clear, { label: "start" });
    expect(found).toEqual([]);
    expect(clock).toMatchObject({ from: "components", isConfirmed: true, bestShift: 0 });
    const [wrong] = look(late(clear, 60), { label: "start" }).found;
    expect(wrong).toMatchObject({ code: "label", verdict: "unusable", pass: { label: "end" } });
    expect(wrong!.message).toContain("the components close 60 minutes earlier: GHI − DNI·cos z − DHI spreads");
  });

  it("confirm no clock that they say is ten minutes off", () => {
    for (const minutes of [-10, 10]) {
      const { found, clock } = look(late(clear, minutes), { label: "start", timeOffset: -7 });
      expect(found.map(({ code }) => code)).toEqual(["clock"]);
      expect(clock!.isConfirmed).toBe(false);
      // The number that works when it is typed.
      expect(found[0]!.remedy).toContain(`pass timeOffset ${minutes > 0 ? -6.8333 : -7.1667} once`);
    }
    const [unknown] = look(late(clear, 60)).found;
    expect(unknown!.remedy).toBe("pass a timeOffset 1 hour larger than the one in use");
    const [far] = look(late(clear, 60), { timeOffset: 14 }).found;
    expect(far!.remedy).toBe("move the times by 1 hour back");
  });

  it("of another clock than GHI's are doubtful, not unusable", () => {
    const shifted = clearSkyOn({ ...grid, start: START + 30 * MINUTE }, PLACE);
    const mixed = {
      ...columns,
      direct_normal_irradiance: shifted.beam,
      diffuse_horizontal_irradiance: shifted.diffuse,
    };
    const { found } = look({ ...clear, columns: mixed }, { label: "start" });
    for (const { verdict } of found) expect(verdict).toBe("look");
  });
});

describe("the effect", () => {
  it("is of intervals that are there for the most part", () => {
    const { start, place, columns } = weather({ days: 20, step: 5 });
    const change = (missing: number) => {
      const light = columns.global_horizontal_irradiance.map((value, row) => (row % 3 < missing ? Number.NaN : value));
      const series = { start, interval: 300, place, columns: { global_horizontal_irradiance: light } };
      return clockEffect(new CheckContext(checkWeather(series), place, {}), () => 60).planes!.map(
        (plane) => plane.change,
      );
    };
    expect(Math.abs(change(1)[0]!)).toBeGreaterThan(0.2);
    expect(change(2)).toEqual([0, 0, 0]);
  });

  const PLANES = [
    [90, 90],
    [90, 270],
    [30, 180],
  ] as const;

  /** The engine's own year on a plane. */
  function year(series: WeatherSeries & { start: number }, tilt: number, azimuth: number): number {
    const query = {
      ...{ lat: PLACE.latitude, lon: PLACE.longitude, parameters: "global_tilted_irradiance", frequency: "1_hour" },
      ...{ start: "2021-01-02T00:00Z", end: "2021-12-30T00:00Z", surface_tilt: tilt, surface_azimuth: azimuth },
    };
    const { values } = computeColumns(query, series, { altitude: PLACE.altitude });
    return values.global_tilted_irradiance!.reduce((sum, value) => sum + (value > 0 ? value : 0), 0);
  }

  it.each([60, -60, 30, 120])(
    "of a clock %i minutes late is within a fifth of the engine's on walls, a point on a roof",
    (by) => {
      const right = weather();
      const wrong = late(right, by);
      const [finding] = look(wrong).found;
      for (const [k, [tilt, azimuth]] of PLANES.entries()) {
        const change = year(wrong, tilt, azimuth) / year(right, tilt, azimuth) - 1;
        const told = finding!.effect!.planes![k]!;
        expect(told).toMatchObject({ surfaceTilt: tilt, surfaceAzimuth: azimuth });
        expect(Math.abs(told.change - change)).toBeLessThan(Math.max(0.2 * Math.abs(change), 0.015));
      }
    },
  );
});
