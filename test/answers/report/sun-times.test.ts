/** `sunTimes`: against PyEphem, at its edges, and what it refuses. */
import { readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { type SunTimes, sunTimes } from "../../../src/answers/report/index.js";
import { solarPosition } from "../../../src/physics/models/solar-position/index.js";

interface Row {
  readonly place: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly date: string;
  readonly noon: string;
  readonly times: readonly (readonly [rise: string | null, set: string | null])[];
}
const { rows }: { rows: readonly Row[] } = JSON.parse(
  readFileSync(new URL("../../../fixtures/sun/twilights.json", import.meta.url), "utf8"),
);

function pairs(found: SunTimes): [Date | null, Date | null][] {
  return [
    [found.sunrise, found.sunset],
    [found.civilDawn, found.civilDusk],
    [found.nauticalDawn, found.nauticalDusk],
    [found.astronomicalDawn, found.astronomicalDusk],
  ];
}

describe("sunTimes", () => {
  // Two theories of the sun differ by less than 1″, which it passes in 0.1 s; beyond the polar circles it climbs many times slower.
  test.each(rows)("is PyEphem's at $place on $date", ({ latitude, longitude, date, noon, times }) => {
    const found = sunTimes(date, latitude, longitude);
    const tolerance = Math.abs(latitude) < 60 ? 1000 : 20_000;
    expect(Math.abs(+found.solarNoon - Date.parse(noon))).toBeLessThan(1000);
    pairs(found).forEach(([rise, set], k) => {
      for (const [ours, theirs] of [
        [rise, times[k]![0]],
        [set, times[k]![1]],
      ] as const) {
        expect(ours === null).toBe(theirs === null);
        if (ours !== null) expect(Math.abs(+ours - Date.parse(theirs!))).toBeLessThan(tolerance);
      }
    });
  });

  it("has the sun at its elevations", () => {
    const elevations = [-0.8333, -6, -12, -18];
    pairs(sunTimes("2024-03-03", 47.4, 8.5)).forEach((pair, k) => {
      for (const date of pair) {
        const { elevation } = solarPosition({ time: +date!, latitude: 47.4, longitude: 8.5, altitude: 0 });
        // Half a millisecond, at 15° an hour.
        expect(Math.abs(elevation[0]! - elevations[k]!)).toBeLessThan(3e-6);
      }
    });
  });

  it("says of polar days and nights which they are, and how dark a night gets", () => {
    const tromso = (date: string) => sunTimes(date, 69.65, 18.96);
    const [summer, winter, spring] = ["2024-06-21", "2024-12-21", "2024-03-20"].map(tromso);
    expect(summer).toMatchObject({ polar: "day", sunrise: null, sunset: null, civilDawn: null, darkest: "day" });
    expect(winter).toMatchObject({ polar: "night", sunrise: null, sunset: null, darkest: "night" });
    expect(winter!.civilDawn).not.toBeNull();
    expect(spring).toMatchObject({ polar: null, darkest: "night" });
    expect(sunTimes("2024-06-21", 63.83, 20.26).darkest).toBe("civil twilight");
    expect(sunTimes("2024-06-21", 55.95, -3.19).darkest).toBe("nautical twilight");
    expect(sunTimes("2024-06-21", 51.51, -0.13).darkest).toBe("astronomical twilight");
  });

  it("takes an instant for the day by the sun that it falls in, on either side of the date line", () => {
    for (const longitude of [174.76, -157.86, 0, 100, 180, -180, -179.99]) {
      const day = sunTimes("2024-06-21", 10, longitude);
      const noon = +day.solarNoon;
      for (const hours of [-11.9, -5, 0, 5, 11.9]) {
        const time = noon + hours * 3_600_000;
        expect(sunTimes(time, 10, longitude)).toEqual(day);
        expect(sunTimes(new Date(time), 10, longitude)).toEqual(day);
      }
      expect(sunTimes(noon + 86_400_000, 10, longitude)).toEqual(sunTimes("2024-06-22", 10, longitude));
    }
  });

  it.each([
    [["2024-06-31", 1, 2], RangeError, 'date as text must be a day such as "2024-06-21", got "2024-06-31"'],
    [["21.6.2024", 1, 2], RangeError, "date as text must be a day"],
    [[new Date(Number.NaN), 1, 2], RangeError, "years 0 to 6000"],
    [[Date.UTC(6001, 0), 1, 2], RangeError, "years 0 to 6000"],
    [[null, 1, 2], TypeError, "date must be a Date, Unix ms or a text"],
    [["2024-06-21", 91, 2], RangeError, "latitude must be from -90 to 90 degrees, got 91"],
    [["2024-06-21", 1, 181], RangeError, "longitude must be from -180 to 180 degrees, got 181"],
    [["2024-06-21", "1", 2], TypeError, "latitude must be a number, got 1"],
  ])("refuses %j", (args, kind, message) => {
    const call = () => sunTimes(...(args as unknown as Parameters<typeof sunTimes>));
    expect(call).toThrow(kind);
    expect(call).toThrow(message);
  });
});
