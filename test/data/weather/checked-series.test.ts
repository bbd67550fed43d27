import { describe, expect, it } from "vitest";
import { checkWeather, WeatherError, type WeatherSeries } from "../../../src/data/weather/series.js";

const SERIES: WeatherSeries = {
  start: "2024-06-21T12:00Z",
  interval: 3600,
  columns: { temperature: [20.5, null, undefined, Number.NaN] },
};

/** A series that the types would not let through. */
function malformed(change: object): WeatherSeries {
  return { ...SERIES, ...change } as WeatherSeries;
}

describe("checkWeather", () => {
  it.each([5, "48,11", true])("refuses the place %j and says so", (place) => {
    expect(() => checkWeather(malformed({ place }))).toThrow(/weather\.place must be an object, got /);
  });

  it.each([5, "1,2,3"])("refuses the column %j", (column) => {
    expect(() => checkWeather(malformed({ columns: { temperature: column } }))).toThrow(/temperature/);
  });

  it("takes ISO and Unix ms starts, fills in defaults, turns missing values into NaN", () => {
    const checked = checkWeather(SERIES);
    expect(checked).toEqual({
      start: Date.UTC(2024, 5, 21, 12),
      interval: 3600,
      count: 4,
      sampling: "average",
      columns: { temperature: Float64Array.of(20.5, Number.NaN, Number.NaN, Number.NaN) },
      place: undefined,
    });
    expect(checkWeather({ ...SERIES, start: -1.5 }).start).toBe(-1.5);
    expect(checkWeather({ ...SERIES, start: "2024-02-29T23:59:30Z" }).start).toBe(Date.UTC(2024, 1, 29, 23, 59, 30));
    expect(checkWeather({ ...SERIES, sampling: "instant" }).sampling).toBe("instant");
  });

  it("passes a Float64Array on as it is, and converts other kinds", () => {
    const given = Float64Array.of(1, Number.NaN);
    const checked = checkWeather({
      ...SERIES,
      columns: { albedo: given, pressure: Float32Array.of(1.5, 2.5), wind_speed: { length: 2, 0: 3 } as never },
    });
    expect(checked.columns.albedo).toBe(given);
    expect(checked.columns.pressure).toEqual(Float64Array.of(1.5, 2.5));
    expect(checked.columns.wind_speed).toEqual(Float64Array.of(3, Number.NaN));
  });

  it("takes infinities as missing without writing to the input", () => {
    const given = Float64Array.of(1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
    const checked = checkWeather({ ...SERIES, columns: { pressure: given, albedo: [0.2, -1 / 0, 0.3] } });
    expect(checked.columns.pressure).toEqual(Float64Array.of(1, Number.NaN, Number.NaN));
    expect(checked.columns.albedo).toEqual(Float64Array.of(0.2, Number.NaN, 0.3));
    expect(given[1]).toBe(Number.POSITIVE_INFINITY);
  });

  it("takes a key without a column as no key, and implausible values as they are", () => {
    const checked = checkWeather({
      ...SERIES,
      columns: { temperature: [999], albedo: undefined, pressure: null as never },
    });
    expect(Object.keys(checked.columns)).toEqual(["temperature"]);
    expect(checked.columns.temperature![0]).toBe(999);
  });

  it.each<[WeatherSeries["start"], number]>([
    ["2024-06-21T12:00Z", Date.UTC(2024, 5, 21, 12)],
    ["2024-06-21T12:00:30Z", Date.UTC(2024, 5, 21, 12, 0, 30)],
    ["2024-06-21T12:00+05:30", Date.UTC(2024, 5, 21, 6, 30)],
    ["2024-06-21T12:00:00-07:00", Date.UTC(2024, 5, 21, 19)],
    ["2024-01-01", Date.UTC(2024, 0, 1)],
    [new Date(Date.UTC(2024, 0, 1, 3)), Date.UTC(2024, 0, 1, 3)],
    [5, 5],
  ])("begins at %s", (start, expected) => expect(checkWeather({ ...SERIES, start }).start).toBe(expected));

  it("works on frozen input", () => {
    const frozen = Object.freeze({ ...SERIES, columns: Object.freeze({ temperature: Object.freeze([1, 2]) }) });
    expect(checkWeather(frozen).count).toBe(2);
  });

  it("keeps a full place and drops what a place does not have", () => {
    const place = { latitude: -90, longitude: 180, altitude: 4000, timeZone: 5.75 };
    expect(checkWeather({ ...SERIES, place: { ...place, name: "x" } as never }).place).toEqual(place);
    expect(checkWeather({ ...SERIES, place: { latitude: 0, longitude: 0 } }).place).toEqual({
      latitude: 0,
      longitude: 0,
    });
  });

  it.each<[string, unknown, string[]]>([
    ["no object", null, ["weather must be an object", "got null"]],
    ["start of another kind", malformed({ start: undefined }), ["weather.start", "got undefined"]],
    ["start in local time", malformed({ start: "2024-06-21T12:00" }), ["weather.start", "2024-06-21T12:00"]],
    ["a reading of a file", { series: SERIES, label: "start" }, ["weather must be an object", "a reading's series"]],
    ["a Date that is none", malformed({ start: new Date(Number.NaN) }), ["weather.start"]],
    ["30 February with an offset", malformed({ start: "2024-02-30T00:00+01:00" }), ["weather.start", "2024-02-30"]],
    ["a date with a day too many", malformed({ start: "2023-02-29" }), ["weather.start", "2023-02-29"]],
    ["two blanks for T", malformed({ start: "2024-06-21  12:00Z" }), ["weather.start"]],
    ["30 February", malformed({ start: "2024-02-30T00:00Z" }), ["weather.start", "2024-02-30"]],
    ["start NaN", malformed({ start: Number.NaN }), ["weather.start", "got NaN"]],
    ["start beyond dates", malformed({ start: 8.65e15 }), ["weather.start"]],
    ["interval 0", malformed({ interval: 0 }), ["weather.interval", "got 0"]],
    ["interval below a second", malformed({ interval: 0.5 }), ["weather.interval", "1 to 86400"]],
    ["interval above a day", malformed({ interval: 86_401 }), ["weather.interval", "86401"]],
    ["interval as text", malformed({ interval: "3600" }), ["weather.interval", '"3600"']],
    ["unknown sampling", malformed({ sampling: "mean" }), ["weather.sampling", "mean"]],
    ["columns missing", malformed({ columns: undefined }), ["weather.columns"]],
    ["no column", malformed({ columns: {} }), ["at least one of", "temperature"]],
    ["unknown column", malformed({ columns: { ghi: [1] } }), ['"ghi"', "global_horizontal_irradiance"]],
    ["inherited name", malformed({ columns: { toString: [1] } }), ['"toString"']],
    ["empty column", malformed({ columns: { temperature: [] } }), ["temperature is empty"]],
    ["lengths", malformed({ columns: { temperature: [1, 2], albedo: [1] } }), ["temperature has 2", "albedo has 1"]],
    ["text item", malformed({ columns: { temperature: [1, "2"] } }), ["temperature, row 1", '"2"']],
    ["boolean item", malformed({ columns: { temperature: [true] } }), ["temperature, row 0", "true"]],
    ["bigint items", malformed({ columns: { temperature: BigInt64Array.of(1n) } }), ["temperature, row 0", "1"]],
    ["text column", malformed({ columns: { temperature: "12" } }), ["temperature must be an array", '"12"']],
    ["number column", malformed({ columns: { temperature: 12 } }), ["temperature must be an array", "12"]],
    ["place without longitude", malformed({ place: { latitude: 1 } }), ["place.longitude", "undefined"]],
    ["latitude", malformed({ place: { latitude: 90.1, longitude: 0 } }), ["place.latitude", "90.1"]],
    ["longitude", malformed({ place: { latitude: 0, longitude: -181 } }), ["place.longitude", "-181"]],
    ["altitude", malformed({ place: { latitude: 0, longitude: 0, altitude: Number.NaN } }), ["place.altitude", "NaN"]],
    ["time zone", malformed({ place: { latitude: 0, longitude: 0, timeZone: 15 } }), ["place.timeZone", "15"]],
  ])("refuses: %s", (_, series, texts) => {
    expect(() => checkWeather(series as WeatherSeries)).toThrow(WeatherError);
    for (const text of texts) expect(() => checkWeather(series as WeatherSeries)).toThrow(text);
  });
});
