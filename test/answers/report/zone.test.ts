/** Tables and pictures by the clock of a zone. */
import { describe, expect, it } from "vitest";
import { monthly, plotSvg, rows, total } from "../../../src/answers/report/index.js";
import { localDays } from "../../../src/answers/report/labels.js";
import { terminalPlot } from "../../../src/answers/report/terminal-plot.js";
import type { ObservationColumns } from "../../../src/data/contract/observation/types.js";
import { makeColumns } from "./columns.js";

const HOUR = 3_600_000;
const zoned = (start: string, count: number, timeZone: string, value = (i: number) => i): ObservationColumns => ({
  ...makeColumns(start, 3600, count, { global_horizontal_irradiance: value, temperature: value }),
  zone: timeZone,
});

/** Three months by hand. */
const months = (): ObservationColumns => {
  const columns = makeColumns("2024-01-31T23:00:00Z", Number.NaN, 3, {
    global_horizontal_irradiance: (i) => [40_000, Number.NaN, 120_000][i]!,
    temperature: (i) => i,
  });
  const edges = ["2024-01-31T23:00Z", "2024-02-29T23:00Z", "2024-03-31T22:00Z", "2024-04-30T22:00Z"].map(Date.parse);
  return {
    ...columns,
    edges: Float64Array.from(edges),
    zone: "Europe/Zurich",
    meta: { ...columns.meta, frequency: "1_month" },
  };
};

describe("days", () => {
  it("are those of the zone: 23 and 25 hours long", () => {
    const spring = [...localDays(zoned("2024-03-29T23:00:00Z", 71, "Europe/Zurich"))];
    expect(spring.map(({ date, from, to, complete }) => [date, to - from, complete])).toEqual([
      ["2024-03-30", 24, true],
      ["2024-03-31", 23, true],
      ["2024-04-01", 24, true],
    ]);
    const autumn = [...localDays(zoned("2024-10-26T22:00:00Z", 30, "Europe/Zurich"))];
    expect(autumn.map(({ date, to, from, complete }) => [date, to - from, complete])).toEqual([
      ["2024-10-27", 25, true],
      ["2024-10-28", 5, false],
    ]);
  });

  it("are left out where the zone has none", () => {
    const samoa = [...localDays(zoned("2011-12-29T10:00:00Z", 48, "Pacific/Apia"))];
    expect(samoa.map(({ date }) => date)).toEqual(["2011-12-29", "2011-12-31"]);
  });

  it("make the months of tables", () => {
    const table = monthly(zoned("2024-03-30T00:00:00Z", 72, "Europe/Zurich", () => 1000));
    // March in Zurich ends at 22:00 UTC.
    expect(table.map(({ month, intervals }) => [month, intervals])).toEqual([
      ["2024-03", 46],
      ["2024-04", 26],
    ]);
  });
});

describe("pictures", () => {
  it("name the zone, and have a day's ticks at whole hours of its clock", () => {
    const svg = plotSvg(zoned("2024-03-30T23:00:00Z", 23, "Europe/Zurich"), { kind: "day", date: "2024-03-31" });
    expect(svg).toContain("2024-03-31 · Europe/Zurich");
    expect(svg).toContain("local time (Europe/Zurich)");
    // Three o'clock comes two hours of 23 after midnight, in 725 pixels.
    expect(svg).toContain('<text x="133.04" y="377" text-anchor="middle" class="x">03:00</text>');
    expect(svg).toContain('<text x="795" y="391" text-anchor="middle" class="x">1 Apr</text>');
  });

  it("have no value in the hour that clocks jump over", () => {
    const flat = plotSvg(zoned("2024-03-29T23:00:00Z", 71, "Europe/Zurich"), { kind: "year" });
    expect(flat).toContain("no value");
    expect(plotSvg(zoned("2024-03-29T23:00:00Z", 72, "+01:00"), { kind: "year" })).not.toContain("no value");
  });

  it("of months are bars, with a gap where there is none", () => {
    const svg = plotSvg(months(), { kind: "periods", parameter: "global_horizontal_irradiance" });
    expect(svg.match(/class="bar"/g)).toHaveLength(2);
    expect(svg).toContain("2024-04: 120.00 kWh/m²");
    expect(svg).toContain("2024-02-01 to 2024-04-30 · Europe/Zurich");
    expect(plotSvg(months(), { kind: "periods", parameter: "temperature" })).toContain("monthly means");
  });

  it("of hours and of months are different ones", () => {
    expect(() => plotSvg(months(), { kind: "year" })).toThrow(/kind must be periods with frequency "1_month"/);
    expect(() => plotSvg(zoned("2024-03-30T00:00:00Z", 24, "+01:00"), { kind: "periods" })).toThrow(
      /kind must be day, year or months/,
    );
  });
});

describe("of days, months and years", () => {
  it("rows have their times", () => {
    const [first] = rows(months());
    expect([first!.start, first!.end]).toEqual([new Date("2024-01-31T23:00Z"), new Date("2024-02-29T23:00Z")]);
    expect((first!.end.getTime() - first!.start.getTime()) / HOUR).toBe(29 * 24);
  });

  it.each([monthly, total, terminalPlot])("%o, which needs intervals, says so", (report) => {
    expect(() => (report as (columns: ObservationColumns) => unknown)(months())).toThrow(
      /columns must be of intervals, such as 1_hour, got frequency "1_month"/,
    );
  });
});
