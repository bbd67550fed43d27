/** Sources that come in pieces. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readWeather, WeatherError } from "../../../src/data/weather/index.js";

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/weather/${name}`, import.meta.url));
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Pieces of `size` bytes; tells whether it was let go of. */
function pieces(bytes: Uint8Array, size: number) {
  const state = { given: 0, closed: false };
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      for (let at = 0; at < bytes.length; at += size) {
        state.given += 1;
        yield bytes.subarray(at, at + size);
      }
    } finally {
      state.closed = true;
    }
  }
  return { chunks: chunks(), state };
}

const HEADER = "start_time,temperature\n";
const row = (k: number) => `${new Date(Date.UTC(2020, 0, 1) + k * 3_600_000).toISOString()},${k % 30}\n`;
const many = (count: number) => HEADER + Array.from({ length: count }, (_, k) => row(k)).join("");

describe("a stream", () => {
  it.each([
    "tmy2-miami-excerpt.tm2",
    "tmy3-sand-point-excerpt.csv",
    "psm4-clear-day.csv",
    "epw-greensboro-excerpt.epw",
    "surfrad-clear.dat",
    "bsrn-clear.dat",
    "pvgis-hourly.csv",
    "pvgis-tmy.json",
    "cams-clear.csv",
    "era5-clear.csv",
  ])("gives what the whole of %s gives, whatever its pieces, gzip or not", async (file) => {
    const whole = await readWeather(fixture(file));
    for (const bytes of [fixture(file), gzipSync(fixture(file))]) {
      for (const size of [7, 4096]) {
        const { chunks, state } = pieces(bytes, size);
        expect(await readWeather(chunks), `${size}`).toEqual(whole);
        expect(state.closed).toBe(true);
      }
    }
  });

  it("characters and line ends may be torn", async () => {
    const text = "time,GHI (W/m²),Temperature (°C)\n2024-06-21T12:00Z,1,2\n2024-06-21T13:00Z,1,2\n";
    const expected = await readWeather(text);
    expect(Object.keys(expected.series.columns)).toHaveLength(2);
    const latin = Uint8Array.from(text, (character) => character.charCodeAt(0));
    for (const bytes of [
      bytesOf(text),
      bytesOf(`\uFEFF${text}`),
      bytesOf(text.replaceAll("\n", "\r\n")),
      bytesOf(text.replaceAll("\n", "\r")),
      latin,
    ]) {
      for (const size of [1, 2, 3, 5]) expect(await readWeather(pieces(bytes, size).chunks)).toEqual(expected);
    }
  });

  it("is let go of at the first error, long before its end", async () => {
    const text = `${HEADER}${row(0)}oops,1\n${many(60_000).slice(HEADER.length)}`;
    for (const bytes of [bytesOf(text), gzipSync(text)]) {
      const { chunks, state } = pieces(bytes, 1024);
      await expect(readWeather(chunks, { file: "x.csv" })).rejects.toMatchObject({ file: "x.csv", line: 3 });
      expect(state.given).toBeLessThan(0.6 * Math.ceil(bytes.length / 1024));
      // A gzip pump ends after what it has in hand.
      await expect.poll(() => state.closed).toBe(true);
    }
  });

  it("is let go of when its format is unknown", async () => {
    const { chunks, state } = pieces(bytesOf("hello\n".repeat(100_000)), 1024);
    await expect(readWeather(chunks)).rejects.toThrow("unknown weather format");
    expect(state).toMatchObject({ closed: true });
    expect(state.given).toBeLessThan(100);
  });

  it("names the line far behind, of a bad row and of binary data", async () => {
    const good = many(20_000);
    for (const [text, message] of [
      [`${good}x,1\n`, "start_time"],
      [`${good}\u0000\n`, "binary"],
      [`${good}"${row(20_000).slice(0, -1)}\n`, "quote"],
    ] as const) {
      const error = await readWeather(pieces(bytesOf(text), 10_000).chunks).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(WeatherError);
      expect(error).toMatchObject({ line: 20_002, message: expect.stringContaining(message) });
    }
  });

  it("passes on what its source throws, and refuses what is no bytes", async () => {
    async function* failing(gzip: boolean): AsyncGenerator<Uint8Array> {
      const bytes = gzip ? gzipSync(many(1000)) : bytesOf(many(1000));
      yield bytes.subarray(0, 500);
      throw new Error("the line broke");
    }
    await expect(readWeather(failing(false))).rejects.toThrow("the line broke");
    await expect(readWeather(failing(true))).rejects.toThrow("the line broke");
    async function* texts(): AsyncGenerator<string> {
      yield "start_time";
    }
    await expect(readWeather(texts() as never)).rejects.toThrow(TypeError);
    await expect(readWeather(5 as never)).rejects.toThrow(TypeError);
    await expect(readWeather(null as never)).rejects.toThrow(TypeError);
  });

  it("damaged gzip is a WeatherError, cut or changed", async () => {
    const bytes = new Uint8Array(gzipSync(many(5000)));
    const changed = bytes.slice();
    changed[bytes.length >> 1]! ^= 0xff;
    for (const bad of [bytes.subarray(0, bytes.length - 20), changed]) {
      await expect(readWeather(pieces(bad, 777).chunks, { file: "x.gz" })).rejects.toThrow(/^x\.gz.*/);
      await expect(readWeather(pieces(bad, 777).chunks)).rejects.toThrow(WeatherError);
    }
  });
});
