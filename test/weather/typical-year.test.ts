/** Which files are typical years: the history of no date, and so nothing that may be served as history. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWeather } from "../../src/weather/index.js";

const FOLDER = new URL("../../fixtures/weather/", import.meta.url);
const TYPICAL = [
  "epw-greensboro-excerpt.epw",
  "pvgis-tmy.csv",
  "pvgis-tmy.epw",
  "pvgis-tmy.json",
  "tmy2-miami-excerpt.tm2",
  "tmy3-greensboro-excerpt.csv",
  "tmy3-sand-point-excerpt.csv",
];
const DATED = [
  "bsrn-clear.dat",
  "cams-clear.csv",
  "era5-clear.csv",
  "midc-date.csv",
  "midc-raw.csv",
  "psm4-clear-day.csv",
  "pvgis-hourly.csv",
  "pvgis-hourly.json",
  "surfrad-clear.dat",
];
const sam = (source: string, years: readonly number[]) =>
  [
    "Source,Latitude,Longitude,Time Zone,Elevation",
    `${source},10,20,0,5`,
    "Year,Month,Day,Hour,GHI",
    ...years.map((year, k) => [year, 1, 1 + k, 0, 5].join()),
    "",
  ].join("\n");

describe("typicalYear", () => {
  it("is looked at in every fixture that is weather", () => {
    const weather = readdirSync(FOLDER).filter((name) => /\.(?:csv|dat|epw|tm2)$|^pvgis.*json$/.test(name));
    expect([...TYPICAL, ...DATED].sort()).toEqual(weather.sort());
  });

  it.each(TYPICAL)("%s is one", async (name) => {
    expect((await readWeather(readFileSync(new URL(name, FOLDER)))).typicalYear).toBe(true);
  });

  it.each(DATED)("%s is none", async (name) => {
    expect((await readWeather(readFileSync(new URL(name, FOLDER)))).typicalYear).toBe(false);
  });

  it("own CSV is none, however short", async () => {
    const text = "start_time,end_time,temperature\n2023-01-01T00:00:00Z,2023-01-01T01:00:00Z,5\n";
    expect((await readWeather(text)).typicalYear).toBe(false);
  });

  it("SAM CSV is one by its source, or by years that change within a month", async () => {
    expect((await readWeather(sam("NSRDB", [2019, 2019, 2019]))).typicalYear).toBe(false);
    expect((await readWeather(sam("NSRDB", [2019, 2019, 2018]))).typicalYear).toBe(true);
    expect((await readWeather(sam("TMY3", [2019, 2019, 2019]))).typicalYear).toBe(true);
  });
});
