import { describe, expect, it } from "vitest";
import { appendRounded, round, scaleOf, TimeWriter } from "../../../src/data/contract/observation/digits.js";
import { formatTime } from "../../../src/foundation/time/iso-time.js";

const bytes = new Uint8Array(64);
const view = new DataView(bytes.buffer);

function written(value: number, scale: number): string {
  const end = appendRounded(view, 0, value, scale);
  return String.fromCharCode(...bytes.subarray(0, end));
}

function expected(value: number, scale: number): string {
  const rounded = round(value, scale);
  return Number.isNaN(rounded) ? "" : `${String(rounded)},`;
}

const neighbours = (value: number): number[] => {
  const bits = new BigUint64Array(new Float64Array([value]).buffer);
  return [-1n, 0n, 1n].map((step) => new Float64Array(new BigUint64Array([bits[0]! + step]).buffer)[0]!);
};

describe("digits of rounded numbers are those of String", () => {
  const edges = [0, 1e-7, 0.001, 0.00499, 0.005, 0.4999, 0.995, 1.005, 9.995, 2.675, 9999.99, 9999.994, 9999.995];
  edges.push(
    9999.999,
    10000,
    99999.995,
    21474836.47,
    21474836.48,
    2 ** 31,
    2 ** 31 - 1,
    2 ** 31 + 1,
    1e15,
    1e21,
    1e300,
  );
  const values = edges.flatMap((value) => (value === 0 ? [0, -0] : [...neighbours(value), ...neighbours(-value)]));
  for (const decimals of [0, 1, 2, 3, 4, 5, 6, null]) {
    it(`at edges and their neighbours, decimals ${decimals}`, () => {
      const scale = scaleOf({ decimals });
      for (const value of [...values, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
        expect(written(value, scale), String(value)).toBe(expected(value, scale));
      }
    });
  }

  it("for every hundredth to 12,000 and its half-way neighbours", () => {
    for (let k = 0; k < 1_200_000; k += 7) {
      for (const value of [k / 100, ...neighbours((k + 0.5) / 100)]) {
        if (written(value, 100) !== expected(value, 100)) expect(written(value, 100)).toBe(expected(value, 100));
      }
    }
  });
});

describe("TimeWriter", () => {
  it("writes what formatTime gives, across days, months, leap days and years, forwards and backwards", () => {
    const times = new TimeWriter();
    const starts = ["0000-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2024-02-28T23:00:00Z", "9999-12-31T23:59:59Z"];
    for (const time of [...starts, ...starts.reverse()].map((text) => Date.parse(text))) {
      for (const later of [0, 1, 999, 61_000, 3_599_000]) {
        if (time + later > Date.parse("9999-12-31T23:59:59Z")) continue;
        expect(times.append(view, 3, time + later)).toBe(23);
        expect(String.fromCharCode(...bytes.subarray(3, 23))).toBe(formatTime(time + later));
      }
    }
  });

  it("refuses years that four digits cannot hold", () => {
    expect(() => new TimeWriter().append(view, 0, Date.parse("+010000-01-01T00:00:00Z"))).toThrow(RangeError);
  });
});
