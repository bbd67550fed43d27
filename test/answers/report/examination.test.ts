/** An examination as text, as data and as a page: what was found arrives there, escaped, small, and where it was found. */
import { describe, expect, it } from "vitest";
import { closureCells, dayHours, skyCells } from "../../../src/answers/report/examination/grids.js";
import { examinationIndex } from "../../../src/answers/report/examination/page.js";
import type { ExaminedFile } from "../../../src/answers/report/examination/words.js";
import { examinationPage, examinationText, plainExamination } from "../../../src/answers/report/index.js";
import { CheckContext } from "../../../src/data/weather/believe/context.js";
import { examineWeather } from "../../../src/data/weather/believe/examine.js";
import { bitsOf, type Examination, type Finding } from "../../../src/data/weather/believe/types.js";
import { checkWeather, type WeatherSeries } from "../../../src/data/weather/series.js";
import { computeColumns } from "../../../src/index.js";
import { parseXml, type XmlElement } from "./xml.js";

const PLACE = { latitude: 47, longitude: 8, altitude: 400 };
const HOURS = 365 * 24;

/** A clear year; `sees` says which share of the light arrives in an hour. */
function clearYear(sees: (hour: number) => number = () => 1, place = PLACE): WeatherSeries {
  const start = Date.UTC(2023, 0, 1);
  const nothing = { start, interval: 3600, columns: { temperature: new Float64Array(HOURS).fill(10) } };
  const where = { lat: place.latitude, lon: place.longitude };
  const query = { ...where, frequency: "1_hour", parameters: "global_clear_sky_irradiance" };
  const { values } = computeColumns(query, nothing, { altitude: place.altitude, linkeTurbidity: 3 });
  const clear = values.global_clear_sky_irradiance!;
  return {
    ...{ start, interval: 3600, place },
    columns: { global_horizontal_irradiance: clear.map((value, hour) => value * sees(hour)) },
  };
}

const EVIL = '<img src=x onerror="alert(1)">&';
const DEAD = { from: 150 * 24, to: 164 * 24 };
const DEAD_TIMES = { start: "2023-05-31T00:00:00Z", end: "2023-06-14T00:00:00Z" };

/** A year with two weeks of no light, and a label in doubt; findings put by hand. */
function examinedFile(more: Partial<ExaminedFile> = {}): ExaminedFile {
  const series = clearYear((hour) => (hour >= DEAD.from && hour < DEAD.to ? 0 : 1));
  const flags = new Uint32Array(HOURS).fill(bitsOf(["label"]));
  flags.fill(bitsOf(["label", "dead"]), DEAD.from, DEAD.to);
  const findings: Finding[] = [
    {
      ...{ code: "label", verdict: "unusable", spans: [{ from: 0, to: HOURS }], rows: HOURS },
      effect: { horizontal: 0, planes: [{ surfaceTilt: 90, surfaceAzimuth: 90, change: -0.42 }] },
      ...{ message: `the light fits the other label ${EVIL}`, remedy: 'pass label "end"', pass: { label: "end" } },
    },
    {
      ...{ code: "dead", verdict: "look", spans: [DEAD], rows: 336, effect: { horizontal: -0.06 } },
      ...{ message: "no light by day from 2023-05-31 to 2023-06-13", remedy: "leave the rows out" },
    },
  ];
  const examination: Examination = {
    ...examineWeather(series)!,
    ...{ verdict: "unusable", findings, flags, closure: "component-sum" },
    clock: {
      ...{ from: "light", bestShift: 60, margin: 12.3, isConfirmed: false },
      candidates: [-60, 0, 60].map((shift) => ({ shift, score: Math.abs(shift - 60) })),
    },
  };
  return { name: `roof ${EVIL}.csv`, series, examination, notes: ["as it was read"], ...more };
}

const texts = ({ text, children }: XmlElement): string[] => [text, ...children.flatMap(texts)];
const elements = (root: XmlElement): XmlElement[] => [root, ...root.children.flatMap(elements)];
const bodyOf = (page: string) => parseXml(/<body>[\s\S]*<\/body>/.exec(page)![0]);

describe("the text", () => {
  it("has the verdict first, then each finding with its rows, its effect and what to do", () => {
    const loud = examinedFile({ name: "roof.csv", inWords: (text) => text.toUpperCase() });
    expect(examinationText(loud).split("\n")[0]).toBe(
      "UNUSABLE  ROOF.CSV: 2 FINDINGS; 8760 ROWS OF 60 MIN, 2023-01-01 TO 2023-12-31, 47° N, 8° E, 400 M",
    );
    const text = examinationText(examinedFile());
    expect(text).toContain("  dead (336 rows, 3.8 %): no light by day from 2023-05-31 to 2023-06-13\n");
    expect(text).toContain("    effect: over the year the light is 6.0 % too low on the horizontal\n");
    expect(text).toContain('    to do: pass label "end"\n');
    expect(text).toMatch(/note: the course of the light fits the sun 60 minutes later/);
    expect(text).toMatch(/note: as it was read\n$/);
  });

  it("of a fine file is its headline", () => {
    const series = clearYear();
    const examination = { ...examineWeather(series)!, clock: undefined, findings: [], verdict: "fine" as const };
    const text = examinationText({ name: "a.csv", series, examination });
    expect(text).toMatch(/^fine {6}a\.csv: 8760 rows of 60 min, [^\n]*\n$/);
  });
});

describe("the data", () => {
  it("has the shift of each part with a clock of its own", () => {
    const file = examinedFile();
    const spans = [{ ...DEAD, shift: -60 }];
    const findings: Finding[] = [{ ...file.examination.findings[1]!, code: "clock-change", spans }];
    const plain = plainExamination({ ...file, examination: { ...file.examination, findings } });
    expect(plain.findings[0]!.spans).toEqual([{ ...DEAD_TIMES, shift: -60 }]);
  });

  it("has times in place of rows, and survives JSON", () => {
    const plain = plainExamination(examinedFile({ name: "roof.csv" }));
    expect(JSON.parse(JSON.stringify(plain))).toEqual(plain);
    expect(plain.findings[1]).toMatchObject({
      ...{ code: "dead", rows: 336, effect: { horizontal: -0.06 } },
      spans: [DEAD_TIMES],
    });
    expect([plain.start, plain.end, plain.rows]).toEqual(["2023-01-01T00:00:00Z", "2024-01-01T00:00:00Z", HOURS]);
    expect(plain).not.toHaveProperty("flags");
  });
});

describe("the page", () => {
  const page = examinationPage(examinedFile());

  it("escapes what files and messages say, asks for nothing, and is small", () => {
    expect(page).not.toContain("<img");
    expect(texts(bodyOf(page)).join("")).toContain(`roof ${EVIL}.csv`);
    expect(page.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(/https?:|<script|<link|url\(/);
    expect(page).toContain("default-src 'none'");
    expect(page.length).toBeLessThan(150_000);
  });

  it("names every colour that it uses, for light and for dark", () => {
    const used = new Set([...page.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name!));
    const [light, dark] = [...page.matchAll(/:root\{([^}]*)\}/g)].map(([, rules]) => rules!);
    for (const name of used) for (const rules of [light, dark]) expect(rules).toContain(`--${name}:#`);
    expect(used.size).toBeGreaterThan(15);
  });

  it("draws a map of findings of single rows, not of the whole file", () => {
    const keys = elements(bodyOf(page))
      .filter(({ name }) => name === "li")
      .map(({ text }) => text);
    expect(keys).toContain("dead");
    expect(keys).not.toContain("label");
    const fine = examinedFile();
    const silent = examinationPage({ ...fine, examination: { ...fine.examination, findings: [], verdict: "fine" } });
    expect(silent).not.toContain("Where it was found");
  });

  it("is refused without a place", () => {
    const file = examinedFile();
    const { place: _, ...placeless } = file.series;
    expect(() => examinationPage({ ...file, series: placeless })).toThrow("options.place is required");
    expect(examinationPage({ ...file, series: placeless, options: { place: PLACE } })).toContain("47° N");
  });

  it("of several files leads to their pages", () => {
    const index = examinationIndex([
      { name: EVIL, verdict: "look", words: "dead", page: "a b&.html" },
      { name: "lost.csv", verdict: "unusable", words: "cannot be read", page: undefined },
    ]);
    const links = elements(bodyOf(index)).filter(({ name }) => name === "a");
    expect(links.map(({ text, attributes }) => [text, attributes.href])).toEqual([[EVIL, "a%20b%26.html"]]);
  });
});

describe("what the pictures show", () => {
  it("has a cell for each day and hour of solar time, with its light and its finding", () => {
    const { series, examination } = examinedFile();
    const sky = new CheckContext(checkWeather(series), PLACE, {});
    const grid = dayHours(sky, examination.flags, ["dead"]);
    expect([grid.days, grid.firstDay]).toEqual([366, Math.floor(Date.UTC(2023, 0, 1) / 86_400_000)]);
    const noon = (day: number) => day * 24 + 12;
    expect(grid.index[noon(10)]).toBeCloseTo(1, 1);
    expect(grid.index[noon(155)]).toBe(0);
    expect(grid.index[10 * 24]).toBeNaN();
    expect([grid.finding[noon(10)], grid.finding[noon(155)]]).toEqual([0, 1]);
  });

  it("fills the cells of steps longer than an hour", () => {
    const { columns, ...rest } = clearYear();
    const hours = columns.global_horizontal_irradiance as Float64Array;
    const meanOf = (k: number) => (hours[3 * k]! + hours[3 * k + 1]! + hours[3 * k + 2]!) / 3;
    const long = Float64Array.from({ length: HOURS / 3 }, (_, k) => meanOf(k));
    const series = { ...rest, interval: 10_800, columns: { global_horizontal_irradiance: long } };
    const grid = dayHours(new CheckContext(checkWeather(series), PLACE, {}), new Uint32Array(long.length), []);
    for (const hour of [9, 10, 11, 12, 13, 14]) expect(grid.index[180 * 24 + hour]).toBeCloseTo(1, 1);
  });

  it("shows a ridge in the east where it stands, and nothing in the west", () => {
    const plain = clearYear();
    const { sunHeight, light } = new CheckContext(checkWeather(plain), PLACE, {});
    // Below 15° of elevation before noon only a quarter arrives.
    const isBehind = (row: number) => sunHeight[row]! < 0.26 && (row + 0.5) % 24 < 11.5;
    const ridge = { global_horizontal_irradiance: light.map((value, row) => (isBehind(row) ? value / 4 : value)) };
    const sky = new CheckContext(checkWeather({ ...plain, columns: ridge }), PLACE, {});
    const { across, up, columns, index } = skyCells(sky);
    const at = (azimuth: number, elevation: number) =>
      index[Math.floor(elevation / up) * columns + Math.floor(azimuth / across)]!;
    expect(at(92, 8)).toBeLessThan(0.4);
    expect(at(268, 8)).toBeGreaterThan(0.85);
    expect(at(180, 40)).toBeGreaterThan(0.9);
  });

  it("counts rows of the sum of the components beside GHI, where all are there", () => {
    const { columns, ...rest } = clearYear();
    const ghi = columns.global_horizontal_irradiance as Float64Array;
    const parts = { direct_horizontal_irradiance: ghi.map((v) => 0.7 * v), diffuse_horizontal_irradiance: ghi.map((v) => 0.4 * v) }; // biome-ignore format: one line
    const whole = { ...rest, columns: { ...columns, ...parts } };
    expect(closureCells(new CheckContext(checkWeather(clearYear()), PLACE, {}))).toBeUndefined();
    const { side, squares, rows } = closureCells(new CheckContext(checkWeather(whole), PLACE, {}))!;
    // The sum is a tenth more: to the right of the line.
    let [right, left] = [0, 0];
    rows.forEach((n, cell) => {
      const [x, y] = [cell % squares, Math.floor(cell / squares)];
      if (y * side < 200) return;
      if (x > y) right += n;
      else left += n;
    });
    expect(right).toBeGreaterThan(1000);
    expect(left).toBe(0);
  });
});
