/** SURFRAD, BSRN, PVGIS, CAMS and ERA5 against pvlib on the same files; label rules; every fixture recognised as itself. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { checkLabels } from "../../../src/data/weather/believe/closing.js";
import { readWeather, type WeatherColumn, WeatherError } from "../../../src/data/weather/index.js";
import { WEATHER_FORMATS } from "../../../src/data/weather/readers/formats.js";
import { computeColumns } from "../../../src/index.js";
import { cell, fixture, withLine } from "./damage.js";

interface Reference {
  place: object;
  first: string;
  columns: { [name in WeatherColumn]?: (number | null)[] };
}
const references = JSON.parse(fixture("archive-readers.json")) as { [file: string]: Reference };
const MINUTE = 60_000;
const HOUR = 3_600_000;

/** Irradiance time offset in the fixtures of typical years, 0.1761 h, as ms. */
const OFFSET = 633_960;

/** File, format, label, first interval's start from pvlib's first stamp (ms), interval (s), sampling. */
const FILES = [
  ["surfrad-clear.dat", "surfrad", "end", -MINUTE, 60, undefined],
  ["bsrn-clear.dat", "bsrn", "start", 0, 60, undefined],
  ["pvgis-hourly.csv", "pvgis", "center", 0, 3600, "instant"],
  ["pvgis-hourly.json", "pvgis", "center", 0, 3600, "instant"],
  ["cams-clear.csv", "cams", "start", 0, 900, undefined],
  ["era5-clear.csv", "era5", "end", -HOUR, 3600, undefined],
] as const;

/** Values agree up to two roundings: factor and divisor may come in another order. */
function expectColumns(columns: object, reference: Reference) {
  const ours = columns as { [name: string]: Float64Array };
  expect(Object.keys(ours).sort()).toEqual(Object.keys(reference.columns).sort());
  for (const [name, values] of Object.entries(reference.columns)) {
    expect(ours[name], name).toHaveLength(values.length);
    for (const [row, value] of values.entries()) {
      const got = ours[name]![row]!;
      if (value === null) expect(got, `${name}[${row}]`).toBeNaN();
      else expect(Math.abs(got - value), `${name}[${row}]`).toBeLessThanOrEqual(1e-12 * Math.abs(value));
    }
  }
}

describe("readers against pvlib", () => {
  it.each(FILES)("%s is %s, stamps mark the %s", async (file, format, label, shift, interval, sampling) => {
    const reference = references[file]!;
    const reading = await readWeather(fixture(file));
    expect({ format: reading.format, label: reading.label }).toEqual({ format, label });
    expect(reading.series.start).toBe(Date.parse(reference.first) + shift);
    expect(reading.series).toMatchObject({ interval, place: reference.place });
    expect(reading.series.sampling).toBe(sampling);
    expectColumns(reading.series.columns, reference);
  });

  it("a typical year of PVGIS: hours centred on the stamp plus the offset, on the nominal year, in all three forms", async () => {
    const reference = references["pvgis-tmy.json"]!;
    const reading = await readWeather(fixture("pvgis-tmy.json"));
    expect(reading).toMatchObject({ format: "pvgis", label: "center" });
    expect(reading.series).toMatchObject({
      start: Date.UTC(2023, 5, 30) + OFFSET - HOUR / 2,
      interval: 3600,
      place: reference.place,
    });
    expect(reading.series.sampling).toBeUndefined();
    expectColumns(reading.series.columns, reference);
    // Only the JSON says that the light is that behind the horizon.
    expect(reading.horizonInLight).toBe(true);
    expect(await readWeather(fixture("pvgis-tmy.csv"))).toEqual({ ...reading, horizonInLight: undefined });
    const epw = await readWeather(fixture("pvgis-tmy.epw"));
    expect(epw).toMatchObject({ format: "epw", label: "center", series: { start: reading.series.start } });
    const { dew_point_temperature: _, ...columns } = epw.series.columns;
    expect(columns).toEqual(reading.series.columns);
    const other = await readWeather(fixture("pvgis-tmy.csv"), { year: 2020 });
    expect(other.series.start).toBe(Date.UTC(2020, 5, 30) + OFFSET - HOUR / 2);
  });

  it.each([
    "surfrad-clear.dat",
    "bsrn-clear.dat",
    "cams-clear.csv",
    "pvgis-tmy.csv",
    "pvgis-tmy.json",
    "pvgis-tmy.epw",
  ])("%s closes as its format labels it, within the rounding of its values", async (file) => {
    const { series, label, notices } = await readWeather(fixture(file));
    expect(notices.filter(({ code }) => code === "label")).toEqual([]);
    const check = checkLabels(series, { label })!;
    // Half a unit of the last place of GHI and DHI each, and of DNI·cos z: whole W/m² in BSRN, tenths and less elsewhere.
    expect(check.spreadAsRead).toBeLessThan(file === "bsrn-clear.dat" ? 0.5 : 0.1);
    const shifted = checkLabels({ ...series, start: (series.start as number) + HOUR / 2 }, { label })!;
    expect(shifted.notice!.message).toContain("30 minutes earlier");
  });
});

describe("SURFRAD", () => {
  const text = fixture("surfrad-clear.dat");

  it("takes flagged values as missing, whatever they are", async () => {
    const flagged = withLine(text, 5, (line) => line.replace(/^((?: +\S+){8})( +\S+) 0/, "$1$2 2"));
    const { columns } = (await readWeather(flagged)).series;
    expect(columns.global_horizontal_irradiance![2]).toBeNaN();
    expect(columns.direct_normal_irradiance![2]).toBeGreaterThan(0);
  });

  it("fills absent minutes as missing", async () => {
    const { series, notices } = await readWeather(text);
    expect(series.columns.temperature).toHaveLength(40);
    expect(Array.from(series.columns.temperature as Float64Array).flatMap((t, k) => (Number.isNaN(t) ? [k] : []))).toEqual([
      6, 20, 21,
    ]); // biome-ignore format: rows
    expect(notices).toEqual([{ code: "gaps", message: "2 rows are absent from the file: taken as missing" }]);
  });

  it("has the sign of its longitude decided by the sun", async () => {
    const unsigned = await readWeather(text.replace(" -88.37", "  88.37"));
    expect(unsigned.series.place!.longitude).toBe(-88.37);
    expect(unsigned.notices[0]).toMatchObject({
      code: "longitude",
      message: expect.stringContaining("88.37 is read as -88.37"),
    });
    expect((await readWeather(text)).notices.filter(({ code }) => code === "longitude")).toEqual([]);
    // Twelve hours later it is the sun of the other side.
    const east = text.replaceAll(
      /^( 2021 172 {2}6 21) (\d+)/gm,
      (_, date, hour) => `${date} ${(Number(hour) + 12) % 24}`,
    );
    const rows = east.split("\n").filter((line, k) => k < 2 || / 6 21 (?:[3-9]) /.test(line));
    expect((await readWeather(`${rows.join("\n")}\n`.replace(" -88.37", "  88.37"))).series.place!.longitude).toBe(
      88.37,
    );
  });

  it("three-minute files end their three minutes at the stamp", async () => {
    const lines = text.split("\n");
    const thirds = [...lines.slice(0, 2), ...lines.slice(2, 20).filter((_, k) => k % 3 === 0)].join("\n");
    const { series } = await readWeather(thirds);
    expect(series).toMatchObject({ start: Date.UTC(2021, 5, 21, 15, 17), interval: 180 });
  });
});

describe("BSRN", () => {
  it("is read without a place, and packed", async () => {
    const text = fixture("bsrn-clear.dat");
    const whole = await readWeather(text);
    expect(await readWeather(gzipSync(text))).toEqual(whole);
    const { series } = await readWeather(text.replace(/\*U0004[^*]*/, ""));
    expect(series.place).toBeUndefined();
    expect(series.columns).toEqual(whole.series.columns);
  });

  it("counts latitude from the south pole and longitude from the date line", async () => {
    const text = fixture("bsrn-clear.dat").replace("  59.333 203.993", " 180.000   0.000");
    expect((await readWeather(text)).series.place).toMatchObject({ latitude: 90, longitude: -180 });
  });
});

describe("PVGIS", () => {
  const hourly = fixture("pvgis-hourly.csv");

  it("beam and diffuse on a horizontal plane, instants at hh:10, make the days' GHI", async () => {
    const { series } = await readWeather(hourly);
    const query = { lat: 45, lon: 8, parameters: "global_horizontal_irradiance", frequency: "1_hour" } as const;
    const { values } = computeColumns(query, series);
    const sum = (column: ArrayLike<number>) => Array.from(column).reduce((total, v) => total + (v > 0 ? v : 0), 0);
    const { direct_horizontal_irradiance: direct, diffuse_horizontal_irradiance: diffuse } = series.columns;
    const given = sum(direct as Float64Array) + sum(diffuse as Float64Array);
    // Hourly samples of a smooth clear day against its integral: a few tenths of a per cent.
    expect(Math.abs(sum(values.global_horizontal_irradiance!) / given - 1)).toBeLessThan(0.01);
  });

  it.each([
    ["a slope", "Slope: 0 deg.", "Slope: 30 deg. (optimum)"],
    ["a tracker", "Azimuth: 0 deg.", "Azimuth: -"],
    ["no word of it", /Slope: 0 deg. \r\n/, ""],
  ])("leaves the irradiances out, with a remark, for %s", async (_, from, to) => {
    const { series, notices } = await readWeather(hourly.replace(from, to));
    expect(Object.keys(series.columns)).toEqual(["temperature", "wind_speed"]);
    expect(notices[0]!.message).toBe(
      "columns on a tilted plane are ignored: Gb(i), Gd(i); ask PVGIS for a fixed slope of 0",
    );
  });

  it("JSON of a slope or a tracker too", async () => {
    const text = fixture("pvgis-hourly.json");
    for (const other of [
      text.replace('"slope": {"value": 0,', '"slope": {"value": 30,'),
      text.replace('{"fixed": {"slope"', '{"two_axis": {"slope"'),
    ]) {
      expect(Object.keys((await readWeather(other)).series.columns)).toEqual(["temperature", "wind_speed"]);
    }
  });

  it("G(i) of a horizontal plane is GHI; PVGIS-ERA5 gives means of the hour around its stamps", async () => {
    const lines = ["20200228:1030,500.0,20.0,5.0,2.0,0.0", "20200228:1130,550.0,22.0,6.0,2.0,0.0"];
    const text = `${hourly.slice(0, hourly.indexOf("time,")).replace("SARAH3", "ERA5")}time,G(i),H_sun,T2m,WS10m,Int\r\n${lines.join("\r\n")}\r\n`;
    const { series } = await readWeather(text);
    expect(series.start).toBe(Date.UTC(2020, 1, 28, 10));
    expect(series.sampling).toBeUndefined();
    expect(series.columns.global_horizontal_irradiance).toEqual(Float64Array.of(500, 550));
  });

  it("says when a typical year does not say its offset", async () => {
    const text = fixture("pvgis-tmy.csv").replace(/Irradiance Time Offset.*\r\n/, "");
    const { series, notices } = await readWeather(text);
    expect(series.start).toBe(Date.UTC(2023, 5, 30) - HOUR / 2);
    expect(notices.map(({ code }) => code)).toContain("irradiance-time");
  });

  it("a whole typical year goes round, whatever years its months are of", async () => {
    const head = fixture("pvgis-tmy.csv").split("time(UTC)")[0]!;
    const rows: string[] = [];
    for (let hour = 0; hour < 8760; hour++) {
      const stamp = new Date(Date.UTC(2023, 0, 1) + hour * HOUR).toISOString();
      const year = Number(stamp.slice(5, 7)) % 2 === 0 ? 2012 : 2009;
      rows.push(`${year}${stamp.slice(5, 7)}${stamp.slice(8, 10)}:${stamp.slice(11, 13)}00,${hour}.0`);
    }
    const { series } = await readWeather(`${head}time(UTC),G(h)\r\n${rows.join("\r\n")}\r\n`);
    expect(series.start).toBe(Date.UTC(2023, 0, 1) + OFFSET - HOUR / 2);
    const ghi = series.columns.global_horizontal_irradiance!;
    expect([ghi.length, ghi[0], ghi[8759], ghi[8760]]).toEqual([8761, 0, 8759, 0]);
  });
});

describe("CAMS", () => {
  const text = fixture("cams-clear.csv");

  it("kWh/m² where the file says so", async () => {
    const { series } = await readWeather(text.replace("Wh m-2", "kWh m-2"));
    const plain = (await readWeather(text)).series;
    expect(series.columns.global_horizontal_irradiance![0]).toBeCloseTo(
      1000 * plain.columns.global_horizontal_irradiance![0]!,
      6,
    );
  });

  it("the standard mode has no albedo, water or aerosol, and no place is no error", async () => {
    const head = "# Observation period;TOA;GHI;BHI;DHI;BNI;Reliability\n";
    const rows = ["12:00:00.0/2020-06-01T13:00:00.0;900;500;300;200;400;1", "13:00:00.0/2020-06-01T14:00:00.0;900;nan;nan;nan;nan;0"]; // biome-ignore format: rows
    const { series } = await readWeather(head + rows.map((row) => `2020-06-01T${row}\n`).join(""));
    expect(series).toMatchObject({ start: Date.UTC(2020, 5, 1, 12), interval: 3600 });
    expect(series.place).toBeUndefined();
    expect(series.columns).toEqual({
      global_horizontal_irradiance: Float64Array.of(500, Number.NaN),
      direct_horizontal_irradiance: Float64Array.of(300, Number.NaN),
      diffuse_horizontal_irradiance: Float64Array.of(200, Number.NaN),
      direct_normal_irradiance: Float64Array.of(400, Number.NaN),
    });
  });
});

describe("ERA5", () => {
  const rows = (...lines: string[]) => `${lines.join("\n")}\n`;

  it("knows long names and wind speed itself, and longitudes from 0 to 360", async () => {
    const { series } = await readWeather(
      rows(
        "time,latitude,longitude,surface_solar_radiation_downwards,2m_temperature,10m_wind_speed",
        "2021-06-01T12:00:00Z,46.75,350.25,1800000,290.15,3",
        "2021-06-01T13:00:00Z,46.75,350.25,3600000,291.15,",
      ),
    );
    expect(series.start).toBe(Date.UTC(2021, 5, 1, 11));
    expect(series.place).toEqual({ latitude: 46.75, longitude: -9.75 });
    expect(series.columns.global_horizontal_irradiance).toEqual(Float64Array.of(500, 1000));
    expect(series.columns.temperature![0]).toBeCloseTo(17, 10);
    expect(series.columns.wind_speed).toEqual(Float64Array.of(3, Number.NaN));
  });

  it("every third hour is an hour and two gaps, not three hours", async () => {
    const { series, notices } = await readWeather(
      rows("valid_time,ssrd", "2021-06-01 12:00:00,1800000", "2021-06-01 15:00:00,3600000"),
    );
    expect(series).toMatchObject({ start: Date.UTC(2021, 5, 1, 11), interval: 3600 });
    expect(series.columns.global_horizontal_irradiance).toEqual(Float64Array.of(500, Number.NaN, Number.NaN, 1000));
    expect(notices).toContainEqual({ code: "gaps", message: "2 rows are absent from the file: taken as missing" });
  });

  it("leaves water without a density and pressure at sea level out, and fill values", async () => {
    const { series, notices } = await readWeather(
      rows("valid_time,t2m,sd,msl", "2021-06-01 12:00:00,290,0.1,101300", "2021-06-01 13:00:00,-32767,0.1,101300"),
    );
    expect(Object.keys(series.columns)).toEqual(["temperature"]);
    expect(series.columns.temperature![1]).toBeNaN();
    expect(notices.map(({ message }) => message.slice(0, 15))).toEqual(["sd is ignored: ", "msl is ignored:"]);
  });

  it("no snow is no snow at any density", async () => {
    const { series } = await readWeather(
      rows("valid_time,t2m,sd,rsn", "2021-06-01 12:00:00,290,0,", "2021-06-01 13:00:00,290,0.03,300"),
    );
    expect(series.columns.snow_depth).toEqual(Float64Array.of(0, 100));
  });
});

/** Every fixture and its format. */
const ALL = [
  ...FILES.map(([file, format]) => [file, format] as const),
  ["pvgis-tmy.csv", "pvgis"],
  ["pvgis-tmy.json", "pvgis"],
  ["pvgis-tmy.epw", "epw"],
  ["epw-greensboro-excerpt.epw", "epw"],
  ["tmy2-miami-excerpt.tm2", "tmy2"],
  ["tmy3-greensboro-excerpt.csv", "tmy3"],
  ["tmy3-sand-point-excerpt.csv", "tmy3"],
  ["psm4-clear-day.csv", "psm"],
  ["midc-raw.csv", "midc"],
  ["midc-date.csv", "midc"],
] as const;

/** Formats that hold those of another: the order of WEATHER_FORMATS decides. */
const WIDER: { readonly [format: string]: readonly string[] } = { psm: ["sam"], pvgis: ["json"] };
/** Takes every table; it comes last. */
const LAST_RESORT = "timestamped";

describe("auto", () => {
  it.each(ALL)("no other format takes %s for its own than %s", (file, format) => {
    const text = fixture(file);
    const takers = WEATHER_FORMATS.filter((known) => known.detect(text)).map(({ name }) => name);
    expect(takers[0]).toBe(format);
    for (const taker of takers.slice(1)) expect([...(WIDER[format] ?? []), LAST_RESORT]).toContain(taker);
  });

  it("a format given by name must be the file's", async () => {
    const names = ["surfrad", "bsrn", "pvgis", "cams", "era5"];
    for (const [file, own] of ALL) {
      for (const format of names.filter((name) => name !== own)) {
        await expect(readWeather(fixture(file), { format }), `${file} as ${format}`).rejects.toThrow(WeatherError);
      }
    }
  });

  it("label and timeOffset override what the formats say", async () => {
    const bsrn = await readWeather(fixture("bsrn-clear.dat"), { label: "end", timeOffset: 2 });
    expect(bsrn.series.start).toBe(Date.parse(references["bsrn-clear.dat"]!.first) - MINUTE - 2 * HOUR);
    const era5 = await readWeather(fixture("era5-clear.csv"), { label: "start", timeOffset: -1 });
    expect(era5.series.start).toBe(Date.parse(references["era5-clear.csv"]!.first) + HOUR);
    const tmy = await readWeather(fixture("pvgis-tmy.csv"), { label: "start" });
    expect(tmy.series.start).toBe(Date.UTC(2023, 5, 30) + OFFSET);
  });
});

describe("a time that does not exist", () => {
  it("is named with its line in PVGIS's JSON, pretty-printed or not", async () => {
    const text = fixture("pvgis-tmy.json");
    const bad = text.replace('"20060630:0200"', '"20060631:0200"');
    const line = text.slice(0, text.indexOf('"20060630:0200"')).split("\n").length;
    await expect(readWeather(bad)).rejects.toMatchObject({ line, message: expect.stringContaining("2006-06-31") });
    const flat = JSON.stringify(JSON.parse(bad));
    await expect(readWeather(flat)).rejects.toMatchObject({ line: 1 });
    const late = withLine(fixture("pvgis-tmy.csv"), 21, cell(0, "20060630:0160"));
    await expect(readWeather(late)).rejects.toMatchObject({ line: 21 });
  });
});
