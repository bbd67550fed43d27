import { describe, expect, it } from "vitest";
import { terminalPlot } from "../../../src/answers/report/terminal-plot.js";
import { makeColumns } from "./columns.js";

const GHI = "global_horizontal_irradiance";
/** Hours of days; value by day. */
const days = (count: number, value: (day: number) => number, zone = 0) =>
  makeColumns("2023-01-01T00:00Z", 3600, count * 24, { [GHI]: (i: number) => value(Math.floor(i / 24)) / 0.024 }, zone);

describe("terminalPlot", () => {
  it("draws daily sums as bars between round numbers", () => {
    const text = terminalPlot(
      days(4, (day) => day + 1),
      { width: 39, height: 4 },
    );
    expect(text).toBe(
      [
        "Global horizontal irradiance",
        "kWh/m² per day (a bar = a day)",
        "    4 ┤                        ████████",
        "      │                ████████████████",
        "      │        ████████████████████████",
        "    0 ┤████████████████████████████████",
        "      └────────────────────────────────",
        "       01-01   01-02   01-03   01-04",
        "",
      ].join("\n"),
    );
  });

  it("fills eighths of a row", () => {
    const text = terminalPlot(
      days(8, (day) => (day + 1) / 8),
      { width: 30, height: 3 },
    );
    const bars = text
      .split("\n")
      .slice(2, 5)
      .map((line) => line.slice(7).padEnd(16));
    // A top of 1 over 3 rows: 24 eighths, 3 for each step of 1/8; a bar is two characters wide.
    expect(bars.map((line) => line.replace(/(.)\1/gu, "$1"))).toEqual(["     ▂▅█", "  ▁▄▇███", "▃▆██████"]);
  });

  it.each([365, 366, 1, 2, 30, 62, 63, 73, 74, 1000])("keeps within the width: %i days", (count) => {
    for (const width of [30, 80, 200]) {
      const lines = terminalPlot(
        days(count, (day) => 4 + Math.sin(day / 58)),
        { width },
      ).split("\n");
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
      expect(lines.at(-1)).toBe("");
    }
  });

  it("has an axis of months over a year", () => {
    const lines = terminalPlot(days(365, () => 1)).split("\n");
    expect(lines.at(-2)).toMatch(/^ {7}Jan +Feb +Mar +Apr +May +Jun +Jul +Aug +Sep +Oct +Nov +Dec$/);
    expect(lines.join("\n")).toContain("a bar = mean of 5 days");
  });

  it("leaves out days that are there in part, unless there are no others", () => {
    // UTC−5: the first day has 5 hours, the last 19.
    const text = terminalPlot(days(10, () => 1, -5));
    expect(text).toContain("01-01");
    expect(text).not.toContain("12-31");
    const night = makeColumns("2023-01-01T00:00Z", 3600, 5, { [GHI]: () => 100 }, -5);
    expect(terminalPlot(night)).toContain("12-31");
  });

  it("takes missing values as gaps, and a day by what it has", () => {
    const line = (value: (i: number) => number) =>
      terminalPlot(makeColumns("2023-01-01T00:00Z", 3600, 72, { [GHI]: value }), { height: 3, width: 37 }).split(
        "\n",
      )[4]!;
    expect(line((i) => (i >= 24 && i < 48 ? Number.NaN : 100))).toBe("    0 ┤██████████          ██████████");
    expect(line((i) => (i === 30 ? Number.NaN : 100))).toBe(`    0 ┤${"█".repeat(30)}`);
  });

  it("draws temperatures below zero, zeros and nothing at all", () => {
    const cold = makeColumns("2023-01-01T00:00Z", 3600, 72, { temperature: (i) => -10 + Math.floor(i / 24) * 10 });
    const text = terminalPlot(cold, { parameter: "temperature" });
    expect(text).toContain("daily mean in °C");
    expect(text).toMatch(/^ {3}10 ┤/m);
    expect(text).toMatch(/^ {2}-10 ┤/m);
    expect(terminalPlot(days(3, () => 0))).toMatch(/^ {4}0 ┤$/m);
    expect(terminalPlot(days(3, () => Number.NaN))).toMatch(/^ {4}1 ┤$/m);
  });

  it("prefers the tilted irradiance with shading", () => {
    const all = makeColumns("2023-01-01T00:00Z", 3600, 24, {
      [GHI]: () => 1,
      global_tilted_irradiance: () => 2,
      global_tilted_irradiance_with_shading: () => 3,
    });
    expect(terminalPlot(all)).toContain("Global tilted irradiance with shading");
    expect(terminalPlot(all, { parameter: GHI })).toContain("Global horizontal irradiance, kWh/m² per day");
  });

  it("refuses what was not requested, and sizes out of range", () => {
    const columns = days(3, () => 1);
    expect(() => terminalPlot(columns, { parameter: "snow_depth" })).toThrow(RangeError);
    expect(() => terminalPlot(makeColumns("2023-01-01T00:00Z", 60, 1, {}))).toThrow(RangeError);
    for (const size of [{ width: 29 }, { width: 80.5 }, { height: 2 }, { height: Number.NaN }])
      expect(() => terminalPlot(columns, size)).toThrow(RangeError);
  });
});
