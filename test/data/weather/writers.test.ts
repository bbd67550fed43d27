/** Weather files written and read back: by our own readers here, by pvlib in fixtures/climate/read_back.py. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readWeather } from "../../../src/data/weather/read-weather.js";
import type { WeatherColumn, WeatherSeries } from "../../../src/data/weather/series.js";
import { writeEpw } from "../../../src/data/weather/writers/epw.js";
import { writeWeatherCsv } from "../../../src/data/weather/writers/own-csv.js";
import { writeSam } from "../../../src/data/weather/writers/sam.js";
import { writeTmy3 } from "../../../src/data/weather/writers/tmy3.js";
import { madeWeather } from "../../answers/climate/made-weather.js";
import { COMMENTS, WRITTEN, writtenYear } from "../../answers/climate/written-year.js";

const { series, sourceTimes } = writtenYear();
const options = { sourceTimes, comments: COMMENTS, station: "Made-up, place" };

/** Columns that each format has, and half of the last digit that it writes. */
const EPW_AND_TMY3: { [name in WeatherColumn]?: number } = {
  global_horizontal_irradiance: 0.05,
  direct_normal_irradiance: 0.05,
  diffuse_horizontal_irradiance: 0.05,
  temperature: 0.005,
  dew_point_temperature: 0.005,
  relative_humidity: 0.05,
  pressure: 0.5,
  wind_speed: 0.005,
  albedo: 0.0005,
};
const FORMATS = [
  { format: "epw", text: writeEpw(series, options), columns: { ...EPW_AND_TMY3, snow_depth: 0.5 } },
  { format: "sam", text: writeSam(series, options), columns: { ...EPW_AND_TMY3, snow_depth: 0.5 } },
  {
    format: "tmy3",
    text: writeTmy3(series, options),
    columns: { ...EPW_AND_TMY3, precipitable_water: 0.0005, aerosol_optical_depth: 0.0001 },
  },
];

describe.each(FORMATS)("$format, by our own reader", ({ format, text, columns }) => {
  it("has the same rows, a typical year on the same clock, to the digits of the file", async () => {
    const read = await readWeather(text, { year: 2005, periodic: false });
    expect(read.format).toBe(format);
    expect(read.typicalYear).toBe(true);
    expect(read.series.start).toBe(series.start);
    expect(read.series.interval).toBe(3600);
    expect(read.series.place).toEqual(series.place);
    expect(Object.keys(read.series.columns).sort()).toEqual(Object.keys(columns).sort());
    for (const [name, half] of Object.entries(columns)) {
      const [ours, theirs] = [series.columns[name as WeatherColumn]!, read.series.columns[name as WeatherColumn]!];
      const worst = Array.from(ours, (value, row) => Math.abs(value! - theirs[row]!));
      expect(Math.max(...worst), name).toBeLessThanOrEqual(half * (1 + 1e-9));
    }
  });

  it("says in words what it is", () => {
    for (const comment of COMMENTS) expect(text).toContain(comment);
  });

  it("has a code for what is missing, which reads back as missing", async () => {
    const temperature = Float64Array.from(series.columns.temperature as Float64Array);
    temperature[100] = Number.NaN;
    const gappy = { ...series, columns: { ...series.columns, temperature } };
    const written =
      format === "epw"
        ? writeEpw(gappy, options)
        : format === "sam"
          ? writeSam(gappy, options)
          : writeTmy3(gappy, options);
    const read = await readWeather(written, { periodic: false });
    expect(read.series.columns.temperature![100]).toBeNaN();
    expect(read.series.columns.temperature![101]).not.toBeNaN();
  });
});

interface ReadBack {
  [format: string]: {
    sha256: string;
    latitude: number;
    longitude: number;
    altitude: number;
    rows: { [row: string]: { time: string; [column: string]: number | string } };
    sums: { [column: string]: number };
  };
}

describe("pvlib's readers", () => {
  const readBack = JSON.parse(
    readFileSync(new URL("../../../fixtures/climate/read-back.json", import.meta.url), "utf8"),
  ) as ReadBack;

  it.each(FORMATS)("have of the $format file what was written", ({ format, text }) => {
    const theirs = readBack[format]!;
    // Of this very text: write it anew with read_back.py when the writer changes.
    expect(createHash("sha256").update(text).digest("hex")).toBe(theirs.sha256);
    expect([theirs.latitude, theirs.longitude, theirs.altitude]).toEqual([45, 9, 200]);
    const names = { ghi: "global_horizontal_irradiance", dni: "direct_normal_irradiance", dhi: "diffuse_horizontal_irradiance", temp_air: "temperature", temp_dew: "dew_point_temperature", wind_speed: "wind_speed", relative_humidity: "relative_humidity" } as const; // biome-ignore format: one name after the other
    for (const [name, column] of Object.entries(names)) {
      const half = EPW_AND_TMY3[column]!;
      const ours = series.columns[column] as Float64Array;
      const sum = ours.reduce((total, value) => total + value, 0);
      expect(Math.abs(theirs.sums[name]! - sum), name).toBeLessThan(8760 * half);
      for (const [row, values] of Object.entries(theirs.rows)) {
        expect(Math.abs((values[name] as number) - ours[Number(row)]!), `${name}, row ${row}`).toBeLessThanOrEqual(
          half * 1.000001,
        );
      }
    }
  });

  it("put the stamps where the formats mark the hours: pvlib's EPW at its beginning, SAM in its middle, TMY3 at its end", () => {
    const place = { epw: 0, sam: 30, tmy3: 60 };
    for (const [format, minutes] of Object.entries(place)) {
      for (const [row, { time }] of Object.entries(readBack[format]!.rows)) {
        const stamp = sourceTimes[Number(row)]! + minutes * 60_000;
        // pvlib moves 29 February to 1 March in TMY3: so, too, the midnight at the end of the 28th of a leap year.
        const isMoved = format === "tmy3" && new Date(stamp + 3_600_000).toISOString().slice(5, 10) === "02-29";
        expect(Date.parse(time), `${format}, row ${row}`).toBe(isMoved ? stamp + 24 * 3_600_000 : stamp);
      }
    }
  });
});

describe("real years", () => {
  const real = madeWeather({ site: 2, firstYear: 2003, years: 1, timeZone: -7 });

  it.each([
    ["epw", writeEpw],
    ["sam", writeSam],
  ] as const)("are no typical year in %s", async (format, write) => {
    const read = await readWeather(write(real));
    expect(read.format).toBe(format);
    expect(read.typicalYear).toBe(false);
    expect(read.series.start).toBe(real.start);
    expect(read.series.columns.global_horizontal_irradiance).toEqual(real.columns.global_horizontal_irradiance);
  });

  it.each([15, 30])("have steps of %i minutes in SAM CSV, their stamps in the middle", async (minutes) => {
    const steps = madeWeather({ site: 2, firstYear: 2003, years: 1, stepsPerDay: 48, timeZone: 5.5 });
    const read = await readWeather(writeSam({ ...steps, interval: minutes * 60 }));
    expect(read.label).toBe("center");
    expect(read.series.start).toBe(steps.start);
    expect(read.series.interval).toBe(minutes * 60);
  });

  it("begin on their weekday in EPW", () => {
    expect(writeEpw(real)).toContain("DATA PERIODS,1,1,Data,Wednesday,1/1,12/31");
    expect(writeEpw(series, options)).toContain("DATA PERIODS,1,1,Data,Saturday,1/1,12/31");
  });
});

describe("plain CSV", () => {
  it("reads back to the last digit, missing values and clock included", async () => {
    const temperature = Float64Array.from(series.columns.temperature as Float64Array, (value) => value / 3);
    temperature[7] = Number.NaN;
    const written: WeatherSeries = { ...series, sampling: "instant", columns: { ...series.columns, temperature } };
    const text = writeWeatherCsv(written, { comments: ["typical\nyear"] });
    expect(text.split("\n", 1)[0]).toBe("# note: typical year");
    const read = await readWeather(text);
    expect(read.format).toBe("csv");
    expect(read.series).toEqual(written);
  });
});

describe("what does not fit a format", () => {
  const { place: _, ...homeless } = series;
  it.each([
    [() => writeEpw(homeless), /writeEpw: .*weather.place with timeZone must be set/],
    [() => writeEpw({ ...series, interval: 1800 }), /hours only: weather.interval must be 3600 s, got 1800/],
    [() => writeEpw({ ...series, start: Date.UTC(2005, 0, 1, 0, 30) }), /whole local hours.*UTC\+1/],
    [() => writeEpw({ ...series, sampling: "instant" }), /whole local hours/],
    [
      () => writeTmy3({ ...series, start: Date.UTC(2005, 0, 1) }),
      /a year of 8760 hours from 1 January, 00:00; got 8760 from 1\/1, minute 60/,
    ],
    [() => writeSam(series, { sourceTimes: [1] }), /sourceTimes must have a time for each of the 8760 rows, got 1/],
    [() => writeSam({ ...series, start: Date.UTC(2005, 0, 1) + 500 }), /whole minutes/],
  ])("is refused: %#", (write, message) => {
    expect(write).toThrow(message);
  });

  it("is written without commas and quotes where programs split at them", () => {
    expect(WRITTEN).toContain("sam");
    const [, values] = writeSam(series, { ...options, station: 'A "b", c' }).split("\n");
    expect(values!.split(",")).toHaveLength(8);
    expect(values).toContain("A  b ; c");
  });
});
