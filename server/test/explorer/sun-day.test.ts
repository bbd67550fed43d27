/** The sun's day by the clocks of a place, in words. */
import fc from "fast-check";
import { sunTimes } from "irradiance-engine/report";
import { describe, expect, it } from "vitest";
import { clockText, DAY, dateText, HOUR, MINUTE, UTC, type Zone, zoneOfName } from "../../explorer/chart/time.js";
import {
  dateBeside,
  dayWords,
  hiddenTime,
  hiddenWords,
  shadowOf,
  skyPicture,
  sunDayOf,
} from "../../explorer/rooms/sun/sky.js";
import { FLAT } from "../../explorer/state/lists.js";

const zone = (name: string) => zoneOfName(name, Date.UTC(2026, 0), Date.UTC(2027, 0)) as Zone;
const dayOf = (date: string, name: string, lat: number, lon: number) =>
  sunDayOf(zone(name).momentOf(Date.parse(date)), zone(name), lat, lon);
const words = (date: string, name: string, lat: number, lon: number) =>
  dayWords(dayOf(date, name, lat, lon), (time) => clockText(Math.round(time / MINUTE) * MINUTE, zone(name)));

describe("the sun's day", () => {
  it.each([
    ["Zurich in summer", "2026-06-21", "Europe/Zurich", 47.38, 8.54],
    ["Sydney, another hemisphere", "2026-12-21", "Australia/Sydney", -33.87, 151.21],
    ["Quito", "2026-03-20", "America/Guayaquil", -0.18, -78.47],
    ["Kathmandu, with a quarter of an hour", "2026-10-01", "Asia/Kathmandu", 27.7, 85.3],
  ])("has the engine's sunrise and sunset: %s", (_, date, name, lat, lon) => {
    const { sunrise, sunset } = dayOf(date, name, lat, lon);
    const expected = sunTimes(date, lat, lon);
    expect(sunrise).toBeCloseTo(Number(expected.sunrise), -1);
    expect(sunset).toBeCloseTo(Number(expected.sunset), -1);
  });

  it("is that of the clock where the date of the meridian is another, as in Apia, a day ahead of its own sun", () => {
    const { from, to, sunrise, sunset } = dayOf("2026-06-21", "Pacific/Apia", -13.83, -171.77);
    expect(dateText(from, zone("Pacific/Apia"))).toBe("2026-06-21");
    for (const time of [sunrise, sunset]) expect(Number(time) >= from && Number(time) < to).toBe(true);
    expect(words("2026-06-21", "Pacific/Apia", -13.83, -171.77)).toMatch(
      /^The sun rises at 0\d:\d\d and sets at 1\d:\d\d/,
    );
  });

  it("has 23 and 25 hours at the ends of daylight saving, and the days beside it are the next and the last", () => {
    const lengths = ["2026-03-29", "2026-10-25", "2026-06-21"].map((date) => {
      const { from, to, suns } = dayOf(date, "Europe/Zurich", 47.38, 8.54);
      expect(suns).toHaveLength((to - from) / MINUTE + 1);
      return (to - from) / HOUR;
    });
    expect(lengths).toEqual([23, 25, 24]);
    const beside = (date: string, steps: number) =>
      dateBeside(dayOf(date, "Europe/Zurich", 47.38, 8.54), zone("Europe/Zurich"), steps);
    expect([beside("2026-10-25", 1), beside("2026-10-25", -1), beside("2026-03-29", 1)]).toEqual([
      "2026-10-26",
      "2026-10-24",
      "2026-03-30",
    ]);
  });

  it("in words has rise, set, length, height and shadow", () => {
    expect(words("2026-06-21", "Europe/Zurich", 47.38, 8.54)).toBe(
      "The sun rises at 05:29 and sets at 21:26: 15 h 57 min above a level horizon. It stands highest at 13:28: 66.1° above the horizontal. A pole of 1 m then throws a shadow of 0.44 m.",
    );
  });

  it("tells polar night and midnight sun, and days with only a sunrise or a sunset", () => {
    const tromso = (date: string) => words(date, "Europe/Oslo", 69.65, 18.96);
    expect(tromso("2026-12-21")).toMatch(
      /^Polar night: the sun does not rise on this day\. At 11:4\d it comes closest: 3\.\d°/,
    );
    expect(tromso("2026-06-21")).toMatch(
      /^Midnight sun: the sun does not set on this day\. .* It stands lowest at 00:4\d: 3\.\d°/,
    );
    const spring = Array.from({ length: 10 }, (_, k) =>
      new Date(Date.UTC(2026, 4, 12) + k * DAY).toISOString().slice(0, 10),
    );
    const kinds = spring.map((date) => tromso(date).replace(/ at \d.*/, ""));
    expect(kinds).toContain("The sun sets");
    expect(kinds.at(-1)).toMatch(/^Midnight sun/);
  });

  it("behind a line has the minutes that it hides, none behind a flat one and all behind a wall", () => {
    const day = dayOf("2026-06-21", "Europe/Zurich", 47.38, 8.54);
    const flat = hiddenTime(day, FLAT);
    expect(flat.hidden).toBe(0);
    const wall = new Array<number>(360).fill(89);
    expect(hiddenTime(day, wall)).toEqual({ up: flat.up, hidden: flat.up });
    expect([FLAT, wall].map((line) => hiddenWords(day, line))).toEqual(["", "The horizon line hides the sun all day."]);
    expect(hiddenWords(dayOf("2026-12-21", "Europe/Oslo", 69.65, 18.96), wall)).toBe("");
    const east = FLAT.map((_, azimuth) => (azimuth > 40 && azimuth < 100 ? 20 : 0));
    const { hidden } = hiddenTime(day, east);
    expect(hidden / HOUR).toBeGreaterThan(1.5);
    expect(hidden / HOUR).toBeLessThan(3);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 0, max: 89 }), (azimuth, height) => {
        // A higher line never hides less.
        const higher = east.map((one, k) => (k === azimuth ? Math.max(one, height) : one));
        expect(hiddenTime(day, higher).hidden).toBeGreaterThanOrEqual(hidden);
      }),
      { numRuns: 30 },
    );
  });

  it("has shadows as long as the pole at 45°", () => expect(shadowOf(45)).toBeCloseTo(1, 12));
});

describe("the picture of the sky", () => {
  const picture = (date: string, lat: number, width = 760) => {
    const day = sunDayOf(Date.parse(date), UTC, lat, 0);
    const shown = { lat, lon: 0, zone: UTC, day: day.from, date, suns: day.suns, horizon: FLAT, origin: 0, width };
    return JSON.stringify(skyPicture(shown).parts);
  };

  it("says in polar night that the sun does not rise, and on no other day", () => {
    expect(picture("2026-12-21", 75)).toContain("The sun does not rise");
    expect(picture("2026-12-21", 47)).not.toContain("The sun does not rise");
  });

  it("names the hours and the season of a day beside each other", () => {
    const text = picture("2026-12-19", 47);
    expect(text).toContain('"21 Dec"');
    for (const hour of ["10", "11", "12", "13", "14"]) expect(text).toContain(`"${hour}"`);
  });
});
