import { describe, expect, it } from "vitest";
import { monthly, type PlotOptions, plotSvg } from "../../../src/answers/report/index.js";
import { makeColumns } from "./columns.js";
import { all, clipped, numbers, parseXml, pointsOf, withClass } from "./xml.js";

const HOURS = 8760;
/** A sun that is highest at 12:30 UTC, the middle of its hour, in every day; more of it in summer. */
const bell = (i: number) =>
  Math.max(0, 900 * Math.cos(((i % 24) - 12) / 4) * (((i % 24) - 12) ** 2 < 36 ? 1 : 0)) * (1 + i / 20_000);
const year = makeColumns("2023-01-01T00:00:00Z", 3600, HOURS, {
  global_horizontal_irradiance: bell,
  temperature: (i) => -5 + i / 1000,
});

function labels(svg: string, name: "x" | "y"): string[] {
  return withClass(parseXml(svg), name).map(({ text }) => text);
}

describe("a day", () => {
  const day = makeColumns(
    "2023-06-21T00:00:00Z",
    900,
    96,
    { global_horizontal_irradiance: (i) => (i === 40 ? Number.NaN : bell(i / 4)), temperature: () => 20 },
    5.5,
  );
  const utc = makeColumns("2023-06-21T00:00:00Z", 900, 96, { global_horizontal_irradiance: (i) => bell(i / 4) });

  it("has noon where noon is: the highest point at the middle of its interval", () => {
    const root = parseXml(plotSvg(utc, { kind: "day" }));
    const curve = pointsOf(withClass(root, "global_horizontal_irradiance")[0]!);
    expect(curve).toHaveLength(96);
    const [x] = curve.reduce((best, point) => (point[1] < best[1] ? point : best));
    const frame = all(root).find(({ name, attributes }) => name === "rect" && attributes.fill === "none")!;
    const [left, width] = numbers(frame, "x", "width") as [number, number];
    // Interval 48 of 96, from 12:00 to 12:15.
    expect(x).toBeCloseTo(left + (width * 48.5) / 96, 1);
    expect(labels(plotSvg(utc, { kind: "day" }), "x").join()).toBe(
      "00:00,21 Jun,03:00,06:00,09:00,12:00,15:00,18:00,21:00,00:00,22 Jun",
    );
  });

  it("is one of local time, with gaps where values are missing", () => {
    const root = parseXml(plotSvg(day, { kind: "day", parameter: "global_horizontal_irradiance", date: "2023-06-21" }));
    const pieces = withClass(root, "global_horizontal_irradiance").map(pointsOf);
    expect(pieces.map(({ length }) => length)).toEqual([40, 33]); // 18.5 h of 21 June, less the missing one
    expect(all(root).some(({ text }) => text.includes("UTC+05:30"))).toBe(true);
  });

  it("draws several parameters with a legend, of one unit only", () => {
    const two = makeColumns("2023-06-21T00:00:00Z", 3600, 24, {
      global_horizontal_irradiance: bell,
      direct_normal_irradiance: () => 500,
      temperature: () => 20,
    });
    const root = parseXml(plotSvg(two, { kind: "day" }));
    const legend = withClass(root, "legend")[0]!.children.filter(({ name }) => name === "text");
    expect(legend.map(({ text }) => text)).toEqual(["Global horizontal irradiance", "Direct normal irradiance"]);
    const parameter = ["temperature", "direct_normal_irradiance"] as const;
    expect(() => plotSvg(two, { kind: "day", parameter })).toThrow(RangeError);
  });

  it("of powers has a title, and shows a curve that lies on another by dashes", () => {
    const flat = makeColumns("2023-06-21T00:00:00Z", 900, 96, {
      pv_production: (i) => bell(i / 4),
      pv_production_with_shading: (i) => bell(i / 4),
    });
    const svg = plotSvg(flat, { kind: "day", parameter: ["pv_production", "pv_production_with_shading"] });
    expect(svg).toContain(">pv_production<");
    expect(svg).toContain(">pv_production_with_shading, power per kWp installed<");
    const [under] = withClass(parseXml(svg), "pv_production");
    const [over] = withClass(parseXml(svg), "pv_production_with_shading");
    expect([under!.attributes["stroke-dasharray"], over!.attributes["stroke-dasharray"]]).toEqual([undefined, "7 7"]);
  });
});

describe("a year", () => {
  it("is a heat map of day × hour with the brightest hour at noon", () => {
    const root = parseXml(plotSvg(year, { kind: "year", parameter: "global_horizontal_irradiance" }));
    const paths = withClass(root, "cells")[0]!.children;
    // Night is one rectangle an hour; every day but the last is drawn in the rows of daylight.
    const lightest = paths
      .map(({ attributes }) => attributes.fill!)
      .sort()
      .at(-1)!;
    const d = paths.find(({ attributes }) => attributes.fill === lightest)!.attributes.d!;
    const y = Number(/^M\d+ (\d+)/.exec(d)![1]);
    expect(y).toBe(60 + 11 * 13); // 13 px an hour, midnight at the top: 12:00 to 13:00 is the 12th from there
    const area = paths.flatMap((path) => [...path.attributes.d!.matchAll(/h(\d+)v(\d+)/g)]);
    expect(area.reduce((sum, [, width, height]) => sum + Number(width) * Number(height), 0)).toBe(730 * 312);
    const months = labels(plotSvg(year, { kind: "year" }), "x").filter((text) => text !== "2023");
    expect(months.join()).toBe("Jan,Feb,Mar,Apr,May,Jun,Jul,Aug,Sep,Oct,Nov,Dec");
  });

  it("shows what is missing as such", () => {
    const gap = makeColumns("2023-01-01T00:00:00Z", 3600, HOURS, {
      global_horizontal_irradiance: (i) => (i >= 4000 && i < 4048 ? Number.NaN : bell(i)),
    });
    expect(plotSvg(gap, { kind: "year" })).toContain("no value");
    expect(plotSvg(year, { kind: "year" })).not.toContain("no value");
  });

  it("gets lighter from step to step", () => {
    const bar = withClass(parseXml(plotSvg(year, { kind: "year" })), "colour-bar")[0]!;
    const lightness = bar.children
      .filter(({ name }) => name === "rect")
      .map(({ attributes }) => {
        const of = (at: number) => Number.parseInt(attributes.fill!.slice(at, at + 2), 16);
        return 0.2126 * of(1) + 0.7152 * of(3) + 0.0722 * of(5);
      });
    expect(lightness).toHaveLength(64);
    for (let k = 1; k < 64; k++) expect(lightness[k]).toBeGreaterThan(lightness[k - 1]!);
  });
});

describe("months", () => {
  it("leave room for the figure over the highest bar, inside the frame", () => {
    for (const scale of [0.2, 0.5, 0.8, 0.98, 1]) {
      const columns = { ...year, values: { ...year.values } };
      columns.values.global_horizontal_irradiance = year.values.global_horizontal_irradiance!.map((v) => v * scale);
      const tops = withClass(parseXml(plotSvg(columns, { kind: "months" })), "bar").map((bar) => numbers(bar, "y")[0]!);
      expect(Math.min(...tops)).toBeGreaterThan(60 + 15);
    }
  });

  it("have bars as high as the monthly table's sums", () => {
    const root = parseXml(plotSvg(year, { kind: "months" }));
    const bars = withClass(root, "bar");
    const sums = monthly(year).map((row) => row.global_horizontal_irradiance!);
    expect(bars).toHaveLength(12);
    const [tallest] = numbers(bars[11]!, "height");
    bars.forEach((bar, k) => {
      // Pixels are written to hundredths.
      expect(Math.abs(numbers(bar, "height")[0]! / tallest! - sums[k]! / sums[11]!)).toBeLessThan(1e-4);
      expect(bar.children[0]!.text).toBe(`2023-${String(k + 1).padStart(2, "0")}: ${sums[k]!.toFixed(2)} kWh/m²`);
    });
  });

  it("are means for a temperature, also below zero", () => {
    const bars = withClass(parseXml(plotSvg(year, { kind: "months", parameter: "temperature" })), "bar");
    const [first, last] = [bars[0]!, bars[11]!];
    expect(first.children[0]!.text).toContain("−4.63 °C");
    const [top, height] = numbers(last, "y", "height") as [number, number];
    expect(numbers(first, "y")[0]).toBeCloseTo(top + height, 1); // both begin at zero
  });

  it("leave out the hours that a UTC year has of its neighbours, and put a typical year together", () => {
    const local = { ...year, meta: { ...year.meta, time_zone: -5 } };
    expect(withClass(parseXml(plotSvg(local, { kind: "months" })), "bar")).toHaveLength(12);
    expect(labels(plotSvg(local, { kind: "months", typicalYear: true }), "x")[0]).toBe("Jan");
  });
});

describe("every picture", () => {
  const day = makeColumns("2023-06-21T00:00:00Z", 3600, 24, { global_horizontal_irradiance: bell });
  const empty = makeColumns("2023-06-21T00:00:00Z", 3600, 24, { snow_depth: () => Number.NaN });
  it.each([
    ["day", day],
    ["year", day],
    ["months", day],
    ["day", empty],
    ["year", empty],
    ["months", empty],
    ["year", year],
    ["months", year],
  ] as const)("%s: is well-formed, refers to nothing outside and clips no label", (kind, columns) => {
    const svg = plotSvg(columns, { kind, title: `Fields & <roofs> "${"x".repeat(200)}" \u0000` });
    expect(clipped(parseXml(svg))).toEqual([]);
    expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|href|NaN|Infinity|undefined/);
  });

  it.each([
    [{ kind: "week" }, "kind must be one of"],
    [{ kind: "year", parameter: "snow_depth" }, "parameter must be a requested one"],
    [{ kind: "months", parameter: ["temperature", "global_horizontal_irradiance"] }, "at most 1"],
    [{ kind: "day", parameter: [] }, "parameter must be"],
    [{ kind: "day" }, "give a date"],
    [{ kind: "day", date: "2024-01-01" }, "date must be a local day"],
  ])("refuses %j", (options, message) => {
    expect(() => plotSvg(year, options as PlotOptions)).toThrow(RangeError);
    expect(() => plotSvg(year, options as PlotOptions)).toThrow(message);
  });
});
