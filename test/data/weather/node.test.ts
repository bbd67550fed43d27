import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, it } from "vitest";
import { loadSample, readWeather, WeatherError } from "../../../src/data/weather/node.js";

const folder = mkdtempSync(join(tmpdir(), "irradiance-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const TEXT = "start_time,temperature\n2024-06-21T10:00:00Z,1\n2024-06-21T11:00:00Z,2\n";
const path = join(folder, "weather.csv");
writeFileSync(path, TEXT);
writeFileSync(`${path}.gz`, gzipSync(TEXT));

describe("readWeather of weather/node", () => {
  it("takes a path, a URL, a gzip file, and what the other takes", async () => {
    const expected = await readWeather(TEXT);
    expect(await readWeather(path)).toEqual(expected);
    expect(await readWeather(pathToFileURL(path))).toEqual(expected);
    expect(await readWeather(`${path}.gz`)).toEqual(expected);
    expect(await readWeather(new TextEncoder().encode(TEXT))).toEqual(expected);
    expect((await loadSample()).interval).toBe(3600);
  });

  it("names the file", async () => {
    const missing = join(folder, "nothing.csv");
    await expect(readWeather(missing)).rejects.toThrow(WeatherError);
    await expect(readWeather(missing)).rejects.toMatchObject({
      file: missing,
      message: expect.stringContaining("there is no such file"),
    });
    await expect(readWeather(folder)).rejects.toMatchObject({ file: folder });
    writeFileSync(join(folder, "bad.csv"), `${TEXT}x,1\n`);
    await expect(readWeather(join(folder, "bad.csv"))).rejects.toMatchObject({
      file: join(folder, "bad.csv"),
      line: 4,
    });
    await expect(readWeather("")).rejects.toThrow("empty");
    await expect(readWeather('{"start_times": 1}')).rejects.toThrow("start_times");
  });
});
