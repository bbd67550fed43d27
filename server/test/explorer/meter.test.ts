/** My meter: what the worker finds is what the command writes; months beside what was to be expected; a sentence for each finding, in each language. */
import { describe, expect, it } from "vitest";
import { FREE_REASONS } from "../../../src/answers/meter/reasons.js";
import { type Made, MUNICH, madeMeter, madeWeather } from "../../../test/answers/meter/made-meter.js";
import { workplace } from "../../../test/cli/in-process.js";
import { compared, sumOf } from "../../explorer/rooms/meter/pictures.js";
import { type LearningReport, queryOf } from "../../explorer/rooms/meter/work.js";
import { learnFile } from "../../explorer/rooms/meter/worker.js";
import { meter as german } from "../../explorer/texts/de/meter.js";
import { meter as english } from "../../explorer/texts/en/meter.js";

const MADE: Made = { plane: { tilt: 35, azimuth: 140 }, step: 60, days: 200 };
const PLACE = { lat: MUNICH.latitude, lon: MUNICH.longitude, altitude: String(MUNICH.altitude) };
const NONE = { kwp: "", surface_tilt: "", surface_azimuth: "", limit: "", column: "", unit: "", time_zone: "" };

function csvOf(made: Made): string {
  const { start, step, power } = madeMeter(made);
  const lines = Array.from(power, (value, row) => `${new Date(start + row * step).toISOString()},${value.toFixed(4)}`);
  return `time,ac_power_kw\n${lines.join("\n")}\n`;
}

const CSV = csvOf(MADE);
const { run, put, textOf } = workplace("learn");
put("meter.csv", CSV);
const learnt = (facts: Partial<typeof NONE>, more: object = {}) =>
  learnFile({ file: new File([CSV], "meter.csv"), query: queryOf(PLACE, { ...NONE, ...facts }), ...more });

describe("the worker", () => {
  it.each([
    [{}, []],
    [
      { kwp: "5.8", surface_tilt: "33", column: "2", unit: "kW" },
      ["--kwp=5.8", "--tilt=33", "--meter-as=column=2,unit=kW"],
    ],
  ])("writes the report of the command: %j", async (facts, flags) => {
    const place = [`--lat=${PLACE.lat}`, `--lon=${PLACE.lon}`, `--altitude=${PLACE.altitude}`];
    expect(await run("meter.csv", ...place, ...flags, "--report=learn.json")).toMatchObject({ status: 0 });
    const { report, days, reading } = await learnt(facts);
    expect(report).toBe(textOf("learn.json"));
    expect(reading).toMatchObject({ unit: "kW", timeOffset: 0 });
    // Three days of different seasons, on which the made system gives what was found.
    expect(days).toHaveLength(3);
    for (const { measured, expected } of days) expect(Math.max(...measured) / Math.max(...expected)).toBeCloseTo(1, 1);
  });

  it("puts each month beside its own weather, where it is given", async () => {
    const { report } = await learnt({}, { weather: { ...madeWeather(MADE), place: MUNICH } });
    const { months, system } = JSON.parse(report) as LearningReport;
    expect(system?.weather?.days).toBeGreaterThan(150);
    expect(months.map(({ month }) => month)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    for (const { weather, measured, clear, known } of months) {
      expect(measured / weather!).toBeGreaterThan(0.93);
      expect(measured / weather!).toBeLessThan(1.07);
      expect(clear).toBeGreaterThan(measured);
      // The file ends on the 20th of July.
      expect(known).toBe(months.at(-1)!.known < 1 && known < 1 ? months.at(-1)!.known : 1);
    }
    expect(months.at(-1)!.known).toBeCloseTo(19 / 31, 1);
  });

  it("refuses what is none", async () => {
    await expect(learnt({ kwp: "-1" })).rejects.toThrow(/kwp/);
    const file = new File(["a letter\nof two lines\n"], "letter.txt");
    await expect(learnFile({ file, query: queryOf(PLACE, NONE) })).rejects.toThrow(/^letter\.txt, line 1: /);
  });
});

describe("months", () => {
  const month = { year: 2024, month: 2, measured: 100, clear: 300, known: 1 };

  it("are compared with the part of a typical year that the meter has recorded", () => {
    const typical = [50, 80, ...new Array<number>(10).fill(0)];
    const [whole, half, little] = compared([month, { ...month, known: 0.75 }, { ...month, known: 0.1 }], typical);
    expect([whole, half, little].map((one) => one!.expected)).toEqual([80, 60, 8]);
    expect(sumOf([whole!, half!, little!])).toEqual({ months: 2, measured: 200, expected: 140 });
    expect(sumOf(compared([month], undefined))).toBeUndefined();
  });

  it("are compared with their own weather, where that is known", () => {
    const both = compared([{ ...month, weather: 95 }, month], new Array<number>(12).fill(50));
    expect(both.map(({ expected }) => expected)).toEqual([95, undefined]);
  });
});

it("each finding has a sentence in each language", () => {
  const ofWhole =
    "dead night-power capacity no-sun follows-load poor-fit empty few-days other-place usual-plane known weather winter";
  const rows = Object.keys(FREE_REASONS).filter((reason) => !["used", "dark", "missing", "former"].includes(reason));
  for (const { findings } of [english, german])
    expect(Object.keys(findings).sort()).toEqual([...rows, ...ofWhole.split(" ")].sort());
});
