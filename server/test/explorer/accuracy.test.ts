/** The card of a place: the kind that answers name, and the nearest judged places, anywhere on Earth. */
import { describeExpectedError, loadWorldClimate } from "irradiance-engine/climatology";
import { describe, expect, it } from "vitest";
import { KINDS, PLACES } from "../../explorer/accuracy/figures.generated.js";
import { distance, kindIn, nearestPlaces } from "../../explorer/accuracy/nearest.js";
import { accuracy as german } from "../../explorer/texts/de/page.js";
import { accuracy as english } from "../../explorer/texts/en/page.js";

describe("the kind of a place", () => {
  it("is read from the clause that the library writes, at every kind, with the errors that the card states", async () => {
    const world = await loadWorldClimate();
    const read: unknown[] = [];
    const stated: (readonly [kind: string, ...figures: unknown[]])[] = [];
    for (let lat = -90; lat <= 90; lat += 5) {
      for (let lon = -180; lon <= 180; lon += 5) {
        const { expectedError: error } = world.at(lat, lon);
        const kind = kindIn(["a coarse map", `generated; ${describeExpectedError(error)}`]);
        const [annual, within80, monthly, , ofYield, places] = KINDS[error.placeClass] ?? [];
        read.push([kind?.name, kind?.kelvin, annual, within80, monthly, ofYield, places]);
        const of = [error.annualGlobalHorizontal, error.annualWithin80, error.monthlyGlobalHorizontal, error.yield];
        stated.push([error.placeClass, error.temperature, ...of, error.places]);
      }
    }
    expect(read).toEqual(stated);
    expect([...new Set(stated.map(([name]) => name))].sort()).toEqual(Object.keys(KINDS).sort());
  });

  it("has a name in both languages", () => {
    for (const texts of [english, german]) expect(Object.keys(texts.kinds).sort()).toEqual(Object.keys(KINDS).sort());
  });

  it("is unknown where the weather is no climatology's", () => {
    expect(kindIn([])).toBeUndefined();
    expect(kindIn(["altitude 473 m comes from a coarse map; it can be far off in mountains"])).toBeUndefined();
  });
});

describe("the nearest judged places", () => {
  it("are the nearest, in their order, at the poles and on both sides of the date line, too", () => {
    for (const [lat, lon] of [
      [90, 0],
      [-90, 12],
      [-13.8, -179.99],
      [-13.8, 180],
      [0, -30],
    ] as const) {
      const near = nearestPlaces(PLACES, lat, lon, 5).map(({ kilometres }) => kilometres);
      const all = PLACES.map(([, north, east]) => distance([lat, lon], [north, east])).sort((a, b) => a - b);
      expect(near).toEqual(all.slice(0, 5));
    }
    expect(distance([-13.8, -180], [-13.8, 180])).toBeCloseTo(0, 6);
  });

  it("are as far as the Earth is round", () => {
    expect(distance([0, 0], [0, 90])).toBeCloseTo(10_007.5, 1);
    expect(distance([90, 17], [-90, -40])).toBeCloseTo(20_015.1, 1);
    const [first] = nearestPlaces(PLACES, 47.37, 8.54, 1);
    expect(first).toMatchObject({ name: "Zürich and Zug", year: 2.5 });
    expect(first?.kilometres).toBeLessThan(10);
  });
});
