/** Horizon lines in the forms of PVGIS, PVsyst and others, with azimuth 0 where each of them has it. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HORIZON_FORMATS, HorizonError, readHorizon, writeHorizon } from "../../../src/data/horizon/index.js";

/** As PVGIS 5 writes it: from the north (−180) every 7.5 degrees, then notes. The hill stands in the east, 24 degrees high. */
const steps = Array.from({ length: 49 }, (_, k) => -180 + 7.5 * k);
const height = (fromSouth: number) => Math.max(0, 24 - Math.abs(fromSouth + 90));
const PVGIS = [
  "Latitude (decimal degrees):\t45.000",
  "Longitude (decimal degrees):\t8.000",
  "",
  "A\t\tH_hor\t\tA_sun(w)\t\tH_sun(w)\t\tA_sun(s)\t\tH_sun(s)",
  ...steps.map((a) => `${a.toFixed(1)}\t\t${height(a).toFixed(1)}\t\t-180.0\t\t-68.4\t\t-180.0\t\t-21.6`),
  "",
  "A: Azimuth (0 = S, 90 = W, -90 = E) (degree)",
  "H_hor: Horizon height (degree)",
  "",
  "PVGIS (c) European Union, 2001-2026",
].join("\r\n");

/** The hill of the file, clockwise from north. */
function expectHill(elevation: readonly number[]): void {
  expect(elevation).toHaveLength(360);
  // The file's points are 7.5 degrees apart; the hill's top is one of them.
  expect(elevation[90]).toBe(24);
  expect(elevation[75]).toBe(9);
  expect(elevation[105]).toBe(9);
  expect(elevation[270]).toBe(0);
  expect(elevation[0]).toBe(0);
}

describe("readHorizon", () => {
  it("reads PVGIS' printhorizon, CSV and JSON", () => {
    expectHill(readHorizon(PVGIS).elevation);
    const profile = steps.map((A) => ({ A, H_hor: height(A) }));
    const json = readHorizon(JSON.stringify({ inputs: {}, outputs: { horizon_profile: profile } }));
    expectHill(json.elevation);
    expect(json).toMatchObject({ points: 49, notices: [] });
    expect(readHorizon(new TextEncoder().encode(PVGIS)).elevation).toEqual(json.elevation);
  });

  it.each([" ", ";", "\t", ", "])("reads pairs of PVsyst's .hor, separated by %j", (separator) => {
    const rows = steps.map((a) => `${a}${separator}${height(a)}`);
    const { elevation, notices } = readHorizon(["# roof", "Horizon of the roof", ...rows].join("\n"), { latitude: 45 });
    expectHill(elevation);
    expect(notices.map(({ code }) => code)).toEqual(["horizon-azimuth"]);
  });

  it("reads decimal commas where they do not separate", () => {
    const rows = steps.map((a) => `${a};${height(a)}`.replaceAll(".", ","));
    expect(readHorizon(rows.join("\n"), { zero: "south" }).elevation).toEqual(readHorizon(PVGIS).elevation);
    expect(readHorizon("0,5\n90,10\n270,5").elevation.filter((_, degree) => degree % 90 === 0)).toEqual([
      5, 10, 7.5, 5,
    ]);
  });

  it("is linear between sparse points, also around the north", () => {
    const { elevation, notices } = readHorizon('{"azimuth": [350, 10, 100], "elevation": [4, 8, 2]}');
    expect([elevation[0], elevation[350], elevation[355], elevation[5], elevation[55]]).toEqual([6, 4, 5, 7, 5]);
    expect(notices.map(({ message }) => message)).toEqual([
      "the horizon has no point between azimuth 10 and 100: the line is straight there",
      "the horizon has no point between azimuth 100 and 350: the line is straight there",
    ]);
    expect(readHorizon("[[350, 4], [10, 8], [100, 2]]").elevation).toEqual(elevation);
  });

  it("takes 360 elevations as they are, below 0 as 0", () => {
    const list = Array.from({ length: 360 }, (_, degree) => degree / 5 - 1);
    expect(readHorizon(JSON.stringify(list)).elevation).toEqual(list.map((value) => Math.max(value, 0)));
    expect(readHorizon(JSON.stringify({ elevation: list })).elevation[359]).toBe(list[359]);
    expect(readHorizon(JSON.stringify({ horizon: list })).elevation[359]).toBe(list[359]);
  });

  it.each([
    ["north", 90, 90],
    ["north", -90, 270],
    ["south", -90, 270],
    ["south", 90, 90],
  ] as const)("turns azimuth 90 from the %s, the east at %d, to %d", (zero, east, expected) => {
    const { elevation } = readHorizon("80 0\n90 30\n100 0", { zero, east });
    expect(elevation.indexOf(Math.max(...elevation))).toBe(expected);
  });

  it.each(["-180 3\n0 1\n180 5", "-180 5\n0 1\n180 3"])("takes the higher of two points of one azimuth: %j", (text) => {
    expect(readHorizon(text, { zero: "south" }).elevation[0]).toBe(5);
  });

  it.each([
    ["points that may count from either side", "0 1\n90 2\n180 3", {}, /from 0 to 180.*zero north or south/],
    ["azimuths below 0 in the southern hemisphere", "-90 1\n90 2", { latitude: -30 }, /southern hemisphere.*zero/],
    ["an elevation of 90", "-90 1\n90 90", {}, /line 2: elevation must be degrees from -90 to below 90, got 90/],
    ["an azimuth beyond the circle", "-90 1\n500 2", {}, /line 2: azimuth must be/],
    ["a line with one number", "-90 1\n17", {}, /line 2: expected azimuth and elevation in degrees, got "17"/],
    ["points of one azimuth", '{"azimuth": [30, 30], "elevation": [1, 2]}', {}, /at least two azimuths/],
    ["no points", "Horizon\n", {}, /no points/],
    ["a short list", "[1, 2, 3]", {}, /360 elevations.*got an array of 3/],
    ["broken JSON", "[1, 2", {}, /roof.hor: not valid JSON/],
    ["lists of different lengths", '{"azimuth": [1], "elevation": [1, 2]}', {}, /as many items/],
    ["a text among numbers", '{"azimuth": [1, "x"], "elevation": [1, 2]}', {}, /point 1: expected two numbers/],
  ])("refuses %s", (_, text, options, message) => {
    const read = () => readHorizon(text, { ...options, file: "roof.hor" });
    expect(read).toThrow(HorizonError);
    expect(read).toThrow(message);
  });

  it("says how the azimuths were taken, and what said so", () => {
    const compass = (text: string, options = {}) => readHorizon(text, options).compass;
    expect(compass(PVGIS)).toEqual({ zero: "south", east: -90, from: "file" });
    expect(compass("0 1\n270 2")).toEqual({ zero: "north", east: 90, from: "range" });
    expect(compass("-90 1\n90 2", { latitude: 47 })).toEqual({ zero: "south", east: -90, from: "convention" });
    expect(compass("-90 1\n90 2", { zero: "north" })).toEqual({ zero: "north", east: 90, from: "option" });
  });

  it.each([
    ["0 1\n90 2", "zero", undefined, undefined],
    ["-90 1\n90 90", "elevation", 2, "90"],
    ["-90 1\n500 2", "azimuth", 2, "500"],
    ["-90 1\n17", "pair", 2, '"17"'],
    ["10 m above the road\n-90;1\n0;abc\n90;2", "pair", 3, '"0;abc"'],
    ["[1, 2", "json", undefined, undefined],
    ["", "form", undefined, undefined],
  ])("names the reason, the line and the value of %j", (text, reason, line, value) => {
    const read = () => readHorizon(text);
    expect(read).toThrow(expect.objectContaining({ reason, line, value }));
  });

  it("refuses options out of range", () => {
    expect(() => readHorizon("", { zero: "west" as never })).toThrow(
      /option "zero" must be north or south, got "west"/,
    );
    expect(() => readHorizon("", { east: 45 as never })).toThrow(RangeError);
    expect(() => readHorizon("", { latitude: 91 })).toThrow(RangeError);
    expect(() => readHorizon(5 as never)).toThrow(TypeError);
  });
});

const elevations = fc.array(fc.integer({ min: 0, max: 8999 }), { minLength: 360, maxLength: 360 });
const lines = elevations.map((list) => list.map((hundredths) => hundredths / 100));

describe("writeHorizon", () => {
  it.each(HORIZON_FORMATS)("writes %s that readHorizon reads as it was", (format) => {
    fc.assert(
      fc.property(lines, (line) => {
        const { elevation, points } = readHorizon(writeHorizon(line, format), { latitude: 47 });
        expect(points).toBe(360);
        expect(elevation).toEqual(line);
      }),
      { numRuns: 30 },
    );
  });

  it("says in CSV and JSON where azimuth 0 is, and in .hor has it in the south on both hemispheres", () => {
    const line = Array.from({ length: 360 }, (_, azimuth) => (azimuth === 90 ? 30 : 0));
    for (const format of ["csv", "json"] as const) {
      expect(readHorizon(writeHorizon(line, format), { latitude: -33 })).toMatchObject({
        elevation: line,
        compass: { zero: "north", east: 90, from: "file" },
        notices: [],
      });
    }
    const hor = writeHorizon(line, "hor");
    expect(hor.split("\n").slice(88, 92)).toEqual(["-92 0", "-91 0", "-90 30", "-89 0"]);
    expect(readHorizon(hor, { zero: "south" }).elevation).toEqual(line);
    expect(() => readHorizon(hor, { latitude: -33 })).toThrow(/southern hemisphere/);
  });

  it("refuses what is no line", () => {
    expect(() => writeHorizon([1, 2], "csv")).toThrow(/elevation must be 360 numbers/);
    expect(() => writeHorizon(Array(360).fill(90), "hor")).toThrow(/elevation\[0\] must be .* below 90, got 90/);
    expect(() => writeHorizon(Array(360).fill(0), "xml" as never)).toThrow(/csv, hor, json, got "xml"/);
  });
});
