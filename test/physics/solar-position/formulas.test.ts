import { describe, expect, it } from "vitest";
import * as solar from "../../../src/physics/models/solar-position/index.js";
import type { SpaQuantity } from "../../../src/physics/models/solar-position/spa-intermediates.js";

const NAN = Number.NaN;

describe("spaIntermediates", () => {
  const time = Date.UTC(2003, 9, 17, 19, 30, 30);
  const place = { latitude: 39.742476, longitude: -105.1786, altitude: 1830.14, pressure: 82000, temperature: 11 };
  const quantities = solar.spaIntermediates({ time, ...place }, { deltaT: 67 });

  it("gives the values printed in NREL/TP-560-34302, table A5.1", () => {
    const printed: [SpaQuantity, number, number][] = [
      ["julianDay", 2452930.312847, 5e-7],
      ["heliocentricLongitude", 24.0182616917, 1e-10],
      ["heliocentricLatitude", -0.0001011219, 1e-10],
      ["heliocentricRadiusVector", 0.9965422974, 1e-10],
      ["geocentricLongitude", 204.0182616917, 1e-10],
      ["geocentricLatitude", 0.0001011219, 1e-10],
      ["longitudeNutation", -0.0039984, 1e-8],
      ["obliquityNutation", 0.00166657, 1e-8],
      ["trueEclipticObliquity", 23.440465, 1e-6],
      ["apparentSunLongitude", 204.0085519281, 1e-10],
      ["topocentricSunRightAscension", 202.22704, 5e-6],
      ["topocentricSunDeclination", -9.316179, 5e-6],
      ["topocentricLocalHourAngle", 11.10629, 2e-5],
      ["topocentricZenithAngle", 50.11162, 5e-6],
      ["topocentricAzimuthAngle", 194.34024, 1e-5],
    ];
    for (const [name, expected, tolerance] of printed) {
      expect(Math.abs(quantities[name][0]! - expected), name).toBeLessThan(tolerance);
    }
  });

  it("ends where solarPosition ends, by another way", () => {
    const latitude = [39.7, 89, -60, 0, 90, -90];
    const inputs = { ...place, time: latitude.map((_, i) => time + i * 7_000_000), latitude };
    const steps = solar.spaIntermediates(inputs);
    const position = solar.solarPosition(inputs);
    for (let i = 0; i < latitude.length; i++) {
      expect(Math.abs(steps.topocentricZenithAngle[i]! - position.apparentZenith[i]!)).toBeLessThan(1e-11);
      expect(Math.abs(steps.topocentricAzimuthAngle[i]! - position.azimuth[i]!)).toBeLessThan(1e-11);
      expect(steps.equationOfTime[i]).toBe(position.equationOfTime[i]);
    }
  });

  it("keeps missing values to their row and to what they concern", () => {
    const { heliocentricLongitude, topocentricZenithAngle } = solar.spaIntermediates({
      ...place,
      time: [time, NAN, time],
      latitude: [40, 40, NAN],
    });
    expect(Array.from(heliocentricLongitude, Number.isNaN)).toEqual([false, true, false]);
    expect(Array.from(topocentricZenithAngle, Number.isNaN)).toEqual([false, true, true]);
    expect(() => solar.spaIntermediates({ time, ...place, latitude: 91 })).toThrow(RangeError);
    expect(() => solar.spaIntermediates({ time, ...place }, { deltaT: NAN })).toThrow(TypeError);
    expect(() => solar.spaIntermediates({ time, ...place }, { atmosRefract: 5 })).toThrow(RangeError);
  });
});

describe("analytical position", () => {
  it("is exact overhead, on the meridian and at the poles", () => {
    const zenith = (latitude: number, hourAngle: number, declination: number) =>
      solar.solarZenithAnalytical({ latitude, hourAngle, declination }).zenith[0]!;
    const azimuth = (latitude: number, hourAngle: number, declination: number) =>
      solar.solarAzimuthAnalytical({ latitude, hourAngle, declination }).azimuth[0]!;
    expect(zenith(20, 0, 20)).toBeCloseTo(0, 13);
    expect(zenith(20, 1e-7, 20)).toBeCloseTo(1e-7 * Math.cos((20 * Math.PI) / 180), 15);
    expect(zenith(-20, 180, 20)).toBeCloseTo(180, 12);
    expect(zenith(90, 77, 23)).toBeCloseTo(67, 12);
    expect(azimuth(40, 0, 0)).toBeCloseTo(180, 12);
    expect(azimuth(-40, 0, 0)).toBe(0);
    expect(azimuth(40, -1e-6, 0)).toBeLessThan(180);
    expect(azimuth(0, -90, 0)).toBeCloseTo(90, 12);
    expect(azimuth(0, 90, 0)).toBeCloseTo(270, 12);
  });

  it("refuses a latitude that is none", () => {
    const row = { latitude: 40, hourAngle: 10, declination: 5 };
    expect(() => solar.solarZenithAnalytical({ ...row, latitude: 90.5 })).toThrow(/solarZenithAnalytical: latitude/);
    expect(() => solar.solarAzimuthAnalytical({ ...row, latitude: -91 })).toThrow(/solarAzimuthAnalytical: latitude/);
  });
});

describe("closed formulas of the day", () => {
  const dayOfYear = Float64Array.from({ length: 366 }, (_, i) => i + 1);
  // 2023 is no leap year; the last day is 1 January 2024.
  const time = dayOfYear.map((day) => Date.UTC(2023, 0, day, 12));
  const exact = solar.spaIntermediates({ time, latitude: 0, longitude: 0 });

  it.each([
    ["equationOfTimeSpencer71", solar.equationOfTimeSpencer71({ dayOfYear }).equationOfTime, exact.equationOfTime, 0.9],
    ["equationOfTimePvcdrom", solar.equationOfTimePvcdrom({ dayOfYear }).equationOfTime, exact.equationOfTime, 1.1],
    [
      "declinationSpencer71",
      solar.declinationSpencer71({ dayOfYear }).declination,
      exact.geocentricSunDeclination,
      0.6,
    ],
    ["declinationCooper69", solar.declinationCooper69({ dayOfYear }).declination, exact.geocentricSunDeclination, 1.2],
  ])("%s is as near to SPA as its documentation says", (_name, got, expected, tolerance) => {
    for (let i = 0; i < 366; i++) expect(Math.abs(got[i]! - expected[i]!)).toBeLessThan(tolerance);
  });

  it("make the hour angle that the sun has, within −180…180", () => {
    const longitude = [0, 100, -170, 180, -180];
    const times = longitude.map((_, i) => Date.UTC(2024, 1, 29, 5 * i));
    const inputs = { time: times, longitude };
    const { equationOfTime, localHourAngle } = solar.spaIntermediates({ ...inputs, latitude: 0 });
    const { hourAngle } = solar.hourAngle({ ...inputs, equationOfTime });
    for (let i = 0; i < times.length; i++) {
      expect(hourAngle[i]!).toBeGreaterThanOrEqual(-180);
      expect(hourAngle[i]!).toBeLessThan(180);
      const turn = (((hourAngle[i]! - localHourAngle[i]! + 180) % 360) + 360) % 360;
      // The mean sun of the report differs from that of UT by some hundredths of a second.
      expect(Math.abs(turn - 180)).toBeLessThan(1e-3);
    }
    expect(solar.hourAngle({ time: [0, NAN], longitude: 0, equationOfTime: 0 }).hourAngle[1]).toBeNaN();
  });
});
