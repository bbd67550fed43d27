import { afterEach, describe, expect, it, vi } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { deltaTAt } from "../../../src/physics/models/solar-position/delta-t.js";
import {
  azimuthRows,
  elevationRows,
  prepareSunSite,
  type SunSite,
  sunVectorRows,
} from "../../../src/physics/models/solar-position/ephemeris.js";
import { refractVectorRows } from "../../../src/physics/models/solar-position/refraction.js";
import { createGeocentricSun, geocentricSun, solarPosition } from "../../../src/physics/models/solar-position/spa.js";
import { angleBetween } from "./fixtures.js";

const DAY = 86_400_000;
const RAD = 180 / Math.PI;

interface Sun {
  east: Float64Array;
  north: Float64Array;
  up: Float64Array;
  distance: Float64Array;
}

function sunAt(time: Float64Array, site: SunSite, rows: typeof sunVectorRows = sunVectorRows): Sun {
  const n = time.length;
  const sun = {
    east: new Float64Array(n),
    north: new Float64Array(n),
    up: new Float64Array(n),
    distance: new Float64Array(n),
  };
  rows(0, n, time, site, sun.east, sun.north, sun.up, sun.distance);
  return sun;
}

describe("the fast sun against the full SPA", () => {
  // The cubic of a day leaves out the day's fourth derivative, mostly fast nutation: up to 2.8e-8° (10⁶ draws of
  // research/validate-sun.mjs). The pipeline needs 1e-6°.
  const LIMIT = 3e-8;
  const random = randomNumbers(7);
  const count = 20_000;
  const start = Date.UTC(1980, 0, 1);
  const span = Date.UTC(2101, 0, 1) - start;
  const time = new Float64Array(count);
  const latitude = new Float64Array(count);
  const longitude = new Float64Array(count);
  const altitude = new Float64Array(count);
  const geocentric = createGeocentricSun();
  for (let i = 0; i < count; i++) {
    time[i] = Math.floor(start + (span * (i + random())) / count);
    latitude[i] = Math.asin(2 * random() - 1) * RAD;
    longitude[i] = 360 * random() - 180;
    altitude[i] = 6000 * random() - 400;
    const kind = i % 10;
    if (kind === 0) latitude[i] = i % 20 === 0 ? 90 : -90;
    else if (kind === 1) longitude[i] = i % 20 === 1 ? 180 : -180;
    else if (kind < 5) {
      const day = Math.floor(time[i]! / DAY);
      geocentricSun(day, time[i]! / DAY - day, 69, geocentric);
      const { declination } = geocentric;
      const noon = geocentric.rightAscension - geocentric.siderealTime;
      if (kind === 2) {
        latitude[i] = declination + 0.1 * random() ** 4;
        longitude[i] = noon + 0.1 * random() ** 4;
      } else {
        latitude[i] = 60 * (2 * random() - 1);
        const cosine = -Math.tan(latitude[i]! / RAD) * Math.tan(declination / RAD);
        longitude[i] = noon + Math.acos(cosine) * RAD * (kind === 3 ? 1 : -1) + 2 * random() - 1;
      }
    }
  }
  const full = solarPosition({ time, latitude, longitude, altitude });

  const sun = {
    east: new Float64Array(count),
    north: new Float64Array(count),
    up: new Float64Array(count),
    distance: new Float64Array(count),
  };
  for (let i = 0; i < count; i++) {
    const site = prepareSunSite(latitude[i]!, longitude[i]!, altitude[i]!);
    sunVectorRows(i, i + 1, time, site, sun.east, sun.north, sun.up, sun.distance);
  }
  const elevation = new Float64Array(count);
  const azimuth = new Float64Array(count);
  elevationRows(0, count, sun.east, sun.north, sun.up, elevation);
  azimuthRows(0, count, sun.east, sun.north, azimuth);

  it("has the true direction", () => {
    for (let i = 0; i < count; i++) {
      const e = full.elevation[i]! / RAD;
      const a = full.azimuth[i]! / RAD;
      const de = sun.east[i]! - Math.cos(e) * Math.sin(a);
      const dn = sun.north[i]! - Math.cos(e) * Math.cos(a);
      const du = sun.up[i]! - Math.sin(e);
      expect(Math.sqrt(de * de + dn * dn + du * du) * RAD).toBeLessThan(LIMIT);
      expect(Math.abs(elevation[i]! - full.elevation[i]!)).toBeLessThan(LIMIT);
      expect(Math.abs(angleBetween(azimuth[i]!, full.azimuth[i]!)) * Math.cos(e)).toBeLessThan(LIMIT);
    }
  });

  it("has unit length to 1e-12", () => {
    for (let i = 0; i < count; i++) {
      const squared = sun.east[i]! ** 2 + sun.north[i]! ** 2 + sun.up[i]! ** 2;
      expect(Math.abs(squared - 1)).toBeLessThan(1e-12);
    }
  });

  it("has the apparent direction once refracted", () => {
    const { east, north, up } = { east: sun.east.slice(), north: sun.north.slice(), up: sun.up.slice() };
    refractVectorRows(0, count, east, north, up, 1013.25, 12);
    const apparent = new Float64Array(count);
    elevationRows(0, count, east, north, up, apparent);
    let nearHorizon = 0;
    for (let i = 0; i < count; i++) {
      if (Math.abs(full.elevation[i]! + 0.83337) < 1e-4) continue; // refraction jumps there
      if (Math.abs(full.elevation[i]!) < 1) nearHorizon++;
      expect(Math.abs(apparent[i]! - full.apparentElevation[i]!)).toBeLessThan(LIMIT);
    }
    expect(nearHorizon).toBeGreaterThan(1000);
  });

  it("has the distance to 4e-10 AU", () => {
    for (let i = 0; i < count; i += 20) {
      const day = Math.floor(time[i]! / DAY);
      geocentricSun(day, time[i]! / DAY - day, deltaTAt(time[i]!), geocentric);
      expect(Math.abs(sun.distance[i]! - geocentric.distance)).toBeLessThan(4e-10);
    }
  });

  it("holds over the years of SPA, −2000 to 6000", () => {
    for (const year of [-2000, -1000, 1, 1000, 1700, 1900, 2200, 3000, 6000]) {
      const instant = new Date(Date.UTC(2000, 6, 3, 10, 20, 30)).setUTCFullYear(year);
      const fast = sunAt(Float64Array.of(instant), prepareSunSite(40, 15, 0));
      const exact = solarPosition({ time: instant, latitude: 40, longitude: 15 });
      const e = exact.elevation[0]! / RAD;
      const a = exact.azimuth[0]! / RAD;
      const de = fast.east[0]! - Math.cos(e) * Math.sin(a);
      const dn = fast.north[0]! - Math.cos(e) * Math.cos(a);
      const du = fast.up[0]! - Math.sin(e);
      expect(Math.sqrt(de * de + dn * dn + du * du) * RAD, `year ${year}`).toBeLessThan(LIMIT);
    }
  });
});

describe("continuity", () => {
  it("has no seam at 0 h UT, at block edges or where ΔT joins its table", () => {
    // In 2 ms the sky turns by 8.4e-6° and the sun by less than that.
    const site = prepareSunSite(-30, 123.4, 0);
    const midnights = [1150, 1151, 1152, 19712, 20000, 64 * 300].map((d) => d * DAY);
    midnights.push(Date.UTC(1973, 1, 1), Date.UTC(2024, 1, 29), Date.UTC(2027, 0, 1), 0);
    for (const midnight of midnights) {
      const { east, north, up } = sunAt(Float64Array.of(midnight - 1, midnight + 1), site);
      const step = Math.sqrt((east[1]! - east[0]!) ** 2 + (north[1]! - north[0]!) ** 2 + (up[1]! - up[0]!) ** 2) * RAD;
      expect(step).toBeLessThan(8.4e-6);
      expect(step).toBeGreaterThan(7e-6);
    }
  });
});

describe("the memo", () => {
  afterEach(() => vi.resetModules());

  async function freshRows(): Promise<typeof sunVectorRows> {
    vi.resetModules();
    const module = await import("../../../src/physics/models/solar-position/ephemeris.js");
    return module.sunVectorRows;
  }

  function hoursOf(year: number): Float64Array {
    return Float64Array.from({ length: 8760 }, (_, h) => Date.UTC(year, 0, 1) + h * 3_600_000 + 1234);
  }

  const site = prepareSunSite(47.4, 8.5, 500);

  it("gives the same bits cold, warm, after other years and interleaved", async () => {
    const cold = sunAt(hoursOf(2021), site, await freshRows());
    expect(cold.up.every((u) => u >= -1 && u <= 1)).toBe(true);
    const rows = await freshRows();
    for (const year of [1950, 2050, 2020, 2022]) sunAt(hoursOf(year), site, rows);
    const later = sunAt(hoursOf(2021), site, rows);
    const warm = sunAt(hoursOf(2021), site, rows);
    expect(later).toEqual(cold);
    expect(warm).toEqual(cold);

    const hours = hoursOf(2021);
    const other = hoursOf(1999);
    const interleaved = sunAt(
      Float64Array.from({ length: 2 * 8760 }, (_, i) => (i % 2 ? other[i >> 1]! : hours[i >> 1]!)),
      site,
      await freshRows(),
    );
    expect(interleaved.up.filter((_, i) => i % 2 === 0)).toEqual(cold.up);
    expect(interleaved.east.filter((_, i) => i % 2 === 0)).toEqual(cold.east);
  });

  it("gives the same bits in any block size and order", () => {
    const time = hoursOf(2024).subarray(0, 500);
    const whole = sunAt(time, site);
    for (const size of [1, 7, 100]) {
      const parts = sunAt(new Float64Array(time.length).fill(Number.NaN), site);
      for (let i = 0; i < time.length; i += size) {
        const end = Math.min(time.length, i + size);
        sunVectorRows(i, end, time, site, parts.east, parts.north, parts.up, parts.distance);
      }
      expect(parts).toEqual(whole);
    }
    const backwards = sunAt(time.slice().reverse(), site);
    expect(backwards.up.reverse()).toEqual(whole.up);
  });

  it("gives the same bits for sites asked in turn, whose days are kept turned to one of them", async () => {
    const sites = [site, prepareSunSite(-33.9, 151.2, 20), prepareSunSite(47.4, 8.5, 3000)];
    const time = hoursOf(2023).subarray(0, 100);
    const alone: Sun[] = [];
    for (const place of sites) alone.push(sunAt(time, place, await freshRows()));
    const rows = await freshRows();
    for (let day = 0; day < 4; day++) {
      sites.forEach((place, k) => {
        const part = sunAt(time.subarray(24 * day, 24 * day + 24), place, rows);
        expect(part.up).toEqual(alone[k]!.up.slice(24 * day, 24 * day + 24));
        expect(part.east).toEqual(alone[k]!.east.slice(24 * day, 24 * day + 24));
      });
    }
  });

  it("gives the same bits alone and among others in the last and first microseconds of days", () => {
    // Unix ms have steps of 1e-4 here; a day counted by a product may be the neighbour's.
    const time = Float64Array.from({ length: 20_000 }, (_, i) => {
      const midnight = (10_000 + ((i * 7919) % 40_000)) * DAY;
      return midnight + (((i % 9) - 4) * midnight) / 2 ** 52;
    });
    const whole = sunAt(time, site);
    for (let i = 0; i < time.length; i += 37) {
      const one = sunAt(time.subarray(i, i + 1), site);
      expect(one.up[0]).toBe(whole.up[i]);
      expect(one.east[0]).toBe(whole.east[i]);
    }
    const exact = solarPosition({ time: time.slice(0, 100), latitude: 47.4, longitude: 8.5, altitude: 500 });
    for (let i = 0; i < 100; i++) {
      expect(Math.abs(Math.asin(whole.up[i]!) * RAD - exact.elevation[i]!)).toBeLessThan(1e-7);
    }
  });

  it("stays the same after its oldest blocks were dropped", async () => {
    const rows = await freshRows();
    const first = sunAt(Float64Array.of(0, 1e9), site, rows);
    const blocks = Float64Array.from({ length: 600 }, (_, b) => b * 64 * DAY);
    sunAt(blocks, site, rows);
    expect(sunAt(Float64Array.of(0, 1e9), site, rows)).toEqual(first);
  });
});

describe("edges", () => {
  it("answers NaN for NaN and for times outside −2000…6000, in those rows only", () => {
    const noon = Date.UTC(2024, 1, 29, 12);
    const time = Float64Array.of(noon, Number.NaN, noon, -1.3e14, noon, 1.28e14, Number.POSITIVE_INFINITY, noon);
    const sun = sunAt(time, prepareSunSite(10, 20, 0));
    for (const column of Object.values(sun) as Float64Array[]) {
      for (const i of [1, 3, 5, 6]) expect(column[i]).toBeNaN();
      for (const i of [2, 4, 7]) expect(column[i]).toBe(column[0]);
      expect(Number.isFinite(column[0]!)).toBe(true);
    }
    const angles = new Float64Array(2);
    elevationRows(0, 2, sun.east, sun.north, sun.up, angles);
    expect(angles[1]).toBeNaN();
    azimuthRows(0, 2, sun.east, sun.north, angles);
    expect(angles[0]).not.toBeNaN();
    expect(angles[1]).toBeNaN();
  });

  it("works at the poles and on both sides of the date line", () => {
    const time = Float64Array.of(Date.UTC(2024, 5, 21, 6));
    const north = sunAt(time, prepareSunSite(90, 0, 0));
    const south = sunAt(time, prepareSunSite(-90, 0, 0));
    expect(Math.asin(north.up[0]!) * RAD).toBeCloseTo(23.435, 2);
    expect(Math.asin(south.up[0]!) * RAD).toBeCloseTo(-23.44, 2);
    const east = sunAt(time, prepareSunSite(5, 180, 0));
    const west = sunAt(time, prepareSunSite(5, -180, 0));
    expect(east.up[0]).toBeCloseTo(west.up[0]!, 14);
    expect(east.east[0]).toBeCloseTo(west.east[0]!, 14);
  });

  it("refuses latitudes that do not exist", () => {
    expect(() => prepareSunSite(90.5, 0, 0)).toThrow(RangeError);
    expect(() => prepareSunSite(-91, 0, 0)).toThrow("got -91");
  });

  it("has elevation right near the zenith, where the arcsine of up loses half its digits", () => {
    const offsets = [0, 1e-7, 1e-5, 1e-3, 0.1, 45, 89.9999999, 90];
    const up = Float64Array.from(offsets, (z) => Math.cos(z / RAD));
    const east = Float64Array.from(offsets, (z) => Math.sin(z / RAD) * 0.6);
    const north = Float64Array.from(offsets, (z) => Math.sin(z / RAD) * 0.8);
    const elevation = new Float64Array(offsets.length);
    elevationRows(0, offsets.length, east, north, up, elevation);
    offsets.forEach((z, i) => {
      expect(Math.abs(elevation[i]! - (90 - z))).toBeLessThan(1e-12);
    });
  });

  it("counts azimuth from north clockwise, in [0, 360)", () => {
    const east = Float64Array.of(0, 1, 0, -1, -0, -1e-300, 0, -1e-20);
    const north = Float64Array.of(1, 0, -1, 0, 1, 1, 0, 1);
    const azimuth = new Float64Array(8);
    azimuthRows(0, 8, east, north, azimuth);
    expect([...azimuth]).toEqual([0, 90, 180, 270, 0, 0, 0, 0]);
  });
});
