import { describe, expect, it } from "vitest";
import { generateYear } from "../../../src/answers/climate/index.js";
import { worldMonths, worldYear } from "../../../src/answers/climate/world-year.js";
import { optimumOf, type YieldOptions, yieldOf } from "../../../src/answers/yield/index.js";
import { loadWorldClimate, openClimatology } from "../../../src/data/climatology/index.js";

describe("the typical year of a bare place", () => {
  it("is drawn from the climate of the place at the altitude of the map", async () => {
    const { series, place, clearTurbidity, expectedError } = await worldYear(47.4, 8.5);
    const climate = (await loadWorldClimate()).at(47.4, 8.5);
    const maps = await openClimatology();
    expect(place).toEqual({ latitude: 47.4, longitude: 8.5, altitude: Math.round(climate.altitude), timeZone: 1 });
    expect(clearTurbidity).toEqual(maps.clearTurbidity(47.4, 8.5, { altitude: place.altitude }));
    expect(expectedError).toEqual(climate.expectedError);
    const monthly = {
      globalHorizontalIrradiance: Array.from(climate.globalHorizontal),
      temperature: Array.from(climate.temperature),
      linkeTurbidity: maps.linkeTurbidity(47.4, 8.5),
    };
    expect(series).toEqual(generateYear(place, monthly).weather);
  });

  it("knows a given altitude, and says where it is the map's", async () => {
    const [given, ofMap] = await Promise.all([worldMonths(46.55, 7.98, { altitude: 3466 }), worldMonths(46.55, 7.98)]);
    expect(given.place.altitude).toBe(3466);
    expect(given.monthly.temperature![0]).toBeLessThan(ofMap.monthly.temperature![0]! - 3);
    expect(given.notices.map(({ code }) => code)).toEqual(["climatology"]);
    expect(ofMap.notices.map(({ code }) => code)).toEqual(["climatology", "altitude"]);
  });

  it("has light under the clearest sky where the map is brighter", async () => {
    const [months, { series }] = await Promise.all([worldMonths(-90, 0), worldYear(-90, 0)]);
    const climate = (await loadWorldClimate()).at(-90, 0);
    const [january, february] = months.monthly.globalHorizontalIrradiance;
    expect(january).toBe(climate.globalHorizontal[0]);
    expect(february).toBeLessThan(climate.globalHorizontal[1]!);
    expect(series.columns.global_horizontal_irradiance).toHaveLength(8760);
  });

  it("is drawn wherever one may stand, at any height that may be asked for", async () => {
    const heights = [undefined, -500, 0, 5100, 9000];
    for (const latitude of [-90, -85, -80, -70, -35, 0, 28, 60, 75, 90]) {
      for (const altitude of heights) await worldYear(latitude, 87, { altitude });
    }
  });

  it("is weather of a yield with all that is known of it; what is said beside it comes first", async () => {
    const [year, miss] = await Promise.all([worldYear(47.4, 8.5), worldYear(30.67, 104.07)]);
    const system = { planes: [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }] };
    const options = {
      typicalYear: true,
      lightSource: year.expectedError,
      context: { linkeTurbidity: year.clearTurbidity },
    };
    const found = yieldOf(year, system);
    expect(found).toEqual(yieldOf(year.series, system, options));
    expect(found.exceedance).toBeNull();
    const hazy = { context: { linkeTurbidity: 7 }, lightSource: "pyranometer" } as const;
    expect(yieldOf(year, system, hazy)).toEqual(yieldOf(year.series, system, { typicalYear: true, ...hazy }));
    expect(optimumOf(year)).toEqual(optimumOf(year.series, {}, options));
    const shareOf = (options: YieldOptions) =>
      yieldOf(miss, system, options).uncertainty!.shares.find(({ key }) => key === "irradiance")!;
    expect(shareOf({}).percent).toBeCloseTo(30, 12);
    expect(shareOf({}).reason).toContain("known to be so far off at Chengdu");
    expect(shareOf({ lightSource: "pyranometer" }).percent).toBe(2.5);
    expect(yieldOf(miss, system).notices.map(({ code }) => code)).toContain("known-miss");
    expect(yieldOf(miss, system, { lightSource: "satellite" }).notices.map(({ code }) => code)).not.toContain(
      "known-miss",
    );
  });

  it("is another one with another seed", async () => {
    const [one, other] = await Promise.all([worldYear(10, 20), worldYear(10, 20, { randomSeed: 2 })]);
    expect(one.series.columns.global_horizontal_irradiance).not.toEqual(
      other.series.columns.global_horizontal_irradiance,
    );
  });

  it.each([
    [91, 0, {}, /latitude must be from -90 to 90/],
    [0, 181, {}, /longitude must be from -180 to 180/],
    [0, 0, { altitude: 9001 }, /altitude must be from -500 to 9000 metres, got 9001/],
    [0, 0, { randomSeed: 1.5 }, /seed must be a whole number/],
  ])("refuses %s, %s, %o", (latitude, longitude, options, message) =>
    expect(worldYear(latitude, longitude, options)).rejects.toThrow(message),
  );
});
