import { describe, expect, it } from "vitest";
import { describeExpectedError, loadWorldClimate } from "../../../../src/data/climatology/index.js";
import { CLASS_ERRORS } from "../../../../src/data/climatology/world/expected-errors.generated.js";
import { expectedError, placeClass } from "../../../../src/data/climatology/world/place-class.js";
import type { ExpectedError, PlaceClass } from "../../../../src/data/climatology/world/types.js";

const world = await loadWorldClimate();
const CLASSES = Object.keys(CLASS_ERRORS) as PlaceClass[];
const JUDGED = CLASSES.filter((kind) => expectedError(kind, 0).places > 0);
const NOT_JUDGED = CLASSES.filter((kind) => !JUDGED.includes(kind));

describe("the class of a place", () => {
  it.each([
    ["ice sheet", -75.1, 123.3],
    ["ice sheet", 72.6, -38.5],
    ["stormy sea", -55, -30],
    ["open sea", 0, -130],
    ["small island", 21.3, -157.9],
    ["small island", 78.2, 15.6],
    ["high latitude", 63, -142],
    ["tropics", -0.2, -78.5],
    ["mountains", 29.7, 91.1],
    ["mountains", 28.3, -16.5],
    ["hazy air", 30.1, 31.4],
    ["coast", 38.7, -9.2],
    ["dry land", -34.2, 142.1],
    ["temperate land", 50, 10],
    // Deserts within the tropics, plains beside mountains, and a lake's shore are what their air is.
    ["dry land", -23, -69.5],
    ["dry land", 15.6, 32.5],
    ["dry land", 39.85, -104.66],
    ["dry land", 40.78, -111.97],
    ["temperate land", 27.5, 83.45],
  ] as const)("%s at %s, %s", (kind, latitude, longitude) => {
    expect(world.at(latitude, longitude).expectedError.placeClass).toBe(kind);
  });

  it("is that of the first rule that fits", () => {
    const place = {
      latitude: 45,
      surface: "coast",
      irradianceFrom: "reanalysis",
      around: 100,
      unevenness: 50,
    } as const;
    const air = { turbidity: 3, clearness: 0.6, moisture: 6 };
    expect(placeClass({ ...place, ...air })).toBe("coast");
    expect(placeClass({ ...place, ...air, surface: "land" })).toBe("dry land");
    expect(placeClass({ ...place, ...air, surface: "land", clearness: 0.5 })).toBe("temperate land");
    expect(placeClass({ ...place, ...air, surface: "land", moisture: 9 })).toBe("temperate land");
    expect(placeClass({ ...place, ...air, latitude: 20, surface: "land", clearness: 0.6 })).toBe("tropics");
    expect(placeClass({ ...place, ...air, latitude: 20, surface: "land", clearness: 0.65 })).toBe("dry land");
    expect(placeClass({ ...place, ...air, around: 600, clearness: 0.5 })).toBe("temperate land");
    expect(placeClass({ ...place, ...air, surface: "land", around: 2600 })).toBe("mountains");
    expect(placeClass({ ...place, ...air, turbidity: 4.5 })).toBe("hazy air");
    expect(placeClass({ ...place, ...air, turbidity: 4.5, unevenness: 200 })).toBe("mountains");
    expect(placeClass({ ...place, ...air, latitude: -60, unevenness: 200 })).toBe("high latitude");
  });
});

describe("the error of a class", () => {
  it("has at least three places behind it, or none and is no smaller than the worst judged", () => {
    expect(JUDGED.length).toBeGreaterThan(5);
    for (const kind of JUDGED) expect(expectedError(kind, 0).places).toBeGreaterThan(2);
    for (const name of ["annualGlobalHorizontal", "annualWithin80", "monthlyGlobalHorizontal", "yield"] as const) {
      const worst = Math.max(...JUDGED.map((kind) => expectedError(kind, 0)[name]));
      for (const kind of NOT_JUDGED) expect(expectedError(kind, 0)[name]).toBeGreaterThanOrEqual(worst);
    }
  });

  it("of a yield is no smaller than of the light, and eight of ten are wider than one rms", () => {
    for (const kind of CLASSES) {
      const error = expectedError(kind, 0);
      expect(error.yield).toBeGreaterThanOrEqual(error.annualGlobalHorizontal);
      expect(error.monthlyGlobalHorizontal).toBeGreaterThanOrEqual(error.annualGlobalHorizontal);
      expect(error.annualWithin80).toBeGreaterThan(0.01);
    }
  });

  it("of temperature counts what an altitude may be off that nobody gave", () => {
    const { temperature } = expectedError("mountains", 0);
    expect(expectedError("mountains", 400).temperature).toBeCloseTo(Math.hypot(temperature, 2.6), 1);
    const given = world.at(46.6, 8, { altitude: 2000 }).expectedError;
    const open = world.at(46.6, 8).expectedError;
    expect(open.temperature).toBeGreaterThan(given.temperature);
    expect(open.annualGlobalHorizontal).toBe(given.annualGlobalHorizontal);
  });

  it("of temperature is at least 3 K where plain and mountain share a cell", () => {
    const { temperature } = expectedError("mountains", 0);
    expect(world.at(39.74, -105.18, { altitude: 1829 }).expectedError.temperature).toBe(Math.max(temperature, 3));
    expect(world.at(39.74, -105.18, { altitude: 2300 }).expectedError.temperature).toBe(temperature);
  });

  it("is larger where values are filled", () => {
    const year = (latitude: number, longitude: number) =>
      world.at(latitude, longitude).expectedError.annualGlobalHorizontal;
    expect(year(50, 10)).toBeLessThan(year(0, -130));
    expect(year(0, -130)).toBeLessThan(year(-55, -30));
  });
});

describe("a known miss", () => {
  const missAt = (latitude: number, longitude: number, altitude?: number) =>
    world.at(latitude, longitude, { altitude }).expectedError.knownMiss;

  it.each([
    [30.67, 104.07, "Chengdu", 0],
    [32.9, 104.07, "Chengdu", 248],
    [30.67, 464.07 - 720, "Chengdu", 0],
    [21.3, 202.1 - 360, "Honolulu", 0],
    [63, -137, "Northway", 247],
    [-70.65, -1, "Neumayer", 267],
  ])("at %d, %d is %s's, %d km away", (latitude, longitude, place, km) => {
    const miss = missAt(latitude, longitude)!;
    expect(miss.place).toBe(place);
    expect(Math.abs(miss.distanceKm - km)).toBeLessThan(1.5);
  });

  /** 300 km on the sphere: 2.698° of a meridian. */
  it.each([
    ["north", 30.67 + 2.69, 104.07, true],
    ["north", 30.67 + 2.71, 104.07, false],
    ["south", 30.67 - 2.69, 104.07, true],
    ["south", 30.67 - 2.71, 104.07, false],
    ["across the world", -30.67, -75.93, false],
  ])("reaches 300 km to the %s", (_, latitude, longitude, isKnown) => {
    expect(missAt(latitude, longitude) !== undefined).toBe(isKnown);
  });

  it("stands beside the figures of the class, whatever the altitude, and in the clause", () => {
    const error = world.at(30.67, 104.07, { altitude: 500 }).expectedError;
    expect(error).toMatchObject({
      ...expectedError("temperate land", 0),
      temperature: error.temperature,
      knownMiss: { error: 0.3 },
    });
    expect(describeExpectedError(error)).toContain(
      "in a year's GHI, but the year's light was found 30 % above published values at Chengdu, 0 km",
    );
    expect(missAt(-0.22, -78.51)!.message).toContain(
      "13 % below published values at Quito, 0 km from here: they are 15 % higher",
    );
    expect(missAt(30.1, 31.4)!.message).toContain(
      "13 % above a typical year that it had not seen at Cairo, 0 km from here: that year is 12 % lower",
    );
  });
});

describe("the clause", () => {
  const error: ExpectedError = {
    ...{ annualGlobalHorizontal: 0.05, annualWithin80: 0.064, monthlyGlobalHorizontal: 0.093, temperature: 0.9 },
    ...{ yield: 0.071, placeClass: "coast", places: 19 },
  };

  it("says the class, and how many places are behind it", () => {
    expect(describeExpectedError(error)).toBe(
      "eight of ten places of its kind (coast; 19 judged) are within 6 % in a year's GHI; typical errors (rms): a month's GHI 9 % of " +
        "the annual mean, a month's temperature 0.9 K, a year's yield 7 %",
    );
  });

  it("says that nothing was judged", () => {
    expect(describeExpectedError({ ...error, placeClass: "open sea", places: 0 })).toMatch(
      /^not judged here \(open sea\); assumed: within 6 % in a year's GHI; /,
    );
  });
});
