/** Coordinate systems by code and by GeoKeys, against PROJ. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { makeProjection, projOfCode, projOfGeoKeys } from "../../../src/data/terrain/crs/crs.js";
import { TerrainError } from "../../../src/data/terrain/errors.js";

const { rows } = JSON.parse(
  readFileSync(new URL("../../../fixtures/terrain/crs.json", import.meta.url).pathname, "utf8"),
) as { rows: [number, number, number, number, number][] };

describe("systems by EPSG code", () => {
  it("are many", () => expect(rows.length).toBeGreaterThan(100));

  it.each(rows)("EPSG:%i", (code, longitude, latitude, x, y) => {
    const at = new Float64Array(2);
    const projection = makeProjection(projOfCode(code)!);
    projection.forward(longitude, latitude, at);
    const metres = projection.geographic ? 111_200 : 1;
    // PROJ picks the best datum shift at each place, we one for the whole datum; null shifts are good to about 1 m.
    expect(Math.hypot(at[0]! - x, at[1]! - y) * metres).toBeLessThan(5);
  });
});

describe("user-defined systems", () => {
  const datum = { GTModelTypeGeoKey: 1, GeographicTypeGeoKey: 4326, ProjectedCSTypeGeoKey: 32767 };
  const proj = (keys: object) => projOfGeoKeys({ ...datum, ...keys }, "a.tif");
  const [lon, lat] = [-119.2, 37.4];
  const forward = (definition: string) => {
    const at = new Float64Array(2);
    makeProjection(definition).forward(lon, lat, at);
    return [...at];
  };

  it.each([
    [
      "transverse Mercator",
      32611,
      {
        ProjCoordTransGeoKey: 1,
        ProjNatOriginLongGeoKey: -117,
        ProjNatOriginLatGeoKey: 0,
        ProjScaleAtNatOriginGeoKey: 0.9996,
        ProjFalseEastingGeoKey: 500000,
      },
    ],
    [
      "Albers",
      5070,
      {
        GeographicTypeGeoKey: 4269,
        ProjCoordTransGeoKey: 11,
        ProjStdParallel1GeoKey: 29.5,
        ProjStdParallel2GeoKey: 45.5,
        ProjNatOriginLongGeoKey: -96,
        ProjNatOriginLatGeoKey: 23,
      },
    ],
    [
      "Lambert conformal",
      3978,
      {
        GeographicTypeGeoKey: 4269,
        ProjCoordTransGeoKey: 8,
        ProjStdParallel1GeoKey: 49,
        ProjStdParallel2GeoKey: 77,
        ProjFalseOriginLongGeoKey: -95,
        ProjFalseOriginLatGeoKey: 49,
      },
    ],
    ["Mercator", 3395, { ProjCoordTransGeoKey: 7, ProjNatOriginLongGeoKey: 0, ProjScaleAtNatOriginGeoKey: 1 }],
    [
      "polar stereographic, true scale",
      3413,
      { ProjCoordTransGeoKey: 15, ProjStraightVertPoleLongGeoKey: -45, ProjNatOriginLatGeoKey: 70 },
    ],
    [
      "polar stereographic, scale at the pole",
      32661,
      {
        ProjCoordTransGeoKey: 15,
        ProjStraightVertPoleLongGeoKey: 0,
        ProjNatOriginLatGeoKey: 90,
        ProjScaleAtNatOriginGeoKey: 0.994,
        ProjFalseEastingGeoKey: 2000000,
        ProjFalseNorthingGeoKey: 2000000,
      },
    ],
    [
      "Lambert equal area",
      3035,
      {
        ProjCoordTransGeoKey: 10,
        ProjCenterLongGeoKey: 10,
        ProjCenterLatGeoKey: 52,
        ProjFalseEastingGeoKey: 4321000,
        ProjFalseNorthingGeoKey: 3210000,
      },
    ],
  ] as const)("%s as EPSG:%i", (_, code, keys) => {
    const [x, y] = forward(proj(keys));
    const [x0, y0] = forward(projOfCode(code)!);
    expect(x).toBeCloseTo(x0!, 2);
    expect(y).toBeCloseTo(y0!, 2);
  });

  it("in feet", () => {
    const keys = { ProjCoordTransGeoKey: 1, ProjNatOriginLongGeoKey: -117, ProjScaleAtNatOriginGeoKey: 0.9996 };
    const [x, y] = forward(proj({ ...keys, ProjFalseEastingGeoKey: 500000 }));
    const [feetX, feetY] = forward(
      proj({ ...keys, ProjLinearUnitsGeoKey: 9003, ProjFalseEastingGeoKey: 500000 * (3937 / 1200) }),
    );
    expect(feetX! * (1200 / 3937)).toBeCloseTo(x!, 3);
    expect(feetY! * (1200 / 3937)).toBeCloseTo(y!, 3);
  });

  it("a user-defined datum the size of WGS 84 is taken as centred, another is not", () => {
    const own = { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 32767, GeogInvFlatteningGeoKey: 298.257222101 };
    expect(makeProjection(projOfGeoKeys({ ...own, GeogSemiMajorAxisGeoKey: 6378137 }, "a.tif")).key).toBe("longlat");
    expect(() => projOfGeoKeys({ ...own, GeogSemiMajorAxisGeoKey: 6377397 }, "a.tif")).toThrow(TerrainError);
  });

  it.each([
    ["no keys", null],
    ["a code nobody has", { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 12345 }],
    ["a method that is not known", { ...datum, ProjCoordTransGeoKey: 27 }],
    ["geocentric coordinates", { GTModelTypeGeoKey: 3, GeographicTypeGeoKey: 4326 }],
    ["a datum that is not known", { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4001 }],
    ["radians", { GTModelTypeGeoKey: 2, GeographicTypeGeoKey: 4326, GeogAngularUnitsGeoKey: 9101 }],
  ])("%s: an error that names the file and the way out", (_, keys) => {
    expect(() => projOfGeoKeys(keys, "a.tif")).toThrow(/a\.tif: .*projection/);
  });

  it("a projection that proj4 cannot use", () => {
    expect(() => makeProjection("+proj=nonsense")).toThrow(TerrainError);
  });
});
