/** Readers against pvlib's on the same files, and what no file at hand shows. */
import { describe, expect, it } from "vitest";
import { readWeather, type WeatherColumn, WeatherError } from "../../../src/data/weather/index.js";
import { fixture } from "./damage.js";

interface Reference {
  place: object;
  first: string;
  last: string;
  columns: { [name in WeatherColumn]?: number[] };
}
const references = JSON.parse(fixture("readers.json")) as { [file: string]: Reference };
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** File, format, label, first interval's start from pvlib's first stamp (ms), interval (s), year of the series. */
const FILES = [
  ["tmy2-miami-excerpt.tm2", "tmy2", "end", 0, 3600, "2023"],
  ["epw-greensboro-excerpt.epw", "epw", "end", 0, 3600, "2023"],
  ["psm4-clear-day.csv", "psm", "center", 0, 1800, "2020"],
  ["midc-raw.csv", "midc", "end", -MINUTE, 60, "2019"],
  ["midc-date.csv", "midc", "end", -MINUTE, 60, "2019"],
] as const;

describe("readers against pvlib", () => {
  it.each(FILES)("%s is %s, labels mark the %s", async (file, format, label, shift, interval, year) => {
    const reference = references[file]!;
    const reading = await readWeather(fixture(file));
    const { series } = reading;
    expect({ format: reading.format, label: reading.label }).toEqual({ format, label });
    expect(series.start).toBe(Date.parse(year + reference.first.slice(4)) + shift);
    expect(series.interval).toBe(interval);
    // MIDC files do not say where they are.
    if (format !== "midc") expect(series.place).toEqual(reference.place);
    const columns = series.columns as { [name: string]: Float64Array };
    for (const [name, values] of Object.entries(reference.columns)) {
      // The same decimals by the same operations; a factor and a divisor may round once more.
      expect(columns[name], name).toHaveLength(values.length);
      for (const [row, value] of values.entries()) {
        expect(Math.abs(columns[name]![row]! - value), `${name}[${row}]`).toBeLessThanOrEqual(1e-12 * Math.abs(value));
      }
    }
    const last = (series.start as number) + (columns.global_horizontal_irradiance!.length - 1) * interval * 1000;
    expect(new Date(last - shift).toISOString().slice(4, 19)).toBe(reference.last.slice(4, 19));
  });

  it("takes nothing but what pvlib gives, and the aerosol depth of TMY2 at 550 nm", async () => {
    for (const [file] of FILES) {
      const { series } = await readWeather(fixture(file));
      const names = Object.keys(series.columns).filter((name) => name !== "aerosol_optical_depth");
      expect(names.sort(), file).toEqual(Object.keys(references[file]!.columns).sort());
    }
    const { series } = await readWeather(fixture("tmy2-miami-excerpt.tm2"));
    const depth = Number(fixture("tmy2-miami-excerpt.tm2").split("\n")[1]!.slice(128, 131)) / 1000;
    expect(series.columns.aerosol_optical_depth![0]).toBeCloseTo(depth * (700 / 550) ** 1.14, 12);
  });

  it("PSM values are those of the instant; with another label they are averages", async () => {
    const text = fixture("psm4-clear-day.csv");
    const first = Date.parse(references["psm4-clear-day.csv"]!.first);
    expect((await readWeather(text)).series).toMatchObject({ sampling: "instant", start: first });
    const ended = (await readWeather(text, { label: "end" })).series;
    expect(ended.sampling).toBeUndefined();
    expect(ended.start).toBe(first - 30 * MINUTE);
    const utc = (await readWeather(text, { timeOffset: 0 })).series;
    expect(utc.start).toBe(first - 7 * HOUR);
  });

  it("both forms of MIDC are the same series, at the place of the option", async () => {
    const place = { latitude: 26.3059, longitude: -98.1716, altitude: 45.4 };
    const raw = await readWeather(fixture("midc-raw.csv"), { place });
    expect(raw.series.place).toEqual(place);
    expect(await readWeather(fixture("midc-date.csv"), { place })).toEqual(raw);
    expect((await readWeather(fixture("midc-raw.csv"))).series.place).toBeUndefined();
    // What the file says comes first.
    const tmy2 = await readWeather(fixture("tmy2-miami-excerpt.tm2"), { place });
    expect(tmy2.series.place).toEqual(references["tmy2-miami-excerpt.tm2"]!.place);
  });
});

const STATION = "Source,Location ID,City,Latitude,Longitude,Time Zone,Elevation\nTMY2,14914,Fargo,46.9,-96.8,-6,274\n";
const REAL = STATION.replace("TMY2", "NSRDB");
const day = (from: number, to: number, row: (hour: number) => string) =>
  Array.from({ length: to - from }, (_, k) => `${row(from + k)}\n`).join("");

describe("SAM CSV", () => {
  it("hours without minutes are starts, in the zone of the file", async () => {
    const text = `${REAL}Year,Month,Day,Hour,GHI,Tdry,Pres,Snow Depth\n${day(0, 24, (hour) => `2011,6,21,${hour},${hour},-1.5,982,18`)}`;
    const { series, format, label } = await readWeather(text);
    expect({ format, label }).toEqual({ format: "sam", label: "start" });
    expect(series.start).toBe(Date.UTC(2011, 5, 21, 6));
    expect(series.place).toEqual({ latitude: 46.9, longitude: -96.8, altitude: 274, timeZone: -6 });
    const { global_horizontal_irradiance: ghi, temperature, pressure, snow_depth: snow } = series.columns;
    expect([ghi![5], temperature![5], pressure![5], snow![5]]).toEqual([5, -1.5, 98_200, 180]);
  });

  it("with minutes the stamp is the centre, with decimals of an hour too", async () => {
    const minutes = `${REAL}Year,Month,Day,Hour,Minute,GHI\n${day(0, 3, (hour) => `2011,6,21,${hour},30,1`)}`;
    const decimals = `${REAL}Year,Month,Day,Hour,GHI\n${day(0, 3, (hour) => `2011,6,21,${hour}.5,1`)}`;
    for (const text of [minutes, decimals]) {
      const { series, label } = await readWeather(text);
      expect(label).toBe("center");
      expect(series).toMatchObject({ start: Date.UTC(2011, 5, 21, 6), interval: 3600 });
      expect(series.sampling).toBeUndefined();
    }
    const quarters = `${REAL}Year,Month,Day,Hour,GHI\n2011,6,21,0.125,1\n2011,6,21,0.375,2\n2011,6,21,0.625,3\n`;
    expect((await readWeather(quarters)).series).toMatchObject({ start: Date.UTC(2011, 5, 21, 6), interval: 900 });
  });

  it("a file in UTC keeps the zone of its place", async () => {
    const text = `Latitude,Longitude,Time Zone,Local Time Zone,Elevation\n32,-110,0,-7,700\nYear,Month,Day,Hour,Minute,GHI\n2011,6,21,0,30,1\n2011,6,21,1,30,1\n`;
    const { series } = await readWeather(text);
    expect(series.start).toBe(Date.UTC(2011, 5, 21, 0));
    expect(series.place!.timeZone).toBe(-7);
  });

  it("−99 and below, NaN and empty cells are missing; other columns and empty ones at the end are left out", async () => {
    const rows = ["-999,1,x", "NaN,2,x,", ",3,x,,", "0,4,x"].map((cells, hour) => `2011,6,21,${hour},${cells}\n`);
    const { series } = await readWeather(`${REAL}Year,Month,Day,Hour,GHI,Wspd,Note\n${rows.join("")}`);
    expect(series.columns).toEqual({
      global_horizontal_irradiance: Float64Array.of(Number.NaN, Number.NaN, Number.NaN, 0),
      wind_speed: Float64Array.of(1, 2, 3, 4),
    });
  });

  it("takes units from a line of them and from the station's fields", async () => {
    const line = `Latitude,Longitude,Time Zone,Elevation,Units\n1,2,0,0,yes\nYear,Month,Day,Hour,Temperature,Pressure,Wind Speed,GHI\n,,,,F,Pa,km/h,kW/m2\n2011,6,21,0,50,98000,36,0.5\n2011,6,21,1,50,98000,36,0.5\n`;
    const fields = `Latitude,Longitude,Time Zone,Elevation,Temperature Units,Pressure Units,Wind Speed Units,GHI Units\n1,2,0,0,F,Pa,km/h,kW/m2\nYear,Month,Day,Hour,Temperature,Pressure,Wind Speed,GHI\n2011,6,21,0,50,98000,36,0.5\n2011,6,21,1,50,98000,36,0.5\n`;
    for (const text of [line, fields]) {
      const { columns } = (await readWeather(text)).series;
      expect(columns.temperature![0]).toBeCloseTo(10, 12);
      expect(columns.pressure![0]).toBe(98_000);
      expect(columns.wind_speed![0]).toBe(10);
      expect(columns.global_horizontal_irradiance![0]).toBe(500);
    }
  });

  it("is a typical year when its source, its missing years or its mixed years say so", async () => {
    const row = (year: string, month: number, date: number, hour: number) => `${year}${month},${date},${hour},0\n`;
    const named = `${STATION}Year,Month,Day,Hour,GHI\n${row("1968,", 1, 31, 23)}${row("1968,", 2, 1, 0)}`;
    const mixed = `${REAL}Year,Month,Day,Hour,GHI\n${row("1968,", 1, 31, 23)}${row("1975,", 2, 1, 0)}`;
    const yearless = `${REAL}Month,Day,Hour,GHI\n${row("", 1, 31, 23)}${row("", 2, 1, 0)}`;
    for (const text of [named, mixed, yearless]) {
      const { series, notices } = await readWeather(text, { year: 2020 });
      expect(series.start).toBe(Date.UTC(2020, 1, 1, 5));
      expect(notices.map(({ code }) => code)).toEqual(["typical-year", "part-of-year"]);
    }
    const real = `${REAL}Year,Month,Day,Hour,GHI\n${row("2019,", 12, 31, 23)}${row("2020,", 1, 1, 0)}`;
    const { series, notices } = await readWeather(real, { year: 2005 });
    expect(series.start).toBe(Date.UTC(2020, 0, 1, 5));
    expect(notices.map(({ code }) => code)).toEqual(["year"]);
  });

  it("29 February is there in a real year, and left out of a typical one", async () => {
    const rows = [28, 29].map((date) => day(0, 24, (hour) => `2012,2,${date},${hour},${date * 100 + hour}`)).join("");
    const next = day(0, 24, (hour) => `2012,3,1,${hour},${hour}`);
    const real = await readWeather(`${REAL}Year,Month,Day,Hour,GHI\n${rows}${next}`);
    expect(real.series.columns.global_horizontal_irradiance).toHaveLength(72);
    const typical = await readWeather(`${STATION}Year,Month,Day,Hour,GHI\n${rows}${next}`);
    expect(typical.series.columns.global_horizontal_irradiance).toHaveLength(48);
    expect(typical.notices[0]).toEqual({ code: "leap-day", message: "24 rows of 29 February are ignored" });
  });
});

describe("PSM or SAM", () => {
  it("short hourly files without legends say no more than SAM CSV; sub-hourly ones with units are PSM", async () => {
    const head =
      "Source,Latitude,Longitude,Time Zone,Elevation,Local Time Zone,GHI Units\nNSRDB,32,-110,-7,700,-7,w/m2\n";
    const names = "Year,Month,Day,Hour,Minute,GHI\n";
    const hourly = `${head}${names}2019,1,1,0,30,0\n2019,1,1,1,30,0\n`;
    const finer = `${head}${names}2019,1,1,0,0,0\n2019,1,1,0,5,0\n2019,1,1,0,10,0\n`;
    expect((await readWeather(hourly)).format).toBe("sam");
    expect(await readWeather(finer)).toMatchObject({ format: "psm", series: { sampling: "instant", interval: 300 } });
  });
});

describe("TMY2 and EPW", () => {
  it("fields of nines are missing in TMY2", async () => {
    const lines = fixture("tmy2-miami-excerpt.tm2").split("\n");
    const nines = (line: string, from: number, to: number) =>
      line.slice(0, from) + "9".repeat(to - from) + line.slice(to);
    lines[1] = nines(nines(lines[1]!, 17, 21), 133, 136);
    lines[2] = nines(lines[2]!, 67, 71);
    const { columns } = (await readWeather(lines.join("\n"))).series;
    expect(columns.global_horizontal_irradiance![0]).toBeNaN();
    expect(columns.snow_depth![0]).toBeNaN();
    expect(columns.temperature![1]).toBeNaN();
    expect(columns.temperature![0]).toBeGreaterThan(20);
  });

  it("a southern, eastern station of TMY2 has the right signs", async () => {
    const text = fixture("tmy2-miami-excerpt.tm2").replace("-5 N 25 48 W  80 16     2", " 5 S 25 30 E 100 15   -12");
    const { place, start } = (await readWeather(text)).series;
    expect(place).toEqual({ latitude: -25.5, longitude: 100.25, altitude: -12, timeZone: 5 });
    expect(start).toBe(Date.UTC(2023, 5, 20, 19));
  });

  it("limits of the dictionary are missing in EPW; short rows have no snow", async () => {
    const lines = fixture("epw-greensboro-excerpt.epw").trimEnd().split("\n");
    const replaced = (line: string, index: number, cell: string) => line.split(",").with(index, cell).join();
    lines[8] = [13, 14].reduce((line, index) => replaced(line, index, "9999"), lines[8]!);
    lines[8] = [
      [6, "99.9"],
      [9, "999999"],
      [21, "999"],
      [30, "999"],
      [32, "0"],
    ].reduce((line, [index, cell]) => replaced(line, index as number, cell as string), lines[8]);
    const { columns } = (await readWeather(lines.join("\r\n"))).series;
    const missing = Object.entries(columns as { [name: string]: Float64Array }).filter(([, v]) => Number.isNaN(v[0]!));
    expect(missing.map(([name]) => name).sort()).toEqual([
      "albedo",
      "direct_normal_irradiance",
      "global_horizontal_irradiance",
      "pressure",
      "snow_depth",
      "temperature",
      "wind_speed",
    ]);
    const short = lines.map((line, k) => (k < 8 ? line : line.split(",").slice(0, 22).join()));
    expect((await readWeather(short.join("\n"))).series.columns).not.toHaveProperty("snow_depth");
  });
});

const GOLDEN = `Timestamp,SRRL BMS Wind Speed at 19' (m/s),SRRL BMS Direct Normal Irradiance (W/m²_irr),SRRL BMS Global Horizontal Irradiance (W/m²_irr),SRRL BMS Peak Wind Speed at 6' (m/s),SRRL BMS Dry Bulb Temperature (°C),SRRL BMS Total Cloud Cover (%),SRRL BMS Diffuse Horizontal Irradiance (W/m²_irr),Energy (kW),SRRL BMS Snow Depth (in)
2018-05-10 03:15:00+00:00,1.5,2,3,9,21.25,99,1,0,2
2018-05-10 03:16:00+00:00,1.5,2,3,9,21.25,99,1,0,2
2018-05-10 13:48:00+00:00,1.5,2,3,9,21.25,99,1,0,2
`;

describe("timestamped CSV", () => {
  it("knows columns by name and unit, leaves a night out, takes SRRL's stamps as ends", async () => {
    const { series, format, label, notices } = await readWeather(GOLDEN);
    expect({ format, label }).toEqual({ format: "timestamped", label: "end" });
    expect(series).toMatchObject({ start: Date.UTC(2018, 4, 10, 3, 14), interval: 60 });
    expect(Object.keys(series.columns).sort()).toEqual([
      "diffuse_horizontal_irradiance",
      "direct_normal_irradiance",
      "global_horizontal_irradiance",
      "snow_depth",
      "temperature",
      "wind_speed",
    ]);
    expect(series.columns.snow_depth![0]).toBe(50.8);
    expect(series.columns.wind_speed![0]).toBe(1.5);
    expect(series.columns.temperature).toHaveLength(634);
    expect(series.columns.temperature![100]).toBeNaN();
    expect(notices.map(({ code }) => code)).toEqual(["columns", "columns", "gaps"]);
    expect(notices[1]!.message).toMatch(/^columns that are ignored: /);
  });

  it("says what it assumes: the start, UTC", async () => {
    const text = "time,ghi,temp_air,wind_speed (km/h),relative_humidity\n2024-06-21 12:00,100,2,36,50\n2024-06-21 12:15,100,2,36,50\n"; // biome-ignore format: a file
    const { series, label, notices } = await readWeather(text);
    expect(label).toBe("start");
    expect(series).toMatchObject({ start: Date.UTC(2024, 5, 21, 12), interval: 900 });
    expect(series.columns.wind_speed![0]).toBe(10);
    expect(notices.map(({ code }) => code)).toEqual(["columns", "time-zone", "label-assumed"]);
    const local = await readWeather(text, { timeOffset: 2, label: "end" });
    expect(local.series.start).toBe(Date.UTC(2024, 5, 21, 9, 45));
    expect(local.notices.map(({ code }) => code)).toEqual(["columns"]);
  });

  it("takes the one meant among columns of like names", async () => {
    const names = [
      "DATE (MM/DD/YYYY)",
      "MST",
      "Global 40-South LI-200 [W/m^2]",
      "Global CMP22 (vent/cor) [W/m^2]",
      "Direct NIP (stdev) [W/m^2]",
      "Direct CHP1-1 [W/m^2]",
      "Global UVA [W/m^2]",
      "Global Normal PSP [W/m^2]",
      "Diffuse CM22-1 (vent/cor) [W/m^2]",
      "Upwelling Global [W/m^2]",
      "Peak Wind Speed @ 6ft [m/s]",
      "Avg Wind Speed @ 6ft [m/s]",
      "CHP1 Temp [deg C]",
      "Tower Dry Bulb Temp [deg C]",
      "Tower Dew Point Temp [deg C]",
      "Tower RH [%]",
      "Station Pressure [mBar]",
      "Snow Depth [cm]",
      "Albedo (CMP11)",
    ];
    const row = (time: string) => `10/30/2018,${time},${names.slice(2).map((_, k) => k + 2).join()}\n`; // biome-ignore format: one row
    const { series, format } = await readWeather(`${names.join()}\n${row("23:59")}${row("24:00")}`);
    expect(format).toBe("midc");
    expect(series.start).toBe(Date.UTC(2018, 9, 31, 6, 58));
    const first = Object.entries(series.columns).map(([name, values]) => [name, (values as Float64Array)[0]]);
    expect(Object.fromEntries(first)).toEqual({
      global_horizontal_irradiance: 3,
      direct_normal_irradiance: 5,
      diffuse_horizontal_irradiance: 8,
      wind_speed: 11,
      temperature: 13,
      dew_point_temperature: 14,
      relative_humidity: 15,
      pressure: 1600,
      snow_depth: 170,
    });
  });

  it.each(["Fahrenheit", "deg.F", "°F", "degF", "degrees F"])("converts a temperature in %s", async (unit) => {
    const { series } = await readWeather(
      `time,GHI (W/m2),temperature (${unit})\n2024-06-21T12:00Z,100,50\n2024-06-21T13:00Z,100,68\n`,
    );
    const [first, second] = Array.from(series.columns.temperature!);
    expect(first).toBeCloseTo(10, 10);
    expect(second).toBeCloseTo(20, 10);
  });

  it("leaves a column out whose unit is not known", async () => {
    const { series, notices } = await readWeather(
      "time,GHI (W/m2),snow_depth,temperature (kelvins)\n2024-06-21T12:00Z,100,2,3\n2024-06-21T13:00Z,100,2,3\n",
    );
    expect(Object.keys(series.columns)).toEqual(["global_horizontal_irradiance"]);
    const [unread] = notices.filter(({ code }) => code === "unread");
    expect(unread?.message).toContain(
      '"snow_depth" (snow_depth? unknown unit), "temperature (kelvins)" (temperature? unknown unit)',
    );
    expect(unread?.message).toMatch(/; pass units, such as \{ snow_depth: "cm" \}$/);
  });
});

it("takes no column of snow without a unit, even one that the caller names", async () => {
  const text = "time,GHI (W/m2),depth\n2024-06-21T12:00Z,100,2\n2024-06-21T13:00Z,100,2\n";
  const named = readWeather(text, { columns: { snow_depth: "depth" } });
  await expect(named).rejects.toThrow('the unit of snow_depth is not known: pass units, such as { snow_depth: "cm" }');
  const { series } = await readWeather(text, { columns: { snow_depth: "depth" }, units: { snow_depth: "cm" } });
  expect(Array.from(series.columns.snow_depth!)).toEqual([20, 20]);
});

describe("auto", () => {
  it("keeps formats apart; a format given by name must be the file's", async () => {
    for (const [file, format] of FILES) {
      const text = fixture(file);
      expect((await readWeather(text, { format })).format).toBe(format);
      const other = format === "tmy2" ? "epw" : "tmy2";
      await expect(readWeather(text, { format: other })).rejects.toThrow(WeatherError);
    }
  });

  it("checks option place", async () => {
    for (const place of [{ latitude: 91, longitude: 0 }, { latitude: 1 }, {}]) {
      await expect(readWeather(GOLDEN, { place: place as never })).rejects.toThrow(RangeError);
    }
    await expect(readWeather(GOLDEN, { place: 3 as never })).rejects.toThrow(TypeError);
    const reading = await readWeather(GOLDEN, { place: { latitude: 39.742, longitude: -105.18 } });
    expect(reading.series.place).toEqual({ latitude: 39.742, longitude: -105.18 });
  });
});

describe("SAM CSV with hours from 1 to 24", () => {
  const sam = (first: number, minute: string, hours: readonly number[]) =>
    [
      "latitude,longitude,time zone",
      "34,-118,-8",
      `Year,Month,Day,Hour,${minute}GHI`,
      ...hours.map((hour, k) => `2012,1,1,${hour},${minute === "" ? "" : "30,"}${first + k}`),
    ].join("\n");
  const numbered = Array.from({ length: 24 }, (_, k) => k + 1);

  it.each([
    ["", "start", 8],
    ["Minute,", "center", 8],
  ] as const)("and the columns Hour,%s", async (minute, label, utc) => {
    const reading = await readWeather(sam(100, minute, numbered));
    expect(reading.label).toBe(label);
    expect(reading.series.start).toBe(Date.UTC(2012, 0, 1, utc));
    expect(reading.series.columns.global_horizontal_irradiance).toHaveLength(24);
    expect(reading.notices.map(({ code }) => code)).toContain("hours");
  });

  it("refuses a time after 24:00 where there is an hour 0", async () => {
    await expect(readWeather(sam(100, "Minute,", [0, ...numbered]))).rejects.toThrow(
      "line 28: Hour and Minute must be",
    );
  });

  it("keeps midnight at the end of a file that begins later", async () => {
    const { series, notices } = await readWeather(sam(100, "", [21, 22, 23, 24]));
    expect(series.start).toBe(Date.UTC(2012, 0, 2, 5));
    expect(notices.map(({ code }) => code)).not.toContain("hours");
  });
});
