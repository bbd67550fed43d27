/** `irradiance check`: what it says of files and folders, what it writes, and how it ends. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { generateYear } from "../../src/answers/climate/index.js";
import { loadWorldClimate, openClimatology } from "../../src/data/climatology/index.js";
import { workplace } from "./in-process.js";

const { folder, jsonOf, put, run, textOf } = workplace("check");

const [LATITUDE, LONGITUDE] = [47.4, 8.5];
const AT = ["--lat", String(LATITUDE), "--lon", String(LONGITUDE)];

/** A generated year of hours as a table. */
async function table(change: (ghi: number, row: number) => number | string = (ghi) => ghi): Promise<string> {
  const climate = (await loadWorldClimate()).at(LATITUDE, LONGITUDE);
  const place = { latitude: LATITUDE, longitude: LONGITUDE, altitude: Math.round(climate.altitude), timeZone: 1 };
  const monthly = {
    globalHorizontalIrradiance: Array.from(climate.globalHorizontal),
    temperature: Array.from(climate.temperature),
    linkeTurbidity: (await openClimatology()).linkeTurbidity(LATITUDE, LONGITUDE),
  };
  const { weather } = generateYear(place, monthly, { year: 2023, randomSeed: 3 });
  const { global_horizontal_irradiance: ghi, temperature } = weather.columns;
  const start = new Date(weather.start).getTime();
  const lines = Array.from({ length: ghi!.length }, (_, row) => {
    const time = new Date(start + row * 3_600_000).toISOString().slice(0, 16);
    return `${time}Z,${change(Math.round(ghi![row]! * 10) / 10, row)},${temperature![row]!.toFixed(1)}`;
  });
  return `time,ghi,temp_air\n${lines.join("\n")}\n`;
}

beforeAll(async () => {
  mkdirSync(join(folder, "weather/deep"), { recursive: true });
  const clean = await table();
  put("clean.csv", clean);
  put("weather/clean.csv", clean);
  put("weather/deep/clean.csv", clean);
  put("weather/deep/torn.csv", clean.replace(/\n2023-05-05T00:00Z[^\n]*/, "\n2023-05-05T00:00Z,many,1"));
  put("weather/notes.txt", "call the installer\n");
  put("weather/weather.json", "{}");
  put("weather/README.md", "# time,ghi\n");
});

describe("irradiance check", () => {
  it("ends with 0 for a file without a finding, and says how much of it there is", async () => {
    const { status, stdout, stderr } = await run("clean.csv", ...AT);
    expect(stdout).toMatch(
      /^fine {6}clean\.csv: 876\d rows of 60 min, 202\d-\d\d-\d\d to 202\d-\d\d-\d\d, 47\.4° N, 8\.5° E/,
    );
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("ends with 1 where a place is not known: most was not looked at", async () => {
    const { status, stdout } = await run("clean.csv");
    expect(stdout).toMatch(/^look {6}clean\.csv: only its values .*: pass --lat and --lon\n/);
    expect(status).toBe(1);
  });

  it("ends with 2 for a file that cannot be read, with the reader's reason", async () => {
    const { status, stdout } = await run("weather/deep/torn.csv", "none.csv", ...AT);
    expect(stdout).toMatch(/^unusable {2}weather\/deep\/torn\.csv: line \d+: [^\n]*many/);
    expect(stdout).toMatch(/\nunusable {2}none\.csv: cannot be read: there is no such file\n2 files: 2 unusable\n$/);
    expect(status).toBe(2);
  });

  it("goes through folders, names their files from there, and leaves out what is not weather", async () => {
    const { status, stdout, stderr } = await run("weather", ...AT, "--html", "pages", "--json", "found.json");
    const heads = stdout.split("\n").filter((line) => /^\w/.test(line));
    expect(heads.map((line) => line.split(":")[0])).toEqual([
      "fine      clean.csv",
      "fine      deep/clean.csv",
      "unusable  deep/torn.csv",
      "3 files",
    ]);
    expect(stderr).toBe(
      "note: weather/weather.json is not read: its place and label are options here\nnote: not weather: notes.txt\n",
    );
    expect(status).toBe(2);
    expect(readdirSync(join(folder, "pages")).sort()).toEqual(["clean.csv-2.html", "clean.csv.html", "index.html"]);
    expect(textOf("pages/index.html")).toContain('<a href="clean.csv-2.html">deep/clean.csv</a>');
    const { verdict, files } = jsonOf("found.json");
    expect(verdict).toBe("unusable");
    expect(files.map(({ name, verdict: of }: { name: string; verdict: string }) => [name, of])).toEqual([
      ["clean.csv", "fine"],
      ["deep/clean.csv", "fine"],
      ["deep/torn.csv", "unusable"],
    ]);
    expect(files[0]).toMatchObject({ rows: 8760, interval: 3600, findings: [] });
    expect(files[0].months.length).toBeGreaterThanOrEqual(12);
  });

  it("writes one page of one file, and the text to --out", async () => {
    const { stdout } = await run("clean.csv", ...AT, "--html", "one.html", "--out", "one.txt");
    expect(stdout).toBe("");
    expect(textOf("one.txt")).toMatch(/^fine {6}clean\.csv/);
    expect(textOf("one.html")).toMatch(/^<!doctype html>/);
    // The climate of the place and its turbidity are there: the picture has its marks.
    expect(textOf("one.html")).toContain("climate of the place");
  });

  it.each([
    ["no file", [], "give weather files to be checked, or a meter's"],
    ["one page for several files", ["weather", "--html", "a.html"], "--html: the files have a page each"],
    ["a page over a file that is checked", ["clean.csv", "--html", "clean.csv"], "are the same file"],
    ["half a place", ["clean.csv", "--lat", "47"], "--lon is required"],
    ["no latitude", ["clean.csv", "--lat", "97", "--lon", "8"], "--lat must be a number from -90 to 90"],
    ["what cannot be written", ["clean.csv", ...AT, "--out", "none/a.txt"], "none/a.txt: cannot be written"],
  ])("ends with 2, never with 1, where %s is asked for", async (_name, args, message) => {
    const { status, stderr } = await run(...args);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });
});
