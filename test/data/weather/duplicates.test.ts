/** Rows that come again, and rows out of order: refused, or the last one counts. */
import { describe, expect, it } from "vitest";
import { readWeather, WeatherError } from "../../../src/data/weather/index.js";

const TABLE = "time,ghi,temp_air";
const hour = (k: number) => new Date(Date.UTC(2024, 5, 1) + k * 3_600_000).toISOString().slice(0, 16).replace("T", " ");
const row = (k: number, light = 10 * k) => `${hour(k)},${light},20`;
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, k) => row(from + k));
const table = (...lines: string[]) => `${[TABLE, ...lines].join("\n")}\n`;
const last = (text: string) => readWeather(text, { duplicates: "last" });
const light = ({ series }: Awaited<ReturnType<typeof last>>) =>
  Array.from(series.columns.global_horizontal_irradiance as Float64Array);
const said = ({ notices }: Awaited<ReturnType<typeof last>>) =>
  notices.filter(({ code }) => ["duplicate", "order", "gaps"].includes(code));

describe("rows with the same time", () => {
  const twice = table(...rows(0, 6), row(3, 31), row(4, 41), ...rows(6, 9));

  it.each([
    [twice, "line 8: 2024-06-01T03:00:00Z: time goes back, after 2024-06-01T05:00:00Z"],
    [table(...rows(0, 3), row(2), row(3)), "line 5: 2024-06-01T02:00:00Z: duplicate time"],
  ])("are refused, with what can be done", async (text, problem) => {
    await expect(readWeather(text)).rejects.toThrow(
      `${problem}: sort the rows by time and keep one for each time, or pass duplicates "last"`,
    );
    await expect(readWeather(text, { duplicates: "refuse" })).rejects.toThrow(WeatherError);
  });

  it("are replaced by the last of them, and counted", async () => {
    const reading = await last(twice);
    expect(light(reading)).toEqual([0, 10, 20, 31, 41, 50, 60, 70, 80]);
    expect(said(reading)).toEqual([
      {
        code: "duplicate",
        message:
          "2 rows have the time of an earlier row and replace it, 2024-06-01 03:00 to 2024-06-01 04:00: 2 of them with other values",
      },
      { code: "order", message: "the rows are sorted by time: in the file, time goes back once" },
    ]);
  });

  it("are harmless where they say the same", async () => {
    const reading = await last(table(...rows(0, 4), row(3), ...rows(4, 6)));
    expect(light(reading)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(said(reading)).toEqual([
      {
        code: "duplicate",
        message:
          "1 row has the time of an earlier row and replaces it, 2024-06-01 03:00 to 2024-06-01 03:00: with the same values, so nothing is lost",
      },
    ]);
  });

  it("count as a whole: an empty cell replaces a value", async () => {
    expect(light(await last(table(...rows(0, 3), `${hour(1)},,20`, ...rows(3, 5))))).toEqual([
      0,
      Number.NaN,
      20,
      30,
      40,
    ]);
  });

  it("leave what lies between blocks missing, whatever their order", async () => {
    const reading = await last(table(...rows(8, 12), ...rows(0, 5), ...rows(3, 6)));
    expect(light(reading)).toEqual([0, 10, 20, 30, 40, 50, Number.NaN, Number.NaN, 80, 90, 100, 110]);
    expect(said(reading).map(({ message }) => message)).toEqual([
      "2 rows have the time of an earlier row and replace it, 2024-06-01 03:00 to 2024-06-01 04:00: with the same values, so nothing is lost",
      "the rows are sorted by time: in the file, time goes back 2 times",
      "2 rows are absent from the file: taken as missing",
    ]);
  });

  it("may run backwards from the end", async () => {
    expect(light(await last(table(...rows(0, 5).reverse())))).toEqual([0, 10, 20, 30, 40]);
  });

  it("must lie on the steps of the others", async () => {
    const odd = table(...rows(0, 4), `2024-06-01 01:20,7,20`);
    await expect(last(odd)).rejects.toThrow(/line 6: rows must be equally spaced/);
    await expect(last(table(row(1), row(1)))).rejects.toThrow(/a single row does not define its interval/);
  });

  it("change nothing where there are none", async () => {
    const text = table(...rows(0, 30));
    expect(await last(text)).toEqual(await readWeather(text));
  });
});

describe("the option duplicates", () => {
  it("works for the library's own CSV and JSON", async () => {
    const csv = table(...rows(0, 4), row(2, 21), ...rows(4, 6))
      .replace(TABLE, "start_time,global_horizontal_irradiance,temperature")
      .replace(/(\d\d) (\d\d:\d\d)/g, "$1T$2Z");
    expect(light(await last(csv))).toEqual([0, 10, 21, 30, 40, 50]);
    const times = [0, 1, 1, 2].map((k) => Date.UTC(2024, 5, 1, k));
    const iso = (shift: number) => times.map((time) => new Date(time + shift).toISOString().replace(".000", ""));
    const json = JSON.stringify({
      start_times: iso(0),
      end_times: iso(3_600_000),
      values: { global_horizontal_irradiance: [1, 2, 3, 4] },
    });
    await expect(readWeather(json)).rejects.toThrow(/duplicate time/);
    expect(light(await last(json))).toEqual([1, 3, 4]);
  });

  it("is not offered for a typical year, whose rows nobody sorts", async () => {
    const month = (year: number, k: number) =>
      `${year},${k + 1},1,0,5,20\n${year},${k + 1},1,1,5,20\n${year},${k + 1},1,1,6,20\n`;
    const head = "Source,Location ID,Latitude,Longitude,Time Zone,Elevation\nx,1,46.9,-96.8,-6,274\n";
    const text = `${head}Year,Month,Day,Hour,GHI,Tdry\n${month(2001, 0)}${month(1999, 1)}`;
    const refusal = await readWeather(text, { duplicates: "last" }).catch((cause: Error) => cause);
    expect(String(refusal)).toMatch(/duplicate time: sort the rows by time and keep one for each time$/);
  });

  it("must be one of two words", async () => {
    await expect(readWeather(table(...rows(0, 3)), { duplicates: "first" as "last" })).rejects.toThrow(
      'readWeather: option "duplicates" must be one of refuse, last, got "first"',
    );
  });
});
