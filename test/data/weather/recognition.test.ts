/** What is taken for an answer of PVGIS, and what is not: the first readers that recognise a file decide. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWeather } from "../../../src/data/weather/index.js";
import { FORMAT_NAMES } from "../../../src/data/weather/readers/format.js";
import { WEATHER_FORMATS } from "../../../src/data/weather/readers/formats.js";
import { isPvgisJson } from "../../../src/data/weather/readers/pvgis.js";

describe("a JSON answer of PVGIS", () => {
  it.each([
    '{"inputs": {}, "outputs": {"hourly": [{"time": "20200101:0010"',
    ' \n\t{"outputs" :{ "tmy_hourly" : [ {',
    '{"outputs"\n:{"hourly"\n:\n[',
  ])("is %j", (head) => expect(isPvgisJson(head)).toBe(true));

  it.each([
    '[{"outputs": {"hourly": [',
    'x{"outputs": {"hourly": [',
    '"outputs": {"hourly": [',
    '{"hourly": [{"time": 1}]',
    '{"outputs": {"monthly": [',
    '{"outputs": {"hourly": {"start": 1',
    '{"results": {"tmy_hourly": [',
  ])("is not %j", (head) => expect(isPvgisJson(head)).toBe(false));
});

it("the names that the command line offers without loading the readers are those of the formats, in their order", () => {
  expect(FORMAT_NAMES).toEqual(WEATHER_FORMATS.map(({ name }) => name));
});

const FOLDER = new URL("../../../fixtures/weather/", import.meta.url);
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
