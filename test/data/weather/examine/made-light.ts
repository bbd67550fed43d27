/** A year of light that was never measured: clear days and cloudy ones of a seed under the clear sky of a place, and ways to spoil it. */

import { CheckContext } from "../../../../src/data/weather/believe/context.js";
import type { ExpectedLight } from "../../../../src/data/weather/believe/types.js";
import { checkWeather } from "../../../../src/data/weather/series.js";
import { Random } from "../../../../src/foundation/statistics/random.js";
import { DAY, HOUR, MINUTE } from "../../../../src/foundation/time/calendar.js";
import { computeColumns } from "../../../../src/index.js";

export interface MadeLight {
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  readonly place: { readonly latitude: number; readonly longitude: number; readonly altitude: number };
  readonly columns: { readonly global_horizontal_irradiance: Float64Array };
}

/** Of the row of the mean solar time of the place, hours. */
export function solarHour({ start, interval, place }: MadeLight, row: number): number {
  const time = start + (row + 0.5) * interval * 1000 + (place.longitude / 360) * DAY;
  return (time - Math.floor(time / DAY) * DAY) / HOUR;
}

/** 0 … 11, of the mean solar time of the place. */
export function monthOf({ start, interval, place }: MadeLight, row: number): number {
  return new Date(start + (row + 0.5) * interval * 1000 + (place.longitude / 360) * DAY).getUTCMonth();
}

/**
 * W/m² in steps of 0.1, from a midnight of the place to the hour.
 *
 * @param from days after New Year 2021
 */
export function madeLight(latitude: number, longitude: number, minutes = 60, days = 365, from = 0): MadeLight {
  const place = { latitude, longitude, altitude: 300 };
  const start = Date.UTC(2021, 0, 1 + from) - Math.round(longitude / 15) * HOUR;
  const interval = minutes * 60;
  const dark = {
    start,
    interval,
    place,
    columns: { global_horizontal_irradiance: new Float64Array((days * 1440) / minutes) },
  };
  const { clear } = new CheckContext(checkWeather(dark), place, {});
  const random = new Random(11);
  return changed(dark, (_, row) => {
    const day = Math.floor((row * minutes * MINUTE) / DAY);
    const hour = Math.floor((row * minutes * MINUTE) / HOUR);
    const isClear = random.uniform(0, day, 0, 0) < 0.4;
    const index = isClear ? 1 : 0.15 + 0.75 * random.uniform(1, day, 0, 0);
    const stray = (isClear ? 0.02 : 0.6) * (random.uniform(2, hour, 0, 0) - 0.5);
    return Math.round(10 * clear[row]! * index * (1 + stray)) / 10;
  });
}

export function changed(
  series: MadeLight,
  value: (light: number, row: number, all: Float64Array) => number,
): MadeLight {
  const light = series.columns.global_horizontal_irradiance;
  return { ...series, columns: { global_horizontal_irradiance: light.map((one, row) => value(one, row, light)) } };
}

/** The stamps later by minutes. */
export function late(series: MadeLight, minutes: number): MadeLight {
  return { ...series, start: series.start + minutes * MINUTE };
}

/** The climate of which the light is one year. */
export function climateOf(series: MadeLight): ExpectedLight {
  const [sums, rows] = [new Float64Array(12), new Float64Array(12)];
  series.columns.global_horizontal_irradiance.forEach((light, row) => {
    sums[monthOf(series, row)]! += light;
    rows[monthOf(series, row)]!++;
  });
  return {
    globalHorizontal: sums.map((sum, month) => sum / rows[month]!),
    expectedError: { annualWithin80: 0.065, places: 40 },
  };
}

/** The light on a plane in the place of the level light, as the engine finds it. */
export function onPlane(series: MadeLight, tilt: number, azimuth: number): MadeLight {
  const { latitude: lat, longitude: lon, altitude } = series.place;
  const frequency = { 900: "15_minutes", 1800: "30_minutes", 3600: "1_hour" }[series.interval];
  const query = {
    lat,
    lon,
    frequency,
    parameters: "global_tilted_irradiance",
    surface_tilt: tilt,
    surface_azimuth: azimuth,
  };
  const { values } = computeColumns(query, series, { altitude });
  return changed(series, (_, row) => values.global_tilted_irradiance![row]!);
}
