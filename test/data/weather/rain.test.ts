/** Rain and snowfall: rates, whatever the file states: amounts of an interval, rates, other units. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWeather, type WeatherSeries, writeEpw, writeWeatherCsv } from "../../../src/data/weather/index.js";

const rows = (step: number, values: string) =>
  Array.from(
    { length: 6 },
    (_, k) => `${new Date(Date.UTC(2024, 0, 1) + k * step * 60_000).toISOString()},${10 * k},${values}`,
  ).join("\n");
const table = (names: string, values: string, step = 60) => `timestamp,ghi,${names}\n${rows(step, values)}\n`;

async function columnsOf(text: string) {
  const { series } = await readWeather(text, { label: "start" });
  const { precipitation, snowfall } = series.columns;
  return { precipitation: precipitation?.[2], snowfall: snowfall?.[2] };
}

describe("columns of a table", () => {
  it.each<[names: string, values: string, step: number, rain: number | undefined, snow: number | undefined]>([
    ["precipitation (mm),snowfall (cm)", "1.5,0.7", 60, 1.5, 0.7],
    ["precipitation (mm),snowfall (cm)", "1.5,0.7", 30, 3, 1.4],
    ["rain_mm,snowfall (in)", "2,1", 10, 12, 15.24],
    ["Rain [in/h],Fresh snow [mm/h]", "1,20", 10, 25.4, 2],
    ["total precipitation [m],snowfall [m]", "0.002,0.01", 60, 2, 1],
    ["precipitation_flux [kg/m2/s],temp_air", "0.001,3", 30, 3.6, undefined],
    ["Niederschlag [l/m2],temp_air", "3,3", 60, 3, undefined],
    ["precipitation,snowfall", "1.5,0.7", 60, undefined, undefined],
    ["precipitation probability (%),precipitation hours (h)", "30,1", 60, undefined, undefined],
  ])("%s of %s in %d minutes", async (names, values, step, rain, snow) => {
    const found = await columnsOf(table(names, values, step));
    if (rain === undefined) expect(found.precipitation).toBeUndefined();
    else expect(found.precipitation).toBeCloseTo(rain, 12);
    if (snow === undefined) expect(found.snowfall).toBeUndefined();
    else expect(found.snowfall).toBeCloseTo(snow, 12);
  });

  it("a unit that is none of rain's is asked for", async () => {
    await expect(
      readWeather(table("temp_air,R", "3,1"), {
        columns: { precipitation: "R" },
        units: { precipitation: "K" },
        label: "start",
      }),
    ).rejects.toThrow("units.precipitation");
  });
});

describe("formats", () => {
  const epw = readFileSync(new URL("../../../fixtures/weather/epw-greensboro-excerpt.epw", import.meta.url), "utf8");
  const withRain = (depth: string, hours: string) => epw.replace(/,0\.0,1\.0(\r?\n)/, `,${depth},${hours}$1`);
  const rainOf = async (text: string) => (await readWeather(text)).series.columns.precipitation;
  const most = (column: ArrayLike<number | null | undefined>) =>
    Array.from(column, (value) => value ?? 0).reduce((a, b) => (b > a ? b : a), 0);

  it("EPW has rain where some falls, in one hour or in hours that are not known", async () => {
    expect(await rainOf(epw)).toBeUndefined();
    for (const hours of ["1.0", "0", "99.0"]) expect(most((await rainOf(withRain("4.2", hours)))!)).toBe(4.2);
    expect(await rainOf(withRain("4.2", "6.0"))).toBeUndefined();
    expect(await rainOf(withRain("999.0", "99.0"))).toBeUndefined();
  });

  it("ERA5's metres of water are millimetres an hour", async () => {
    const { series } = await readWeather(
      "valid_time,ssrd,tp\n2024-06-01T11:00:00,1800000,0.0021\n2024-06-01T12:00:00,1800000,0\n",
    );
    expect(series.columns.precipitation![0]).toBeCloseTo(2.1, 12);
  });

  it("what is written is read again", async () => {
    const count = 48;
    const column = (value: (row: number) => number) => Float64Array.from({ length: count }, (_, row) => value(row));
    const series: WeatherSeries = {
      start: Date.UTC(2023, 0, 1),
      interval: 3600,
      columns: {
        global_horizontal_irradiance: column((row) => (row % 24 > 8 && row % 24 < 16 ? 200 : 0)),
        temperature: column(() => 4),
        precipitation: column((row) => (row % 5) / 2),
        snowfall: column((row) => row % 3),
      },
      place: { latitude: 50, longitude: 0, altitude: 10, timeZone: 0 },
    };
    const own = await readWeather(writeWeatherCsv(series));
    expect(own.series.columns.precipitation).toEqual(series.columns.precipitation);
    expect(own.series.columns.snowfall).toEqual(series.columns.snowfall);
    const { precipitation } = (await readWeather(writeEpw(series))).series.columns;
    expect(Array.from(precipitation!).filter((value) => value! > 0)).toEqual(
      Array.from(series.columns.precipitation as Float64Array).filter((value) => value > 0),
    );
  });
});
