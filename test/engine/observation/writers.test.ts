/** JSON and CSV bytes, whole and in chunks. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { csvChunks, writeCsv } from "../../../src/data/contract/observation/csv.js";
import { jsonChunks, writeJson } from "../../../src/data/contract/observation/json.js";
import { PARAMETER_NAMES } from "../../../src/data/contract/observation/parameters.js";
import { toResponse } from "../../../src/data/contract/observation/response.js";
import type { ObservationColumns } from "../../../src/data/contract/observation/types.js";
import { columnsByHand, text } from "./columns-by-hand.js";

const MEBIBYTE = 1 << 20;
const DECIMALS = [undefined, 0, 1, 2, 3, 4, 5, 6, null];

/** Numbers that are hard to write: non-finite, zeros, halves of every decimal place, the ends of each notation. */
const AWKWARD = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  0,
  -0,
  0.5,
  -0.5,
  -0.4,
  1.5,
  -1.5,
  0.005,
  -0.005,
  1.005,
  -1.005,
  2.675,
  -2.675,
  0.0000005,
  -0.0000005,
  1e-6,
  1e-7,
  -1e-7,
  1.2345678901234567e-6,
  -1.2345678901234568e-300,
  5e-324,
  -5e-324,
  2 ** 31 / 100,
  -(2 ** 31) / 100,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  -(2 ** 53) - 2,
  999999999999999900000,
  1e20,
  1e21,
  -1e21,
  1.2345e22,
  1e300,
  1e303,
  -1e308,
  Number.MAX_VALUE,
  0.1 + 0.2,
  1361.1,
  -273.15,
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.double() },
  { weight: 3, arbitrary: fc.constantFrom(...AWKWARD) },
  { weight: 3, arbitrary: fc.double({ min: -100, max: 1400 }) },
  { weight: 2, arbitrary: fc.integer({ min: -3_000_000_00, max: 3_000_000_00 }).map((n) => n / 200) },
);
const columns = fc
  .record({
    rows: fc.array(fc.tuple(value, value, value, value), { minLength: 1, maxLength: 40 }),
    parameters: fc.subarray([...PARAMETER_NAMES], { minLength: 1 }),
    interval: fc.constantFrom(60, 900, 3600),
    step: fc.integer({ min: -600_000, max: 2_000_000 }),
  })
  .map(({ rows, parameters, interval, step }): ObservationColumns => {
    const series = Object.fromEntries(
      [...parameters, "surface_azimuth", "surface_tilt"].map((name, k) => [name, rows.map((row) => row[k % 4]!)]),
    );
    return { ...columnsByHand(rows.length, { parameters }, series), interval, start: step * 3_600_000 };
  });

describe("writeJson", () => {
  it("is byte for byte JSON.stringify(toResponse(columns)), for every number and every decimals", () => {
    fc.assert(
      fc.property(columns, fc.constantFrom(...DECIMALS), (some, decimals) => {
        expect(text(writeJson(some, { decimals }))).toBe(JSON.stringify(toResponse(some, { decimals })));
      }),
      { numRuns: 300 },
    );
  });

  it.each(DECIMALS)("writes each awkward number as JSON.stringify does: decimals %j", (decimals) => {
    const some = columnsByHand(AWKWARD.length, { parameters: "temperature" }, { temperature: AWKWARD });
    const json = text(writeJson(some, { decimals }));
    expect(json).toBe(JSON.stringify(toResponse(some, { decimals })));
    expect(json).not.toMatch(/-0[,\]]|NaN|Infinity/);
  });

  it("without a limit, 1e21 and 1e-7 keep their exponents", () => {
    const some = columnsByHand(3, { parameters: "temperature" }, { temperature: [1e21, 1e-7, -1e-7] });
    expect(text(writeJson(some, { decimals: null }))).toContain('"temperature":[1e+21,1e-7,-1e-7]');
  });

  it("writes text of meta as UTF-8, escapes included", () => {
    const some = columnsByHand(1, { parameters: "temperature" });
    some.meta.commit = 'a"\\\n°€😀\u2028\ud800';
    expect(text(writeJson(some))).toBe(JSON.stringify(toResponse(some)));
    expect(JSON.parse(text(writeJson(some)))).toEqual(toResponse(some));
  });

  it("descriptors that are not the catalogue's, and any number of them", () => {
    const some = columnsByHand(2, { parameters: "all" });
    expect(text(writeJson(some))).toBe(JSON.stringify(toResponse(some)));
    const [first, second, third] = some.meta.parameters;
    first!.description = "by hand";
    second!.unit.name = "kW/m²";
    third!.name = "toString" as never;
    some.meta.parameters[3] = { ...some.meta.parameters[3]!, aggregation_method: "sum" as never };
    expect(text(writeJson(some))).toBe(JSON.stringify(toResponse(some)));
    some.meta.parameters.length = 0;
    expect(text(writeJson(some))).toBe(JSON.stringify(toResponse(some)));
  });

  it("a meta number that is not finite becomes null in both", () => {
    const some = columnsByHand(1);
    some.meta.altitude = Number.NaN;
    expect(text(writeJson(some))).toBe(JSON.stringify(toResponse(some)));
  });

  it("zeros of either sign, in runs of every length and at both ends", () => {
    for (let count = 1; count < 12; count++) {
      for (let first = 0; first <= count; first++) {
        for (let last = first; last <= count; last++) {
          const temperature = Array.from({ length: count }, (_, i) => (i < first || i >= last ? -0 * (i % 2) : 1.25));
          const some = columnsByHand(count, { parameters: "temperature" }, { temperature });
          expect(text(writeJson(some))).toBe(JSON.stringify(toResponse(some)));
        }
      }
    }
  });

  it("no rows at all", () => {
    const some = columnsByHand(0);
    expect(text(writeJson(some))).toBe(JSON.stringify(toResponse(some)));
  });

  it("owns exactly its bytes", () => {
    const bytes = writeJson(columnsByHand(3));
    expect(bytes.byteOffset).toBe(0);
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it("leaves the columns untouched", () => {
    const some = columnsByHand(AWKWARD.length, { parameters: "all" }, { temperature: AWKWARD });
    const before = structuredClone(some);
    writeJson(some);
    writeCsv(some);
    expect(some).toEqual(before);
  });

  it.each([7, -1, 0.5, "2"])("decimals %j is a RangeError, in every writer at the call", (decimals) => {
    const some = columnsByHand(1);
    const options = { decimals: decimals as number };
    for (const write of [writeJson, writeCsv, jsonChunks, csvChunks]) {
      expect(() => write(some, options)).toThrow(RangeError);
    }
  });
});

describe("chunks", () => {
  // 35,000 rows × 21 columns: some 4 MiB of JSON, 12 MiB at full precision.
  const count = 35_000;
  const wave = Float64Array.from({ length: count }, (_, i) => 700 * Math.sin(i) + i / 7);
  const many = columnsByHand(
    count,
    { parameters: "all" },
    Object.fromEntries(PARAMETER_NAMES.map((name) => [name, wave])),
  );

  it.each([2, null])("of a response over 3 MiB: at most 1 MiB each, together writeJson, decimals %j", (decimals) => {
    const chunks = [...jsonChunks(many, { decimals })];
    const whole = writeJson(many, { decimals });
    expect(whole.length).toBeGreaterThan(3 * MEBIBYTE);
    expect(chunks.length).toBeGreaterThan(3);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(MEBIBYTE);
    expect(Math.min(...chunks.slice(0, -1).map((chunk) => chunk.length))).toBeGreaterThan(0.9 * MEBIBYTE);
    expect(Buffer.concat(chunks).equals(whole)).toBe(true);
    expect(text(whole) === JSON.stringify(toResponse(many, { decimals }))).toBe(true);
  });

  it("of CSV: at most 1 MiB each, together writeCsv", () => {
    const chunks = [...csvChunks(many)];
    expect(chunks.length).toBeGreaterThan(3);
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(MEBIBYTE);
    expect(Buffer.concat(chunks).equals(writeCsv(many))).toBe(true);
  });

  it("stay what they were when the caller goes on: no memory is used twice", () => {
    const chunks: Uint8Array[] = [];
    const copies: Uint8Array[] = [];
    for (const chunk of jsonChunks(many)) {
      chunks.push(chunk);
      copies.push(chunk.slice());
    }
    expect(chunks.every((chunk, i) => Buffer.compare(chunk, copies[i]!) === 0)).toBe(true);
    expect(new Set(chunks.map((chunk) => chunk.buffer)).size).toBe(chunks.length);
  });

  it("of a text longer than a chunk", () => {
    const some = columnsByHand(2);
    some.meta.commit = "°".repeat(1_300_000);
    const chunks = [...jsonChunks(some)];
    expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThanOrEqual(MEBIBYTE);
    expect(Buffer.concat(chunks).toString() === JSON.stringify(toResponse(some))).toBe(true);
  });

  it("are not disturbed by documents written between them", () => {
    const whole = writeJson(many);
    const chunks: Uint8Array[] = [];
    const csv = csvChunks(many);
    for (const chunk of jsonChunks(many)) {
      chunks.push(chunk);
      writeJson(columnsByHand(96));
      csv.next();
    }
    expect(Buffer.concat(chunks).equals(whole)).toBe(true);
  });

  it("a small response is one chunk", () => {
    expect([...jsonChunks(columnsByHand(96))]).toHaveLength(1);
  });
});

describe("writeCsv", () => {
  it("header: start_time,end_time, the requested parameters in values order, surface_azimuth,surface_tilt", () => {
    const some = columnsByHand(1, { parameters: "temperature,direct_normal_irradiance" });
    const [header] = text(writeCsv(some)).split("\n");
    expect(header).toBe("start_time,end_time,direct_normal_irradiance,temperature,surface_azimuth,surface_tilt");
  });

  it("UTF-8, comma, \\n after every row, an empty field for null, the same rounding as JSON", () => {
    const some = columnsByHand(
      3,
      {},
      {
        global_horizontal_irradiance: [0.125, Number.NaN, 1361.1],
        temperature: [-0.001, -3.456, Number.POSITIVE_INFINITY],
        surface_azimuth: [180, 180, 180],
        surface_tilt: [30, 30, 30],
      },
    );
    expect(text(writeCsv(some))).toBe(
      "start_time,end_time,global_horizontal_irradiance,temperature,surface_azimuth,surface_tilt\n" +
        "2024-02-28T22:30:00Z,2024-02-28T22:45:00Z,0.13,0,180,30\n" +
        "2024-02-28T22:45:00Z,2024-02-28T23:00:00Z,,-3.46,180,30\n" +
        "2024-02-28T23:00:00Z,2024-02-28T23:15:00Z,1361.1,,180,30\n",
    );
  });

  it("holds the times and values of toResponse, cell by cell", () => {
    fc.assert(
      fc.property(columns, fc.constantFrom(...DECIMALS), (some, decimals) => {
        const { start_times, end_times, values } = toResponse(some, { decimals });
        const series = Object.entries(values).filter(([, items]) => items !== null);
        const rows = start_times.map((start, i) =>
          [start, end_times[i], ...series.map(([, items]) => items![i] ?? "")].join(","),
        );
        const header = ["start_time", "end_time", ...series.map(([name]) => name)].join(",");
        expect(text(writeCsv(some, { decimals }))).toBe([header, ...rows, ""].join("\n"));
      }),
      { numRuns: 100 },
    );
  });
});
