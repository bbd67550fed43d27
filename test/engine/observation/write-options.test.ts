/** What writers can be told beside decimals: further members of meta, and the client that a response is for. */
import { describe, expect, it } from "vitest";
import { csvChunks, writeCsv } from "../../../src/data/contract/observation/csv.js";
import { jsonChunks, writeJson } from "../../../src/data/contract/observation/json.js";
import { toResponse, type WriteOptions } from "../../../src/data/contract/observation/response.js";
import { computeColumns } from "../../../src/engine/compute.js";
import { columnsByHand, text } from "./columns-by-hand.js";

const nothing = [Number.NaN, Number.NaN, Number.NaN];

describe("meta", () => {
  const columns = columnsByHand(3, { parameters: "all" });
  const meta = { sources: [{ dataset: "Zürich", age: null }], notices: ['a "b"'], climate: undefined, quantiles: 3 };

  it("gets further members behind its own", () => {
    const plain = toResponse(columns);
    const response = toResponse(columns, { meta });
    expect(response).toEqual({ ...plain, meta: { ...plain.meta, ...meta } });
    expect(Object.keys(response.meta).slice(0, 10)).toEqual(Object.keys(plain.meta));
  });

  it.each([{ meta }, { meta: {} }, { meta, decimals: null }, { meta, compatibility: "pvlib" }] as WriteOptions[])(
    "has the bytes of JSON.stringify: %j",
    (options) => {
      const expected = JSON.stringify(toResponse(columns, options));
      expect(text(writeJson(columns, options))).toBe(expected);
      expect(text(Buffer.concat([...jsonChunks(columns, options)]))).toBe(expected);
    },
  );

  it.each([
    [{ lat: 1 }, RangeError, /option "meta" must not contain "lat": it is part of the response's own meta/],
    [{ "7": 1 }, RangeError, /names that begin with a letter or _, got "7"/],
    [[], TypeError, /option "meta" must be an object of further members, got an array of 0/],
    ["more", TypeError, /got "more"/],
    [null, TypeError, /got null/],
  ])("refuses %j", (bad, kind, message) => {
    for (const write of [toResponse, writeJson, jsonChunks, writeCsv, csvChunks]) {
      expect(() => write(columns, { meta: bad as never })).toThrow(kind);
      expect(() => write(columns, { meta: bad as never })).toThrow(message);
    }
  });
});

describe('compatibility "pvlib"', () => {
  const options = { compatibility: "pvlib" } as const;

  it("leaves the surface angles out unless all parameters are there, and counts time from UTC", () => {
    const part = toResponse(columnsByHand(3, { parameters: "temperature" }), options);
    expect([part.values.surface_azimuth, part.values.surface_tilt]).toEqual([null, null]);
    expect(part.values.temperature).toEqual([0, 0.5, 1]);
    expect(part.meta.time_zone).toBe(0);
    const all = toResponse(columnsByHand(3, { parameters: "all" }), options);
    expect(all.values.surface_tilt).toEqual([0, 0.5, 1]);
    expect(toResponse(columnsByHand(3)).meta.time_zone).toBe(1);
  });

  it("makes a column wholly without data null under all, and leaves it an array by name", () => {
    const series = { snow_depth: nothing, temperature: [Number.NaN, 1, Number.NaN] };
    const all = toResponse(columnsByHand(3, { parameters: "all" }, series), options).values;
    expect([all.snow_depth, all.temperature]).toEqual([null, [null, 1, null]]);
    const named = columnsByHand(3, { parameters: "snow_depth" }, series);
    expect(toResponse(named, options).values.snow_depth).toEqual([null, null, null]);
    expect(toResponse(columnsByHand(3, { parameters: "all" }, series)).values.snow_depth).toEqual([null, null, null]);
  });

  it("takes a night that is dark for no data, and snow that is 0 for data", () => {
    const series = { global_horizontal_irradiance: [0, Number.NaN, 0], snow_depth: [0, Number.NaN, 0] };
    const all = toResponse(columnsByHand(3, { parameters: "all" }, series), options).values;
    expect([all.global_horizontal_irradiance, all.snow_depth]).toEqual([null, [0, null, 0]]);
    const polar = { global_horizontal_irradiance: [0, 0, 0] };
    const night = toResponse(columnsByHand(3, { parameters: "all" }, polar), options).values;
    expect(night.global_horizontal_irradiance).toEqual([0, 0, 0]);
  });

  it("finds what temperature alone cannot give", () => {
    const weather = { start: 0, interval: 3600, columns: { temperature: new Float64Array(48).fill(5) } };
    const { values } = toResponse(computeColumns({ lat: 47, lon: 8, parameters: "all" }, weather), options);
    const there = Object.entries(values).filter(([, column]) => column !== null);
    expect(there.map(([name]) => name)).toEqual([
      "global_clear_sky_irradiance",
      "temperature",
      "surface_azimuth",
      "surface_tilt",
    ]);
  });

  it("is the same in all forms", () => {
    const series = { snow_depth: nothing };
    for (const parameters of ["all", "snow_depth"]) {
      const columns = columnsByHand(3, { parameters }, series);
      const { values } = toResponse(columns, options);
      expect(text(writeJson(columns, options))).toBe(JSON.stringify(toResponse(columns, options)));
      const names = Object.keys(values).filter((name) => values[name as keyof typeof values] !== null);
      expect(text(writeCsv(columns, options)).split("\n")[0]).toBe(["start_time", "end_time", ...names].join(","));
    }
  });

  it("is the only one that is known", () => {
    const columns = columnsByHand(3);
    for (const write of [toResponse, writeJson, jsonChunks, writeCsv, csvChunks]) {
      expect(() => write(columns, { compatibility: "curl" as never })).toThrow(
        'option "compatibility" must be "pvlib" or omitted, got "curl"',
      );
    }
  });

  it("leaves the columns as they are", () => {
    const columns = columnsByHand(3, { parameters: "all" }, { snow_depth: nothing });
    const before = structuredClone(columns);
    writeJson(columns, { ...options, meta: { more: 1 } });
    expect(columns).toEqual(before);
  });
});
