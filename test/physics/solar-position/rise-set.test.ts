import { describe, expect, it } from "vitest";
import {
  deltaT,
  solarPosition,
  sunRiseSetTransit,
  sunRiseSetTransitGeometric,
  sunRiseSetTransitSpa,
} from "../../../src/physics/models/solar-position/index.js";

const DAY = 86_400_000;
const days = (from: number, n: number) => Float64Array.from({ length: n }, (_, i) => from + i * DAY);

describe("sunRiseSetTransit", () => {
  it("meets its definition: the elevation of solarPosition at sunrise and sunset, the meridian at transit", () => {
    for (const [latitude, longitude, altitude] of [
      [0, 0, 0],
      [47.4, 8.5, 400],
      [-33.9, 151.2, 0],
      [64, -150, 4000],
      [-23, 180, 0],
      [-23, -180, 0],
    ] as const) {
      const time = days(Date.UTC(2024, 1, 26), 6); // over a leap day
      const place = { latitude, longitude, altitude };
      for (const elevation of [-0.8333, 0, -6]) {
        const { sunrise, sunset, transit, state } = sunRiseSetTransit({ time, ...place }, { elevation });
        const at = (t: Float64Array) => solarPosition({ time: t, ...place });
        for (const t of [sunrise, sunset]) {
          // 1e-7 degrees is 0.02 ms where the sun climbs by 15 degrees an hour.
          for (const e of at(t).elevation) expect(Math.abs(e - elevation)).toBeLessThan(1e-6);
        }
        for (const azimuth of at(transit).azimuth) {
          expect(Math.abs(Math.sin((azimuth * Math.PI) / 180))).toBeLessThan(1e-7);
        }
        for (let i = 0; i < time.length; i++) {
          expect(state[i]).toBe(0);
          expect(sunrise[i]!).toBeLessThan(transit[i]!);
          expect(transit[i]!).toBeLessThan(sunset[i]!);
          expect(transit[i]! - sunrise[i]!).toBeLessThan(DAY / 2);
        }
      }
    }
  });

  it("gives every date one solar day, the same for all its instants and for any turn of the longitude", () => {
    const place = { latitude: 10, longitude: 179.99 };
    const { transit } = sunRiseSetTransit({ time: days(Date.UTC(2023, 0, 1), 366), ...place });
    for (let i = 1; i < transit.length; i++) expect(Math.abs(transit[i]! - transit[i - 1]! - DAY)).toBeLessThan(40_000);
    const day = Date.UTC(2024, 1, 29);
    const instants = sunRiseSetTransit({ time: [day, day + 1, day + DAY / 2, day + DAY - 1], ...place });
    expect(new Set(instants.sunrise).size).toBe(1);
    const east = sunRiseSetTransit({ time: day, latitude: 10, longitude: 180 });
    const west = sunRiseSetTransit({ time: day, latitude: 10, longitude: -180 });
    expect(Math.abs(east.sunrise[0]! - west.sunrise[0]!)).toBeLessThan(1);
    const turned = sunRiseSetTransit({ time: day, latitude: 10, longitude: 179.99 - 360 });
    expect(Math.abs(turned.sunrise[0]! - instants.sunrise[0]!)).toBeLessThan(0.1);
  });

  it("makes values of polar day and polar night, and loses no event at their edges", () => {
    const time = days(Date.UTC(2023, 0, 1), 365);
    const { sunrise, sunset, transit, state } = sunRiseSetTransit({ time, latitude: 78.2, longitude: 15.6 });
    const june = 172;
    const december = 355;
    expect([state[june], state[december]]).toEqual([1, -1]);
    expect([sunrise[june], sunset[june], sunrise[december], sunset[december]]).toEqual(Array(4).fill(Number.NaN));
    expect(transit.every(Number.isFinite)).toBe(true);
    // Rises and sets alternate over the year, with one set at the end of the polar day for its one rise.
    const events = [...sunrise].map((t) => [t, 1]).concat([...sunset].map((t) => [t, -1]));
    const order = events.filter(([t]) => Number.isFinite(t)).sort((a, b) => a[0]! - b[0]!);
    for (let i = 1; i < order.length; i++) expect(order[i]![1]).toBe(-order[i - 1]![1]!);
    expect(order.length).toBeGreaterThan(200);
  });

  it("knows the one sunrise and the one sunset of the year at a pole", () => {
    const time = days(Date.UTC(2023, 0, 1), 365);
    for (const [latitude, rise, set] of [
      [90, [2, 18], [8, 25]],
      [-90, [8, 20], [2, 23]],
    ] as const) {
      const { sunrise, sunset, state } = sunRiseSetTransit({ time, latitude, longitude: 0 });
      const risen = sunrise.filter(Number.isFinite);
      const gone = sunset.filter(Number.isFinite);
      expect([risen.length, gone.length]).toEqual([1, 1]);
      expect(Math.abs(risen[0]! - Date.UTC(2023, rise[0], rise[1]))).toBeLessThan(2 * DAY);
      expect(Math.abs(gone[0]! - Date.UTC(2023, set[0], set[1]))).toBeLessThan(2 * DAY);
      expect([state[172], state[355]]).toEqual(latitude > 0 ? [1, -1] : [-1, 1]);
    }
  });

  it("takes a given delta T as the full SPA does", () => {
    const time = Date.UTC(2024, 4, 1);
    const place = { latitude: 50, longitude: 100, altitude: 0 };
    for (const seconds of [0, 67, 500]) {
      const { sunrise } = sunRiseSetTransit({ time, ...place }, { deltaT: seconds });
      const { elevation } = solarPosition({ time: sunrise, ...place }, { deltaT: seconds });
      expect(Math.abs(elevation[0]! + 0.8333)).toBeLessThan(1e-7);
    }
    const auto = deltaT({ time }).deltaT[0]!;
    const difference =
      sunRiseSetTransit({ time, ...place }).sunrise[0]! -
      sunRiseSetTransit({ time, ...place }, { deltaT: auto }).sunrise[0]!;
    expect(Math.abs(difference)).toBeLessThan(0.1);
  });

  it("refuses what it cannot use, by name", () => {
    const row = { time: 0, latitude: 10, longitude: 20, altitude: 0 };
    expect(() => sunRiseSetTransit({ ...row, latitude: 91 })).toThrow(/latitude must be within/);
    expect(() => sunRiseSetTransit(row, { elevation: 100 })).toThrow(RangeError);
    expect(() => sunRiseSetTransit(row, { elevation: "0" as never })).toThrow(TypeError);
    expect(() => sunRiseSetTransit(row, { deltaT: "67" as never })).toThrow(/deltaT/);
  });
});

describe("sunRiseSetTransitSpa", () => {
  it("is within seconds of the iterated times where transit, rise and set share a UTC date", () => {
    const inputs = { time: days(Date.UTC(2023, 0, 1), 60), latitude: 50, longitude: 5 };
    const report = sunRiseSetTransitSpa(inputs);
    const exact = sunRiseSetTransit(inputs);
    for (const name of ["sunrise", "sunset", "transit"] as const) {
      for (let i = 0; i < 60; i++) expect(Math.abs(report[name][i]! - exact[name][i]!)).toBeLessThan(2000);
    }
  });

  it("tells polar day from polar night, and keeps missing values to their row", () => {
    const june = Date.UTC(2023, 5, 21);
    const { state, sunrise, transit } = sunRiseSetTransitSpa({ time: june, latitude: [80, -80, 40], longitude: 0 });
    expect([...state]).toEqual([1, -1, 0]);
    expect(Array.from(sunrise, Number.isNaN)).toEqual([true, true, false]);
    expect(transit.every(Number.isFinite)).toBe(true);
    const row = { time: june, latitude: 10, longitude: 20 };
    for (const name of Object.keys(row)) {
      const given = row[name as keyof typeof row];
      for (const column of Object.values(sunRiseSetTransitSpa({ ...row, [name]: [given, Number.NaN, given] }))) {
        expect(Array.from(column, Number.isNaN)).toEqual([false, true, false]);
      }
    }
    expect(() => sunRiseSetTransitSpa({ ...row, latitude: -90.1 })).toThrow(RangeError);
    expect(() => sunRiseSetTransitSpa(row, { deltaT: "67" as never })).toThrow(TypeError);
  });
});

describe("sunRiseSetTransitGeometric", () => {
  const row = { time: Date.UTC(2023, 2, 21), latitude: 0, longitude: 0, declination: 0, equationOfTime: 0 };

  it("gives 6, 12 and 18 h on the equator, and values in polar day and night", () => {
    const { sunrise, sunset, transit, state } = sunRiseSetTransitGeometric({
      ...row,
      latitude: [0, 80, -80, 90],
      declination: [0, 20, 20, 20],
    });
    expect((sunrise[0]! - row.time) / 3_600_000).toBeCloseTo(6, 9);
    expect((sunset[0]! - row.time) / 3_600_000).toBeCloseTo(18, 9);
    expect((transit[1]! - row.time) / 3_600_000).toBeCloseTo(12, 9);
    expect([...state]).toEqual([0, 1, -1, 1]);
    expect(Array.from(sunrise, Number.isNaN)).toEqual([false, true, true, true]);
  });
});
