/** Descriptions of archives: what they say, what is said of wrong ones, and that the schema says the same. */
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { descriptionSchema, parseDescription } from "../src/description/description.js";
import { KINDS } from "../src/description/kinds.js";
import { ArchiveError, openDescription, plan, readDescription } from "../src/index.js";
import { folderOfFile } from "./folder.js";
import { csv, DAY, GHI, HOUR, JUNE, PLACE } from "./made.js";

const at = { folder: "/data", environment: { KEY: "secret" } };
const valid = new Ajv2020({ strict: false }).compile(descriptionSchema());
const NAN = { column: GHI, is: "mean", label: "end" };
/** As it stands in a text for a variable of the environment. */
const variable = (name: string) => ["$", "{", name, "}"].join("");
const zarr = { kind: "zarr", location: "https://example.org/era5.zarr", product: "era5" };

function refused(description: unknown): string {
  try {
    parseDescription(description, at);
  } catch (error) {
    expect(error).toBeInstanceOf(ArchiveError);
    expect((error as ArchiveError).code).toBe("ERR_ARCHIVE_DESCRIPTION");
    return (error as ArchiveError).message;
  }
  throw new Error("it was taken");
}

describe("a description", () => {
  it("names sources of every kind", () => {
    const described = {
      $schema: "./archive.schema.json",
      timeout: 5,
      limits: { files: 100, bytes: 1e6, values: 1e6 },
      sources: [
        {
          ...zarr,
          headers: { Authorization: `Bearer ${variable("KEY")}` },
          cacheMiB: 8,
          select: { number: 0 },
          allow: "files",
        },
        {
          kind: "zarr",
          id: "own",
          location: "model.zarr",
          variables: { swr: NAN },
          dataset: "M",
          class: "satellite",
          licence: "x",
        },
        { kind: "files", location: ["a", "/b"], maxDistanceKm: 10 },
        { kind: "files", location: "c" },
        { kind: "live", location: "live", bounds: { south: 40, west: 170, north: 60, east: -170 } },
        { kind: "om", location: "https://example.org", model: "copernicus_era5", cell: "nearest", cacheMiB: 8 },
        { kind: "netcdf", location: "months", product: "era5", timeShift: 60 },
        { kind: "scans", location: "goes" },
        { kind: "sample" },
        { kind: "synthetic" },
      ],
    };
    const { sources, timeout, limits } = parseDescription(JSON.stringify(described), at);
    expect(sources.map(({ id }) => id)).toEqual([
      "zarr",
      "own",
      "files",
      "files-2",
      "live",
      "om",
      "netcdf",
      "scans",
      "sample",
      "synthetic",
    ]);
    expect([timeout, limits]).toEqual([5000, described.limits]);
    expect(new Set(described.sources.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
    expect(valid(described)).toBe(true);
  });

  it.each([
    ["nothing", {}, /^sources must be a list of 1 to 100 sources, got nothing$/],
    [
      "an unknown kind",
      { sources: [{ kind: "grib" }] },
      /^sources\[0\]\.kind must be one of zarr, om, netcdf, files, .*, got "grib"$/,
    ],
    ["no kind", { sources: [{}] }, /^sources\[0\]\.kind must be one of .*, got nothing$/],
    [
      "an unknown key",
      { sources: [{ ...zarr, prodct: "era5" }] },
      /^sources\[0\] has an unknown key "prodct": known are kind, id, bounds, recentDays, location, /,
    ],
    [
      "an unknown key above",
      { sources: [zarr], source: 1 },
      /^the description has an unknown key "source": known are \$schema, timeout, limits$/,
    ],
    ["a text for a number", { sources: [zarr], timeout: "5" }, /^timeout must be a number from 0\.1 to 600, got "5"$/],
    [
      "no location",
      { sources: [zarr, { kind: "live" }] },
      /^sources\[1\]\.location must be given: folder of the store$/,
    ],
    [
      "an empty text",
      { sources: [{ ...zarr, dataset: "" }] },
      /^sources\[0\]\.dataset must be a text of 1 to 2000 characters, got ""$/,
    ],
    [
      "a secret that is no text, which stays one",
      { sources: [{ ...zarr, headers: { key: 12345 } }] },
      /^sources\[0\]\.headers\.key must be a text, got something else$/,
    ],
    [
      "a wrong number",
      { sources: [{ ...zarr, timeShift: "12" }] },
      /^sources\[0\]\.timeShift must be a number from -86400 to 86400, got "12"$/,
    ],
    [
      "a wrong choice",
      { sources: [{ ...zarr, product: "era6" }] },
      /^sources\[0\]\.product must be one of era5, era5-land, .*, got "era6"$/,
    ],
    [
      "a wrong column",
      { sources: [{ ...zarr, variables: { x: { ...NAN, column: "ghi" } } }] },
      /^sources\[0\]\.variables\.x\.column must be one of global_/,
    ],
    [
      "bounds without an edge",
      { sources: [{ ...zarr, bounds: { south: 1 } }] },
      /^sources\[0\]\.bounds\.west must be given: western edge$/,
    ],
    [
      "a limit of nothing",
      { sources: [zarr], limits: { files: 0 } },
      /^limits\.files must be a number from 1 to 1000000, got 0$/,
    ],
    [
      "an empty list",
      { sources: [{ kind: "files", location: [] }] },
      /^sources\[0\]\.location must be one or more, got \[\]$/,
    ],
    [
      "a grid of no type",
      { sources: [{ kind: "om", location: "om", model: "own", grid: { type: "reduced" } }] },
      /^sources\[0\]\.grid\.type must be one of regular, gaussian, projected, got "reduced"$/,
    ],
    [
      "a grid that lacks a number",
      { sources: [{ kind: "om", location: "om", model: "own", grid: { type: "gaussian" } }] },
      /^sources\[0\]\.grid\.lines must be given: /,
    ],
    ["a source that is no object", { sources: ["era5"] }, /^sources\[0\] must be an object, got "era5"$/],
  ])("is refused for %s, and by the schema", (_, description, message) => {
    expect(refused(description)).toMatch(message);
    expect(valid(description)).toBe(false);
  });

  it.each([
    ["text that is no JSON", "{", /^it is not JSON: /],
    ["what is no object", [], /^the description must be an object, got \[\]$/],
    [
      "two of one name",
      { sources: [zarr, { ...zarr, id: "zarr" }] },
      /^sources\[1\]\.id must differ from the others, got "zarr"$/,
    ],
    [
      "bounds upside down",
      { sources: [{ ...zarr, bounds: { south: 1, north: 0, west: 0, east: 0 } }] },
      /must be south below north/,
    ],
    [
      "a secret that is not there",
      { sources: [{ ...zarr, headers: { a: variable("GONE") } }] },
      /^sources\[0\]\.headers\.a needs the environment variable GONE, which is not set$/,
    ],
    [
      "a secret that would go over plain http",
      { sources: [{ ...zarr, location: "http://example.org/era5.zarr", headers: { a: variable("KEY") } }] },
      /^sources\[0\]: headers must not go to http:\/\/example\.org, .*: give an https address/,
    ],
    [
      "what its source refuses",
      { sources: [{ kind: "zarr", location: "a.zarr" }] },
      /^sources\[0\]: product or variables must be given/,
    ],
  ])("is refused for %s", (_, description, message) => {
    expect(refused(description)).toMatch(message);
  });

  it("has the schema that is committed", () => {
    const committed = readFileSync(new URL("../archive.schema.json", import.meta.url), "utf8");
    expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(descriptionSchema())));
  });
});

describe("a description in a file", () => {
  const folder = folderOfFile();
  beforeAll(async () => {
    await writeFile(
      join(folder, "station.csv"),
      csv(PLACE, JUNE, HOUR, 48, (row) => row),
    );
  });

  const write = async (description: unknown) => {
    const file = join(folder, "archive.json");
    await writeFile(file, JSON.stringify(description));
    return file;
  };

  it("has paths from its own folder on, and names and bounds hold in answers", async () => {
    const bounds = { south: 39, west: -106, north: 41, east: -104 };
    const sources = [
      { kind: "files", id: "near", location: "station.csv", bounds },
      { kind: "files", id: "far", location: "station.csv", bounds: { ...bounds, west: 0, east: 10 } },
    ];
    const archive = await openDescription(await write({ sources }));
    const survey = await archive.survey(PLACE, JUNE + 2 * DAY);
    expect(survey.offers.map(({ source }) => source)).toEqual(["near"]);
    const period = { start: JUNE, end: JUNE + 3 * HOUR };
    const read = await archive.read(plan(survey, { purpose: "history", period, columns: [GHI] }));
    expect([...(read.series.columns[GHI] as Float64Array)]).toEqual([0, 1, 2]);
    expect(read.provenance.map(({ source }) => source)).toEqual(["near"]);
    await archive.close();
  });

  it("is named by what is said of it", async () => {
    await expect(readDescription(await write({ sources: 1 }))).rejects.toThrow(
      `${join(folder, "archive.json")}: sources must`,
    );
    await expect(readDescription(join(folder, "gone.json"))).rejects.toThrow(/gone\.json: cannot be read \(ENOENT\)/);
  });
});
