/** What weather and known facts add to a meter: its clouds, its shaded hours, its dull seasons; and what is wrong with either. */
import { describe, expect, it } from "vitest";
import { type Learning, type LearnOptions, learnSystem } from "../../../src/answers/meter/learn.js";
import { formatLearning, plainLearning } from "../../../src/answers/meter/text.js";
import { angleBetween } from "../../../src/answers/meter/two-planes.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { DAY } from "../../../src/foundation/time/calendar.js";
import { type Made, MUNICH, madeMeter, madeWeather } from "./made-meter.js";

/** Whose solar days begin at a full hour: so do the clouds that are drawn. */
const HOURLY = { ...MUNICH, longitude: 15 };
const EAST = { tilt: 35, azimuth: 140 };
const SYDNEY = {
  ...MUNICH,
  ...{ latitude: -33.9, longitude: 150, altitude: 30, temperature: [23, 23, 21, 18, 15, 13, 12, 13, 16, 18, 20, 22] },
};
const GHI = "global_horizontal_irradiance";

function learnt(made: Made, options?: LearnOptions): Learning {
  return learnSystem(madeMeter(made), made.place ?? MUNICH, options);
}

/** The only plane, which there must be. */
function planeOf({ system, refusal }: Learning) {
  if (system?.planes.length !== 1) throw new Error(`no single plane: ${JSON.stringify(refusal ?? system?.planes)}`);
  return system.planes[0]!;
}

const codesOf = ({ findings }: Learning) => findings.map(({ code }) => code);
const said = ({ findings }: Learning, code: string) => findings.find((finding) => finding.code === code)?.message;

describe("weather", () => {
  it.each([
    [
      "of the evenings",
      { tilt: 35, azimuth: 230 },
      (azimuth: number, up: number) => (azimuth > 220 && up < 25 ? 0 : 1),
    ],
    [
      "of the mornings",
      { tilt: 35, azimuth: 150 },
      (azimuth: number, up: number) => (azimuth < 120 && up < 20 ? 0 : 1),
    ],
  ])("tells the clock by its clouds where shade takes the light %s, and so mends the plane", (_, plane, passes) => {
    const made: Made = { plane, step: 30, days: 200, passes };
    const [alone, under] = [learnt(made), learnt(made, { weather: madeWeather(made) })];
    expect(Math.abs(alone.clock!.middle - 15)).toBeGreaterThan(6);
    expect(Math.abs(under.clock!.clouds!.shift)).toBeLessThan(3);
    expect(Math.abs(under.clock!.middle - 15)).toBeLessThan(4);
    expect(angleBetween(planeOf(under), plane)).toBeLessThan(angleBetween(planeOf(alone), plane) / 2);
  });

  it.each([
    ["hours under quarter-hours", { plane: EAST, step: 60, days: 200, place: HOURLY }, 15],
    ["quarter-hours under hours", { plane: EAST, step: 15, days: 200, place: HOURLY }, 60],
    ["south of the equator", { plane: { tilt: 25, azimuth: 320 }, step: 60, days: 200, place: SYDNEY }, 30],
    ["by a clock that is an hour late", { plane: EAST, step: 30, days: 200, shift: () => 60 }, 30],
  ] as [string, Made, number][])("of other steps and places: %s", (_, made, step) => {
    const found = learnt(made, { weather: madeWeather({ ...made, step }) });
    expect(angleBetween(planeOf(found), made.plane)).toBeLessThan(2.5);
    expect(found.system!.power).toBeCloseTo(5, 0);
    expect(found.system!.weather!.factor).toBeCloseTo(1, 1);
    expect(codesOf(found)).not.toContain("weather");
  });

  it("that is too bright changes no power: what it is worth is said beside", () => {
    const made: Made = { plane: EAST, step: 60 };
    const found = learnt(made, { weather: madeWeather({}, 1, 1.12) });
    expect(found.system!.power / learnt(made).system!.power).toBeCloseTo(1, 1.7);
    expect(found.system!.weather!.factor).toBeCloseTo(1 / 1.12, 1);
    expect(formatLearning(found, MUNICH)).toMatch(/\d+ days under their weather; its light makes 0\.\d+ of the power/);
  });

  it("alone teaches where hardly a day is clear", () => {
    const made: Made = { plane: EAST, step: 60, days: 80, clear: 0 };
    expect(learnt(made).refusal?.code).toBe("few-days");
    const under = learnt(made, { weather: madeWeather(made) });
    expect(angleBetween(planeOf(under), EAST)).toBeLessThan(3);
    expect(under.system!.weather).toMatchObject({ plane: true, power: true });
    expect(under.system!.power).toBeCloseTo(5, 0);
    expect(formatLearning(under, MUNICH)).toMatch(
      /days under their weather, the power, too: \d clear days? are too few/,
    );
  });

  it.each([
    ["of another year", (weather: WeatherSeries) => ({ ...weather, start: Number(weather.start) + 900 * DAY })],
    ["of six weeks", (weather: WeatherSeries) => cut(weather, 42)],
    ["without a value", (weather: WeatherSeries) => filled(weather, Number.NaN)],
    ["of a sensor in the dark", (weather: WeatherSeries) => filled(weather, 0)],
  ])("%s is left out, and that is said", (_, change) => {
    const made: Made = { plane: EAST, step: 60, days: 120, start: Date.UTC(2021, 2, 1) };
    const found = learnt(made, { weather: change(madeWeather(made)) });
    expect(planeOf(found)).toEqual(planeOf(learnt(made)));
    expect(said(found, "weather")).toMatch(/^weather covers fewer than 60 days .*: it is left out$/);
    expect(found.system!.weather).toBeUndefined();
  });

  it("in long steps, without light, or none at all is refused", () => {
    const meter = madeMeter({ plane: EAST, step: 60, days: 70 });
    const learn = (weather: unknown) => () => learnSystem(meter, MUNICH, { weather: weather as WeatherSeries });
    const daily = { start: meter.start, interval: 86_400, columns: { [GHI]: new Float64Array(70).fill(150) } };
    expect(learn(daily)).toThrow("weather must come in steps of at most 60 minutes, got 1440");
    const warm = { start: meter.start, interval: 3600, columns: { temperature: new Float64Array(1680).fill(12) } };
    expect(learn(warm)).toThrow("weather must have light, such as global_horizontal_irradiance, got temperature");
    expect(learn("sunny")).toThrow(
      'weather must be an object { start, interval, columns } (a reading\'s series), got "sunny"',
    );
  });
});

function cut({ columns, ...rest }: WeatherSeries, days: number): WeatherSeries {
  const rows = (days * DAY) / 1000 / rest.interval;
  const parts = Object.entries(columns).map(([name, values]) => [
    name,
    Float64Array.from(values as Float64Array).subarray(0, rows),
  ]);
  return { ...rest, columns: Object.fromEntries(parts) };
}

function filled({ columns, ...rest }: WeatherSeries, value: number): WeatherSeries {
  return { ...rest, columns: { [GHI]: new Float64Array(columns[GHI]!.length).fill(value) } };
}

describe("known facts", () => {
  const made: Made = { plane: EAST, step: 60, days: 200 };
  const given = (known: LearnOptions["known"]) => learnt(made, { known });

  it("are held in the fit, and nothing is said of those that are right", () => {
    const { tilt, azimuth } = EAST;
    const found = given({ tilt, azimuth, limit: 6 });
    expect(planeOf(found)).toMatchObject({ tilt, azimuth });
    expect(found.system).toMatchObject({ limit: 6, bands: { tilt: [tilt, tilt], azimuth: [azimuth, azimuth] } });
    expect(codesOf(found)).not.toContain("known");
    const text = formatLearning(found, MUNICH);
    expect(text).toContain("tilt 35° (given), azimuth 140° (given)");
    expect(text).toContain("6 kW (given)");
    expect(plainLearning(found, MUNICH)).toMatchObject({ known: { tilt, azimuth, limit: 6 } });
  });

  it("that the meter contradicts are named with both numbers and what they cost", () => {
    const found = given({ tilt: 15 });
    expect(planeOf(found).tilt).toBe(15);
    expect(said(found, "known")).toMatch(
      /^tilt 15° was given, and 3[4-6]° \(\d+ to \d+\) is found: clear days are off by \d+\.?\d* % with what was given, .* and by 0\.\d %/,
    );
  });

  it("that are far off are why nothing is learnt", () => {
    const { system, refusal } = given({ azimuth: 185 });
    expect(system).toBeUndefined();
    expect(refusal!.code).toBe("known");
    expect(refusal!.message).toMatch(
      /^azimuth 185° was given, and 1[34]\d° \(\d+ to \d+\) is found: clear days are off by \d\d %/,
    );
  });

  it("of a limit are used, and checked beside the power", () => {
    const held = madeMeter(made);
    for (const row of held.power.keys()) held.power[row] = Math.min(3, held.power[row]!);
    expect(learnSystem(held, MUNICH).system!.limit).toBeCloseTo(3, 5);
    const other = learnSystem(held, MUNICH, { known: { limit: 3.3 } });
    expect(other.system!.limit).toBe(3.3);
    expect(said(other, "known")).toBe(
      "a limit of 3.3 kW was given, and power is held at 3.000 kW: the one given is used",
    );
    expect(said(given({ limit: 2 }), "known")).toMatch(/^a limit of 2 kW was given, and \d+ rows are above it/);
  });

  it.each([
    [{ tilt: 91 }, "options.known.tilt must be degrees from 0 to 90, got 91"],
    [{ azimuth: -20 }, "options.known.azimuth must be degrees from 0 to 360, got -20"],
    [{ limit: 0 }, "options.known.limit must be a power in kW above 0, got 0"],
    [{ kwp: Number.NaN }, "options.known.kwp must be a power in kW above 0, got NaN"],
  ])("that are none are refused: %j", (known, message) => expect(() => given(known)).toThrow(message));
});
