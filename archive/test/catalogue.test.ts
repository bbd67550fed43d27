/** The catalogue of public sources: names, keys, addresses, and what they become in descriptions. */
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isIrradiance } from "irradiance-engine/internal/series";
import { namedSource, nearestSource, SOURCE_NAMES, unknownSource } from "irradiance-engine/internal/weather";
import { beforeEach, describe, expect, it } from "vitest";
import { keepPassed, passedChecks, withKey } from "../src/catalogue/compare.js";
import { catalogueEntry, expanded, placed } from "../src/catalogue/expand.js";
import { descriptionSchema, parseDescription } from "../src/description/description.js";
import { describedSource } from "../src/description/open-all.js";
import { ArchiveError, CATALOGUE, describeWords, type WeatherSource, weatherReport } from "../src/index.js";
import { MODELS } from "../src/om/options.js";
import { columnsOf } from "../src/om/variables.js";
import { folderOfFile } from "./folder.js";
import { DAY, JUNE, offer, PLACE } from "./made.js";

const KEY = "0123abcd-4567-89ef-0123-456789abcdef";
const withoutHome = { HOME: "/nowhere/at/all" };

const folder = folderOfFile();

/** @returns the message */
async function refused(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    expect(error).toBeInstanceOf(ArchiveError);
    expect((error as ArchiveError).code).toBe("ERR_ARCHIVE_DESCRIPTION");
    return (error as ArchiveError).message;
  }
  throw new Error("it was taken");
}

describe("an entry", () => {
  it.each(SOURCE_NAMES)("%s is dated, owed to somebody, and says what it serves", (name) => {
    const entry = CATALOGUE[name];
    expect(entry.name).toBe(name);
    expect(entry.documented).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(Date.parse(entry.documented)).not.toBeNaN();
    expect(entry.references.length).toBeGreaterThan(0);
    expect(entry.purposes.length).toBeGreaterThan(0);
    for (const text of [
      entry.title,
      entry.covers,
      entry.since,
      entry.lag,
      entry.cost,
      entry.licence,
      entry.attribution,
    ])
      expect(text).not.toBe("");
    for (const { example, names } of entry.follows ?? []) expect(example).toMatch(names);
    for (const { described } of entry.sources) expect(described.id.startsWith(name)).toBe(true);
    // By which a check notices that updates have stalled; of folders that the user fills nobody knows.
    const lags = [
      ...entry.sources.map(({ pinned }) => pinned?.lagDays),
      ...(entry.follows ?? []).map((one) => one.lagHours),
    ];
    if (entry.needsFolder === undefined) expect(lags.some((lag) => lag !== undefined)).toBe(true);
    if (entry.follows === undefined && entry.needsFolder === undefined) expect(lags).not.toContain(undefined);
  });

  it.each(["era5", "era5-land", "open-meteo"] as const)("%s becomes sources, and fits the schema", (name) => {
    const valid = new Ajv2020({ strict: false }).compile(descriptionSchema());
    const all = expanded({ name }, { CDSAPI_KEY: KEY }).map(({ description }) => description);
    const described = { sources: [{ kind: "catalogue", name }] };
    expect([valid(described), valid({ sources: all })]).toEqual([true, true]);
    const { sources, kinds } = parseDescription(described, { folder: "/", environment: { CDSAPI_KEY: KEY } });
    expect(sources.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(kinds).toEqual(all.map(({ kind }) => kind));
  });

  it("of Open-Meteo reads what upstream writes, and only models that have light", () => {
    const url = new URL("fixtures/open-meteo-variables.json", import.meta.url);
    const { models } = JSON.parse(readFileSync(url, "utf8"));
    const invented = Object.entries(MODELS).flatMap(([model, { variables }]) =>
      variables.filter((name) => !models[model]?.split(" ").includes(name)).map((name) => `${model}: ${name}`),
    );
    expect(invented).toEqual([]);
    const dark = CATALOGUE["open-meteo"].sources.filter(({ described }) => {
      const { variables } = MODELS[described.model as keyof typeof MODELS];
      return !columnsOf(variables).some(({ column }) => isIrradiance(column));
    });
    expect(dark).toEqual([]);
  });

  it("takes another id, bounds and an address", () => {
    const bounds = { south: 30, west: -20, north: 70, east: 40 };
    const described = { kind: "catalogue", name: "era5-land", id: "land", bounds, address: "mirror" };
    const { sources } = parseDescription({ sources: [described] }, { folder, environment: withoutHome });
    expect(sources.map(({ id }) => id)).toEqual(["land-radiation", "land-temperature", "land-wind", "land-pressure"]);
  });

  it("of another name is refused, with the one that was likely meant", async () => {
    expect(await refused(() => catalogueEntry("erra5"))).toMatch(
      /one of era5, .*, got "erra5" \(Did you mean era5\?\)$/,
    );
    expect(await refused(() => catalogueEntry("__proto__"))).toMatch(/got "__proto__"$/);
    const described = { sources: [{ kind: "catalogue", name: "era6" }] };
    expect(await refused(() => parseDescription(described, { folder, environment: {} }))).toMatch(
      /^sources\[0\]\.name must be one of era5, /,
    );
  });
});

describe("the address of an entry", () => {
  it.each([
    ["era5", undefined, "https://arco.datastores.ecmwf.int/cadl-arco-geo-002/a/b.zarr"],
    ["era5", "http://127.0.0.1:8080", "http://127.0.0.1:8080/cadl-arco-geo-002/a/b.zarr"],
    ["era5", "https://mirror.example/era/?key=1", "https://mirror.example/era/cadl-arco-geo-002/a/b.zarr?key=1"],
    ["era5", "/data", "/data/cadl-arco-geo-002/a/b.zarr"],
  ] as const)("of %s with %s", (name, address, place) => {
    expect(placed("https://arco.datastores.ecmwf.int/cadl-arco-geo-002/a/b.zarr", address, CATALOGUE[name])).toBe(
      place,
    );
  });

  it("has a folder for each of several hosts", () => {
    const places = CATALOGUE.goes.follows!.map(({ address }) => placed(address, "http://localhost:1", CATALOGUE.goes));
    expect(places).toEqual([
      "http://localhost:1/noaa-goes19/ABI-L2-DSRF",
      "http://localhost:1/noaa-goes18/ABI-L2-DSRF",
    ]);
  });

  it("is refused where it is none, and where a key would go in the clear", async () => {
    const of = (address: string, environment = {}) =>
      refused(() =>
        parseDescription({ sources: [{ kind: "catalogue", name: "era5", address }] }, { folder, environment }),
      );
    expect(await of("ftp://mirror.example")).toMatch(/must be a path, file:, http: or https:, got ftp:/);
    expect(await of("https://user:secret@mirror.example")).not.toContain("secret");
    expect(await of("http://mirror.example", { CDSAPI_KEY: KEY })).toMatch(
      /headers must not go to http:\/\/mirror\.example/,
    );
  });

  it("of SARAH's files is a folder, and where to order them is said", async () => {
    const at = { folder, environment: {} };
    const ask = (address?: string) =>
      parseDescription({ sources: [{ kind: "catalogue", name: "sarah", ...(address && { address }) }] }, at);
    expect(await refused(() => ask())).toMatch(/order SIS and SID .* at https:\/\/wui\.cmsaf\.eu.*sarah=\/folder$/);
    expect(ask("files").sources.map(({ id }) => id)).toEqual(["sarah"]);
  });
});

describe("the key of an account", () => {
  const keyOf = (environment: { readonly [name: string]: string | undefined }, address?: string) =>
    withKey(CATALOGUE.era5, environment, address).CDSAPI_KEY;

  async function homeWith(content: string): Promise<{ readonly HOME: string }> {
    const home = await mkdtemp(join(folder, "home-"));
    await writeFile(join(home, ".cdsapirc"), content);
    return { HOME: home };
  }

  it.each([
    ["two lines", `url: https://cds.climate.copernicus.eu/api\nkey: ${KEY}\n`],
    ["the other way round, with CRLF", `key: ${KEY}\r\nurl: https://cds.climate.copernicus.eu/api\r\n`],
    ["quotes, comments and spaces", `# mine\n\n  key :  "${KEY}"  \nverify: 0\n`],
  ])("is read from a file of %s", async (_, content) => {
    expect(keyOf(await homeWith(content))).toBe(KEY);
  });

  it("comes from CDSAPI_KEY first, then from the file of CDSAPI_RC", async () => {
    const { HOME } = await homeWith("key: of-the-home-folder");
    await writeFile(join(folder, "rc"), "key: of-another-file");
    expect(keyOf({ HOME })).toBe("of-the-home-folder");
    expect(keyOf({ HOME, CDSAPI_RC: join(folder, "rc") })).toBe("of-another-file");
    expect(keyOf({ HOME, CDSAPI_RC: join(folder, "rc"), CDSAPI_KEY: ` ${KEY} ` })).toBe(KEY);
  });

  it("is missing: the steps to one are said, unless a mirror may not ask for it", async () => {
    expect(await refused(() => keyOf(withoutHome))).toMatch(
      /^it needs a key of the Climate Data Store: 1\. register .*; 2\. copy .*; 3\. write .*CDSAPI_KEY$/,
    );
    expect(keyOf(withoutHome, "https://mirror.example")).toBeUndefined();
  });

  it("in a file is for the account's host: another one gets what the variable says, and a proxy on this machine both", async () => {
    const home = await homeWith(`key: ${KEY}`);
    const mirrors = [
      "https://mirror.example",
      "http://mirror.example",
      "/data/era5",
      "http://",
      "https://127.0.0.1.evil.example",
    ];
    for (const address of mirrors) expect(keyOf(home, address)).toBeUndefined();
    expect(keyOf({ ...home, CDSAPI_KEY: KEY }, "https://mirror.example")).toBe(KEY);
    expect(keyOf(home, "http://127.0.0.1:8080/")).toBe(KEY);
    // What is not used need not be right.
    expect(keyOf(await homeWith(`key: 12345:${KEY}`), "https://mirror.example")).toBeUndefined();
  });

  it.each([
    ["the old form", `url: x\nkey: 12345:${KEY}\n`, /a key of the form NUMBER:KEY, which ended in 2024/],
    ["no key", "url: https://cds.climate.copernicus.eu/api\n", /got no line "key: …"$/],
    ["an empty key", "key:\n", /got no line "key: …"$/],
    ["a text to be replaced", "key: <PERSONAL-ACCESS-TOKEN>\n", /got a text to be replaced$/],
    ["the text of the steps", "key: YOUR-KEY\n", /got a text to be replaced$/],
    ["the same with another stroke", "key: YOUR_API_KEY\n", /got a text to be replaced$/],
    ["a key with a break", `key: ${KEY} ${KEY}\n`, /letters, digits and hyphens, got/],
    ["a short key", "key: abc\n", /got 3 characters$/],
    ["another file", "\u0000\u0001\u0002", /got no line "key: …"$/],
  ])("is refused from a file with %s, and never shown", async (_, content, message) => {
    const text = await refused(async () => keyOf(await homeWith(content)));
    expect(text).toMatch(message);
    expect(text).not.toContain("0123abcd");
  });

  it("is refused from what is no file", async () => {
    await mkdir(join(folder, "folder-rc"));
    expect(await refused(() => keyOf({ CDSAPI_RC: join(folder, "folder-rc") }))).toMatch(
      /must be a file of two lines$/,
    );
    expect(await refused(() => keyOf({ CDSAPI_RC: join(folder, "none-rc") }))).toMatch(/cannot be read \(ENOENT\)$/);
    await writeFile(join(folder, "long-rc"), "x".repeat(100_000));
    expect(await refused(() => keyOf({ CDSAPI_RC: join(folder, "long-rc") }))).toMatch(/must be a file of two lines$/);
  });
});

describe("words", () => {
  it.each([
    ["era5", { name: "era5", address: undefined }],
    ["era5=http://127.0.0.1:1/a=b", { name: "era5", address: "http://127.0.0.1:1/a=b" }],
    ["sarah=/my files", { name: "sarah", address: "/my files" }],
    ["./era5", undefined],
    ["era5=", undefined],
    ["era5.csv", undefined],
    ["constructor", undefined],
  ])("%s", (word, named) => {
    expect(namedSource(word)).toEqual(named);
  });

  it.each([
    ["era6", "era5"],
    ["ERA5", "era5"],
    ["open-metoe", "open-meteo"],
    ["nasa-powr", "nasa-power"],
    ["geos", "goes"],
    ["weather", undefined],
  ])("%s was meant for %s", (word, name) => {
    expect(nearestSource(word)).toBe(name);
  });

  it("that can only be paths are left alone", () => {
    expect(nearestSource("x".repeat(1_000_000))).toBeUndefined();
    for (const word of ["weather", "./era", "/data/era", "era.csv", "a b"]) expect(unknownSource(word)).toBeUndefined();
    expect(unknownSource("era6")).toMatch(
      /^there is no file and no source "era6" \(Did you mean era5\?\); sources are era5, /,
    );
    expect(unknownSource("era6=/x")).toMatch(/Did you mean era5/);
    expect(unknownSource("era5=")).toBe("era5= must be followed by an address or a folder, got nothing");
  });

  it("name sources in their order: the catalogue's, and files as one", async () => {
    const file = join(folder, "a.csv");
    await writeFile(file, "");
    const words = [file, "open-meteo", `era5=${folder}`, join(folder, "later.csv")];
    const { sources, kinds } = await describeWords(words, { environment: withoutHome, maxDistanceKm: 9 });
    expect(kinds.filter((kind, k) => kinds.indexOf(kind) === k)).toEqual(["files", "om", "zarr"]);
    expect([sources[0]!.id, sources.at(-1)!.id]).toEqual(["files", "era5"]);
  });

  it("twice the same name are refused", async () => {
    const words = ["era5=/a", "era5=/b"];
    expect(await refused(() => describeWords(words, { environment: withoutHome }))).toMatch(/^era5\.id must differ/);
  });

  it("that are mistyped are refused, unless there is such a file", async () => {
    expect(await refused(() => describeWords(["era6"]))).toMatch(/Did you mean era5/);
    expect(await refused(() => describeWords(["era5"], { environment: withoutHome }))).toMatch(/^era5: it needs a key/);
    const file = join(folder, "goess");
    await writeFile(file, "");
    expect((await describeWords([file])).kinds).toEqual(["files"]);
  });
});

describe("a source of the newest days", () => {
  const past = offer({ first: JUNE - 100 * DAY, last: JUNE, class: "reanalysis" });
  const run = offer({ dataset: "run", class: "forecast", first: JUNE - 20 * DAY, last: JUNE + 5 * DAY, run: JUNE });
  const gaps = offer({
    ...{ dataset: "gaps", first: JUNE - 100 * DAY, last: JUNE },
    covers: [
      { start: JUNE - 100 * DAY, end: JUNE - 50 * DAY },
      { start: JUNE - 5 * DAY, end: JUNE },
    ],
  });
  const old = offer({ dataset: "old", first: JUNE - 100 * DAY, last: JUNE - 50 * DAY });
  const source = {
    id: "made",
    offer: async () => [past, run, gaps, old],
    close: async () => {},
  } as unknown as WeatherSource;

  it("offers the past from then on, runs whole, and nothing that is older", async () => {
    const offers = await describedSource(source, "made", { recentDays: 10 }).offer(PLACE, JUNE + 3_600_000);
    expect(offers.map(({ dataset, first, covers }) => [dataset, first, covers?.length])).toEqual([
      ["one", JUNE - 10 * DAY, undefined],
      ["run", JUNE - 20 * DAY, undefined],
      ["gaps", JUNE - 5 * DAY, 1],
    ]);
  });
});

describe("the days of passed checks", () => {
  let file: string;
  beforeEach(async () => {
    file = join(await mkdtemp(join(folder, "checks-")), "deep", "checks.json");
  });

  it("are kept, and shown in place of never", async () => {
    expect(await keepPassed(["era5"], JUNE, file)).toBeUndefined();
    expect(await keepPassed(["goes"], JUNE + DAY, file)).toBeUndefined();
    expect([...(await passedChecks(file))]).toEqual([
      ["era5", "2024-06-21"],
      ["goes", "2024-06-22"],
    ]);
    const { lines } = await weatherReport("list", [], { checksFile: file });
    expect(lines.find((line) => line.startsWith("era5 "))).toContain("2024-06-21");
    expect(lines.find((line) => line.startsWith("sarah "))).toContain("never");
    expect((await weatherReport("show", ["sarah"], { checksFile: file })).lines.join("\n")).toContain(
      "from documentation, never run live",
    );
  });

  it("are as if there were none where the file is another's or broken, and what cannot be kept is said", async () => {
    await mkdir(join(file, ".."), { recursive: true });
    for (const content of ["", "[]", '{"era5": "tomorrow", "no-such": "2024-06-21"}', '{"era5": 1}']) {
      await writeFile(file, content);
      expect((await passedChecks(file)).size).toBe(0);
    }
    expect(await keepPassed(["era5"], JUNE, join(file, "below-a-file"))).toMatch(/cannot be kept in .* \(E\w+\)$/);
    expect(existsSync(join(file, "below-a-file"))).toBe(false);
  });
});

it.each([
  ["list", ["era5"], /^list takes no names, got era5/],
  ["show", [], /^show takes one name of era5, .*, got nothing$/],
  ["show", ["era5", "goes"], /got era5 goes$/],
  ["show", ["erra5"], /Did you mean era5/],
  ["check", ["era5="], /^era5= must be followed by an address or a folder, got nothing$/],
  ["check", ["erra5=http://127.0.0.1"], /Did you mean era5/],
] as const)("weather %s %s is refused", async (action, words, message) => {
  expect(await refused(() => weatherReport(action, words, { checksFile: join(folder, "none.json") }))).toMatch(message);
});
