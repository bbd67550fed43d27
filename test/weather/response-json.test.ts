import { describe, expect, it } from "vitest";
import { readWeather } from "../../src/weather/index.js";

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
