/** What follows from findings: notices, a refusal, values left out. The findings are made by hand. */
import { describe, expect, test } from "vitest";
import {
  bitsOf,
  countFlagged,
  type Finding,
  LOST_CODES,
  noticeOf,
} from "../../../../src/data/weather/believe/types.js";
import {
  type Examination,
  refuseClock,
  WeatherError,
  type WeatherSeries,
  withoutFlagged,
} from "../../../../src/data/weather/index.js";

const PLAIN = {
  verdict: "look",
  spans: [],
  rows: 0,
  message: "there is no light by day",
  remedy: "pass dropFlagged",
} as const;

function examined(...findings: Finding[]): Examination {
  const flags = new Uint32Array(6);
  for (const { code, spans } of findings) {
    for (const { from, to } of spans) for (let row = from; row < to; row++) flags[row]! |= bitsOf([code]);
  }
  return { verdict: "look", findings, clock: undefined, flags, months: [], closure: undefined };
}

describe("noticeOf", () => {
  test("says what was found, what that does to the year, and what to do", () => {
    expect(noticeOf({ ...PLAIN, code: "dead", effect: { horizontal: -0.1912 } })).toEqual({
      code: "dead",
      message: "there is no light by day; over the year the light is 19 % too low on the horizontal; pass dropFlagged",
    });
  });

  test("names walls and planes where the clock decides, and leaves out what does not change", () => {
    const planes = [
      { surfaceTilt: 90, surfaceAzimuth: 90, change: -0.42 },
      { surfaceTilt: 90, surfaceAzimuth: 270, change: 0.452 },
      { surfaceTilt: 30, surfaceAzimuth: 0, change: 0.012 },
    ];
    expect(noticeOf({ ...PLAIN, code: "clock", effect: { horizontal: 0.0001, planes } }).message).toBe(
      "there is no light by day; over the year the light is 42 % too low on a wall to the east, 45 % too high on a wall to the west, " +
        "1.2 % too high on a plane of tilt 30°, azimuth 0°; pass dropFlagged",
    );
  });

  test("is silent about an effect that is unknown or nothing", () => {
    const bare = "there is no light by day; pass dropFlagged";
    expect(noticeOf({ ...PLAIN, code: "dead" }).message).toBe(bare);
    expect(noticeOf({ ...PLAIN, code: "dead", effect: { horizontal: 0.0002 } }).message).toBe(bare);
    expect(noticeOf({ ...PLAIN, code: "dead", remedy: "" }).message).toBe("there is no light by day");
  });
});

describe("refuseClock", () => {
  const sure = { ...PLAIN, code: "label", verdict: "unusable", remedy: 'pass label "end"' } as const;

  test("refuses a clock that is surely wrong, with what to pass", () => {
    expect(() => refuseClock(examined(sure), { file: "roof.csv" })).toThrow(
      new WeatherError(
        'there is no light by day; pass label "end"; if the times are right all the same, pass trustClock',
        { file: "roof.csv" },
      ),
    );
  });

  test.each([
    ["a clock that is trusted", examined(sure), { trustClock: true }],
    ["a clock in doubt", examined({ ...sure, verdict: "look" }), {}],
    ["unusable values", examined({ ...sure, code: "scale" }), {}],
    ["a clean file", examined(), {}],
    ["a file that was not looked at", undefined, {}],
  ])("lets %s pass", (_, examination, options) => {
    expect(() => refuseClock(examination, options)).not.toThrow();
  });
});

describe("withoutFlagged", () => {
  const series: WeatherSeries = {
    start: 0,
    interval: 3600,
    columns: {
      global_horizontal_irradiance: [1, 2, 3, 4, 5, 6],
      direct_normal_irradiance: new Float64Array([10, 20, 30, 40, 50, 60]),
      temperature: [7, 7, 7, 7, 7, 7],
    },
  };
  const dead = { ...PLAIN, code: "dead", spans: [{ from: 1, to: 3 }] } as const;
  const beam = { ...PLAIN, code: "no-beam", column: "direct_normal_irradiance", spans: [{ from: 2, to: 4 }] } as const;
  const NONE = Number.NaN;

  test("leaves out the column in doubt, or all light where the finding names none", () => {
    const { columns } = withoutFlagged(series, examined(dead, beam));
    expect(columns).toEqual({
      global_horizontal_irradiance: Float64Array.of(1, NONE, NONE, 4, 5, 6),
      direct_normal_irradiance: Float64Array.of(10, NONE, NONE, NONE, 50, 60),
      temperature: [7, 7, 7, 7, 7, 7],
    });
    expect(countFlagged(examined(dead, beam))).toBe(3);
    expect(series.columns.direct_normal_irradiance).toEqual(Float64Array.of(10, 20, 30, 40, 50, 60));
  });

  test("only the findings that are asked for", () => {
    const { columns } = withoutFlagged(series, examined(dead, beam), LOST_CODES);
    expect(columns.direct_normal_irradiance).toEqual(Float64Array.of(10, NONE, NONE, 40, 50, 60));
    expect(countFlagged(examined(dead, beam), LOST_CODES)).toBe(2);
  });

  test("keeps rows of a stretch that have no flag", () => {
    const examination = examined(dead);
    examination.flags[2] = 0;
    const { columns } = withoutFlagged(series, examination);
    expect(columns.global_horizontal_irradiance).toEqual(Float64Array.of(1, NONE, 3, 4, 5, 6));
  });

  test("gives the series itself where nothing is flagged row by row: a wrong factor would leave nothing", () => {
    const scale = { ...PLAIN, code: "scale", spans: [{ from: 0, to: 6 }] } as const;
    expect(withoutFlagged(series, examined(scale))).toBe(series);
    expect(withoutFlagged(series, undefined)).toBe(series);
    expect([countFlagged(examined(scale)), countFlagged(undefined)]).toEqual([0, 0]);
  });

  test("refuses the examination of another series", () => {
    const short = { ...series, columns: { global_horizontal_irradiance: [1, 2] } };
    expect(() => withoutFlagged(short, examined(dead))).toThrow(
      new RangeError("the examination is of another series: it has 6 rows, the weather 2"),
    );
  });
});
