/** What a pool's body comes with: its encoding, its size, what was done to the weather. */
import * as zlib from "node:zlib";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import type { Encoding } from "../../../src/answers/bulk/pool/types.js";
import { bulk, core } from "./dist.js";
import { days } from "./weather.js";

const { createPool, ENCODINGS, encodeBody } = bulk;
const { computeColumns, respond } = core;
const weather = days(2, { interval: 900 });
const query = { lat: 46, lon: 7, parameters: "all", surface_tilt: 30, surface_azimuth: 180 };

const { zstdCompressSync, zstdDecompressSync } = zlib as unknown as {
  zstdCompressSync?: unknown;
  zstdDecompressSync(bytes: Uint8Array): Buffer;
};
const decode: { [encoding in Encoding]: (bytes: Uint8Array) => Uint8Array } = {
  identity: (bytes) => bytes,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: (bytes) => zstdDecompressSync(bytes),
};

const pool = createPool({ threads: 1 });
afterAll(() => pool.close());

describe("the encoding of a body", () => {
  test.each(ENCODINGS.flatMap((encoding) => (["json", "csv"] as const).map((as) => [encoding, as] as const)))(
    "%s, %s: the bytes of respond again, the same as beside the pool",
    async (encoding, as) => {
      const expected = respond({ ...query, response_format: as }, weather);
      const answer = await pool.observe(query, weather, { as, encoding });
      expect([answer.encoding, answer.contentType]).toEqual([encoding, expected.contentType]);
      expect(Buffer.compare(decode[encoding](answer.body), expected.body)).toBe(0);
      expect(Buffer.compare(encodeBody(expected.body, encoding), answer.body)).toBe(0);
      // A view on a larger buffer would take all of it along to the next thread.
      expect(answer.body.byteLength).toBe(answer.body.buffer.byteLength);
      if (encoding !== "identity") expect(answer.body.length).toBeLessThan(expected.body.length / 3);
    },
  );

  test("is none unless asked for", async () => {
    const { encoding, body } = await pool.observe(query, weather);
    expect(encoding).toBe("identity");
    expect(Buffer.compare(body, respond(query, weather).body)).toBe(0);
  });

  test("zstd is there where Node has it, and else says what it needs", async () => {
    const has = zstdCompressSync !== undefined;
    expect(ENCODINGS).toEqual(["identity", "br", "gzip", ...(has ? ["zstd"] : [])]);
    if (has) return;
    const message = `encoding "zstd" needs a Node with zstd in node:zlib (22.15, 23.8 or later), this is ${process.version}`;
    expect(() => encodeBody(new Uint8Array(1), "zstd")).toThrow(new RangeError(`encodeBody: ${message}`));
    await expect(pool.observe(query, weather, { encoding: "zstd" })).rejects.toEqual(
      new RangeError(`pool.observe: ${message}`),
    );
  });

  test("that is none is refused by name", async () => {
    const message = 'encoding must be one of "identity", "br", "gzip", "zstd", got "deflate"';
    await expect(pool.observe(query, weather, { encoding: "deflate" as never })).rejects.toEqual(
      new RangeError(`pool.observe: ${message}`),
    );
    expect(() => encodeBody(new Uint8Array(1), "deflate" as never)).toThrow(new RangeError(`encodeBody: ${message}`));
    expect(() => encodeBody("text" as never, "br")).toThrow(
      new TypeError('encodeBody: bytes must be a Uint8Array, got "text"'),
    );
  });

  test("takes bytes of none, and leaves those it is given alone", () => {
    for (const encoding of ENCODINGS) {
      expect(decode[encoding](encodeBody(new Uint8Array(0), encoding))).toHaveLength(0);
      const bytes = new TextEncoder().encode("irradiance ".repeat(100));
      expect(decode[encoding](encodeBody(bytes, encoding)).toString()).toBe(
        (encoding === "identity" ? bytes : Buffer.from(bytes)).toString(),
      );
      expect(new TextDecoder().decode(bytes)).toBe("irradiance ".repeat(100));
    }
  });
});

test("a body comes with its size and the diagnostics of its computation", async () => {
  // Weather of another place, so that there is something to say.
  const far = { ...weather, place: { latitude: 35, longitude: -80, altitude: 100, timeZone: -5 } };
  const asked = { ...query, parameters: "global_horizontal_irradiance,pv_production", frequency: "1_hour" };
  const { diagnostics } = computeColumns(asked, far);
  expect(diagnostics.notices.length).toBeGreaterThan(0);
  expect(Object.keys(diagnostics.counts).length).toBeGreaterThan(0);
  const answer = await pool.observe(asked, far, { encoding: "br" });
  expect(answer.diagnostics).toEqual(diagnostics);
  // Two days of hours; two parameters and the surface's angles.
  expect([answer.rows, answer.columns]).toEqual([48, 4]);
});

describe("options of the writer", () => {
  // Decimals are the one option that every writer has: smuggled in, they show that all of `write` arrives.
  const write = { decimals: 5 } as object;

  test.each(["json", "csv"] as const)("arrive at the writer (%s), and the context's decimals win", async (as) => {
    const bodyOf = (decimals: number) => respond({ ...query, response_format: as }, weather, { decimals }).body;
    const passed = await pool.observe(query, weather, { as, write });
    expect(Buffer.compare(passed.body, bodyOf(5))).toBe(0);
    const both = await pool.observe(query, weather, { as, write, context: { decimals: 1 } });
    expect(Buffer.compare(both.body, bodyOf(1))).toBe(0);
  });

  test.each([
    [{ write: null }, TypeError, /^pool.observe: write must be an object, got null/],
    [{ write: { meta: () => 1 } }, TypeError, /^pool.observe: write.meta cannot be sent to a thread, got a function/],
    [{ write: {}, as: "columns" }, RangeError, /^pool.observe: write does not apply to columns/],
    [{ encoding: "br", as: "columns" }, RangeError, /^pool.observe: encoding does not apply to columns, got "br"/],
  ])("%j is refused", async (options, type, message) => {
    const error = await pool.observe(query, weather, options as never).catch((cause) => cause);
    expect(error).toBeInstanceOf(type);
    expect(error.message).toMatch(message);
  });
});
