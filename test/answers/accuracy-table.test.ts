/** The one accuracy table: results of studies, JSON, module and documentation in step; its rows whole; the rows that answer a question. */
import { describe, expect, it } from "vitest";
import { accuracyTexts, figure, joinedRows, theRow } from "../../scripts/docs/accuracy-texts.mjs";
import { type AccuracyQuery, accuracyOf } from "../../src/answers/accuracy/index.js";
import { ACCURACY_ROWS } from "../../src/answers/accuracy/table.generated.js";
import { ACCURACY_SOURCES } from "../../src/answers/accuracy/types.js";
import { read, repositoryFiles } from "../policy/repository.js";

const rows = joinedRows();
const [GHI, DNI, GTI] = ["global_horizontal_irradiance", "direct_normal_irradiance", "global_tilted_irradiance"];

describe("what is made of research/results", () => {
  it.each([...accuracyTexts(ACCURACY_SOURCES)])("%s is (node scripts/accuracy-table.mjs writes it)", (path, text) =>
    expect(read(path)).toBe(text),
  );

  it("is a table that moves with a figure of a study, in every form", () => {
    const moved = rows.map((row) => ({ ...row, statistics: { ...row.statistics, rmse: 33, skill: 0.33, bias: 3.3 } }));
    const texts = accuracyTexts(ACCURACY_SOURCES, moved);
    expect([...texts].filter(([path, text]) => read(path) === text)).toEqual([]);
  });

  it("is a module with the rows of the JSON", () =>
    expect(ACCURACY_ROWS).toEqual(JSON.parse(read("docs/reference/accuracy.json")).rows));

  it("says which inputs, without their paths", () => {
    for (const path of repositoryFiles("research/results/*.json")) {
      const { study, inputs, date } = JSON.parse(read(path));
      expect(repositoryFiles("research/*.mjs")).toContain(study);
      expect(inputs.filter((name: string) => name.includes("/"))).toEqual([]);
      expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });
});

describe("a row", () => {
  const UNITS = ["W/m²", "%", "K"];
  const PERCENT_OR_SHARE = { ksi: 1000, over: 1000, ks: 1, skill: 1, within: 1, above: 1 };
  const ROOTS = ["rmse", "worst", "absoluteBias", "within80"];

  it("has a known source, a unit, counts, and finite figures", () => {
    const wrong = rows.filter(({ source, unit, n, stations, statistics, mean = 1, period, region }) => {
      const figures = Object.values(statistics);
      const isWhole = Number.isInteger(n) && n > 0 && Number.isInteger(stations) && stations > 0 && n >= stations;
      const isKnown = source in ACCURACY_SOURCES && UNITS.includes(unit) && period !== "" && region !== "";
      return !(isWhole && isKnown && figures.length > 0 && [...figures, mean].every(Number.isFinite));
    });
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
  });

  it("has figures that can be: none below its bias, no share above its whole", () => {
    const wrong = rows.filter(({ statistics, stations }) => {
      const { bias = 0, rmse = Number.POSITIVE_INFINITY } = statistics;
      const isNegative = ROOTS.some((name) => (statistics[name as keyof typeof statistics] ?? 0) < 0);
      const most = Object.entries(PERCENT_OR_SHARE);
      const isTooMuch = most.some(([name, limit]) => (statistics[name as keyof typeof statistics] ?? 0) > limit);
      return isNegative || isTooMuch || (stations === 1 && Math.abs(bias) > rmse * 1.001);
    });
    expect(wrong).toEqual([]);
  });

  it("is there once", () => {
    const keys = rows.map(({ statistics, n, mean, note, study, date, ...key }) =>
      JSON.stringify(Object.entries(key).sort()),
    );
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
  });
});

describe("accuracyOf", () => {
  const split: AccuracyQuery = { source: "split", quantity: DNI };

  it("gives the row as it was asked for first", () => {
    const { rows: found, judged } = accuracyOf({ ...split, region: "Golden", resolution: "1_hour" });
    expect(judged).toBe("as asked");
    expect(found[0]).toMatchObject({ region: "Golden", resolution: "1_hour", stations: 1 });
  });

  it("gives all places where a region was not judged, and says so", () => {
    const { rows: found, judged, sentence } = accuracyOf({ ...split, region: "Nairobi", resolution: "30_minutes" });
    expect(judged).toBe("near");
    expect(found[0]).toMatchObject({ region: "all", resolution: "15_minutes" });
    expect(sentence).toMatch(
      /not judged for "Nairobi", steps of 30 minutes; nearest: at 6 places, 15 minutes, .*fitted/,
    );
  });

  it("takes the nearest lead", () => {
    const condition = "corrected, simulated run of 30 %";
    const { rows: found } = accuracyOf({ source: "forecast", quantity: GHI, condition, lead: 4000 });
    expect(found.map(({ lead }) => lead).slice(0, 2)).toEqual([3600, 7200]);
  });

  it("has no row, and no default, where nothing was judged", () => {
    const { rows: found, judged, sentence } = accuracyOf({ source: "archive", quantity: GHI, resolution: "1_hour" });
    expect(found).toEqual([]);
    expect(judged).toBe("never");
    expect(sentence).toContain("was not judged by this project");
    expect(accuracyOf({ source: "split", quantity: "snow_depth" }).judged).toBe("never");
  });

  it("refuses a source and a resolution that it does not know, with the one that was meant", () => {
    expect(() => accuracyOf({ source: "splits" as "split", quantity: DNI })).toThrow(
      'unknown source "splits"; did you mean "split"?',
    );
    expect(() => accuracyOf({ ...split, resolution: "1_hours" as "1_hour" })).toThrow('did you mean "1_hour"?');
  });
});

describe("figures in prose", () => {
  const plain = (path: string) => read(path).replace(/\s+/g, " ");
  const hourly = (condition: string) =>
    theRow(rows, { source: "interval-averages", quantity: GTI, resolution: "1_hour", condition }).statistics.rmse!;

  it("README: hourly planes under a clear sky are within what it says, and a wall off by it", () => {
    const [, limit] = /planes are within ([\d.]+) % \(normalised RMSE\) of 30-second steps/.exec(plain("README.md"))!;
    const [, wall] = /a wall facing east is off by (\d+) % at hourly steps/.exec(plain("README.md"))!;
    for (const plane of ["30° to the equator", "tracker"])
      expect(hourly(`${plane}, clear sky`)).toBeLessThanOrEqual(Number(limit));
    expect(wall).toBe(hourly("90° east, clear sky").toFixed(0));
  });

  it("are rounded to what they tell", () =>
    expect([0.351, 1.07, 9.96, 78.2, -0.94, -0.001].map(figure)).toEqual(["0.35", "1.1", "10", "78", "−0.94", "0.00"]));
});
