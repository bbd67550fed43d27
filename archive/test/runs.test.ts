/** Runs of a model: the newest that is whole, whatever is said of it, and never two in one answer. */
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { WeatherColumn } from "irradiance-engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { drawsOf } from "../../test/draws.js";
import { DEFAULT_LIMITS } from "../src/budget.js";
import { parseDescription } from "../src/description/description.js";
import { ArchiveError, budgetOf, type OmOptions, omSource, openArchive, plan } from "../src/index.js";
import { fixture } from "./fixture.mjs";
import { folderOfTest } from "./folder.js";
import { HOUR } from "./made.js";
import { rangeServer } from "./range-server.mjs";
import { runFaults } from "./run-faults.mjs";

const FILES = Object.entries(
  fixture("runs.json.gz") as {
    [path: string]: string;
  },
).map(([path, content]) => [path, Buffer.from(content, "base64")] as const);
const FIRST = Date.UTC(2026, 5, 21);
const PLACE = { latitude: 45.02, longitude: -89.98 };
const grid = { type: "regular", columns: 4, rows: 3, south: 45, west: -90, dx: 0.02, dy: 0.02 } as const;
const variables = ["direct_radiation", "diffuse_radiation", "temperature_2m"];
const OPTIONS = { model: "made", layout: "run", grid, variables, cell: "nearest", refreshMs: 0 } as const;
const ABOUT = { dataset: "made", class: "forecast", licence: "none" } as const;
const LATEST = "data_run/made/latest.json";

type Store = Map<string, Uint8Array>;

const homeOf = (run: number) => `data_run/made/2026/06/21/${String(run * 6).padStart(2, "0")}00Z/`;

/** Runs 0 to `last`, and what names the last. */
function storeOf(last: number): Store {
  const store: Store = new Map();
  for (const [path, bytes] of FILES) {
    for (let run = 0; run <= last; run++) if (path.startsWith(`0/${homeOf(run)}`)) store.set(path.slice(2), bytes);
  }
  return name(store, last);
}

function name(store: Store, run: number, changes: object = {}): Store {
  const meta = FILES.find(([path]) => path === `0/${homeOf(run)}meta.json`)![1];
  return store.set(LATEST, Buffer.from(JSON.stringify({ ...JSON.parse(meta.toString()), ...changes })));
}

async function served(store: Store, options: Partial<OmOptions> = {}) {
  const server = await rangeServer((path) => store.get(path));
  return { ...server, source: omSource({ ...OPTIONS, ...ABOUT, location: server.url, ...options }) };
}

const runOf = (run: number | undefined) => (run! - FIRST) / HOUR / 6;

describe("the run that is read", () => {
  it("is the newest, where it is whole", async () => {
    const { source, close } = await served(storeOf(2));
    const [offer] = await source.offer(PLACE, FIRST + 16 * HOUR);
    expect([runOf(offer!.run), offer!.notices]).toEqual([2, []]);
    await close();
  });

  it("is the newest, where nothing says whether it is completed", async () => {
    const { source, close } = await served(name(storeOf(2), 2, { completed: undefined }));
    const [offer] = await source.offer(PLACE, FIRST + 16 * HOUR);
    expect([runOf(offer!.run), offer!.notices]).toEqual([2, []]);
    await close();
  });

  it("is of one edition, where its files are replaced while it is looked at again", async () => {
    const store = storeOf(0);
    const replace = (which: (path: string) => boolean) => {
      for (const [path, bytes] of FILES)
        if (path.startsWith(`1/${homeOf(0)}`) && which(path)) store.set(path.slice(2), bytes);
    };
    let looks = Number.NEGATIVE_INFINITY;
    const server = await rangeServer((path) => {
      // The rest comes while the files are looked at for the second time.
      if (path.endsWith("temperature_2m.om") && ++looks === 2) replace(() => true);
      return store.get(path);
    });
    const source = omSource({ ...OPTIONS, ...ABOUT, location: server.url });
    const [before] = await source.offer(PLACE, FIRST);
    replace((path) => path.includes("direct"));
    looks = 0;
    const [offer] = await source.offer(PLACE, FIRST);
    expect(offer!.revision).not.toBe(before!.revision);
    const period = { start: FIRST + 6 * HOUR, end: FIRST + 9 * HOUR };
    const use = { signal: new AbortController().signal, budget: budgetOf(DEFAULT_LIMITS) };
    const [light] = await source.read(offer!, PLACE, period, offer!.columns, use);
    const values = (column: WeatherColumn) => [...(light!.series.columns[column] as Float64Array)];
    expect([values("direct_horizontal_irradiance"), values("diffuse_horizontal_irradiance")]).toEqual([
      [257, 258, 259],
      [207, 208, 209],
    ]);
    await server.close();
  });

  const T2M = `${homeOf(2)}temperature_2m.om`;
  it.each<[string, (store: Store) => void, RegExp]>([
    [
      "a file is not there",
      (store) => store.delete(T2M),
      /the run is not complete: there are no files of temperature_2m/,
    ],
    [
      "a file is cut off",
      (store) => store.set(T2M, store.get(T2M)!.subarray(0, -9)),
      /temperature_2m\.om cannot be read/,
    ],
    [
      "a file is of the run before",
      (store) => store.set(T2M, store.get(T2M.replace("1200Z", "0600Z"))!),
      /not complete: it ends at 2026-06-22T06:00Z, but the run ends at 2026-06-22T12:00Z/,
    ],
    [
      "a file is of the run after",
      (store) => {
        for (const [path, bytes] of storeOf(3)) if (path.includes("1800Z/temp")) store.set(T2M, bytes);
      },
      /not complete: its times differ from the times of the run of 2026-06-21T12:00Z/,
    ],
    [
      "its metadata say that it is still being written",
      (store) => name(store, 2, { completed: false }),
      /its metadata say that it is still being written/,
    ],
  ])("is the one before it, with a notice, where %s", async (_, tear, why) => {
    const store = storeOf(2);
    tear(store);
    const { source, close } = await served(store);
    const [offer] = await source.offer(PLACE, FIRST + 16 * HOUR);
    expect(runOf(offer!.run)).toBe(1);
    expect(offer!.notices).toEqual([
      "made: the run of 2026-06-21T12:00Z is not complete yet; values are from the run of 2026-06-21T06:00Z",
    ]);
    expect((await source.look!(new AbortController().signal)).problems).toEqual([expect.stringMatching(why)]);
    await close();
  });

  it("is not given up for the older one that a stale latest.json names, also after it breaks", async () => {
    const store = storeOf(2);
    const { source, close } = await served(store);
    const newest = async () => runOf((await source.offer(PLACE, FIRST + 16 * HOUR))[0]?.run);
    expect(await newest()).toBe(2);
    name(store, 0);
    expect(await newest()).toBe(2);
    store.set(LATEST, Buffer.from('{"reference_ti'));
    expect(await newest()).toBe(2);
    for (const path of store.keys()) if (path.startsWith(homeOf(2))) store.delete(path);
    name(store, 0);
    expect(await newest()).toBe(0);
    await close();
  });

  it("is told to be late after three intervals, which the archive says", async () => {
    const store = storeOf(2);
    const { source, close } = await served(store);
    const notices = async (hours: number) => (await source.offer(PLACE, FIRST + hours * HOUR))[0]!.notices;
    // There at 15:00, and a run every six hours.
    expect(await notices(32)).toEqual([]);
    expect(await notices(33)).toEqual(["made: the newest run is of 2026-06-21T12:00Z; updates have stalled"]);
    store.set("data/made/static/meta.json", Buffer.from('{"update_interval_seconds": 3600}'));
    const hourly = await served(store);
    const [offer] = await hourly.source.offer(PLACE, FIRST + 18 * HOUR);
    expect(offer!.notices).toHaveLength(1);
    await Promise.all([close(), hourly.close()]);
  });

  it("is told to be late from when it should have been there, where it does not tell when it was", async () => {
    const { source, close } = await served(
      name(storeOf(2), 2, { created_at: undefined, last_modified_time: undefined }),
    );
    const notices = async (hours: number) => (await source.offer(PLACE, FIRST + hours * HOUR))[0]!.notices;
    // Of 12:00, so that it should have been there at 18:00, before the next.
    expect(await notices(35)).toEqual([]);
    expect(await notices(36)).toEqual(["made: the newest run is of 2026-06-21T12:00Z; updates have stalled"]);
    await close();
  });

  it("is none, with what is wrong with the newest, where no run is whole", async () => {
    const store = storeOf(2);
    for (const path of store.keys()) if (path.includes("diffuse")) store.delete(path);
    const { source, close } = await served(store);
    await expect(source.offer(PLACE, FIRST)).rejects.toThrow(
      /1200Z cannot be read: the run is not complete: there are no files of diffuse_radiation/,
    );
    await close();
  });
});

describe("in a folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = folderOfTest();
  });

  it("a run that is computed again between offer and values is read as it is then", async () => {
    const put = async (edition: number) => {
      for (const [path, bytes] of FILES.filter(([one]) => one.startsWith(`${edition}/${homeOf(0)}`))) {
        const file = join(folder, path.slice(2));
        await mkdir(dirname(file), { recursive: true });
        await writeFile(`${file}.tmp`, bytes);
        await rename(`${file}.tmp`, file);
      }
    };
    await put(0);
    await writeFile(join(folder, LATEST), storeOf(0).get(LATEST)!);
    const archive = openArchive({ sources: [omSource({ ...OPTIONS, ...ABOUT, location: folder, cacheBytes: 0 })] });
    const period = { start: FIRST + 6 * HOUR, end: FIRST + 9 * HOUR };
    const columns = ["direct_horizontal_irradiance", "diffuse_horizontal_irradiance"] as const;
    const made = plan(await archive.survey(PLACE, FIRST), { purpose: "forecast", period, columns });
    await put(1);
    const { series, passedOver, failures, revision } = await archive.read(made);
    expect([...(series.columns[columns[0]] as Float64Array)]).toEqual([257, 258, 259]);
    expect([...(series.columns[columns[1]] as Float64Array)]).toEqual([207, 208, 209]);
    // Nothing may be kept under the name of the plan.
    expect([passedOver, failures, revision === made.revision]).toEqual([["om"], [], false]);
    await archive.close();
  });
});

describe.each([
  ["run", "data_run"],
  ["maps", "data_spatial"],
] as const)("the runs that a folder keeps, as %s,", (layout, root) => {
  const LIGHT = ["direct_horizontal_irradiance"] as const;
  const ALL = { start: FIRST, end: FIRST + 24 * HOUR };
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "archive-kept-"));
    for (const [path, bytes] of FILES.filter(([one]) => one.startsWith(`0/${root}/`))) {
      const file = join(folder, path.slice(2));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
  });
  afterEach(() => rm(folder, { recursive: true }));
  const home = (run: number) => join(folder, homeOf(run).replace("data_run", root));

  it("are each a source of its own, with the values of that run and when it was there", async () => {
    const source = omSource({ ...OPTIONS, ...ABOUT, layout, id: "kept", location: folder });
    const runs = await source.runs!(ALL);
    expect(runs.map(({ id }) => id)).toEqual(["kept", "kept", "kept", "kept"]);
    for (const [k, one] of runs.entries()) {
      const archive = openArchive({ sources: [one] });
      const survey = await archive.survey(PLACE, FIRST + 30 * HOUR);
      const [offer] = survey.offers;
      expect([runOf(offer!.run), offer!.available, offer!.dataset, offer!.notices]).toEqual([
        ...[k, FIRST + (6 * k + 3) * HOUR, "made", []],
      ]);
      const period = { start: FIRST + (6 * k + 2) * HOUR, end: FIRST + (6 * k + 4) * HOUR };
      const { series } = await archive.read(plan(survey, { purpose: "forecast", period, columns: LIGHT }));
      expect([...(series.columns[LIGHT[0]] as Float64Array)]).toEqual([103 + 30 * k, 104 + 30 * k]);
      expect(one.runs).toBeUndefined();
    }
  });

  it("are those that began in the period", async () => {
    const source = omSource({ ...OPTIONS, ...ABOUT, layout, location: folder });
    const count = async (start: number, end: number) => (await source.runs!({ start, end })).length;
    expect(await count(FIRST + 6 * HOUR, FIRST + 18 * HOUR)).toBe(2);
    expect(await count(FIRST - 48 * HOUR, FIRST)).toBe(0);
  });

  it("leave what is no run alone, and one that is torn to itself", async () => {
    for (const name of ["2026/02/31/0600Z", "2026/06/21/0660Z", "2026/06/old/0600Z", "spare/06/21/0600Z"]) {
      await mkdir(join(folder, root, "made", name), { recursive: true });
    }
    await writeFile(join(folder, root, "made", "2026", "06", "22"), "a file, not a day");
    for (const name of await readdir(home(1))) {
      if (name.endsWith(".om")) await writeFile(join(home(1), name), "torn");
    }
    const source = omSource({ ...OPTIONS, ...ABOUT, layout, location: folder });
    const runs = await source.runs!({ start: 0, end: FIRST + 365 * 24 * HOUR });
    expect(runs).toHaveLength(4);
    await expect(runs[1]!.offer(PLACE, FIRST)).rejects.toThrow(/0600Z.* cannot be read/);
    expect(await runs[2]!.offer(PLACE, FIRST)).toHaveLength(1);
  });

  it("have the name and the bounds of their description", async () => {
    const { grid: _, refreshMs: __, ...described } = { ...OPTIONS, ...ABOUT };
    const known = { ...described, model: "dwd_icon_d2", variables: ["direct_radiation"] };
    const bounds = { south: 10, north: 11, west: 10, east: 11 };
    const sources = [{ kind: "om", id: "north", bounds, ...known, layout, location: folder }];
    await rename(join(folder, root, "made"), join(folder, root, "dwd_icon_d2"));
    const { sources: opened } = parseDescription({ sources }, { folder, environment: {} });
    const [first] = await opened[0]!.runs!(ALL);
    expect([first!.id, await first!.offer(PLACE, FIRST)]).toEqual(["north", []]);
  });

  it("cannot be listed where there is no folder of them, or on a web server", async () => {
    const absent = omSource({ ...OPTIONS, ...ABOUT, layout, location: join(folder, "nowhere") });
    await expect(absent.runs!(ALL)).rejects.toThrow(/made cannot be read: there is no folder of runs \(ENOENT\)/);
    const remote = omSource({ ...OPTIONS, ...ABOUT, layout, location: "http://127.0.0.1:9/store" });
    await expect(remote.runs!(ALL)).rejects.toThrow(/a web server does not list its runs: copy them to a folder/);
    expect(omSource({ ...OPTIONS, ...ABOUT, layout: "series", location: folder }).runs).toBeUndefined();
  });
});

describe.each(["run", "maps"] as const)(
  "%s, late, torn, swapped, rolled back and on a server that fails,",
  (layout) => {
    it("give answers of one run each, which is the one that they name, and the newest that is whole", async () => {
      const archive = { openArchive, omSource, plan, ArchiveError };
      const { failures, answers, older, duringReading } = await runFaults(archive, {
        layout,
        count: drawsOf(60, 3),
        seed: 7,
      });
      expect(failures).toEqual([]);
      expect(answers).toBeGreaterThan(drawsOf(30, 3));
      expect(older).toBeGreaterThan(drawsOf(5, 5));
      expect(duringReading).toBeGreaterThan(drawsOf(5, 5));
    });
  },
);
