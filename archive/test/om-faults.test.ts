/** OM files that are damaged, hostile, replaced, missing or not what they seem: refused with a reason, or told. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { drawsOf } from "../../test/draws.js";
import { DEFAULT_LIMITS } from "../src/budget.js";
import {
  ArchiveError,
  budgetOf,
  netcdfSource,
  type Offer,
  type OmOptions,
  omSource,
  openArchive,
  type Part,
  plan,
  zarrSource,
} from "../src/index.js";
import { gridOf } from "../src/om/grids.js";
import { MODELS } from "../src/om/options.js";
import { readTrailer, readVariable } from "../src/om/variables.js";
import { damage } from "./damage.mjs";
import { fixture } from "./fixture.mjs";
import { folderOfTest } from "./folder.js";
import { GHI, HOUR } from "./made.js";
import { rangeServer } from "./range-server.mjs";
import { use } from "./replicas.js";

type Files = Map<string, Buffer>;

const STORES = fixture<{ [name: string]: { [path: string]: string } }>("om.json.gz");
const { replicas: REPLICAS } = fixture<{ replicas: { [name: string]: { options: Omit<OmOptions, "location"> } } }>(
  "om-expected.json.gz",
);
const PLACE = { latitude: 45.1, longitude: 5.1 };
const RUN = Date.UTC(2026, 5, 21, 6);
const YEARS = { start: Date.UTC(2020, 0, 1), end: Date.UTC(2030, 0, 1) };

let folder: string;
/** What is in it. */
let written: Files;
beforeEach(() => {
  folder = folderOfTest();
  written = new Map();
});

const DECODED = new Map<string, Files>();
function filesOf(store: string): Files {
  const files = () =>
    Object.entries(STORES[store]!).map(([path, text]) => [path, Buffer.from(text, "base64")] as const);
  const known = DECODED.get(store) ?? new Map(files());
  DECODED.set(store, known);
  return new Map(known);
}

async function source(name: string, change: (files: Files) => void = () => {}, options: Partial<OmOptions> = {}) {
  const files = filesOf(name);
  change(files);
  for (const [path, content] of files) {
    if (written.get(path) === content) continue;
    written.set(path, content);
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return omSource({ ...REPLICAS[name]!.options, location: folder, ...options });
}

const META = "data/region/static/meta.json";
const T2M = "temperature_2m";

/** A file of a variable with the bytes of its array's metadata changed. */
function edit(files: Files, path: string, change: (view: DataView, at: number) => void): void {
  const bytes = Buffer.from(files.get(path)!);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  change(view, Number(view.getBigUint64(bytes.length - 16, true)));
  files.set(path, bytes);
}

function chunksOf(files: Files, variable: string): string[] {
  return [...files.keys()].filter((path) => path.includes(`${variable}/`));
}

async function readAll(name: string, change: (files: Files) => void) {
  const made = await source(name, change);
  const offers = await made.offer(PLACE, RUN);
  return Promise.all(offers.map((offer) => made.read(offer, PLACE, YEARS, offer.columns, use())));
}

describe("an archive is refused, with the reason,", () => {
  it("if it is not there", async () => {
    await expect((await source("region", (files) => files.delete(META))).offer(PLACE, RUN)).rejects.toThrow(
      /meta\.json cannot be read: there is no such file: `location`, `model` and `layout` must lead to it/,
    );
  });

  it("if none of its variables has files", async () => {
    const made = await source("region", () => {}, { variables: ["shortwave_radiation"] });
    await expect(made.offer(PLACE, RUN)).rejects.toThrow(/there are no files of shortwave_radiation/);
  });

  it.each<[string, unknown, RegExp]>([
    ["temporal_resolution_seconds", 0, /must be a whole number from 60 to 86400, got 0/],
    ["chunk_time_length", "many", /must be a whole number from 1 to 100000, got "many"/],
    ["data_end_time", 1e18, /must be a whole number from 0 to 8000000000/],
    ["last_run_initialisation_time", null, /got null/],
  ])("if %s is %s", async (name, value, message) => {
    const made = await source("region", (files) => {
      const json = JSON.parse(files.get(META)!.toString("utf8"));
      files.set(META, Buffer.from(JSON.stringify({ ...json, [name]: value })));
    });
    await expect(made.offer(PLACE, RUN)).rejects.toThrow(message);
  });

  it("if its grid is another", async () => {
    const grid = { type: "regular", columns: 13, rows: 10, south: 45, west: 5, dx: 0.02, dy: 0.02 } as const;
    const made = await source("region", () => {}, { grid, cell: "nearest" });
    await expect(made.offer(PLACE, RUN)).rejects.toThrow(/it holds 10 × 12, but the model's grid has 10 × 13 cells/);
  });

  it("if a file is one of another time", async () => {
    const made = source("world", (files) => {
      const [chunk, year] = ["chunk_3348.om", "year_2024.om"].map((name) => `data/world/${T2M}/${name}`);
      files.set(year!, files.get(chunk!)!);
    });
    const place = { latitude: 50, longitude: 10 };
    const [offer] = await (await made).offer(place, RUN);
    const [part] = await (await made).read(offer!, place, YEARS, ["temperature"], use());
    expect(part!.notices!.map(({ message }) => message)).toContain(
      "year_2024.om of temperature_2m cannot be read, its values are missing: it holds 24 steps, but its period has 1464",
    );
  });

  it("if a run's file has no times", async () => {
    const path = [...filesOf("run").keys()].find((one) => one.includes(T2M))!;
    const without = (files: Files) => edit(files, path, (view, at) => view.setUint8(at + 4, 0));
    await expect((await source("run", without)).offer(PLACE, RUN)).rejects.toThrow(ArchiveError);
  });

  it("if a run does not say when it began", async () => {
    const path = "data_run/icon/latest.json";
    const made = await source("run", (files) => files.set(path, Buffer.from('{"reference_time": "now"}')));
    await expect(made.offer(PLACE, RUN)).rejects.toThrow(/reference_time must be a time such as .*, got "now"/);
  });
});

function noticesOf(parts: readonly (readonly Part[])[]): string {
  return parts
    .flat()
    .flatMap(({ notices = [] }) => notices.map(({ message }) => message))
    .join("\n");
}

describe("a file is refused, before memory is taken for it,", () => {
  const set = (field: number, value: bigint) => (view: DataView, at: number) =>
    view.setBigUint64(at + field, value, true);

  it.each<[string, (view: DataView, at: number) => void, RegExp]>([
    [
      "is another format",
      (view) => view.setUint8(view.byteLength - 24, 0),
      /does not end like an OM file of version 3/,
    ],
    [
      "has a type that is not read",
      (view, at) => view.setUint8(at, 99),
      /a variable has type 99, which is not supported/,
    ],
    ["has a compression that is not read", (view, at) => view.setUint8(at + 1, 4), /in compression 4 are not read/],
    ["has more dimensions than there are", set(24, 1n << 60n), /an array has \d+ dimensions/],
    ["is larger than the Earth", set(40, 1n << 62n), /an array of 4611686018427388000 × 12 × 48/],
    ["has chunks larger than itself", set(64, 1n << 40n), /in chunks of 1099511627776 × /],
    ["has positions that it cannot have", set(8, 1n << 50n), /it refers to 1125899906842624 bytes/],
    ["has no scale", (view, at) => view.setFloat32(at + 32, 0, true), /an array has the scale 0/],
    ["has a thousand million children", (view, at) => view.setUint32(at + 4, 1e9, true), /contains 1000000000 others/],
  ])("if it %s", async (_, change, message) => {
    const reading = readAll("region", (files) => {
      for (const path of chunksOf(files, T2M)) edit(files, path, change);
    });
    expect(noticesOf(await reading)).toMatch(message);
  });

  it("if it is cut off anywhere", async () => {
    const whole = chunksOf(filesOf("region"), T2M)[0]!;
    const { length } = filesOf("region").get(whole)!;
    for (let k = 0; k < 40; k++) {
      const reading = readAll("region", (files) => {
        files.set(whole, files.get(whole)!.subarray(0, Math.floor((length * k) / 40)));
      });
      expect(noticesOf(await reading)).toMatch(
        /^chunk_\d+\.om of temperature_2m cannot be read, its values are missing: /,
      );
    }
  });

  it("whatever its end and its first variable are made of", () => {
    let state = 1;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let k = 0; k < drawsOf(5000); k++) {
      const bytes = Uint8Array.from({ length: Math.floor(random() * 200) }, () => Math.floor(random() * 256));
      bytes.set([79, 77, 3].slice(0, bytes.length));
      if (random() < 0.5) bytes[0] = 12 + Math.floor(random() * 10);
      for (const read of [readTrailer, readVariable]) {
        try {
          read(bytes, 1000);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }
    }
  });
});

describe("what is missing is told:", () => {
  it("files of a variable", async () => {
    const parts = (await readAll("region", (files) => files.delete(chunksOf(files, T2M)[1]!))).flat();
    const corrections = parts.flatMap(({ provenance }) => provenance.corrections);
    expect(corrections).toContain("a file of temperature_2m is not there");
  });

  it("days of all variables, as time that the offer does not cover", async () => {
    const made = await source("region", (files) => {
      const gone = /chunk_\d+/.exec(chunksOf(files, T2M)[1]!)![0];
      for (const path of files.keys()) if (path.includes(gone)) files.delete(path);
    });
    const [past] = await made.offer(PLACE, RUN);
    expect(past!.covers).toHaveLength(2);
    expect(past!.covers![1]!.start - past!.covers![0]!.end).toBe(48 * HOUR);
  });

  it("a variable of the model that has no files: its column is not offered", async () => {
    const made = await source("region", (files) => {
      for (const path of chunksOf(files, "snow_depth")) files.delete(path);
    });
    expect((await made.offer(PLACE, RUN))[0]!.columns).toEqual([
      "direct_horizontal_irradiance",
      "diffuse_horizontal_irradiance",
      "temperature",
    ]);
  });

  it("updates", async () => {
    const made = await source("region");
    const notices = async (now: number) => (await made.offer(PLACE, now)).map((offer) => offer.notices);
    expect(await notices(RUN + 19 * HOUR)).toEqual([[expect.stringMatching(/it is not a reanalysis/)], []]);
    expect((await notices(RUN + 21 * HOUR))[1]).toEqual([
      "region: the newest run is of 2026-06-21T06:00Z; updates have stalled",
    ]);
  });

  it("values that cannot be", async () => {
    // A scale of 1 makes 20 times as many degrees.
    const parts = (
      await readAll("region", (files) => {
        for (const path of chunksOf(files, T2M)) edit(files, path, (view, at) => view.setFloat32(at + 32, 1, true));
      })
    ).flat();
    const corrections = parts.flatMap(({ provenance }) => provenance.corrections);
    expect(corrections.filter((text) => /impossible values of temperature left out/.test(text))).toHaveLength(2);
  });
});

describe("an archive on a web server", () => {
  async function served(name: string, files: Files, fault?: Parameters<typeof rangeServer>[1]) {
    const server = await rangeServer((path) => files.get(path), fault);
    const options = { ...REPLICAS[name]!.options, since: "2026-06-16", location: server.url };
    return { server, source: omSource(options) };
  }

  it("is read in two rounds of requests for each variable, and by many at once in as few", async () => {
    const { server, source: made } = await served("region", filesOf("region"));
    const [, forecast] = await made.offer(PLACE, RUN);
    // What is said of the archive, heights, and for each of four variables, side by side, the two chunks that hold the forecast, and
    // the last year, which is not there.
    const files = ["diffuse_radiation", "direct_radiation", "snow_depth", T2M].flatMap((name) =>
      ["chunk", "chunk", "year"].map((kind) => `data/region/${name}/${kind}_N.om`),
    );
    const asked = server.requests.map(({ path }) => path.replace(/\d+\.om/, "N.om"));
    expect(asked.sort()).toEqual([...files, "data/region/static/HSURF.om", META].sort());
    const read = () => made.read(forecast!, PLACE, YEARS, forecast!.columns, use());
    const all = await Promise.all(Array.from({ length: 20 }, read));
    for (const one of all) expect(one.map(({ series }) => series)).toEqual(all[0]!.map(({ series }) => series));
    // What comes with the end of a chunk is all that is needed of it.
    expect(server.requests).toHaveLength(14);
    await server.close();
  });

  it("needs to be told its first day", async () => {
    const server = await rangeServer((path) => filesOf("region").get(path));
    const made = omSource({ ...REPLICAS.region!.options, location: server.url });
    await expect(made.offer(PLACE, RUN)).rejects.toThrow(/`since`, the first day in the archive, must be given/);
    await server.close();
  });

  it("whose file is replaced while it is read is read as it is now", async () => {
    const files = filesOf("era5");
    const path = [...files.keys()].find((one) => one.includes(T2M))!;
    const server = await rangeServer((name) => files.get(name));
    const grid = { ...REPLICAS.era5!.options, since: "2026-06-20", location: server.url, refreshMs: 1e9 };
    const made = omSource(grid);
    const place = { latitude: 50, longitude: 10 };
    const [offer] = await made.offer(place, RUN);
    const before = await made.read(offer!, place, YEARS, ["temperature"], use());
    // Other numbers: the scale is twice what it was. The blocks that another place needs are of the new version.
    edit(files, path, (view, at) => view.setFloat32(at + 32, 40, true));
    const south = { latitude: -90, longitude: 0 };
    const [there] = await made.offer(south, RUN);
    const after = await made.read(there!, south, YEARS, ["temperature"], use());
    const fresh = await omSource({ ...grid, refreshMs: 0 }).offer(south, RUN);
    const whole = await omSource({ ...grid, refreshMs: 0 }).read(fresh[0]!, south, YEARS, ["temperature"], use());
    expect(after[0]!.series).toEqual(whole[0]!.series);
    expect(before[0]!.series.columns.temperature).not.toEqual(after[0]!.series.columns.temperature);
    await server.close();
  });

  it("whose newest files are replaced one after the other is told to be under way until all of them are", async () => {
    const files = filesOf("region");
    const server = await rangeServer((path) => files.get(path));
    const made = omSource({ ...REPLICAS.region!.options, since: "2026-06-16", location: server.url, refreshMs: 0 });
    const look = async () => {
      const [, { notices, revision }] = (await made.offer(PLACE, RUN)) as [Offer, Offer];
      return { isMoving: notices?.includes(MOVING), revision };
    };
    const MOVING = "region: an update is under way, and values may come from two runs";
    const before = await look();
    expect(before.isMoving).toBe(false);
    const newest = [...files.keys()].filter((path) => path.endsWith("/chunk_10313.om"));
    expect(newest).toHaveLength(4);
    const replace = (path: string) => edit(files, path, (view, at) => view.setFloat32(at + 32, 40, true));
    replace(newest[0]!);
    const during = await look();
    expect([during.isMoving, during.revision === before.revision]).toEqual([true, false]);
    for (const path of newest.slice(1)) replace(path);
    expect((await look()).isMoving).toBe(true);
    expect((await look()).isMoving).toBe(false);
    await server.close();
  });

  it.each([
    ["whose past is replaced in the file that its forecast begins in", 0, "chunk_10312.om"],
    ["whose forecast is replaced where it begins", 1, "chunk_10312.om"],
    ["whose forecast is replaced where it ends", 1, "chunk_10313.om"],
  ])("%s after it was offered gives none of the old and none of the new", async (_, which, chunk) => {
    const files = filesOf("region");
    const server = await rangeServer((path) => files.get(path));
    const where = { ...REPLICAS.region!.options, since: "2026-06-16", location: server.url };
    const made = omSource({ ...where, refreshMs: 1e9, cacheBytes: 0 });
    const offered = (await made.offer(PLACE, RUN))[which]!;
    edit(files, `data/region/diffuse_radiation/${chunk}`, (view, at) => view.setFloat32(at + 32, 40, true));
    await expect(made.read(offered, PLACE, YEARS, offered.columns, use())).rejects.toMatchObject({
      code: "ERR_ARCHIVE_CHANGED",
    });
    const anew = (await made.offer(PLACE, RUN))[which]!;
    expect(anew.revision).not.toBe(offered.revision);
    await expect(made.read(anew, PLACE, YEARS, anew.columns, use())).resolves.toHaveLength(2);
    await server.close();
  });

  it("that is updated between offer and read is offered anew", async () => {
    const files = filesOf("region");
    const server = await rangeServer((path) => files.get(path));
    const made = omSource({ ...REPLICAS.region!.options, since: "2026-06-16", location: server.url, refreshMs: 0 });
    const [offer] = await made.offer(PLACE, RUN);
    const json = JSON.parse(files.get(META)!.toString("utf8"));
    files.set(META, Buffer.from(JSON.stringify({ ...json, data_end_time: json.data_end_time - 3600 })));
    await expect(made.read(offer!, PLACE, YEARS, offer!.columns, use())).rejects.toMatchObject({
      code: "ERR_ARCHIVE_CHANGED",
    });
    await server.close();
  });
});

it("of ECMWF IFS the 15 days ahead are a forecast of its run, and no history", async () => {
  const archive = openArchive({ sources: [await source("ecmwf-ifs")] });
  const run = Date.UTC(2026, 0, 12);
  const survey = await archive.survey({ latitude: 40, longitude: 54 }, run + 9 * HOUR);
  expect(survey.offers.map((one) => [one.class, one.dataset, one.first, one.last, one.run])).toEqual([
    ["reanalysis", "ECMWF IFS 9 km, past runs", Date.UTC(2025, 0, 1), run, undefined],
    ["forecast", "ECMWF IFS 9 km", run, run + 360 * HOUR, run],
  ]);
  const period = { start: run - 3 * HOUR, end: run + 15 * 24 * HOUR };
  const read = async (purpose: "history" | "forecast") => {
    const { series, provenance } = await archive.read(plan(survey, { purpose, period, columns: ["temperature"] }));
    const hours = Array.from(series.columns.temperature as Float64Array, (value, h) =>
      Number.isNaN(value) ? [] : [h],
    );
    return { hours: hours.flat(), classes: provenance.map((one) => one.class) };
  };
  expect(await read("history")).toEqual({ hours: [0, 1, 2], classes: ["reanalysis"] });
  expect(await read("forecast")).toEqual({
    hours: Array.from({ length: 360 }, (_, h) => h + 3),
    classes: ["forecast"],
  });
  await archive.close();
});

it("hours ahead of a run are those of its chunks, also where there is a file of their year", async () => {
  const place = { latitude: 40, longitude: 54 };
  const read = async (made: Awaited<ReturnType<typeof source>>, start: number) => {
    const [, offer] = await made.offer(place, start);
    const period = { start, end: start + 24 * HOUR };
    const [part] = await made.read(offer!, place, period, ["direct_horizontal_irradiance"], use());
    return [...(part!.series.columns.direct_horizontal_irradiance as Float64Array)];
  };
  // In a chunk of December what that of January holds, three weeks later.
  const wanted = await read(await source("ecmwf-ifs"), Date.UTC(2026, 0, 19));
  const made = await source("ecmwf-ifs", (files) => {
    for (const path of files.keys())
      if (path.endsWith("_974.om")) files.set(path.replace("974", "973"), files.get(path)!);
    const meta = "data/ecmwf_ifs/static/meta.json";
    const [run, end] = [Date.UTC(2025, 11, 28) / 1000, Date.UTC(2026, 0, 12) / 1000];
    const json = { ...JSON.parse(files.get(meta)!.toString()), last_run_initialisation_time: run, data_end_time: end };
    files.set(meta, Buffer.from(JSON.stringify(json)));
  });
  expect(Math.max(...wanted)).toBeGreaterThan(100);
  expect(await read(made, Date.UTC(2025, 11, 29))).toEqual(wanted);
});

it("its past and its forecast become series, each for its purpose", async () => {
  const archive = openArchive({ sources: [await source("region")] });
  const survey = await archive.survey(PLACE, RUN + HOUR);
  const period = { start: RUN - 6 * HOUR, end: RUN + 6 * HOUR };
  const columns = [GHI, "temperature"] as const;
  const past = await archive.read(plan(survey, { purpose: "history", period, columns }));
  const coming = await archive.read(plan(survey, { purpose: "forecast", period, columns }));
  const there = (values: ArrayLike<number>) =>
    Array.from(values, (value) => (Number.isNaN(value) ? "." : "x")).join("");
  expect(there(past.series.columns.diffuse_horizontal_irradiance as Float64Array)).toBe("xxxxxx......");
  expect(there(coming.series.columns.diffuse_horizontal_irradiance as Float64Array)).toBe("......xxxxxx");
  expect(past.notices.map(({ message }) => message)).toContain(
    "region: the past consists of the first hours of its runs; it is not a reanalysis",
  );
  expect(coming.provenance.map(({ class: kind, run }) => [kind, run])).toEqual([["forecast", RUN]]);
  await archive.close();
});

it("is not read beyond what one answer may take", async () => {
  const made = await source("region");
  const [offer] = await made.offer(PLACE, RUN);
  for (const limits of [{ values: 10 }, { bytes: 100 }, { files: 0 }]) {
    const budget = budgetOf({ ...DEFAULT_LIMITS, ...limits });
    const reading = made.read(offer!, PLACE, YEARS, offer!.columns, { signal: use().signal, budget });
    await expect(reading).rejects.toMatchObject({ code: "ERR_ARCHIVE_LIMIT" });
  }
});

describe("options", () => {
  const known = { location: "somewhere", model: "copernicus_era5" };

  it.each<[Record<string, unknown>, RegExp]>([
    [{ model: "../other" }, /model must be the name of a folder, such as "copernicus_era5", got "..\/other"/],
    [{ model: "mine" }, /variables must be given for mine \(known models: copernicus_era5, /],
    [{ model: "eumetsat_sarah3_30min" }, /licence must be given for eumetsat_sarah3_30min$/],
    [{ layout: "years" }, /layout must be one of series, run, maps, got years/],
    [{ cell: "sea" }, /cell must be one of land, nearest, got sea/],
    [{ class: "measured" }, /class must be one of satellite, reanalysis, forecast, got measured/],
    [{ since: "yesterday" }, /since must be a day such as "2023-12-15", got "yesterday"/],
    [{ variables: ["rain"] }, /variables must be some of shortwave_radiation, .*, got rain/],
    [{ grid: { type: "hexagonal" } }, /grid.type must be one of regular, gaussian, projected, got hexagonal/],
    [{ grid: { type: "gaussian", lines: 0.5 } }, /grid.lines must be a whole number of at least 1, got 0.5/],
    [{ location: "" }, /location must be a path or an address/],
  ])("%j is refused", (wrong, message) => {
    expect(() => omSource({ ...known, ...wrong } as unknown as OmOptions)).toThrow(message);
  });
});

describe("the models that are known", () => {
  it("have grids of as many cells as the archive says", () => {
    const cells = (name: keyof typeof MODELS) => gridOf(MODELS[name].grid).shape;
    expect(cells("ecmwf_ifs")).toEqual([1, 6_599_680]);
    expect(cells("copernicus_era5")).toEqual([721, 1440]);
    expect(cells("ncep_hrrr_conus_15min")).toEqual([1059, 1799]);
    expect(cells("jma_jaxa_himawari_70e_10min")).toEqual([2401, 2801]);
  });

  it("have years where the archive writes them", () => {
    const having = Object.entries(MODELS).filter(([, { hasYears }]) => hasYears);
    expect(having.map(([name]) => name)).toEqual([
      "copernicus_era5",
      "copernicus_era5_land",
      "ecmwf_ifs",
      "eumetsat_sarah3_30min",
      "jma_jaxa_himawari_10min",
    ]);
  });

  it("have the cells where they should be", () => {
    const nearest = (name: keyof typeof MODELS, latitude: number, longitude: number) => {
      const [spot] = gridOf(MODELS[name].grid).near({ latitude, longitude });
      return spot && [spot.row, spot.column];
    };
    expect(nearest("copernicus_era5", -90, -180)).toEqual([0, 0]);
    expect(nearest("copernicus_era5", 90, 180)).toEqual([720, 0]);
    expect(nearest("dwd_icon", 50, 179.95)).toEqual([1120, 0]);
    expect(nearest("ncep_gfs013", 90, 0)).toEqual([1535, 1536]);
    expect(nearest("dwd_icon_d2", 43.1, 5)).toBeUndefined();
    expect(nearest("ecmwf_ifs", 89.94, 1)).toEqual([0, 0]);
    expect(nearest("ecmwf_ifs", -89.95, 359 - 360)).toEqual([0, 6_599_680 - 20]);
    // The north-east corner of HRRR, as NOAA gives it: 47.842195, −60.917193.
    expect(nearest("ncep_hrrr_conus_15min", 47.842195, -60.917193)).toEqual([1058, 1798]);
  });
});

it("damage of any file is an error, is told, or is of a kind that the format cannot show", async () => {
  const archive = { zarrSource, omSource, netcdfSource, budgetOf, ArchiveError };
  const count = drawsOf(400);
  const { read, refused, failures } = await damage(archive, { format: "om", count, seed: 2 });
  expect(failures).toEqual([]);
  expect(read).toBe(count);
  expect(refused).toBeGreaterThan(drawsOf(100, 40));
});
