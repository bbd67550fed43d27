/** Faults put into a clean year of hours: each is found by its name, with its dates and its effect on the year, and a clean year is silent. */
import { describe, expect, it } from "vitest";
import { CheckContext } from "../../../../src/data/weather/believe/context.js";
import { examineWeather } from "../../../../src/data/weather/believe/examine.js";
import type { ExamineOptions, FindingCode } from "../../../../src/data/weather/believe/types.js";
import { checkWeather } from "../../../../src/data/weather/series.js";
import { Random } from "../../../../src/foundation/statistics/random.js";

const PLACE = { latitude: 40, longitude: -100, altitude: 400, timeZone: -7 };
const HOUR = 3600;
const DAY_ROWS = 24;
/** 1 January 2021, midnight of the place. */
const START = Date.UTC(2021, 0, 1, 7);

type Light = Float64Array;
interface Sky {
  readonly light: Light;
  readonly sine: Float32Array;
}

const drawsOf = (seed: number) => {
  const random = new Random(seed);
  return (purpose: number, row: number) => random.uniform(purpose, row, 0, 0);
};

/** Days between overcast and clear, hours that stray a little from them. */
function cleanLight(years = 1, seed = 1): Sky {
  const count = 8760 * years;
  const dark = checkWeather(seriesOf(new Float64Array(count)));
  const sky = new CheckContext(dark, PLACE, {});
  const draw = drawsOf(seed);
  const light = new Float64Array(count);
  let index = 1;
  for (let row = 0; row < count; row++) {
    if (row % DAY_ROWS === 0) index = draw(0, row) < 0.4 ? 1 : 0.15 + 0.8 * draw(1, row);
    const stray = index === 1 ? 0.02 : 0.2;
    light[row] = sky.clear[row]! * index * (1 + stray * (draw(2, row) - 0.5));
  }
  return { light, sine: sky.sunHeight };
}

function seriesOf(light: Light) {
  return { start: START, interval: HOUR, place: PLACE, columns: { global_horizontal_irradiance: light } };
}

const CLEAN = cleanLight();

const examined = (light: Light, options: ExamineOptions = {}) => examineWeather(seriesOf(light), options)!;
const codesOf = (light: Light, options: ExamineOptions = {}) =>
  examined(light, options).findings.map(({ code }) => code);
const broken = (value: (light: number, row: number) => number, clean = CLEAN) => clean.light.map(value);
const dayOf = (row: number) => Math.floor(row / DAY_ROWS);
const isDays = (row: number, from: number, to: number) => dayOf(row) >= from && dayOf(row) < to;
type Change = (light: number, row: number) => number;
/** A change of some days alone. */
const during = (from: number, to: number, change: Change) => (light: number, row: number) =>
  isDays(row, from, to) ? change(light, row) : light;
const times = (factor: number) => broken((light) => light * factor);

function found(light: Light, code: FindingCode, options: ExamineOptions = {}) {
  const finding = examined(light, options).findings.find((one) => one.code === code);
  if (finding === undefined) throw new Error(`${code} was not found`);
  return finding;
}

/** Relative change of the year's light. */
function trueEffect(light: Light, clean = CLEAN): number {
  const [before, after] = [clean.light, light].map((values) => values.reduce((sum, value) => sum + value, 0));
  return after! / before! - 1;
}

describe("a clean year is silent", () => {
  const draw = drawsOf(7);
  it.each<[string, Change]>([
    ["as it is", (light) => light],
    [
      "with noise of 5 % and gaps",
      (light, row) => (draw(0, row) < 0.05 ? Number.NaN : light * (0.95 + 0.1 * draw(1, row))),
    ],
    ["in steps of 10 W/m²", (light) => 10 * Math.round(light / 10)],
    ["with thermal offsets by night", (light) => (light === 0 ? -3 : light)],
    ["with half a year missing", during(90, 270, () => Number.NaN)],
    ["with days as dark as storms make them", during(170, 173, (light) => light * 0.04)],
    ["with snow on its days of winter", during(10, 20, (light) => light * 0.08)],
  ])("%s", (_, value) => {
    expect(codesOf(broken(value))).toEqual([]);
  });
});

describe("light that is lost", () => {
  const isAfternoon = (row: number) => row % DAY_ROWS >= 12;
  it.each<[string, FindingCode, string, Change]>([
    ["dead for a month", "dead", "no light by day from 2021-06-10 to 2021-07-09", during(160, 190, () => 0)],
    [
      "dead with a trembling zero",
      "dead",
      "2021-04-11 to 2021-04-30",
      during(100, 120, (_, row) => (row % 3) / 2 - 0.5),
    ],
    ["dead in its afternoons", "dead", "59 more", during(150, 210, (light, row) => (isAfternoon(row) ? 0 : light))],
    ["stuck day and night", "stuck", "such as at 430 W/m², from 2021-07-20 to 2021-08-", during(200, 214, () => 432.1)],
    ["stuck by day", "stuck", "and in 29 more stretches", during(100, 130, (light) => (light > 0 ? 90.3 : light))],
    ["saturated", "saturated", "never exceeds 600 W/m²", (light) => Math.min(light, 600)],
  ])("%s", (_, code, words, value) => {
    const light = broken(value);
    const finding = found(light, code);
    expect(finding.message).toContain(words);
    expect(codesOf(light)).toEqual([code]);
    expect(finding.verdict).toBe("look");
    const share = finding.effect!.horizontal / trueEffect(light);
    expect(share).toBeGreaterThan(0.8);
    expect(share).toBeLessThan(1.2);
  });

  it("is not saturated where rows without such a sun alone have the highest value, as a code for none", () => {
    expect(codesOf(broken((light) => (light === 0 ? 1200 : light)))).not.toContain("saturated");
  });

  it("is flagged by row, and makes its months worth less", () => {
    const { flags, findings, months } = examined(broken(during(151, 181, () => 0)));
    expect(flags.reduce((count, bits) => count + (bits > 0 ? 1 : 0), 0)).toBe(findings[0]!.rows);
    const june = months.find(({ year, month }) => year === 2021 && month === 6)!;
    expect(june.lost).toBeGreaterThan(0.98);
    expect(months.filter(({ lost }) => lost > 0.05)).toHaveLength(1);
  });

  it("makes a file unusable where it is most of its light", () => {
    expect(found(broken(during(60, 300, () => 0)), "dead").verdict).toBe("unusable");
  });

  it("of a year among others is judged by the same season", () => {
    const clean = cleanLight(3);
    const light = broken(
      during(365 + 150, 365 + 210, () => 0),
      clean,
    );
    const { effect, message } = found(light, "dead");
    expect(message).toContain("2022-05-31 to 2022-07-29");
    expect(effect!.horizontal / trueEffect(light, clean)).toBeCloseTo(1, 1);
  });

  it("is judged by the temperature of its days", () => {
    // Each day is as much warmer by noon as it is clear.
    const [lit, sent] = [new Float64Array(366), new Float64Array(366)];
    const { clear } = new CheckContext(checkWeather(seriesOf(CLEAN.light)), PLACE, {});
    CLEAN.light.forEach((value, row) => {
      lit[dayOf(row)]! += value;
      sent[dayOf(row)]! += clear[row]!;
    });
    const temperature = CLEAN.light.map(
      (_, row) => 10 + (row % DAY_ROWS === 14 ? (20 * lit[dayOf(row)]!) / sent[dayOf(row)]! : 0),
    );
    for (const from of [40, 110, 164, 230, 305]) {
      const light = broken(during(from, from + 3, () => 0));
      const series = { ...seriesOf(light), columns: { global_horizontal_irradiance: light, temperature } };
      const { effect } = examineWeather(series)!.findings.find(({ code }) => code === "dead")!;
      expect(Math.abs(effect!.horizontal / trueEffect(light) - 1)).toBeLessThan(0.05);
    }
  });

  it("tells no effect of a value that stands still as bright as other days are", () => {
    const isStuck = (row: number) => isDays(row, 150, 180) && CLEAN.light[row]! > 0;
    const stuck = CLEAN.light.filter((_, row) => isStuck(row));
    const mean = stuck.reduce((sum, value) => sum + value, 0) / stuck.length;
    const light = broken((value, row) => (isStuck(row) ? mean : value));
    const { effect, message, verdict } = found(light, "stuck");
    expect(effect).toBeUndefined();
    expect(verdict).toBe("look");
    expect(message).toMatch(/in all about as bright as other days$/);
  });

  it("has no stretches of a few hours beside its days", () => {
    const afternoon = during(170, 171, (light, row) => (isAfternoon(row) ? 0 : light));
    const light = broken((value, row) => (isDays(row, 60, 90) ? 0 : afternoon(value, row)));
    expect(found(light, "dead").message).toBe("no light by day from 2021-03-02 to 2021-03-31");
  });

  it("is all of a file but its last days", () => {
    const finding = found(broken(during(0, 360, (_, row) => ((row * 7919) % 5) / 10 - 0.2)), "dead");
    expect(finding.verdict).toBe("unusable");
    expect(finding.message).toBe("no light by day from 2021-01-01 to 2021-12-26");
  });

  it.each([
    [3, []],
    [6, ["stuck"]],
  ])("stands still for five hours on %i days: a word from a day in all on", (days, codes) => {
    const isStuck = (row: number) =>
      dayOf(row) % 60 === 20 && dayOf(row) < 60 * days && row % 24 >= 10 && row % 24 < 15;
    const middle = (row: number) => CLEAN.light[Math.floor(row / 24) * 24 + 12]! * 0.93;
    expect(codesOf(broken((light, row) => (isStuck(row) ? middle(row) : light)))).toEqual(codes);
  });

  it("is bridged by straight lines", () => {
    const light = CLEAN.light.slice();
    for (let gap = 0; gap < 20; gap++) {
      const from = (15 + 16 * gap) * DAY_ROWS + 10;
      const to = from + 51;
      for (let row = from; row < to; row++) light[row] = 300 + ((row - from) * 200) / (to - from) + gap / 7;
    }
    expect(codesOf(light)).toContain("stuck");
  });

  it("is not what a clock makes of a morning", () => {
    const late = CLEAN.light.map((_, row) => CLEAN.light[row - 2] ?? 0);
    expect(codesOf(late)).not.toContain("dead");
    const opposite = CLEAN.light.map((_, row) => CLEAN.light[row - 12] ?? 0);
    expect(codesOf(opposite)).not.toContain("dead");
  });
});

describe("light in the night", () => {
  it("is an offset where all of the night has it", () => {
    const light = broken((value) => value + 20);
    const { message, effect } = found(light, "night");
    expect(message).toBe("the light never falls to 0 but stays at 20 W/m² in the middle of the night");
    expect(effect!.horizontal).toBeCloseTo(trueEffect(light), 2);
  });

  it("is a lamp where some of it has", () => {
    const isMidnight = (row: number) => row % DAY_ROWS < 2 && dayOf(row) % 2 === 0;
    const light = broken((value, row) => (isMidnight(row) ? value + 90 : value));
    const finding = found(light, "night");
    expect(finding.message).toContain("in the middle of the night");
    expect(finding.effect!.horizontal).toBeCloseTo(trueEffect(light), 3);
  });

  it("beside the day is the clock's", () => {
    const late = CLEAN.light.map((_, row) => CLEAN.light[row - 2] ?? 0);
    expect(codesOf(late)).not.toContain("night");
  });
});

describe("a wrong factor", () => {
  const sky = new CheckContext(checkWeather(seriesOf(CLEAN.light)), PLACE, {});
  /** The means of the clean year, as a climate would have them. */
  const globalHorizontal = new Float64Array(12);
  const rows = new Float64Array(12);
  for (let row = 0; row < sky.count; row++) {
    const month = new Date(START + row * HOUR * 1000 - 7 * HOUR * 1000).getUTCMonth();
    globalHorizontal[month]! += CLEAN.light[row]!;
    rows[month]!++;
  }
  for (let month = 0; month < 12; month++) globalHorizontal[month]! /= rows[month]!;
  const climate = { globalHorizontal, expectedError: { annualWithin80: 0.065, places: 40 } };

  it.each([
    [1.5, "unusable"],
    [1.25, "look"],
    [0.75, "look"],
    [0.5, "unusable"],
  ])("%d", (factor, verdict) => {
    const finding = found(times(factor), "scale", { climate });
    expect(finding.verdict).toBe(verdict);
    expect(Math.abs(finding.effect!.horizontal / (factor - 1) - 1)).toBeLessThan(0.2);
    expect(finding.message).toContain("the climate's");
  });

  it.each([1, 1.05, 0.95])("is not told at %d", (factor) => {
    expect(codesOf(times(factor), { climate })).toEqual([]);
  });

  it("is not told of true light where the climate is known to be so far off", () => {
    const bright = { ...climate, globalHorizontal: globalHorizontal.map((mean) => 1.29 * mean) };
    expect(codesOf(CLEAN.light, { climate: bright })).toEqual(["scale"]);
    const known = { ...climate.expectedError, knownMiss: { error: 0.29 } };
    expect(codesOf(CLEAN.light, { climate: { ...bright, expectedError: known } })).toEqual([]);
  });

  it("is found by clear days alone, above them sooner than below", () => {
    expect(codesOf(times(1.5))).toEqual(["scale"]);
    expect(codesOf(times(0.5))).toEqual(["scale"]);
    expect(codesOf(times(0.85))).toEqual([]);
  });

  it("asks for the sign of the latitude where the seasons are those of the other hemisphere", () => {
    const south = { ...seriesOf(CLEAN.light), place: { ...PLACE, latitude: -40 } };
    const scale = examineWeather(south)!.findings.find(({ code }) => code === "scale")!;
    expect(scale.remedy).toMatch(/^the days are brightest in the winter .* sign of the latitude right\?$/);
    expect(found(times(1.5), "scale").remedy).toContain("calibration");
  });

  it("names the unit that makes it", () => {
    expect(found(times(0.0036), "scale").remedy).toContain('pass units { ghi: "MJ/m2" }');
    expect(codesOf(broken((light) => light / 1000))).toEqual(["unit"]);
  });

  it("from a date on is a step, in years that are no typical one", () => {
    const clean = cleanLight(4, 3);
    const light = broken((value, row) => (row > 2.5 * 8760 ? 0.85 * value : value), clean);
    const finding = found(light, "step");
    expect(finding.message).toMatch(/^from about 2023-0[67]-01 clear days are 1[4-6] % darker/);
    expect(Math.abs(finding.effect!.horizontal / trueEffect(light, clean) - 1)).toBeLessThan(0.2);
    expect(codesOf(light, { isTypicalYear: true })).not.toContain("step");
    expect(codesOf(clean.light)).toEqual([]);
  });

  it("from a date on leaves the side that is nearer the clear sky, whichever it is", () => {
    const clean = cleanLight(4, 3);
    const light = broken((value, row) => (row < 2.5 * 8760 ? 1.25 * value : value), clean);
    expect(codesOf(light)).toEqual(["step"]);
    expect(Math.abs(found(light, "step").effect!.horizontal / trueEffect(light, clean) - 1)).toBeLessThan(0.2);
  });

  it("above what a sky without haze can be is found in a climate that is not sure", () => {
    const unsure = { globalHorizontal, expectedError: { annualWithin80: 0.3, places: 3 } };
    expect(codesOf(times(1.2), { climate: unsure })).toEqual(["scale"]);
    // Nor is a file too bright whose clearest days such a sky could have, whatever the climate, and however far from it the light is.
    const { expectedError } = climate;
    const darker = (factor: number) => ({
      globalHorizontal: globalHorizontal.map((mean) => factor * mean),
      expectedError,
    });
    expect(codesOf(times(0.96), { climate: darker(0.55) })).not.toContain("scale");
    expect(codesOf(times(0.96), { climate: darker(0.8) })).toEqual([]);
  });

  it("that grows is a trend", () => {
    const clean = cleanLight(8, 5);
    const light = broken((value, row) => value * (1 - (0.03 * row) / 8760), clean);
    expect(found(light, "trend").message).toMatch(/^clear days get (2\.9|3|3\.\d) % darker from year to year/);
  });
});

describe("a meter", () => {
  const counted = (restart: boolean, scale: number) => {
    let sum = 0;
    return broken((light, row) => {
      if (restart && row % DAY_ROWS === 0) sum = 0;
      sum += light * scale;
      return sum;
    });
  };

  it.each([
    ["that counts on", false, 0.001],
    ["beyond what light can be", false, 1],
    ["that begins anew at midnight", true, 0.1],
  ])("%s", (_, restart, scale) => {
    const { verdict, findings } = examined(counted(restart, scale));
    expect(verdict).toBe("unusable");
    expect(findings.map(({ code }) => code)).toContain("meter");
  });
});
