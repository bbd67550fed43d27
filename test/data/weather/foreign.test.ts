/** Files of other programs (scripts/make-foreign-csv.mjs): read right, or one clear question; never read wrong. */
import { describe, expect, it } from "vitest";
import { type ForeignFile, foreignFiles } from "../../../scripts/make-foreign-csv.mjs";
import {
  type ReadWeatherOptions,
  readWeather,
  WeatherError,
  type WeatherReading,
} from "../../../src/data/weather/index.js";

const FILES = foreignFiles();

describe("files of other programs", () => {
  it("are 40 or more", () => expect(FILES.length).toBeGreaterThanOrEqual(40));

  it.each(FILES.map((file) => [file.name, file] as const))("%s", async (_, file) => {
    const given: ReadWeatherOptions = {
      ...(file.place && { place: file.place }),
      ...(file.alwaysAnswer && file.answer),
    };
    if (file.question !== undefined) {
      const error = await readWeather(file.bytes, given).then(
        () => "read without a question",
        (cause: unknown) => cause,
      );
      expect(error).toBeInstanceOf(WeatherError);
      expect((error as WeatherError).message).toMatch(file.question);
    }
    const reading = await readWeather(file.bytes, { ...given, ...file.answer });
    expectRead(reading, file);
  });
});

function expectRead({ series, label, notices }: WeatherReading, file: ForeignFile): void {
  expect(new Date(series.start as number).toISOString()).toBe(new Date(file.start).toISOString());
  expect(series.interval).toBe(file.interval);
  expect(label).toBe(file.labelRead ?? file.label);
  expect(Object.keys(series.columns).sort()).toEqual([...(file.keys ?? Object.keys(file.columns))].sort());
  for (const [name, { values, tolerance }] of Object.entries(file.columns)) {
    const column = series.columns[name as keyof typeof series.columns] as Float64Array;
    expect(column, name).toHaveLength(values.length);
    const farthest = Math.max(...values.map((value, row) => Math.abs(column[row]! - value)));
    // What was put in, to half of the last digit that the file has.
    expect(farthest, name).toBeLessThanOrEqual(tolerance);
  }
  if (file.notice !== undefined) {
    expect(notices.map(({ message }) => message).filter((message) => file.notice!.test(message))).toHaveLength(1);
  }
}
