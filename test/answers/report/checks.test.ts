/** What reports make of arguments that are none, and of values that no axis can show. */
import { describe, expect, it } from "vitest";
import { formatTable, monthly, plotSvg, rows, sunPathSvg, total } from "../../../src/answers/report/index.js";
import { terminalPlot } from "../../../src/answers/report/terminal-plot.js";
import { makeColumns } from "./columns.js";
import { parseXml } from "./xml.js";

const GHI = "global_horizontal_irradiance";
const series = (odd: number) =>
  makeColumns("2023-01-01T00:00Z", 3600, 72, {
    [GHI]: (i: number) => (i === 30 ? odd : 10 * (i % 24)),
    temperature: (i: number) => (i === 30 ? odd : i % 24),
  });
const none = undefined as never;
const nothing = null as never;

describe.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300, -1e300])("a value of %d", (odd) => {
  it.each(["day", "year", "months"] as const)("is drawn in plots of kind %s as a missing one", (kind) => {
    for (const parameter of [GHI, "temperature"] as const) {
      const svg = plotSvg(series(odd), { kind, parameter });
      expect(parseXml(svg).name).toBe("svg");
      expect(svg).toBe(plotSvg(series(Number.NaN), { kind, parameter }));
    }
  });

  it("is drawn in the terminal as a missing one", () => {
    for (const parameter of [GHI, "temperature"] as const)
      expect(terminalPlot(series(odd), { parameter })).toBe(terminalPlot(series(Number.NaN), { parameter }));
  });
});

it("values too small to tell apart make an axis, too", () => {
  for (const value of [5e-324, 1e-300]) {
    const columns = makeColumns("2023-01-01T00:00Z", 3600, 24, { [GHI]: () => value });
    for (const kind of ["day", "year", "months"] as const) expect(plotSvg(columns, { kind })).not.toContain("NaN");
    expect(terminalPlot(columns)).not.toContain("NaN");
  }
});

describe("arguments that are none", () => {
  const columns = series(0);
  it.each<[message: string, call: () => unknown]>([
    ["monthly: columns must come from computeColumns, got null", () => monthly(nothing)],
    ["monthly: options must be an object, got null", () => monthly(columns, nothing)],
    ["total: columns must come from computeColumns, got undefined", () => total(none)],
    ["formatTable: rows must come from monthly(), got null", () => formatTable(nothing)],
    ["rows: columns must come from computeColumns, got an object", () => [...rows({} as never)]],
    ["plotSvg: columns must come from computeColumns, got null", () => plotSvg(nothing, { kind: "day" })],
    ["plotSvg: options must be an object, got null", () => plotSvg(columns, nothing)],
    ["plotSvg: options must be an object, got undefined", () => plotSvg(columns, none)],
    ["terminalPlot: columns must come from computeColumns, got undefined", () => terminalPlot(none)],
    ["terminalPlot: options must be an object, got null", () => terminalPlot(columns, nothing)],
    ["sunPathSvg: options must be an object, got undefined", () => sunPathSvg(none)],
  ])("are refused: %s", (message, call) => {
    expect(call).toThrow(new TypeError(message));
  });
});
