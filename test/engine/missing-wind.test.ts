/** Gaps in the wind, for which PV models put a wind of their own: said, for nothing in the answer shows them. */
import { expect, it, test } from "vitest";
import { yieldOf } from "../../src/answers/yield/index.js";
import { computeColumns, type WeatherSeries } from "../../src/index.js";
import { cecSystem, defaultPv, huldSystem, pvwattsSystem } from "../../src/physics/models/pv/index.js";

const PLACE = { latitude: 47, longitude: 8, altitude: 400 };
const light = Array.from({ length: 48 }, (_, hour) => Math.max(0, 800 * (1 - (((hour % 24) - 11) / 7) ** 2)));

function weatherWith(wind: readonly number[] | undefined): WeatherSeries {
  const columns = { global_horizontal_irradiance: light, temperature: light.map(() => 20) };
  const given = wind === undefined ? columns : { ...columns, wind_speed: wind };
  return { start: "2023-06-21T00:00Z", interval: 3600, place: PLACE, columns: given };
}

const partly = (missing: number) => light.map((_, hour) => (hour >= 24 && hour < 36 ? missing : 3));

function noticesOf(weather: WeatherSeries, more: object = {}, pv: object = pvwattsSystem) {
  const query = {
    lat: 47,
    lon: 8,
    parameters: "pv_production",
    frequency: "1_hour",
    surface_tilt: 30,
    surface_azimuth: 180,
  };
  const { diagnostics } = computeColumns({ ...query, ...more }, weather, { models: { pv: pv as typeof defaultPv } });
  return diagnostics.notices.filter(({ code }) => code === "wind").map(({ message }) => message);
}

test.each([Number.NaN, -1, 400])(
  "a wind of %d is missing: column, share, rows, model and constant are named",
  (missing) => {
    expect(noticesOf(weatherWith(partly(missing)))).toEqual([
      "wind_speed has no value in 25 % of the rows (12 of 48): pvwattsSystem takes 1 m/s there",
    ]);
  },
);

it("is what the power is computed with", () => {
  const power = (wind: readonly number[]) => {
    const query = { lat: 47, lon: 8, parameters: "pv_production", frequency: "1_hour", surface_tilt: 30 };
    return computeColumns(query, weatherWith(wind), { models: { pv: pvwattsSystem } }).values.pv_production;
  };
  expect(power(partly(Number.NaN))).toEqual(power(partly(1)));
  expect(power(partly(Number.NaN))).not.toEqual(power(partly(3)));
});

it("counts the rows of the period", () => {
  const day = (date: number) => ({ start: `2023-06-${date}T00:00Z`, end: `2023-06-${date + 1}T00:00Z` });
  expect(noticesOf(weatherWith(partly(Number.NaN)), day(21))).toEqual([]);
  expect(noticesOf(weatherWith(partly(Number.NaN)), day(22))[0]).toContain("50 % of the rows (12 of 24)");
});

it("is of every system, and not of models or parameters without wind", () => {
  const gaps = weatherWith(partly(Number.NaN));
  for (const system of [cecSystem, huldSystem, pvwattsSystem]) {
    expect(system.stage.assumedWind).toBe(1);
    expect(system.stage.reads).toContain("windSpeed");
  }
  expect(noticesOf(gaps, {}, huldSystem)[0]).toContain("huldSystem takes 1 m/s there");
  expect(noticesOf(gaps, {}, defaultPv)).toEqual([]);
  expect(noticesOf(gaps, { parameters: "global_tilted_irradiance" })).toEqual([]);
});

it("is not of whole columns, nor of weather without any wind", () => {
  for (const wind of [undefined, light.map(() => 3), light.map(() => Number.NaN)])
    expect(noticesOf(weatherWith(wind))).toEqual([]);
});

it("is in a yield, once for several planes", () => {
  const plane = { surfaceAzimuth: 180, kwp: 1 };
  const { notices } = yieldOf(weatherWith(partly(Number.NaN)), {
    planes: [
      { ...plane, surfaceTilt: 30 },
      { ...plane, surfaceTilt: 60 },
    ],
  });
  expect(notices.filter(({ code }) => code === "wind")).toHaveLength(1);
});
