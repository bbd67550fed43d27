import { describe, expect, it } from "vitest";
import { type SunPathOptions, sunPathSvg } from "../../../src/answers/report/index.js";
import { all, clipped, numbers, parseXml, pointsOf, withClass } from "./xml.js";

const OBLIQUITY = 23.44;
const X = (across: number) => 64 + (across / 360) * 780;

function noon(options: SunPathOptions, months: string): number {
  return Number(withClass(parseXml(sunPathSvg(options)), `noon-${months}`)[0]!.text.replace("°", ""));
}

describe("the sun's paths", () => {
  it.each([
    [36.1, -79.95],
    [51.5, 0],
    [-33.9, 151.2],
    [10, 100.5],
    [64, -150],
  ])("at %f, %f are at the solstices as high at noon as the obliquity says", (latitude, longitude) => {
    // Within refraction (0.06° at 20°, 0.17° at 5°), the label's rounding and the hours between noon and the solstice.
    const tolerance = 0.25;
    for (const [month, declination] of [
      ["6", OBLIQUITY],
      ["12", -OBLIQUITY],
    ] as const) {
      const expected = 90 - Math.abs(latitude - declination);
      expect(Math.abs(noon({ latitude, longitude }, month) - expected)).toBeLessThan(tolerance);
    }
  });

  it("run from east on the left over south to west, in the north", () => {
    const root = parseXml(sunPathSvg({ latitude: 47, longitude: 8 }));
    const [path] = withClass(root, "path-6").map(pointsOf);
    expect(path![0]![0]).toBeLessThan(X(60)); // rises north of east
    expect(path!.at(-1)![0]).toBeGreaterThan(X(300));
    const [x] = path!.reduce((best, point) => (point[1] < best[1] ? point : best));
    expect(Math.abs(x - X(180))).toBeLessThan(7); // four minutes at noon in June: 3°
    expect(withClass(root, "x").map(({ text }) => text)).toContain("S");
  });

  it("have north in the middle and east on its right in the south", () => {
    const root = parseXml(sunPathSvg({ latitude: -34, longitude: 18.5 }));
    const texts = withClass(root, "x");
    const at = (name: string) => texts.filter(({ text }) => text === name).map((text) => numbers(text, "x")[0]);
    expect(at("N")).toEqual([X(180)]);
    expect(at("E")).toEqual([X(270)]);
    expect(at("S")).toEqual([X(0), X(360)]);
    const [path] = withClass(root, "path-12").map(pointsOf);
    // In time order: from the right to the left.
    expect(path![0]![0]).toBeGreaterThan(path!.at(-1)![0]);
  });

  it("begin and end on the horizontal, cut at the edges", () => {
    for (const latitude of [0.01, -23.44, 69.6, 90]) {
      const root = parseXml(sunPathSvg({ latitude, longitude: 18.9 }));
      for (const line of all(root).filter(({ name }) => name === "polyline")) {
        for (const [x, y] of pointsOf(line)) {
          expect(x).toBeGreaterThanOrEqual(64);
          expect(x).toBeLessThanOrEqual(844);
          expect(y).toBeLessThanOrEqual(480);
          expect(y).toBeGreaterThanOrEqual(60);
        }
      }
    }
  });

  it("are there all day in the polar summer and not at all in its winter", () => {
    const root = parseXml(sunPathSvg({ latitude: 69.6, longitude: 18.9, timeZone: 1 }));
    const june = withClass(root, "path-6").flatMap(pointsOf);
    expect(Math.min(...june.map(([x]) => x))).toBe(64);
    expect(Math.max(...june.map(([x]) => x))).toBe(844);
    expect(withClass(root, "path-12")).toEqual([]);
    expect(withClass(root, "noon-12")[0]!.text).toBe("no sun");
  });

  it("pass the hour lines at their times: the sun of 12 h UTC stands south of Greenwich", () => {
    const root = parseXml(sunPathSvg({ latitude: 51.48, longitude: 0 }));
    const across = withClass(root, "hour-12")
      .flatMap(pointsOf)
      .map(([x]) => x);
    // The equation of time: −14 to +16 minutes, 15° an hour on the pole's axis, more seen from the ground.
    expect(Math.min(...across)).toBeGreaterThan(X(170));
    expect(Math.max(...across)).toBeLessThan(X(190));
    expect(Math.min(...across)).toBeLessThan(X(180));
    expect(Math.max(...across)).toBeGreaterThan(X(180));
  });
});

describe("the horizon line", () => {
  const horizon = Array.from({ length: 360 }, (_, azimuth) => (azimuth === 90 ? 30 : azimuth === 270 ? -5 : 10));

  it.each([
    [45, 90],
    [-45, 270],
  ])("at latitude %f has a mountain in the east where the east is", (latitude, across) => {
    const root = parseXml(sunPathSvg({ latitude, longitude: 0, horizon }));
    const shape = pointsOf(withClass(root, "horizon")[0]!);
    expect(shape).toHaveLength(363);
    const peak = shape.reduce((best, point) => (point[1] < best[1] ? point : best));
    expect(peak[0]).toBeCloseTo(X(across), 1);
    const ticks = withClass(root, "y");
    const tickOf = (text: string) => numbers(ticks.find((tick) => tick.text === text)!, "y")[0]! - 4;
    expect(peak[1]).toBeCloseTo(tickOf("30°"), 1);
    expect(Math.max(...shape.map(([, y]) => y))).toBeCloseTo(tickOf("0°"), 1); // what is below the horizontal is on it
  });
});

describe("the picture", () => {
  it.each([
    { latitude: 0, longitude: 0 },
    { latitude: 90, longitude: 180 },
    { latitude: -90, longitude: -180, timeZone: 14 },
    { latitude: 27.7, longitude: 85.3, timeZone: 5.75, altitude: 1400, year: 2024, title: "Kathmandu & <around>" },
  ])("of %j is well-formed, refers to nothing outside and clips no label", (options) => {
    const svg = sunPathSvg(options);
    expect(clipped(parseXml(svg))).toEqual([]);
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|href|NaN|Infinity|undefined/);
    expect(sunPathSvg(options)).toBe(svg);
  });

  it.each([
    [{ latitude: 91, longitude: 0 }, RangeError],
    [{ latitude: "1", longitude: 0 }, TypeError],
    [{ latitude: 0, longitude: Number.NaN }, RangeError],
    [{ latitude: 0, longitude: 0, timeZone: 15 }, RangeError],
    [{ latitude: 0, longitude: 0, year: 2024.5 }, RangeError],
    [{ latitude: 0, longitude: 0, horizon: [1, 2] }, RangeError],
    [{ latitude: 0, longitude: 0, horizon: new Array(360).fill(Number.NaN) }, RangeError],
    [{ latitude: 0, longitude: 0, horizon: "flat" }, TypeError],
  ])("refuses %o", (options, error) => expect(() => sunPathSvg(options as SunPathOptions)).toThrow(error));
});

it("names of hours do not lie on one another, near the poles either", () => {
  for (const latitude of [78.2, 69.6, 47, 0, -33.9, -77.8]) {
    const names = all(parseXml(sunPathSvg({ latitude, longitude: 15 }))).filter(
      ({ name, text }) => name === "text" && / h$/.test(text),
    );
    expect(names.length).toBeGreaterThan(6);
    const at = names.map(({ attributes }) => [Number(attributes.x), Number(attributes.y)] as const);
    for (const [k, [x, y]] of at.entries()) {
      const near = at.filter(([ox, oy], other) => other !== k && Math.abs(ox - x) < 20 && Math.abs(oy - y) < 10);
      expect(near).toEqual([]);
    }
  }
});
