/** `irradiance typical-year` as a process, from dist/: a thin caller of the library. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { selectProbableYear, selectTypicalYear } from "../../src/answers/climate/index.js";
import { typicalYearComments } from "../../src/answers/climate/selection/audit.js";
import { readWeather, type WeatherSeries, writeWeatherCsv } from "../../src/data/weather/node.js";
import { VERSION } from "../../src/foundation/version.js";
import { computeColumns } from "../../src/index.js";
import { madeWeather } from "../answers/climate/made-weather.js";
import { parseXml, withClass } from "../answers/report/xml.js";
import { workplace } from "./in-process.js";

const { fails, folder, jsonOf, put, run, textOf } = workplace("typical-year");

const made = madeWeather({ site: 11, firstYear: 2001, years: 10, timeZone: 1 });

/** Rows [from, to) of a series. */
function part(series: WeatherSeries, from: number, to: number): WeatherSeries {
  const columns = Object.fromEntries(
    Object.entries(series.columns).map(([name, column]) => [name, (column as Float64Array).slice(from, to)]),
  );
  return { ...series, start: (series.start as number) + from * series.interval * 1000, columns };
}

const chosen = selectTypicalYear(made);
/** With nothing but light and warmth. */
const { global_horizontal_irradiance, temperature, wind_speed } = made.columns;
const bare = { ...made, columns: { global_horizontal_irradiance, temperature } };
const { sourceTimes } = selectTypicalYear(bare);

const HALF = 5 * 8760;
const late = put("late.csv", writeWeatherCsv(part(made, HALF, made.columns.temperature.length)));
put("bare.csv", writeWeatherCsv(bare));
const early = put("early.csv", writeWeatherCsv(part(made, 0, HALF)));

describe("irradiance typical-year", () => {
  it("gives what the library gives of all files in any order, and the audit", async () => {
    const { status, stdout, stderr } = await run("--weather", late, early, "--audit", "audit.json");
    expect(status).toBe(0);
    const expected = chosen;
    const origin = ["Source: late.csv; early.csv", `Made by irradiance-engine ${VERSION}`];
    const comments = [...typicalYearComments(expected.audit), ...origin];
    expect(stdout).toBe(writeWeatherCsv(expected.series, { comments, typicalYear: true }));
    expect(jsonOf("audit.json")).toEqual(expected.audit);
    expect(stderr).toContain("late.csv, early.csv, format csv");
    const [january] = expected.audit.months;
    expect(stderr).toContain(`months: Jan ${january!.year}, Feb `);
    const read = await readWeather(stdout);
    expect(read.series).toEqual(expected.series);
  });

  it("hands every option on", async () => {
    const options = ["--method", "hall1978", "--plotting", "hazen", "--persistence", "none", "--join-hours", "3"];
    const place = ["--utc-offset", "0", "--lat", "44", "--lon", "8", "--altitude", "7"];
    const { stdout } = await run("--weather", early, late, ...options, ...place, "--format", "json", "--quiet");
    const expected = selectTypicalYear(
      { ...made, place: { latitude: 44, longitude: 8, altitude: 7, timeZone: 0 } },
      { method: "hall1978", plotting: "hazen", persistence: "none", joinHours: 3 },
    );
    const { weather, comments, source_times, audit, notices } = JSON.parse(stdout);
    expect(comments).toEqual([
      ...typicalYearComments(audit),
      "Source: early.csv; late.csv",
      expect.stringContaining("Made by"),
    ]);
    expect(audit).toEqual(expected.audit);
    expect(notices).toEqual(expected.notices);
    expect(weather.start).toBe("2005-01-01T00:00:00Z");
    expect(weather.columns.temperature).toHaveLength(8760);
    expect(source_times.map(Date.parse)).toEqual([...expected.sourceTimes]);
    // The engine takes it as it is.
    const query = { lat: 44, lon: 8, parameters: "global_horizontal_irradiance", frequency: "1_hour" };
    const period = { start: "2005-06-01T00:00Z", end: "2005-06-02T00:00Z" };
    expect(computeColumns({ ...query, ...period }, weather).count).toBe(24);
  });

  it("has P-values", async () => {
    const { stdout, stderr } = await run(
      "--weather",
      early,
      late,
      ..."--extreme p90 --form normal --format json".split(" "),
    );
    const expected = selectProbableYear(made, { extreme: "p90", form: "normal" });
    expect(JSON.parse(stdout).audit).toEqual(expected.audit);
    expect(stderr).toContain(`P90 (normal): ${expected.audit.probable!.target.toFixed(1)} kWh/m²`);
  });

  it.each(["epw", "sam", "tmy3"])("writes %s with DNI and DHI, decomposed where light fell", async (format) => {
    const { status, stdout, stderr } = await run("--weather", "bare.csv", "--format", format, "--station", "Somewhere");
    expect(status).toBe(0);
    const worked = "direct_normal_irradiance and diffuse_horizontal_irradiance computed from global irradiance";
    expect(stderr).toContain(`\nnote: ${worked} (Erbs-Driesse)\n`);
    expect(stderr).toContain("\nnote: wind_speed is assumed in all rows: a constant 1 m/s (--wind)\n");
    expect(stdout).toContain("Somewhere");
    for (const word of ["not the history of any year", "Source: bare.csv", `irradiance-engine ${VERSION}`])
      expect(stdout).toContain(word);
    expect(stdout).not.toContain("ynthetic");
    const { series, typicalYear } = await readWeather(stdout, { year: 2005, periodic: false });
    expect(typicalYear).toBe(true);
    const row = 5000;
    const start = new Date(sourceTimes[row]! - 86_400_000).toISOString().slice(0, 19);
    const end = new Date(sourceTimes[row]! + 86_400_000).toISOString().slice(0, 19);
    const query = { lat: 45, lon: 9, parameters: "direct_normal_irradiance", frequency: "1_hour" };
    const columns = computeColumns({ ...query, start: `${start}Z`, end: `${end}Z` }, bare);
    expect(columns.values.direct_normal_irradiance![24]).toBeGreaterThan(0);
    expect(series.columns.direct_normal_irradiance![row]).toBeCloseTo(columns.values.direct_normal_irradiance![24]!, 0);
  });

  it("leaves no gap of the wind, and says which altitude it has", async () => {
    const windy = Float64Array.from(wind_speed as Float64Array).fill(Number.NaN, 0, HALF);
    const place = { latitude: 48.1, longitude: 11.6, timeZone: 1 };
    const name = put(
      "windy.csv",
      writeWeatherCsv({ ...made, place, columns: { global_horizontal_irradiance, temperature, wind_speed: windy } }),
    );
    const { stdout, stderr } = await run("--weather", name, "--format", "epw");
    expect(stderr).toMatch(/^note: wind_speed is assumed in \d+ rows: a constant 1 m\/s \(--wind\)$/m);
    expect(stderr).toContain("note: altitude 624 m comes from a coarse map");
    expect(stdout).toMatch(/^LOCATION,.*,48\.1,11\.6,1,624\r\n/);
    expect(stdout).not.toMatch(/,999,999,99,99,/);
  });

  it("draws the year beside the years that it was chosen from", async () => {
    expect((await run("--weather", late, early, "--plot", "year.svg", "--out", "drawn.epw", "--quiet")).status).toBe(0);
    expect(textOf("drawn.epw")).toMatch(/^LOCATION,/);
    const root = parseXml(textOf("year.svg"));
    const { series } = chosen;
    const july = (series.columns.global_horizontal_irradiance as Float64Array).slice(181 * 24, 212 * 24);
    const sum = july.reduce((total, value) => total + value, 0) / 1000;
    const tips = withClass(root, "bar").map(({ children }) => children[0]!.text);
    expect(tips[12 + 6]).toBe(`typical year, Jul: ${sum.toFixed(1)} kWh/m²`);
    expect(tips[6]).toMatch(/^2001 to 2010, Jul: /);
    expect(withClass(root, "range")).toHaveLength(12);
    expect(withClass(root, "curve")).toHaveLength(4);
    await fails(["--weather", early, "--plot", "early.csv"], 2, /--plot and --weather are the same file/);
  });

  it("averages half hours for formats that have hours only", async () => {
    const halves = madeWeather({ site: 11, firstYear: 2001, years: 10, stepsPerDay: 48 });
    const name = put("halves.csv", writeWeatherCsv(halves));
    // Its noon is that of UTC, 36 minutes from the sun's.
    const { stdout, status } = await run("--weather", name, "--format", "epw", "--trust-clock", "--quiet");
    expect(status).toBe(0);
    const { series } = await readWeather(stdout, { year: 2005, periodic: false });
    const expected = selectTypicalYear(halves).series.columns.global_horizontal_irradiance!;
    expect(series.columns.global_horizontal_irradiance![4000]).toBeCloseTo((expected[8000]! + expected[8001]!) / 2, 1);
    expect(series.columns.diffuse_horizontal_irradiance![4000]).toBeGreaterThan(0);
  });

  it("finds the clock of a place where files do not say it", async () => {
    const { place: _, ...homeless } = made;
    const name = put("homeless.csv", writeWeatherCsv(homeless));
    const { stdout } = await run("--weather", name, "--lat", "45", "--lon", "9", "--quiet");
    expect(stdout).toContain("# time_zone: 1\n");
    await fails(["--weather", name], 2, /--lat is required: the weather files do not state their location/);
  });

  it("takes the file named last where files overlap, if asked to", async () => {
    const again = put("again.csv", writeWeatherCsv(part(made, HALF - 48, HALF + 24)));
    const { stdout, stderr, status } = await run("--weather", early, late, again, "--duplicates", "last");
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /48 rows of again.csv replace the same times in early.csv, from 2005-12-\d\dT.*: with the same values/,
    );
    expect(stderr).toContain("24 rows of again.csv replace the same times in late.csv");
    expect((await readWeather(stdout)).series).toEqual(chosen.series);
  });

  it("says what is wrong, and writes nothing", async () => {
    await fails(["--weather", early], 2, /a typical year needs 10 years of weather, found 4 whole years/);
    await fails(
      ["--weather", early, early],
      2,
      /early.csv and early.csv overlap in time: give each year once, or --duplicates last/,
    );
    await fails(["--weather", early, "--extreme", "p75"], 2, /Allowed choices are p10, p50, p90/);
    await fails(["--weather", early, "--form", "normal"], 2, /--form needs --extreme/);
    await fails(
      ["--weather", early, "--extreme", "p90", "--persistence", "none"],
      2,
      /--persistence does not work with --extreme/,
    );
    await fails(["--weather", early, "--out", "early.csv"], 2, /--out and --weather are the same file/);
    const far = put(
      "far.csv",
      writeWeatherCsv({ ...part(made, HALF, HALF + 48), place: { latitude: 46, longitude: 9 } }),
    );
    await fails(["--weather", early, far], 2, /early.csv and far.csv have places 1.00° apart/);
    const shifted = put("shifted.csv", writeWeatherCsv({ ...part(made, HALF, HALF + 48), start: 60_000 }));
    await fails(["--weather", early, shifted], 2, /steps that do not coincide/);
    await fails(["--weather", "none.csv"], 1, /none.csv/);
    await fails(
      ["--weather", early, late, "--method", "iso15927", "--extreme", "p90"],
      2,
      /options.method must be a method with weights/,
    );
    const before = existsSync(join(folder, "year.csv"));
    expect(before).toBe(false);
  });

  it("refuses a typical year as a source of one", async () => {
    const year = join(folder, "year.epw");
    expect((await run("--weather", early, late, "--format", "epw", "--out", year, "--quiet")).status).toBe(0);
    await fails(["--weather", "year.epw"], 2, /year.epw is a typical or generated year/);
  });
});
