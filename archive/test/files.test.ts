/** Folders of weather files: found by place, kept up with changes, never fatal. */
import { cp, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { scan } from "../src/files/scan.js";
import { readFile } from "../src/files/weather-file.js";
import { type FilesOptions, type FilesSource, filesSource, openArchive, type Place, plan } from "../src/index.js";
import { csv, DAY, GHI, HOUR, JUNE, PLACE } from "./made.js";

const FIXTURES = fileURLToPath(new URL("../../fixtures/weather", import.meta.url));
let folder: string;
let opened: FilesSource[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-files-"));
  opened = [];
});

afterEach(async () => {
  for (const source of opened) await source.close();
  await rm(folder, { recursive: true });
});

/** An hour ago, and later with each write: files that are no longer young, and no two of the same time. */
let clock = Date.now() / 1000 - 3600;

async function put(name: string, text: string | Buffer): Promise<void> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.tmp`, text);
  clock += 1;
  await utimes(`${path}.tmp`, clock, clock);
  await rename(`${path}.tmp`, path);
}

function open(options: Partial<FilesOptions> = {}): FilesSource {
  const source = filesSource({ paths: [folder], rescanMs: 0, ...options });
  opened.push(source);
  return source;
}

async function read(source: FilesSource, start = JUNE, hours = 24, place: Place = PLACE) {
  const archive = openArchive({ sources: [source] });
  const period = { start, end: start + hours * HOUR };
  const made = plan(await archive.survey(place, JUNE), { purpose: "history", period, columns: [GHI, "temperature"] });
  return archive.read(made);
}

const values = (weather: Awaited<ReturnType<typeof read>>) => [...(weather.series.columns[GHI] as Float64Array)];
const datasets = async (source: FilesSource, place: Place) =>
  (await source.offer(place, JUNE)).map((one) => one.dataset);
const day = (value: number, start = JUNE, place = PLACE) => csv(place, start, HOUR, 24, () => value);

describe("a place", () => {
  const station = (latitude: number, longitude: number) => csv({ latitude, longitude }, JUNE, HOUR, 2);
  const near = (latitude: number, longitude: number, options?: Partial<FilesOptions>) =>
    datasets(open(options), { latitude, longitude });

  it("finds stations within the distance, and the plan takes the nearest", async () => {
    await put("a.csv", day(1, JUNE, { latitude: 40, longitude: -105 }));
    await put("b.csv", day(2, JUNE, { latitude: 40.03, longitude: -105 }));
    await put("c.csv", day(3, JUNE, { latitude: 40.06, longitude: -105 }));
    const source = open();
    expect(await datasets(source, { latitude: 40.02, longitude: -105 })).toEqual(["a.csv", "b.csv", "c.csv"]);
    expect(await datasets(source, { latitude: 40, longitude: -105 })).toEqual(["a.csv", "b.csv"]);
    expect(new Set(values(await read(source, JUNE, 24, { latitude: 40.02, longitude: -105 })))).toEqual(new Set([2]));
    const [offer] = await source.offer({ latitude: 40.03, longitude: -105 }, JUNE);
    // 0.03 degrees of a meridian.
    expect(offer!.cell.distanceKm).toBeCloseTo(3.336, 3);
  });

  it("has a limit that can be set, 0 for the place itself", async () => {
    await put("a.csv", station(10, 20));
    expect(await near(10.001, 20, { maxDistanceKm: 0 })).toEqual([]);
    expect(await near(10, 20, { maxDistanceKm: 0 })).toEqual(["a.csv"]);
    expect(await near(10.5, 20, { maxDistanceKm: 60 })).toEqual(["a.csv"]);
  });

  it("sees across the date line", async () => {
    await put("a.csv", station(-17, 179.99));
    expect(await near(-17, -179.99)).toEqual(["a.csv"]);
    expect(await near(-17, 179.9)).toEqual([]);
  });

  it("knows that all longitudes meet at a pole", async () => {
    await put("a.csv", station(90, 0));
    expect(await near(89.99, 135)).toEqual(["a.csv"]);
    await put("b.csv", station(-90, 0));
    expect(await near(-90, -90)).toEqual(["b.csv"]);
  });

  it("comes from weather.json where the file does not say it", async () => {
    const text = csv(PLACE, JUNE, HOUR, 2).replace(/^#.*\n/gm, "");
    await put("a.csv", text);
    const source = open();
    expect(await source.offer(PLACE, JUNE)).toEqual([]);
    expect(source.problems()[0]!.message).toContain('put a weather.json beside it with "place"');
    await put("weather.json", JSON.stringify({ place: { latitude: 40, longitude: -105 } }));
    await source.refresh();
    expect(await datasets(source, PLACE)).toEqual(["a.csv"]);
    expect(source.problems()).toEqual([]);
  });
});

describe("files of one station", () => {
  it("are one data set, a year or a day each", async () => {
    await put("days/1.csv", day(1));
    await put("days/2.csv", day(2, JUNE + DAY));
    await put("days/4.csv", day(4, JUNE + 3 * DAY));
    const source = open();
    const offers = await source.offer(PLACE, JUNE);
    expect(offers).toMatchObject([
      {
        dataset: "days/1.csv to 4.csv",
        class: "measured",
        interval: 3600,
        first: JUNE,
        last: JUNE + 4 * DAY,
        covers: [
          { start: JUNE, end: JUNE + 2 * DAY },
          { start: JUNE + 3 * DAY, end: JUNE + 4 * DAY },
        ],
      },
    ]);
    const weather = await read(source, JUNE + 20 * HOUR, 80);
    expect(values(weather)).toEqual([
      ...new Array(4).fill(1),
      ...new Array(24).fill(2),
      ...new Array(24).fill(NaN),
      ...new Array(24).fill(4),
      ...new Array(4).fill(NaN),
    ]);
    expect(weather.provenance).toHaveLength(1);
  });

  it("the newer holds where two overlap", async () => {
    await put("b.csv", day(1));
    await put(
      "a.csv",
      csv(PLACE, JUNE + 6 * HOUR, HOUR, 2, () => 9),
    );
    expect(values(await read(open(), JUNE + 4 * HOUR, 6))).toEqual([1, 1, 9, 9, 1, 1]);
  });

  it("of different steps are different data sets", async () => {
    await put("a.csv", day(1));
    await put(
      "b.csv",
      csv(PLACE, JUNE, 900_000, 96, () => 2),
    );
    expect((await open().offer(PLACE, JUNE)).map(({ dataset, interval: step }) => [dataset, step])).toEqual([
      ["a.csv", 3600],
      ["b.csv", 900],
    ]);
  });

  it("give the values of the file to the last bit, from memory and from disk", async () => {
    const given = [0.1 + 0.2, 123.456, 1e-7, 999.9, 65_536.5, 0, 1 / 3, ""];
    await put(
      "a.csv",
      csv(PLACE, JUNE, HOUR, given.length, (row) => given[row]!),
    );
    const expected = given.map((value) => (value === "" ? NaN : value));
    expect(values(await read(open(), JUNE, given.length))).toEqual(expected);
    expect(values(await read(open({ cacheBytes: 0 }), JUNE, given.length))).toEqual(expected);
  });
});

describe("typical years", () => {
  it("are typical years and never history, whatever their format", async () => {
    for (const name of [
      "tmy2-miami-excerpt.tm2",
      "tmy3-greensboro-excerpt.csv",
      "epw-greensboro-excerpt.epw",
      "pvgis-tmy.csv",
      "pvgis-tmy.json",
      "pvgis-tmy.epw",
    ]) {
      await cp(join(FIXTURES, name), join(folder, name), { preserveTimestamps: true });
    }
    const source = open();
    await source.refresh();
    expect(source.problems()).toEqual([]);
    const classes = async (place: Place) => (await source.offer(place, JUNE)).map((one) => one.class);
    expect(await classes({ latitude: 36.1, longitude: -79.95 })).toEqual(["typical", "typical"]);
    expect(await classes({ latitude: 25.8, longitude: -80.2667 })).toEqual(["typical"]);
    const greensboro = { latitude: 36.1, longitude: -79.95 };
    const archive = openArchive({ sources: [source] });
    const survey = await archive.survey(greensboro, JUNE);
    const period = { start: Date.UTC(2019, 0, 2), end: Date.UTC(2019, 0, 3) };
    expect(plan(survey, { purpose: "history", period, columns: [GHI] }).stretches).toEqual([]);
    expect(plan(survey, { purpose: "typical-year", period, columns: [GHI] }).stretches).toHaveLength(1);
  });

  it("are read over any year", async () => {
    const rows = Array.from({ length: 8760 }, (_, k) => {
      const date = new Date(Date.UTC(2001, 0, 1) + k * HOUR);
      // Months of two years, as in a typical one.
      const year = date.getUTCMonth() < 6 ? 2003 : 1998;
      return [year, date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), k % 1000].join();
    });
    const head = ["Source,Latitude,Longitude,Time Zone,Elevation", "TMY,10,20,0,5", "Year,Month,Day,Hour,GHI"];
    await put("tmy.csv", [...head, ...rows, ""].join("\n"));
    const archive = openArchive({ sources: [open()] });
    const survey = await archive.survey({ latitude: 10, longitude: 20 }, JUNE);
    const period = { start: Date.UTC(2024, 1, 28), end: Date.UTC(2024, 2, 1) };
    const made = plan(survey, { purpose: "typical-year", period, columns: [GHI] });
    const { series, provenance } = await archive.read(made);
    const row = 58 * 24;
    const twice = [0, 0].flatMap(() => Array.from({ length: 24 }, (_, k) => (row + k) % 1000));
    expect([...(series.columns[GHI] as Float64Array)]).toEqual(twice);
    expect(provenance).toMatchObject([{ class: "typical", corrections: ["repeated by the day of the year"] }]);
  });
});

describe("weather.json", () => {
  it("says what files do not: for the folder, those below, and single files", async () => {
    await put(
      "weather.json",
      JSON.stringify({ class: "satellite", licence: "CC-BY-4.0", attribution: "CAMS", dataset: "CAMS" }),
    );
    await put("a.csv", day(1));
    await put(
      "era/weather.json",
      JSON.stringify({ class: "reanalysis", files: { "b.csv": { max_distance_km: 300 } } }),
    );
    await put("era/b.csv", day(2, JUNE, { latitude: 42, longitude: -105 }));
    await put("era/c.csv", day(3, JUNE, { latitude: 42, longitude: -105 }));
    const offers = await open().offer(PLACE, JUNE);
    expect(
      offers.map(({ dataset, class: kind, licence, attribution }) => [dataset, kind, licence, attribution]),
    ).toEqual([
      ["CAMS", "satellite", "CC-BY-4.0", "CAMS"],
      ["CAMS (era/b.csv)", "reanalysis", "CC-BY-4.0", "CAMS"],
    ]);
  });

  it("makes a forecast of a run, and keeps runs apart: the newest first, and behind what was observed", async () => {
    await put(
      "weather.json",
      JSON.stringify({
        files: { "a.csv": { class: "forecast", run: "2024-06-21T00:00Z" }, "b.csv": { class: "forecast" } },
      }),
    );
    await put("a.csv", day(1));
    await put("b.csv", day(2, JUNE + 6 * HOUR));
    await put("c.csv", day(3));
    const offers = await open().offer(PLACE, JUNE);
    expect(offers.map(({ class: kind, run }) => [kind, run])).toEqual([
      ["measured", undefined],
      ["forecast", JUNE + 6 * HOUR],
      ["forecast", JUNE],
    ]);
  });

  it.each([
    ['{"klass":"satellite"}', 'unknown key "klass"'],
    ['{"class":"guess"}', "class must be one of measured, satellite"],
    ['{"max_distance_km":-1}', "max_distance_km must be kilometres from 0 to 500, got -1"],
    ['{"files":{"a.csv":{"label":"middle"}}}', 'a.csv: label must be one of start, center, end, got "middle"'],
    ['{"place":{"latitude":95,"longitude":0}}', "place must be"],
    ["[]", "must be an object"],
    ["{", "JSON"],
  ])("%s is a problem, and the files are served as they are", async (text, message) => {
    await put("weather.json", text);
    await put("a.csv", day(1));
    const source = open();
    expect(await datasets(source, PLACE)).toEqual(["a.csv"]);
    expect(source.problems()).toMatchObject([{ path: join(folder, "weather.json") }]);
    expect(source.problems()[0]!.message).toContain(message);
  });

  it("must not make history of a typical year", async () => {
    await cp(join(FIXTURES, "tmy2-miami-excerpt.tm2"), join(folder, "a.tm2"), { preserveTimestamps: true });
    await put("weather.json", JSON.stringify({ class: "measured" }));
    const source = open();
    await source.refresh();
    expect(source.problems()[0]!.message).toContain(
      "is a typical year: weather.json must not give it the class measured",
    );
  });
});

describe("changes", () => {
  it("are seen: files added, changed and deleted", async () => {
    await put("a.csv", day(1));
    const source = open();
    expect(values(await read(source))).toEqual(new Array(24).fill(1));
    const [before] = await source.offer(PLACE, JUNE);
    await put("a.csv", day(2));
    await put("b.csv", day(3, JUNE + DAY));
    await source.refresh();
    expect(values(await read(source, JUNE + 23 * HOUR, 2))).toEqual([2, 3]);
    const [after] = await source.offer(PLACE, JUNE);
    expect(after!.revision).not.toBe(before!.revision);
    await rm(join(folder, "a.csv"));
    await rm(join(folder, "b.csv"));
    await source.refresh();
    expect(await source.offer(PLACE, JUNE)).toEqual([]);
  });

  it("are seen without being asked to, soon after an offer", async () => {
    const source = open({ rescanMs: 20 });
    expect(await source.offer(PLACE, JUNE)).toEqual([]);
    await put("a.csv", day(1));
    await expect.poll(() => datasets(source, PLACE)).toEqual(["a.csv"]);
  });

  it("open only what changed", async () => {
    for (let k = 0; k < 20; k++) await put(`${k}.csv`, day(k, JUNE + k * DAY));
    const source = open();
    await source.refresh();
    await source.refresh();
    const revision = (await source.offer(PLACE, JUNE))[0]!.revision;
    // Damaged on disk, but with size and time as before: not opened, so not noticed.
    const path = join(folder, "3.csv");
    const text = day(3, JUNE + 3 * DAY);
    const { mtime } = await import("node:fs/promises").then(({ stat }) => stat(path));
    await writeFile(path, "x".repeat(text.length));
    await utimes(path, mtime, mtime);
    await source.refresh();
    expect((await source.offer(PLACE, JUNE))[0]!.revision).toBe(revision);
    expect(source.problems()).toEqual([]);
  });

  it("that are none leave the revision as it is, and the file is read by its new time", async () => {
    await put("a.csv", day(1));
    const source = open({ cacheBytes: 0 });
    const [before] = await source.offer(PLACE, JUNE);
    await put("a.csv", day(1));
    await source.refresh();
    const [after] = await source.offer(PLACE, JUNE);
    expect(after!.revision).toBe(before!.revision);
    expect(values(await read(source))).toEqual(new Array(24).fill(1));
  });

  it("between plan and read: the plan's version is still read", async () => {
    await put("a.csv", day(1));
    const source = open();
    const archive = openArchive({ sources: [source] });
    const period = { start: JUNE, end: JUNE + DAY };
    const made = plan(await archive.survey(PLACE, JUNE), { purpose: "history", period, columns: [GHI] });
    await put("a.csv", day(2));
    await source.refresh();
    expect(values(await archive.read(made))).toEqual(new Array(24).fill(1));
    await rm(join(folder, "a.csv"));
    expect(values(await archive.read(made))).toEqual(new Array(24).fill(1));
  });

  it("that memory no longer bridges are an error until they are found, and then read anew and named", async () => {
    await put("a.csv", day(1));
    const source = open({ cacheBytes: 0 });
    const archive = openArchive({ sources: [source] });
    const period = { start: JUNE, end: JUNE + DAY };
    const made = plan(await archive.survey(PLACE, JUNE), { purpose: "history", period, columns: [GHI] });
    await put("a.csv", day(2));
    await expect(archive.read(made)).rejects.toThrow("a.csv changed while it was read or after it was found");
    await source.refresh();
    await source.refresh();
    const anew = await archive.read(made);
    expect(values(anew)).toEqual(Array(24).fill(2));
    expect(anew.revision).not.toBe(made.revision);
    expect(anew.passedOver).toEqual(["files"]);
  });
});

describe("the revision of a station", () => {
  const revisionIn = async (name: string) =>
    (await open({ paths: [join(folder, name)] }).offer(PLACE, JUNE))[0]!.revision;

  it("is that of a copy elsewhere, whatever the order in which its files came there", async () => {
    await put("one/a.csv", day(1));
    await put("one/b.csv", day(2, JUNE + DAY));
    await put("two/b.csv", day(2, JUNE + DAY));
    await put("two/a.csv", day(1));
    expect(await revisionIn("two")).toBe(await revisionIn("one"));
  });

  it("is another one with other values, names and words on them, and where files overlap, in another order", async () => {
    await put("plain/a.csv", day(15));
    await put("tenth/a.csv", day(1.5));
    await put("name/b.csv", day(15));
    await put("words/a.csv", day(15));
    await put("words/weather.json", JSON.stringify({ licence: "CC BY 4.0" }));
    for (const [name, files] of [
      ["first", ["a.csv", "b.csv"]],
      ["second", ["b.csv", "a.csv"]],
    ] as const)
      for (const file of files) await put(`${name}/${file}`, day(file === "a.csv" ? 15 : 16));
    const all = await Promise.all(["plain", "tenth", "name", "words", "first", "second"].map(revisionIn));
    expect(new Set(all).size).toBe(all.length);
  });
});

describe("files that cannot be read", () => {
  it("are listed, and the others served", async () => {
    await put("good.csv", day(1));
    await put("readme.txt", "nothing about weather\n");
    await put("empty.csv", "");
    await put("binary.dat", Buffer.from([0, 1, 2, 3, 255, 254]));
    const source = open();
    expect(await datasets(source, PLACE)).toEqual(["good.csv"]);
    expect(source.problems().map(({ path }) => path.slice(folder.length + 1))).toEqual([
      "binary.dat",
      "empty.csv",
      "readme.txt",
    ]);
    expect(source.count()).toBe(1);
  });

  it("half-written: the version before is served until the new one is whole", async () => {
    await put("a.csv", day(1));
    const source = open();
    await source.refresh();
    const whole = day(2);
    await put("a.csv", whole.slice(0, whole.length - 9));
    await source.refresh();
    await source.refresh();
    expect(source.problems()).toHaveLength(1);
    expect(values(await read(source))).toEqual(new Array(24).fill(1));
    await put("a.csv", whole);
    await source.refresh();
    expect(source.problems()).toEqual([]);
    expect(values(await read(source))).toEqual(new Array(24).fill(2));
  });

  it("half-written, and nothing of it in memory: not served", async () => {
    await put("a.csv", day(1));
    const source = open({ cacheBytes: 0 });
    await source.refresh();
    await put("a.csv", day(2).slice(0, 300));
    await source.refresh();
    expect(await source.offer(PLACE, JUNE)).toEqual([]);
  });

  it("being written to at this moment: passed over, and taken when it is still", async () => {
    const path = join(folder, "a.csv");
    const whole = day(5);
    const source = open();
    await writeFile(path, whole.slice(0, whole.indexOf("T05:00:00Z,2024")));
    const looked = source.refresh();
    await new Promise((resolve) => setTimeout(resolve, 200));
    await writeFile(path, whole);
    await looked;
    expect(source.problems()).toMatchObject([{ message: expect.stringContaining("changed while it was read") }]);
    expect(source.count()).toBe(0);
    await source.refresh();
    expect(values(await read(source))).toEqual(new Array(24).fill(5));
  });

  it("changed while they are read: not taken, however whole they look", async () => {
    await put("long.csv", csv(PLACE, JUNE, 60_000, 100_000));
    const path = join(folder, "long.csv");
    const reading = readFile((await scan([path])).files.get(path)!);
    setTimeout(() => utimes(path, clock + 5, clock + 5), 10);
    await expect(reading).rejects.toThrow("long.csv changed while it was read");
  });

  it("unfinished by their name, or hidden: left alone", async () => {
    for (const name of [".a.csv", "a.csv.part", "b.csv~"]) await put(name, "nothing about weather\n");
    const source = open();
    await source.refresh();
    expect(source.problems()).toEqual([]);
  });

  it("a folder that is not there, and one that leads in a circle", async () => {
    await put("deep/a.csv", day(1));
    await symlink(folder, join(folder, "deep", "again"));
    const source = open({ paths: [folder, join(folder, "nowhere")] });
    expect(await datasets(source, PLACE)).toEqual(["deep/a.csv"]);
    expect(source.problems().map(({ message }) => message)).toEqual([
      "is a cycle of links, or is more than 32 folders deep",
      expect.stringContaining("ENOENT"),
    ]);
    const gone = open({ paths: [join(folder, "nowhere")] });
    await expect(gone.look!(AbortSignal.timeout(5_000))).rejects.toMatchObject({
      kind: "not there",
      message: expect.stringContaining("there is no such file or folder"),
    });
  });

  it("options that make no sense", () => {
    expect(() => filesSource({ paths: [] })).toThrow("paths must name at least one");
    expect(() => filesSource({ paths: ["x"], maxDistanceKm: -1 })).toThrow("maxDistanceKm must be 0 or more, got -1");
  });
});

describe("bounds", () => {
  it("on files and bytes of one read", async () => {
    for (let k = 0; k < 5; k++) await put(`${k}.csv`, day(k, JUNE + k * DAY));
    const source = open({ cacheBytes: 0 });
    const limited = (limits: object) => openArchive({ sources: [source], limits });
    const survey = await limited({}).survey(PLACE, JUNE);
    const made = plan(survey, { purpose: "history", period: { start: JUNE, end: JUNE + 5 * DAY }, columns: [GHI] });
    await expect(limited({ files: 4 }).read(made)).rejects.toThrow("more than 4 files of weather");
    await expect(limited({ bytes: 3000 }).read(made)).rejects.toThrow("more than 3000 bytes of weather");
    await expect(limited({ values: 119 }).read(made)).rejects.toThrow("more than 119 values of weather");
    expect(values(await limited({ files: 5 }).read(made))).toHaveLength(120);
  });

  it("many ask for one file: it is read once", async () => {
    await put("a.csv", day(1));
    const source = open({ cacheBytes: 0 });
    const [offer] = await source.offer(PLACE, JUNE);
    const taken: number[] = [];
    const budget = { take: (kind: string, n: number) => void (kind === "bytes" && taken.push(n)) };
    const options = { signal: new AbortController().signal, budget };
    const period = { start: JUNE, end: JUNE + DAY };
    await Promise.all([1, 2, 3].map(() => source.read(offer!, PLACE, period, [GHI], options)));
    expect(taken).toHaveLength(1);
  });
});
