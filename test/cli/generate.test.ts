/** `irradiance generate` as a process, from dist/: a thin caller of the library. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generatedYearComments } from "../../src/answers/climate/generation/generate.js";
import {
  extremeMonths,
  type GenerationOptions,
  generateYear,
  type MonthlyMeans,
  warmerMonths,
} from "../../src/answers/climate/index.js";
import { describeExpectedError, loadWorldClimate, openClimatology } from "../../src/data/climatology/index.js";
import { readWeather, type WeatherColumn } from "../../src/data/weather/node.js";
import { VERSION } from "../../src/foundation/version.js";
import { computeColumns } from "../../src/index.js";
import { numbers, parseXml, withClass } from "../answers/report/xml.js";
import { workplace } from "./in-process.js";

const { fails, folder, jsonOf, put, run, textOf } = workplace("generate");

const PLACE = { latitude: 47.4, longitude: 8.5, altitude: 440, timeZone: 1 };
const GHI = [30.5, 47, 88.5, 120, 149, 160, 167, 141, 99, 63, 33, 24.5];
const AIR = [0.3, 1.4, 5.4, 9.3, 13.9, 17.2, 19.1, 18.5, 14.5, 10, 4.5, 1.2];
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
// In this order, to the last bit.
const WATTS = GHI.map((energy, month) => energy * (1000 / (24 * LENGTHS[month]!)));
const linkeTurbidity = (await openClimatology()).linkeTurbidity(PLACE.latitude, PLACE.longitude);
const MONTHLY: MonthlyMeans = { globalHorizontalIrradiance: WATTS, temperature: AIR, linkeTurbidity };

const HEAD = ["# latitude: 47.4", "# longitude: 8.5", "# altitude: 440", "# time_zone: 1"];
const header = "month,global_horizontal_irradiance (kWh/m2/month),temperature";
const rows = GHI.map((value, month) => `${month + 1},${value},${AIR[month]}`);

const file = (name: string, lines: readonly string[]) => put(name, `${lines.join("\n")}\n`);
const good = file("good.csv", [...HEAD, header, ...rows]);

/** With what it wrote to standard output. */
async function success(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { status, stdout, stderr } = await run(...args);
  expect(status, stderr).toBe(0);
  return { stdout, stderr };
}

const refuses = (path: string, text: string | RegExp, ...more: string[]) =>
  fails(["--monthly", path, ...more], 2, text);

/** What the JSON result has of a year of the library; NaN is null there. */
function expectYear(stdout: string, monthly: MonthlyMeans, options: GenerationOptions = {}): void {
  const { weather, report } = JSON.parse(stdout);
  const expected = generateYear(PLACE, monthly, options);
  expect(report).toEqual(JSON.parse(JSON.stringify(expected.report)));
  expect(Date.parse(weather.start)).toBe(expected.weather.start);
  expect(Object.keys(weather.columns)).toEqual(Object.keys(expected.weather.columns));
  for (const [name, values] of Object.entries(expected.weather.columns)) {
    const theirs = Float64Array.from(weather.columns[name] as (number | null)[], (value) => value ?? Number.NaN);
    expect(Buffer.compare(Buffer.from(theirs.buffer), Buffer.from(values.buffer)), name).toBe(0);
  }
}

describe("irradiance generate --monthly", () => {
  it("gives what the library gives, and says what the year is in the file", async () => {
    const { stdout, stderr, status } = await run("--monthly", "good.csv");
    expect(status).toBe(0);
    const expected = generateYear(PLACE, MONTHLY);
    const read = await readWeather(stdout);
    expect(read.series).toEqual(expected.weather);
    const labels = [
      ...generatedYearComments(expected.report),
      "Source: good.csv",
      `Made by irradiance-engine ${VERSION}`,
    ];
    expect(stdout.split("\n").slice(0, labels.length)).toEqual(labels.map((label) => `# note: ${label}`));
    expect(labels[0]).toContain("not a history");
    expect(labels[1]).toContain("seed 1");
    expect(stderr).toContain("monthly values: good.csv, at 47.4, 8.5, 440 m, UTC+1\n");
    expect(stderr).toMatch(/^Jul +167\.0 +167\.0 +19\.1 +19\.1 +0\.\d\d$/m);
    expect(stderr).toMatch(/^year +1122\.5 +1122\.5 +9\.7 +9\.7$/m);
    expect(stderr).toContain("note: a plausible year, not a history");
    expect(stderr).not.toContain("altitude");
  });

  it("hands every option on", async () => {
    const laws = ["--daily", "aguiar", "--hourly", "tag", "--clear-sky", "esra"];
    const rest = ["--random-seed", "7", "--year", "2024", "--turbidity", "3.5", "--format", "json", "--quiet"];
    const { stdout, stderr } = await success("--monthly", good, ...laws, ...rest);
    expect(stderr).toBe("");
    expectYear(
      stdout,
      { ...MONTHLY, linkeTurbidity: new Array(12).fill(3.5) },
      { randomSeed: 7, year: 2024, daily: "aguiar", hourly: "tag", clearSky: "esra" },
    );
  });

  it("has unusual and warmer years", async () => {
    const climate = "--future-scenario ssp2_45 --future-year 2050 --data-years 1991-2020".split(" ");
    const unusualYear = ["--extreme", "p90", "--extreme-scope", "month", ...climate, "--format", "json"];
    const { stdout, stderr } = await success("--monthly", good, ...unusualYear);
    const unusual = extremeMonths(MONTHLY, { level: "p90", scope: "month" });
    const warmer = warmerMonths(unusual.monthly, "ssp2_45", 2050, [1991, 2020]);
    expectYear(stdout, warmer.monthly, { year: 2050 });
    expect(JSON.parse(stdout).comments).toContainEqual(
      expect.stringMatching(/^Monthly values changed: P90 months; .*ssp2_45 2050; /),
    );
    for (const { message } of [...unusual.notices, ...warmer.notices]) expect(stderr).toContain(`note: ${message}\n`);
  });

  it.each([
    ["W/m2", WATTS],
    ["kWh/m2/day", GHI.map((value, month) => value / LENGTHS[month]!)],
    ["MJ/m²/d", GHI.map((value, month) => (3.6 * value) / LENGTHS[month]!)],
    ["Wh m-2 per day", GHI.map((value, month) => (1000 * value) / LENGTHS[month]!)],
  ])("reads irradiance in %s", async (unit, values) => {
    const name = file("unit.csv", [...HEAD, `GHI [${unit}]`, ...values.map(String)]);
    const { series } = await readWeather((await success("--monthly", name, "--quiet")).stdout);
    const { weather } = generateYear(PLACE, { globalHorizontalIrradiance: WATTS, linkeTurbidity });
    const light = weather.columns.global_horizontal_irradiance!;
    const theirs = series.columns.global_horizontal_irradiance as Float64Array;
    // Conversion there and back rounds, and the laws pass that on.
    expect(Math.max(...theirs.map((value, row) => Math.abs(value - light[row]!)))).toBeLessThan(1e-9);
  });

  it("reads other separators, decimal commas, months by name in any order, and empty columns of spreadsheets", async () => {
    const names = "January Feb mar April May Jun Jul Aug Sept Oct Nov Dec".split(" ");
    const body = rows.map(
      (_, month) =>
        `"${names[month]}";${String(GHI[month]).replace(".", ",")};${String(AIR[month]).replace(".", ",")};;`,
    );
    const name = file("sheet.csv", [
      ...HEAD,
      "# irradiance_unit: kWh/m2/month",
      "",
      "Month;ghi;temperature (°C);wind_speed;",
      ...body.reverse(),
    ]);
    expectYear((await success("--monthly", name, "--format", "json")).stdout, MONTHLY);
  });

  it("takes names in common use, as the reader of weather does, and says for what", async () => {
    const body = rows.map((_, month) => `${month + 1},${GHI[month]},${AIR[month]},2.5`);
    for (const [light, air, wind] of [
      ["GHI (kWh/m2/month)", "temp_air", "WS"],
      ["Globalstrahlung (kWh/m2/month)", "T2m", "wind"],
    ]) {
      const name = file("names.csv", [...HEAD, `month,${light},${air},${wind}`, ...body]);
      const { stdout, stderr } = await success("--monthly", name, "--format", "json");
      expectYear(stdout, { ...MONTHLY, windSpeed: new Array(12).fill(2.5) });
      expect(stderr).toContain(`"${air}" as temperature, "${wind}" as wind_speed\n`);
    }
  });

  it("reads all columns, from the body of the import endpoint, and says which unit it took for granted", async () => {
    const body = {
      lat: 47.4,
      lon: 8.5,
      altitude: 440,
      time_zone: 1,
      global_horizontal_irradiance: WATTS,
      diffuse_horizontal_irradiance: WATTS.map((value) => 0.55 * value),
      temperature: AIR,
      temperature_min: AIR.map((value) => value - 4),
      temperature_max: AIR.map((value) => value + 5),
      relative_humidity: new Array(12).fill(75),
      wind_speed: new Array(12).fill(2.5),
      linke_turbidity: new Array(12).fill(3.2),
    };
    const { stdout, stderr } = await success("--monthly", file("all.json", [JSON.stringify(body)]), "--format", "json");
    expectYear(stdout, {
      globalHorizontalIrradiance: WATTS,
      diffuseHorizontalIrradiance: body.diffuse_horizontal_irradiance,
      temperature: AIR,
      temperatureMin: body.temperature_min,
      temperatureMax: body.temperature_max,
      relativeHumidity: body.relative_humidity,
      windSpeed: body.wind_speed,
      linkeTurbidity: body.linke_turbidity,
    });
    expect(stderr).toContain("note: no irradiance_unit was given: irradiance is taken to be in W/m2\n");
    expect(stderr).toMatch(/humidity, % +wind, m\/s\n/);
    expect(JSON.parse(stdout).comments.join()).not.toContain("Without");
    // An option goes before the file, and the file before the maps.
    const all = "all.json";
    for (const [flags, place, turbidity] of [
      [[], PLACE, 3.2],
      [["--altitude", "1200"], { ...PLACE, altitude: 1200 }, 3.2],
      [["--turbidity", "5"], PLACE, 5],
      [
        ["--lat", "46", "--lon", "9", "--utc-offset", "2"],
        { latitude: 46, longitude: 9, altitude: 440, timeZone: 2 },
        3.2,
      ],
    ] as const) {
      const { weather, monthly } = JSON.parse((await success("--monthly", all, "--format", "json", ...flags)).stdout);
      expect(weather.place).toEqual(place);
      expect(new Set(monthly.linkeTurbidity)).toEqual(new Set([turbidity]));
    }
  });

  it("averages the years of PVGIS, whose months have the days of their year", async () => {
    const monthly = [2015, 2016].flatMap((year) =>
      GHI.map((value, month) => ({
        year,
        month: month + 1,
        "H(h)_m": year === 2015 ? value : value + 2,
        Kd: 0.5,
        T2m: AIR[month]! + (year - 2015),
      })),
    );
    const inputs = { location: { latitude: 47.4, longitude: 8.5, elevation: 440 } };
    const { stdout } = await success(
      "--monthly",
      file("pvgis.json", [JSON.stringify({ inputs, outputs: { monthly } })]),
      "--format",
      "json",
    );
    const global = GHI.map((value, month) => {
      const days = LENGTHS[month]!;
      return (1000 / 24) * (value / days + (value + 2) / (month === 1 ? 29 : days)) * 0.5;
    });
    const { monthly: given } = JSON.parse(stdout);
    for (const [month, mean] of global.entries()) {
      expect(given.globalHorizontalIrradiance[month]).toBeCloseTo(mean, 10);
      expect(given.diffuseHorizontalIrradiance[month]).toBeCloseTo(mean / 2, 10);
      expect(given.temperature[month]).toBeCloseTo(AIR[month]! + 0.5, 10);
    }
  });

  it("doubts a unit that the place's climate contradicts", async () => {
    const name = file("doubt.csv", [...HEAD, "ghi (W/m2)", ...GHI.map(String)]);
    const { stderr } = await success("--monthly", name, "--out", "doubt.json");
    expect(stderr).toMatch(
      /note: in W\/m2 the year's GHI is 2\d % below the embedded world climatology; in kWh\/m2\/month it would be \d % (?:below|above)\n/,
    );
    expect((await success("--monthly", good, "--out", "sure.json")).stderr).not.toContain("embedded world climatology");
  });
});

describe("irradiance generate --lat --lon", () => {
  it("takes the embedded climatology, with its error and its attribution", async () => {
    const { stdout, stderr } = await success("--lat", "47.4", "--lon", "8.5", "--altitude", "440");
    const climate = (await loadWorldClimate()).at(47.4, 8.5, { altitude: 440 });
    const monthly = {
      globalHorizontalIrradiance: [...climate.globalHorizontal],
      temperature: [...climate.temperature],
      linkeTurbidity,
    };
    expect((await readWeather(stdout)).series).toEqual(generateYear(PLACE, monthly).weather);
    expect(stdout).toContain(`# note: the climatology: ${describeExpectedError(climate.expectedError)}\n`);
    expect(stdout).toContain("Copernicus");
    expect(stdout).toContain("# note: Source: embedded world climatology\n");
    expect(stderr).toContain("note: the climatology: eight of ten places of its kind (");
  });

  it("finds altitude and clock of the place", async () => {
    const { stderr } = await success("--lat", "-33.9", "--lon", "18.4", "--out", "cape.csv");
    expect(stderr).toMatch(/^monthly values: embedded world climatology, at -33.9, 18.4, \d+ m, UTC\+2\n/);
    expect(stderr).toMatch(/note: altitude \d+ m comes from a coarse map/);
  });
});

describe("files of a generated year", () => {
  const read = async (name: string) => readWeather(join(folder, name), { year: 2005, periodic: false });

  it.each([
    ["epw", "year.epw"],
    ["sam", "year.sam.csv"],
    ["tmy3", "year.tmy3.csv"],
  ])("in %s are told by the end of the name, read back, and say what they are", async (format, name) => {
    await success("--monthly", good, "--out", name, "--station", "Somewhere", "--quiet");
    const { series, format: found, typicalYear } = await read(name);
    expect({ found, typicalYear }).toEqual({ found: format, typicalYear: true });
    const { weather } = generateYear(PLACE, MONTHLY);
    expect(series.start).toBe(weather.start);
    const close = (column: WeatherColumn, half: number, ours: ArrayLike<number | null | undefined>) => {
      const worst = Array.from(ours, (value, row) => Math.abs(value! - series.columns[column]![row]!));
      expect(Math.max(...worst), column).toBeLessThanOrEqual(half * 1.000001);
    };
    close("global_horizontal_irradiance", 0.05, weather.columns.global_horizontal_irradiance!);
    close("temperature", 0.005, weather.columns.temperature!);
    const query = {
      lat: 47.4,
      lon: 8.5,
      parameters: "direct_normal_irradiance,diffuse_horizontal_irradiance",
      frequency: "1_hour",
    };
    const { values } = computeColumns(query, weather);
    close("direct_normal_irradiance", 0.05, values.direct_normal_irradiance!);
    close("diffuse_horizontal_irradiance", 0.05, values.diffuse_horizontal_irradiance!);
    const text = textOf(name);
    for (const word of [
      "Somewhere",
      "Synthetic: a plausible year",
      "seed 1",
      "good.csv",
      `irradiance-engine ${VERSION}`,
    ]) {
      expect(text).toContain(word);
    }
    if (format !== "tmy3") expect(text).toContain("irradiance-engine synthetic TMY");
  });

  it("have steps of 15 minutes in SAM CSV, and in EPW hours, means of minutes", async () => {
    await success("--monthly", good, "--frequency", "15_minutes", "--format", "sam", "--out", "s.csv", "--quiet");
    await success("--monthly", good, "--frequency", "1_minute", "--out", "h.epw", "--quiet");
    const minutes = generateYear(PLACE, MONTHLY, { interval: 60 }).weather.columns.global_horizontal_irradiance!;
    const meanOf = (from: number, count: number) =>
      minutes.subarray(from, from + count).reduce((sum, value) => sum + value, 0) / count;
    const [steps, hours] = [(await read("s.csv")).series, (await read("h.epw")).series];
    expect([steps.interval, hours.interval]).toEqual([900, 3600]);
    const noon = (180 * 24 + 12) * 60;
    expect(steps.columns.global_horizontal_irradiance![noon / 15]).toBeCloseTo(meanOf(noon, 15), 1);
    expect(hours.columns.global_horizontal_irradiance![noon / 60]).toBeCloseTo(meanOf(noon, 60), 1);
    expect(hours.columns.diffuse_horizontal_irradiance![noon / 60]).toBeGreaterThan(0);
  });

  it.each([
    ["epw", [], 1],
    ["sam", [], 1],
    ["tmy3", [], 1],
    ["epw", ["--wind", "2.5"], 2.5],
  ] as const)("in %s say of wind, albedo and pressure that they are not measured (%j)", async (format, flags, wind) => {
    const out = "assumed";
    const { stderr } = await success("--monthly", good, "--format", format, "--out", out, ...flags);
    const text = textOf(out);
    const { columns } = (await readWeather(text, { year: 2005, periodic: false })).series;
    const valuesOf = (name: WeatherColumn) => new Set(columns[name] as Float64Array);
    const words = `wind_speed is assumed in all rows: a constant ${wind} m/s (--wind)`;
    expect(stderr).toContain(`note: ${words}\n`);
    expect(text).toContain(words);
    expect(valuesOf("wind_speed")).toEqual(new Set([wind]));
    // SAM's columns are as many as there are; the others' are not, and 999 or −9900 would be the ground's albedo.
    if (format === "sam") return expect(Object.keys(columns)).not.toContain("albedo");
    expect(valuesOf("albedo")).toEqual(new Set([0.2]));
    // Of the 440 m of the place, by the standard atmosphere: 961.5 hPa.
    expect(columns.pressure![0]).toBeCloseTo(96_150, -2);
    expect(valuesOf("pressure").size).toBe(1);
  });

  it("of light alone say that they have no temperature", async () => {
    const light = file("light.csv", [
      ...HEAD,
      header.replace(",temperature", ""),
      ...rows.map((row) => row.replace(/,[^,]*$/, "")),
    ]);
    const { stderr } = await success("--monthly", light, "--out", "light.epw");
    expect(stderr).toContain("note: temperature is missing in all rows: the file has the format's code");
  });

  it("of a leap year leave out 29 February where formats have 365 days", async () => {
    await success("--monthly", good, "--year", "2032", "--out", "leap.tmy3", "--quiet");
    const text = textOf("leap.tmy3");
    expect(text.trimEnd().split("\n")).toHaveLength(2 + 8760);
    expect(text).toContain("\n02/28/2032,24:00,");
    expect(text).not.toContain("02/29");
    const year = generateYear(PLACE, MONTHLY, { year: 2032 }).weather.columns.temperature!;
    const { series } = await read("leap.tmy3");
    expect(series.columns.temperature![59 * 24 + 7]).toBeCloseTo(year[60 * 24 + 7]!, 2);
  });

  it("come with a picture and a report", async () => {
    await success(
      ..."--lat 47.4 --lon 8.5 --altitude 440 --plot world.svg --report report.json --out a.csv --quiet".split(" "),
    );
    await success("--monthly", good, "--plot", "file.svg", "--out", "a.csv", "--quiet");
    const [world, own] = ["world.svg", "file.svg"].map((name) => parseXml(textOf(name)));
    // The climatology has a law of days.
    expect(withClass(world!, "curve")).toHaveLength(3);
    expect(withClass(world!, "distance")).toHaveLength(1);
    expect(withClass(own!, "curve")).toHaveLength(2);
    // The sums of the months are those given, whatever the seed: what differs are the days about the mean one.
    for (const picture of [world!, own!]) {
      const bars = withClass(picture, "bar").map((bar) => numbers(bar, "y", "height"));
      const lines = withClass(picture, "range").map((line) => numbers(line, "y1", "y2"));
      expect([bars.length, lines.length]).toEqual([12, 12]);
      for (const [month, [top]] of bars.entries()) {
        const [darkest, brightest] = lines[month]!;
        expect(brightest!).toBeLessThan(top!);
        expect(darkest!).toBeGreaterThan(top!);
      }
    }
    expect(jsonOf("report.json")).toMatchObject({
      source: "embedded world climatology",
      report: { randomSeed: 1 },
    });
  });
});

describe("bad input", () => {
  const changed = (change: (lines: string[]) => string[]) => file("bad.csv", [...HEAD, ...change([header, ...rows])]);

  it("names month, value and the likely mistake, on one line, with exit code 2", async () => {
    const replaced = (month: number, row: string) =>
      changed((lines) => lines.map((line, k) => (k === month ? row : line)));
    await refuses(
      replaced(5, "5,,13.9"),
      /bad\.csv: global_horizontal_irradiance must be a number, got nothing in May: a month without data/,
    );
    await refuses(replaced(5, "5,nil,13.9"), /must be a number, got "nil" in May$/);
    await refuses(
      changed((lines) => lines.filter((_, k) => k !== 5)),
      /no row for May: a month without data/,
    );
    await refuses(replaced(6, "5,160,17"), /line 11: May occurs twice/);
    await refuses(
      replaced(5, "5,349,13.9"),
      /must be at most 2\d\d\.\d kWh\/m2\/month in May \(the clearest sky at \d+ m lets through 8\d % of the extraterrestrial irradiance\), got 349$/,
    );
    const watts = changed((lines) => lines.map((line) => line.replace("kWh/m2/month", "kWh/m2/day")));
    await refuses(
      watts,
      /in January .*got 30\.5; the values look like kWh\/m2\/month: state it in the header or with --unit/,
    );
    const few = changed((lines) => lines.map((line) => line.replace("kWh/m2/month", "Wh/m2/day")));
    await refuses(
      few,
      /must be at least 10 % of the year's extraterrestrial irradiance, got 1\.\d %.*look like kWh\/m2\/month/,
    );
    const exchanged = changed(([, ...lines]) => [`${header},temperature_min`, ...lines.map((line) => `${line},9`)]);
    await refuses(
      exchanged,
      /temperature_min must be at most temperature \(0\.3 in January\), got 9: are the two exchanged\?/,
    );
    const fahrenheit = changed((lines) =>
      lines.map((line, k) => (k === 0 ? line : `${k},${GHI[k - 1]},${AIR[k - 1]! * 1.8 + 42}`)),
    );
    await refuses(
      fahrenheit,
      /temperature must be from -90 to 60 °C in all months, got .* in \w+: that looks like degrees Fahrenheit/,
    );
  });

  it("names a unit that is missing, half or not of the column", async () => {
    const bare = changed((lines) => lines.map((line) => line.replace(" (kWh/m2/month)", "")));
    await refuses(bare, /state the unit of global_horizontal_irradiance after its name/);
    await refuses(bare, /got "kWh\/m2" \(say per month or per day\)/, "--unit", "kWh/m2");
    await success("--monthly", bare, "--unit", "kWh/m²/mo", "--quiet");
    await refuses(
      changed((lines) => lines.map((line) => line.replace("temperature", "temperature (K)"))),
      /the unit of temperature must be °C, got "K"/,
    );
  });

  it("refuses what is no table of monthly values", async () => {
    await refuses(file("empty.csv", ["# nothing"]), /there is no table/);
    await refuses(
      changed(([, ...lines]) => ["month,ghi (W/m2),temprature", ...lines]),
      /unknown column "temprature": known are month, global/,
    );
    await refuses(
      changed(([, ...lines]) => ["month,ghi (W/m2)", ...lines]),
      /line 6: expected 2 cells as in the header, got 3/,
    );
    await refuses(
      changed(() => ["ghi (W/m2)", "1"]),
      /expected twelve rows, January first, got 1/,
    );
    await refuses(
      changed(() => ["month,ghi (W/m2)", "Juli,1"]),
      /month must be 1 to 12 or an English name, got "Juli"/,
    );
    for (const cell of ["J", "Ju", ""]) {
      await refuses(
        changed(() => ["month,ghi (W/m2)", `${cell},1`]),
        new RegExp(`month must be 1 to 12 or an English name, got "${cell}"`),
      );
    }
    await refuses(
      changed(() => ["ghi (W/m2),ghi (W/m2)", "1,2"]),
      /global_horizontal_irradiance occurs twice/,
    );
    await refuses(
      changed(([, ...lines]) => ["month,temperature,wind_speed", ...lines]),
      /no column global_horizontal_irradiance/,
    );
    await refuses(file("bad.json", ["{"]), /bad\.json: cannot be read as JSON/);
    await refuses(file("bad.json", [JSON.stringify({ lat: 1, ghi: [] })]), /unknown key "ghi"/);
    await refuses(
      file("bad.json", [JSON.stringify({ lat: 1, lon: 1, global_horizontal_irradiance: [1, null] })]),
      /12 numbers, January first, got 2 of them/,
    );
    const months = GHI.map((value, month) => (month === 2 ? null : value));
    await refuses(
      file("bad.json", [JSON.stringify({ lat: 1, lon: 1, global_horizontal_irradiance: months })]),
      /got null in March: a month without data/,
    );
    const pvgis = { outputs: { monthly: [{ year: 2015, month: 1, "H(h)_m": 30 }] } };
    await refuses(file("bad.json", [JSON.stringify(pvgis)]), /no row for February/, "--lat", "1", "--lon", "1");
  });

  it("refuses options that do not go together, and places that are none", async () => {
    await fails([], 2, /give --monthly FILE with monthly values, or --lat and --lon/);
    await fails(["--lat", "47"], 2, /give --monthly FILE with monthly values, or --lat and --lon/);
    const homeless = file("homeless.csv", [header, ...rows]);
    await refuses(homeless, /--lat is required: the file does not state its location/);
    await fails(["--lat", "91", "--lon", "0"], 2, /--lat must be from -90 to 90 degrees, got 91/);
    await fails(["--lat", "1", "--lon", "0", "--unit", "W/m2"], 2, /--unit needs --monthly/);
    await refuses(good, /--extreme-scope needs --extreme/, "--extreme-scope", "year");
    await refuses(good, /belong together/, "--future-year", "2050");
    await refuses(
      good,
      /must be a year from 2021 to 2100, got 1950/,
      "--future-scenario",
      "ssp2_45",
      "--future-year",
      "1950",
    );
    await refuses(good, /--data-years needs --future-year/, "--data-years", "1991-2020");
    const cold = file("cold.csv", [...HEAD, "ghi (W/m2)", ...WATTS.map(String)]);
    await refuses(cold, /the monthly values have none/, "--future-scenario", "ssp2_45", "--future-year", "2050");
    await refuses(good, /whole number from 0/, "--random-seed", "-1");
    await refuses(good, /one number or twelve with commas between, got 2/, "--turbidity", "1,2");
    await refuses(
      good,
      /its ending does not name a format: give --format csv, json, epw, sam, tmy3/,
      "--out",
      "year.txt",
    );
    await refuses(good, /--wind must be from 0 to 60 m\/s, got -1/, "--out", "x.epw", "--wind", "-1");
    await refuses(
      good,
      /--wind applies to EPW, SAM and TMY3 files: csv leaves missing columns out/,
      "--out",
      "x.csv",
      "--wind",
      "2",
    );
    await refuses(good, /--out and --monthly are the same file/, "--out", good);
    await refuses(good, /year must be a whole number/, "--year", "2005.5");
    expect(existsSync(join(folder, "year.txt"))).toBe(false);
  });

  it("is one line on standard error, with exit code 2 where the caller can correct it", async () => {
    const ends = async (args: string[]) => {
      const { status, stdout, stderr } = await run(...args);
      expect(stderr).toMatch(/^irradiance: [^\n]+\n$/);
      return { status, stdout };
    };
    expect(await ends([])).toEqual({ status: 2, stdout: "" });
    expect(await ends(["--monthly", file("bad.csv", [header])])).toEqual({ status: 2, stdout: "" });
    expect(await ends(["--monthly", "none.csv"])).toEqual({ status: 1, stdout: "" });
  });
});
