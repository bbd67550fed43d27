/** The picture that compares a year with what it was made from. */
import { describe, expect, it } from "vitest";
import { type ComparedYear, yearComparison } from "../../../src/answers/report/year-comparison.js";
import { all, clipped, numbers, parseXml, pointsOf, withClass, type XmlElement } from "./xml.js";

const MONTHS = [30, 50, 90, 120, 150, 160, 165, 140, 100, 65, 35, 25];
const days = Float64Array.from({ length: 365 }, (_, day) => 8 - (8 * day) / 365);
const hours = Float64Array.from({ length: 8760 }, (_, hour) => (hour % 2 === 0 ? 0 : (hour / 8760) * 1000));
const year: ComparedYear = { name: "year", months: MONTHS, days, hours };
const source: ComparedYear = { name: "source", months: MONTHS.map((value) => value / 2) };

function draw(sides: readonly [ComparedYear, ComparedYear]) {
  return parseXml(yearComparison(sides, "title", "subtitle"));
}

describe("yearComparison", () => {
  it("has two bars a month, as high as their sums, the source's on the left", () => {
    const bars = withClass(draw([source, year]), "bar").map((bar) => numbers(bar, "x", "width", "height"));
    expect(bars).toHaveLength(24);
    for (let month = 0; month < 12; month++) {
      const [leftX, leftWidth, left] = bars[month]!;
      const [rightX, , right] = bars[12 + month]!;
      expect(right! / left!).toBeCloseTo(2, 1);
      expect(leftX! + leftWidth!).toBeLessThanOrEqual(rightX!);
    }
    expect(bars[18]![2]! / bars[12]![2]!).toBeCloseTo(165 / 30, 1);
  });

  it("says the sums of the years, and what a bar is", () => {
    const root = draw([source, year]);
    const texts = all(root).map(({ text }) => text);
    expect(texts).toContain("source: 565 kWh/m² a year");
    expect(texts).toContain("year: 1130 kWh/m² a year");
    expect(texts).toContain("source, Jan: 15.0 kWh/m²");
  });

  it("has curves only of what is known, the days rising, the hours falling", () => {
    const curves = withClass(draw([source, year]), "curve").map(pointsOf);
    expect(curves).toHaveLength(2);
    const [rising, falling] = [curves[0]!, curves[1]!];
    for (let k = 1; k < rising.length; k++) {
      expect(rising[k]![0]).toBeGreaterThanOrEqual(rising[k - 1]![0]);
      // Pixels count downwards.
      expect(rising[k]![1]).toBeLessThan(rising[k - 1]![1]);
      expect(falling[k]![1]).toBeGreaterThanOrEqual(falling[k - 1]![1]);
    }
    // Half of the days are below 4 kWh/m² of the axis' 8.
    const [width] = [rising.at(-1)![0] - rising[0]![0]];
    expect(rising[100]![0] - rising[0]![0]).toBeCloseTo(width / 2, 0);
    // Half of the hours have light: at 4380 of the axis' 6000 h the curve reaches the ground.
    const ground = falling.at(-1)![1];
    const reached = falling.findIndex(([, y]) => y === ground);
    // The curve has 200 nodes: the first beyond, or the one behind it.
    expect(Math.abs(reached / (falling.length - 1) - 4380 / 6000)).toBeLessThan(2 / 200);
  });

  it("measures how far the curves are apart", () => {
    const shifted = { ...year, name: "source", days: days.map((value) => value + 2) };
    const labels = withClass(draw([shifted, year]), "distance").map(({ text }) => text);
    // A quarter of 8 kWh/m².
    expect(labels).toEqual(["largest distance 25.2 %", "largest distance 0.0 %"]);
    expect(withClass(draw([source, year]), "distance")).toEqual([]);
  });

  it("shows least and most of many years", () => {
    const many: ComparedYear = { ...source, range: MONTHS.map((value) => [value / 4, value] as const) };
    const root = draw([many, year]);
    const ranges = withClass(root, "range").map((line) => numbers(line, "y1", "y2"));
    expect(ranges).toHaveLength(12);
    const bar = numbers(withClass(root, "bar")[6]!, "height")[0]!;
    expect(ranges[6]![0]! - ranges[6]![1]!).toBeCloseTo(1.5 * bar, 0);
    expect(all(root).map(({ text }) => text)).toContain("lines: range of the years");
  });

  it("leaves a gap where a month is missing, and no NaN", () => {
    const gappy = { ...year, months: MONTHS.map((value, month) => (month === 3 ? Number.NaN : value)) };
    const svg = yearComparison([source, gappy], "a < b", "c & d");
    expect(withClass(parseXml(svg), "bar")).toHaveLength(23);
    expect(svg.includes("NaN")).toBe(false);
    expect(svg.includes("a &lt; b")).toBe(true);
  });

  it("has no label that reaches over its edge", () => {
    const root = draw([
      { ...year, name: "monthly values, embedded world climatology" },
      { ...year, name: "generated, seed 9007199254740991" },
    ]);
    expect(clipped(moved(root, 0, 0))).toEqual([]);
  });
});

/** With the places of elements inside moved groups counted from the picture's corner. */
function moved(element: XmlElement, dx: number, dy: number): XmlElement {
  const [x = 0, y = 0] =
    /^translate\(([\d.]+) ([\d.]+)\)$/
      .exec(element.attributes.transform ?? "")
      ?.slice(1)
      .map(Number) ?? [];
  const attributes = { ...element.attributes };
  if (attributes.x !== undefined) attributes.x = String(Number(attributes.x) + dx);
  if (attributes.y !== undefined) attributes.y = String(Number(attributes.y) + dy);
  return { ...element, attributes, children: element.children.map((child) => moved(child, dx + x, dy + y)) };
}
