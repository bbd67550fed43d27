/** The colours of the map: the numbers of the library, packed. */
import { readFileSync } from "node:fs";
import { loadWorldClimate } from "irradiance-engine/climatology";
import { describe, expect, it } from "vitest";
import { worldYieldPicture } from "../../../scripts/docs/world-yield.mjs";
import { STEPS, standardYield } from "../../../scripts/explorer/world-light.mjs";
import * as map from "../../explorer/place/map/world-light.js";

const { BOUNDS, COLOURS, colourOf, lightAt } = map;
/** Of even degrees, whose years were generated, and of one between them. */
const PLACES = [
  ["Central Europe", 48, 8],
  ["the Andes", 0, -78],
  ["New South Wales", -34, 150],
  ["the Sahara", 24, 6],
  ["beyond the polar circle", 68, 20],
] as const;

describe("the map's values", () => {
  it.each(PLACES)("in %s are what the library computes", async (_, lat, lon) => {
    const { energy, light, percent } = await standardYield(lat, lon);
    const [found, ofLight] = [lightAt("yield", { lat, lon })!, lightAt("light", { lat, lon })!];
    // Half a step; the light of a generated year is its months' to rounding.
    expect(Math.abs(found.value - energy)).toBeLessThanOrEqual(STEPS.yield / 2 + 0.005 * energy);
    expect(Math.abs(ofLight.value - light)).toBeLessThanOrEqual(STEPS.light / 2 + 0.005 * light);
    expect(Math.abs(found.percent - percent)).toBeLessThanOrEqual(0.5);
    const { expectedError } = (await loadWorldClimate()).at(lat, lon);
    expect(Math.abs(ofLight.percent - 100 * expectedError.annualWithin80)).toBeLessThanOrEqual(0.5);
  });

  it("lie between those of the whole degrees around", () => {
    const at = (lat: number, lon: number) => lightAt("yield", { lat, lon })!.value;
    const corners = [at(-20, -70), at(-21, -70), at(-20, -69), at(-21, -69)];
    const value = at(-20.4, -69.7);
    expect(value).toBeGreaterThan(Math.min(...corners));
    expect(value).toBeLessThan(Math.max(...corners));
    expect(lightAt("light", { lat: 66, lon: 180 })).toEqual(lightAt("light", { lat: 66, lon: -180 }));
  });

  it("are none on the open sea and beyond the map", () => {
    expect(lightAt("yield", { lat: 0, lon: -130 })).toBeUndefined();
    expect(lightAt("light", { lat: 85, lon: 0 })).toBeUndefined();
    expect(lightAt("light", { lat: -80, lon: 0 })).toBeUndefined();
  });

  it("have colours that grow lighter, each with its bounds", () => {
    const lightness = COLOURS.map((colour) => {
      const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [
        number,
        number,
        number,
      ];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    expect(lightness).toEqual(lightness.toSorted((a, b) => a - b));
    for (const kind of ["yield", "light"] as const) {
      expect(BOUNDS[kind]).toHaveLength(COLOURS.length - 1);
      expect([colourOf(kind, 0), colourOf(kind, BOUNDS[kind][0]!), colourOf(kind, 9999)]).toEqual([
        COLOURS[0],
        COLOURS[1],
        COLOURS.at(-1),
      ]);
    }
  });

  it("are in the picture of the documentation", () => {
    expect(readFileSync(new URL("../../../docs/images/world-yield.svg", import.meta.url), "utf8")).toBe(
      worldYieldPicture(map),
    );
  });
});
