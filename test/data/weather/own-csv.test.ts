import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readWeather, writeWeatherCsv } from "../../../src/data/weather/index.js";

const H = "start_time,global_horizontal_irradiance,temperature";
const T = (hour: number, minute = 0) =>
  `2024-06-21T${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}:00Z`;
const GOOD = `${H}\n${T(10)},500,20\n${T(11)},600,21.5\n${T(12)},650,\n`;

describe("plain CSV", () => {
  it("reads columns, missing cells and the step", async () => {
    const { series, format, label, notices } = await readWeather(GOOD);
    expect({ format, label, notices }).toEqual({ format: "csv", label: "start", notices: [] });
    expect(series).toEqual({
      start: Date.UTC(2024, 5, 21, 10),
      interval: 3600,
      columns: {
        global_horizontal_irradiance: Float64Array.of(500, 600, 650),
        temperature: Float64Array.of(20, 21.5, Number.NaN),
      },
    });
  });

  it.each<[string, string]>([
    ["CRLF", GOOD.replaceAll("\n", "\r\n")],
    ["CR", GOOD.replaceAll("\n", "\r")],
    ["byte order mark", `\uFEFF${GOOD}`],
    ["no newline at the end", GOOD.trimEnd()],
    ["blank lines", GOOD.replaceAll("\n", "\n\n")],
    ["quotes", GOOD.replaceAll(/[^,\n]+/g, '"$&"')],
    ["blanks around cells", GOOD.replaceAll(",", " , ")],
    ["blank for T, no zone", GOOD.replaceAll(/T(\d\d):00:00Z/g, " $1:00")],
    ["fractions of a second", GOOD.replaceAll(":00Z", ":00.000Z")],
    ["zones", GOOD.replaceAll(/T(\d\d):00:00Z/g, (_, hour) => `T${Number(hour) + 2}:00:00+02:00`)],
    ["NaN and comments", GOOD.replace("650,", "650,NaN").replace("\n", "\n# a remark, with a comma\n")],
    ["other order of columns", GOOD.replaceAll(/^([^,]*),([^,]*),([^,\n]*)$/gm, "$3,$1,$2")],
  ])("takes the same data with %s", async (_, text) => {
    expect((await readWeather(text)).series).toEqual((await readWeather(GOOD)).series);
  });

  it("takes bytes, gzip and streams", async () => {
    const expected = await readWeather(GOOD);
    const bytes = new TextEncoder().encode(GOOD);
    async function* stream() {
      yield bytes.subarray(0, 7);
      yield bytes.subarray(7);
    }
    expect(await readWeather(bytes)).toEqual(expected);
    expect(await readWeather(new Uint8Array(gzipSync(bytes)))).toEqual(expected);
    expect(await readWeather(stream())).toEqual(expected);
  });

  it("fills gaps of whole steps and says so", async () => {
    const { series, notices } = await readWeather(`${GOOD}${T(15)},1,2\n`);
    expect(series.interval).toBe(3600);
    expect(series.columns.temperature).toEqual(Float64Array.of(20, 21.5, Number.NaN, Number.NaN, Number.NaN, 2));
    expect(notices).toEqual([{ code: "gaps", message: "2 rows are absent from the file: taken as missing" }]);
  });

  it("takes place and sampling from comments", async () => {
    const comments =
      "# latitude: 36.1\n# longitude = -79.95\n# Altitude: 273\n# time_zone: -5\n# sampling: instant\n# by: me\n";
    const { series } = await readWeather(comments + GOOD);
    expect(series.place).toEqual({ latitude: 36.1, longitude: -79.95, altitude: 273, timeZone: -5 });
    expect(series.sampling).toBe("instant");
  });

  it("honours label and timeOffset", async () => {
    const start = Date.UTC(2024, 5, 21, 10);
    expect((await readWeather(GOOD, { label: "end" })).series.start).toBe(start - 3_600_000);
    expect((await readWeather(GOOD, { label: "center" })).series.start).toBe(start - 1_800_000);
    expect((await readWeather(GOOD, { timeOffset: -5.5 })).series.start).toBe(start + 5.5 * 3_600_000);
  });

  it("takes the interval from end_time: a single row will do", async () => {
    const text = `start_time,end_time,temperature\n2024-06-21T10:00Z,2024-06-21T10:15Z,1\n`;
    expect((await readWeather(text)).series.interval).toBe(900);
  });

  it("takes a CSV response of the service, without what is no weather", async () => {
    const text = `start_time,end_time,global_horizontal_irradiance,global_tilted_irradiance,surface_azimuth,surface_tilt
2024-06-21T10:00:00Z,2024-06-21T11:00:00Z,500,600,180,30
2024-06-21T11:00:00Z,2024-06-21T12:00:00Z,,,180,30
`;
    const { series, notices } = await readWeather(text);
    expect(series.columns).toEqual({ global_horizontal_irradiance: Float64Array.of(500, Number.NaN) });
    expect(notices[0]!.message).toContain("global_tilted_irradiance, surface_azimuth, surface_tilt");
  });

  it("finds the step by majority, so that a long gap does not hide it", async () => {
    const minutes = [0, 1, 2, 60, 61, 62];
    const text = `${H}\n${minutes.map((m) => `${T(10 + Math.floor(m / 60), m % 60)},1,1\n`).join("")}`;
    const { series } = await readWeather(text);
    expect(series.interval).toBe(60);
    expect(series.columns.temperature).toHaveLength(63);
  });

  it("says that a typical or generated year describes no actual year", async () => {
    const plain = (await readWeather(GOOD)).series;
    const { series, typicalYear, notices } = await readWeather(`# typical_year: true\n${GOOD}`);
    expect([series, typicalYear]).toEqual([plain, true]);
    expect(notices.map(({ code }) => code)).toEqual(["typical-year", "part-of-year"]);
    expect((await readWeather(`# typical_year: false\n${GOOD}`)).typicalYear).toBe(false);
    expect((await readWeather(writeWeatherCsv(plain, { typicalYear: true }))).typicalYear).toBe(true);
    await expect(readWeather(`# typical_year: maybe\n${GOOD}`)).rejects.toThrow(
      'typical_year must be true or false, got "maybe"',
    );
  });

  it("reads two weeks of minutes", async () => {
    const start = Date.UTC(2024, 0, 1);
    const rows = Array.from({ length: 20_000 }, (_, k) => `${new Date(start + k * 60_000).toISOString()},${k % 1000}`);
    const { series } = await readWeather(`start_time,global_horizontal_irradiance\n${rows.join("\n")}\n`);
    expect(series.columns.global_horizontal_irradiance).toHaveLength(20_000);
    expect(series.columns.global_horizontal_irradiance![19_999]).toBe(999);
  });
});

const RESPONSE = {
  start_times: ["2024-06-21T10:00:00Z", "2024-06-21T10:15:00Z"],
  end_times: ["2024-06-21T10:15:00Z", "2024-06-21T10:30:00Z"],
  values: {
    global_horizontal_irradiance: [812.5, null],
    global_horizontal_irradiance_with_shading: [1, 2],
    direct_horizontal_irradiance: [600, 610],
    diffuse_horizontal_irradiance: [212.5, null],
    direct_normal_irradiance: [700, 705],
    temperature: [20.5, 21],
    snow_depth: [null, null],
    pv_production: null,
    surface_azimuth: [0, 0],
    surface_tilt: [0, 0],
  },
  meta: { version: "1", lat: 36.1, lon: -79.95, altitude: 273, time_zone: -5 },
};

describe("JSON response as weather", () => {
  it("refuses a number beyond all numbers", async () => {
    const text = JSON.stringify(RESPONSE).replace("812.5", "1e999");
    await expect(readWeather(text)).rejects.toThrow(
      /values\.global_horizontal_irradiance\[0\] must be a finite number/,
    );
  });

  it("takes its weather columns, times and place", async () => {
    const { series, format, label, notices } = await readWeather(JSON.stringify(RESPONSE, null, 2));
    expect({ format, label, notices }).toEqual({ format: "json", label: "start", notices: [] });
    expect(series).toEqual({
      start: Date.UTC(2024, 5, 21, 10),
      interval: 900,
      columns: {
        global_horizontal_irradiance: Float64Array.of(812.5, Number.NaN),
        direct_horizontal_irradiance: Float64Array.of(600, 610),
        diffuse_horizontal_irradiance: Float64Array.of(212.5, Number.NaN),
        direct_normal_irradiance: Float64Array.of(700, 705),
        temperature: Float64Array.of(20.5, 21),
        snow_depth: Float64Array.of(Number.NaN, Number.NaN),
      },
      place: { latitude: 36.1, longitude: -79.95, altitude: 273, timeZone: -5 },
    });
  });

  it("does without meta, takes a single interval, fills gaps", async () => {
    const { start_times, end_times, values } = RESPONSE;
    const single = {
      start_times: start_times.slice(0, 1),
      end_times: end_times.slice(0, 1),
      values: { temperature: [1] },
    };
    const { series } = await readWeather(JSON.stringify(single));
    expect(series).toEqual({
      start: Date.UTC(2024, 5, 21, 10),
      interval: 900,
      columns: { temperature: Float64Array.of(1) },
    });
    const gap = {
      start_times: [start_times[0], "2024-06-21T10:45:00Z"],
      end_times: [end_times[0], "2024-06-21T11:00:00Z"],
      values: { temperature: values.temperature },
    };
    const filled = await readWeather(JSON.stringify(gap));
    expect(filled.series.columns.temperature).toEqual(Float64Array.of(20.5, Number.NaN, Number.NaN, 21));
    expect(filled.notices).toHaveLength(1);
  });
});
