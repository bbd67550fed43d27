/** What makes reading fast gives the same numbers: growing columns, plain decimals, times that come again. */
import { describe, expect, it } from "vitest";
import { readWeather } from "../../../src/data/weather/index.js";
import { parseValue, plainDecimal, Runs, Values } from "../../../src/data/weather/readers/rows/cells.js";
import { clockIn, parseClock, parseDateTime, StampTexts } from "../../../src/data/weather/readers/table/dates.js";
import { lineBlocks } from "../../../src/data/weather/readers/text.js";

/** Numbers from 0 to 1, the same each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe("runs", () => {
  const next = random(1);
  const cases: [string, number[]][] = [
    ["nothing", []],
    ["one", [7]],
    ["equal steps", Array.from({ length: 500 }, (_, k) => 1_700_000_000_000 + 60_000 * k)],
    ["steps with gaps", Array.from({ length: 500 }, (_, k) => 60 * k + (k > 99 ? 600 : 0) - (k > 300 ? 900 : 0))],
    ["missing ones", [Number.NaN, Number.NaN, 3, 3, 3, Number.NaN, 4, 5, 6, Number.NaN]],
    ["one beside missing ones", [1, Number.NaN, Number.NaN, 2, Number.NaN, 3, 4, Number.NaN]],
    ["fractions that no step repeats", Array.from({ length: 300 }, (_, k) => 0.1 * k * k)],
    ["tenths", Array.from({ length: 300 }, (_, k) => k / 10)],
    ["anything", Array.from({ length: 300 }, () => Math.floor(4 * next()))],
  ];

  it.each(cases)("give back %s bit by bit, in any order", (_, values) => {
    const runs = Runs.from(values);
    expect([...runs]).toEqual(values);
    expect(values.map((_, k) => runs.at(values.length - 1 - k))).toEqual([...values].reverse());
    expect(runs.equals(Runs.from(values))).toBe(!values.some(Number.isNaN));
    expect(runs.equals(Runs.from([...values, 1]))).toBe(false);
  });

  it("may be read while they grow", () => {
    const runs = new Runs();
    for (let k = 0; k < 50; k++) {
      runs.push(k % 7);
      expect(runs.at(k)).toBe(k % 7);
      expect(runs.at(k >> 1)).toBe((k >> 1) % 7);
    }
  });
});

describe("values", () => {
  it("are handed over once, in their order", () => {
    const count = 70_000;
    const values = Values.from(Array.from({ length: count }, (_, k) => k / 3));
    expect([values.length, values.at(0), values.at(65_536), values.hasNumber()]).toEqual([count, 0, 65_536 / 3, true]);
    const seen = new Float64Array(count);
    values.drain((value, row) => {
      seen[row] = value;
    });
    expect(seen.every((value, k) => value === k / 3)).toBe(true);
    expect(values.length).toBe(0);
    expect(Values.from([Number.NaN, Number.NaN]).hasNumber()).toBe(false);
  });
});

describe("plain decimals", () => {
  it("are the numbers that the language reads", () => {
    const next = random(2);
    for (let k = 0; k < 5_000; k++) {
      const digits = Math.floor(17 * next());
      const places = Math.floor(next() * 12);
      const text = `${next() < 0.3 ? "-" : ""}${Math.floor(next() * 10 ** digits)}.${String(next()).slice(2, 2 + places)}`;
      const value = plainDecimal(text, ".");
      if (!Number.isNaN(value)) expect(Object.is(value, Number(text)), text).toBe(true);
      expect(parseValue(text), text).toBe(Number(text));
      expect(Object.is(plainDecimal(text.replace(".", ","), ","), value), text).toBe(true);
    }
    expect(plainDecimal("9007199254740993", ".")).toBeNaN();
    expect(plainDecimal("-0", ".")).toBe(-0);
  });

  it.each(["", "-", "+1", ".5", "1.2.3", "1e3", "0x1", "1 2", "1,5", "١"])("are not %s", (text) => {
    expect(plainDecimal(text, ".")).toBeNaN();
  });
});

describe("times as texts", () => {
  const dates = ["2024-06-21", "21.06.2024", "6/21/2024", "20240621", "21-Jun-2024", "Fri, 21 Jun 2024", "1.2.24", "x"];
  const between = [" ", "T", ", ", " T ", "_", "-", ":", ";", ""];
  const clocks = [
    "10:05",
    "9:05",
    "1005",
    "10:05:30.25",
    "10:05 PM",
    "24:00",
    "25:00",
    "10h",
    "10:05+01:00",
    "10:05Z",
    "",
  ];

  it("mean the same whatever was read before", () => {
    const next = random(3);
    const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
    const texts = new StampTexts();
    for (let k = 0; k < 5_000; k++) {
      const text = `${one(dates)}${one(between)}${one(clocks)}`;
      expect(texts.stamp(text), text).toEqual(parseDateTime(text));
      const clock = one(clocks);
      if (k % 5 === 0) expect(texts.clock(clock), clock).toEqual(parseClock(clock));
      if (k % 7 === 0) expect(texts.date(text), text).toEqual(parseDateTime(text));
    }
    expect(clockIn("21.06.2024 10:05")).toBe("10:05");
  });
});

describe("a text without end", () => {
  it("is refused before its rows are more than a series may have", async () => {
    async function* blocks() {
      for (const block = "\n".repeat(65_536); ; ) yield block;
    }
    const lines = async () => {
      for await (const _ of lineBlocks({ blocks: blocks(), file: "x.csv", head: "", close: async () => {} }));
    };
    await expect(lines()).rejects.toThrow(
      "x.csv, line 20100001: a series has at most 20 million rows: give the file in",
    );
  });

  it("says between which years it would span too many steps", async () => {
    const text = "time,ghi\n1924-06-01T00:00Z,1\n1924-06-01T00:01Z,1\n2024-01-01T00:02Z,1\n";
    await expect(readWeather(text)).rejects.toThrow(
      "the rows span 52377123 steps of 60 s, from 1924-06-01T00:00:00Z to 2024-01-01T00:02:00Z: is a year wrong?",
    );
  });
});
