import { describe, expect, test } from "vitest";
import { dailySun, dailySuns } from "../../../src/physics/models/solar-position/daily-suns.js";
import { deltaTAt } from "../../../src/physics/models/solar-position/delta-t.js";
import { createGeocentricSun, geocentricSun } from "../../../src/physics/models/solar-position/spa.js";
import { angleBetween } from "./fixtures.js";

const DAY = 86_400_000;
const COUNT = 69;

describe("the suns of consecutive days against SPA at each of them", () => {
  test.each([-1990, 1, 1600, 1900, 1961, 1972, 1973, 1999, 2016, 2024, 2026, 2027, 2100, 3000, 5990])(
    "from January of the year %d",
    (year) => {
      const first = new Date(Date.UTC(2000, 0, 1)).setUTCFullYear(year) / DAY;
      const days = dailySuns(first, COUNT);
      const [turned, full] = [createGeocentricSun(), createGeocentricSun()];
      for (let k = 0; k < COUNT; k++) {
        dailySun(days, first, k, turned);
        geocentricSun(first + k, 0, deltaTAt((first + k) * DAY), full);
        // Rounding, of angles that grow over thousands of years, and ΔT's kinks times what the Earth's speed changes in a day.
        for (const angle of ["rightAscension", "declination", "apparentLongitude", "siderealTime"] as const)
          expect(Math.abs(angleBetween(turned[angle], full[angle])), `${angle}, day ${k}`).toBeLessThan(3e-9);
        expect(Math.abs(turned.nutationLongitude - full.nutationLongitude)).toBeLessThan(1e-10);
        expect(Math.abs(turned.distance - full.distance)).toBeLessThan(1e-12);
      }
    },
  );
});
