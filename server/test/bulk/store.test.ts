/** What every store keeps to, and what each has of its own. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { finishedDataset } from "../../src/bulk/finished.js";
import { beginOutput, finishOutput } from "../../src/bulk/output.js";
import {
  entryBytes,
  entryFile,
  type PartEntry,
  type PartSummary,
  partFile,
  summaryOf,
} from "../../src/bulk/part-entry.js";
import { openStore, settledOut } from "../../src/store/open.js";
import type { Store } from "../../src/store/store.js";
import { type Bucket, openBucket } from "./bucket.js";

let folder: string;
let bucket: Bucket;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "irradiance-store-"));
  bucket = await openBucket();
  for (const [name, value] of Object.entries(bucket.env)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await bucket.close();
  rmSync(folder, { recursive: true, force: true });
});

const bytes = (text: string) => Buffer.from(text);

async function namesOf(store: Store, beginning: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list(beginning)) names.push(name);
  return names.sort();
}

const KINDS = [
  ["a folder", () => openStore(folder)],
  ["a bucket", () => openStore("s3://lab/runs/one")],
] as const;

describe.each(KINDS)("%s", (_, open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  it("keeps files, lists them by the beginning of their names, and removes them, missing ones too", async () => {
    const names = Array.from({ length: 8 }, (_, part) => partFile(part));
    for (const name of names) await store.write(name, bytes(name));
    await store.write("_parts/a.json", bytes("a"));
    expect(await namesOf(store, "part-")).toEqual(names);
    expect(await namesOf(store, "_parts/")).toEqual(["_parts/a.json"]);
    expect(await store.read(names[3]!)).toEqual(bytes(names[3]!));
    await store.write(names[3]!, bytes("other"));
    expect(await store.read(names[3]!)).toEqual(bytes("other"));
    await store.remove([...names, "part-none"]);
    expect(await namesOf(store, "part-")).toEqual([]);
    expect(await store.read(names[3]!)).toBeUndefined();
  });

  it.each(["../a", "a/../../b", "/a", "", "a//b", "a/./b", "..", "a\\..\\b", "a\0"])(
    "refuses %j, which is no name in it, whatever is asked for",
    async (name) => {
      for (const work of [
        () => store.read(name),
        () => store.write(name, bytes("a")),
        () => store.remove(["kept", name]),
        () => store.removeAll(`${name}/`),
        () => store.removeAll(name),
        () => namesOf(store, `${name}/`),
      ])
        await expect(work()).rejects.toThrow(RangeError);
    },
  );

  describe("as the output of a run", () => {
    const run = { run: { parameters: "a", sites: 1 }, id: "r1" };
    const ways = (...given: string[]) => ({ resume: given.includes("resume"), force: given.includes("force") });

    async function made(part: number, text = `part ${part}`): Promise<PartSummary> {
      const tag = await store.write(partFile(part), bytes(text));
      const { createHash } = await import("node:crypto");
      const sha256 = createHash("sha256").update(text).digest("hex");
      const failed = part === 1 ? [{ index: 3, id: "c", code: "ERR_REQUEST", reason: 'lat, "95"' }] : [];
      const size = { part, first: 2 * part, sites: 2, rows: 2, bytes: text.length, sha256, tag };
      const entry: PartEntry = { ...size, device: "cpu", failed, told: [], notes: [], weather: [] };
      await store.write(entryFile(part), entryBytes(entry));
      return summaryOf(entry);
    }

    const ending = (parts: PartSummary[]) => {
      return {
        identity: run.run,
        run: "r1",
        sites: 6,
        parts,
        failedParts: [],
        columns: [{ name: "site" }],
        weather: [],
      };
    };

    it("is begun once, continued by the same run only, and finished with a manifest and nothing else", async () => {
      expect(await beginOutput(store, run, ways())).toEqual([]);
      const parts = [await made(1), await made(0)];
      await expect(beginOutput(store, run, ways())).rejects.toMatchObject({ code: "ERR_BULK_EXISTS" });
      const other = { ...run, run: { parameters: "b", sites: 1 } };
      await expect(beginOutput(store, other, ways("resume"))).rejects.toThrow('parameters was "a", is "b"');
      expect((await beginOutput(store, run, ways("resume"))).map(({ part }) => part)).toEqual([0, 1]);
      await finishOutput(store, ending(parts));
      expect(await namesOf(store, "")).toEqual(["_failed.csv", "_manifest.json", ...parts.map((_, i) => partFile(i))]);
      expect(String(await store.read("_failed.csv"))).toBe('index,site,code,reason\n3,c,ERR_REQUEST,"lat, ""95"""\n');
      const manifest = JSON.parse(String(await store.read("_manifest.json")));
      expect(manifest).toMatchObject({
        complete: true,
        sites: 6,
        failedSites: 1,
        rows: 4,
        bytes: 12,
        devices: ["cpu"],
      });
      expect(manifest.parts.map(({ part }: PartSummary) => part)).toEqual([0, 1]);
      await expect(beginOutput(store, run, ways("resume"))).rejects.toMatchObject({ code: "ERR_BULK_EXISTS" });
      expect(await beginOutput(store, run, ways("force"))).toEqual([]);
      expect(await namesOf(store, "")).toEqual(["_failed.csv", "_run.json"]);
    });

    it("takes no part that is not listed, nor one that is not as it was written", async () => {
      await beginOutput(store, run, ways());
      for (const part of [0, 1, 2, 3]) await made(part);
      await store.remove([entryFile(0)]);
      await store.write(partFile(1), bytes("part x"));
      await store.write(partFile(2), bytes("cut"));
      const entry = (await store.read(entryFile(3)))!;
      await store.write(entryFile(4), entry);
      await store.write(entryFile(5), bytes(String(entry).replace('"sites":2', '"sites":-2')));
      expect((await beginOutput(store, run, ways("resume"))).map(({ part }) => part)).toEqual([3]);
    });

    it("is looked through when it is asked for again, and what is lost is made again, with its lists", async () => {
      await beginOutput(store, run, ways());
      const parts = [await made(0), await made(1), await made(2)];
      expect(await finishedDataset(store, run.run)).toBeUndefined();
      await finishOutput(store, ending(parts));
      const list = String(await store.read("_failed.csv"));
      expect(await finishedDataset(store, run.run)).toMatchObject({ failedSites: 1, lost: [] });
      expect(await finishedDataset(store, { ...run.run, parameters: "b" })).toBeUndefined();

      await store.remove([partFile(0)]);
      await store.write(partFile(2), bytes("cut"));
      const finished = await finishedDataset(store, run.run);
      expect(finished!.lost).toEqual([partFile(0), partFile(2)]);
      await finished!.reopen();
      expect((await beginOutput(store, run, ways("resume"))).map(({ part, failed }) => [part, failed])).toEqual([
        [1, 1],
      ]);
      const again = [await made(0), parts[1]!, await made(2)];
      await finishOutput(store, ending(again));
      expect(String(await store.read("_failed.csv"))).toBe(list);
      expect(await finishedDataset(store, run.run)).toMatchObject({ lost: [] });

      await store.remove(["_failed.csv"]);
      const withoutList = await finishedDataset(store, run.run);
      expect(withoutList!.lost).toEqual(["_failed.csv"]);
      await withoutList!.reopen();
      expect((await beginOutput(store, run, ways("resume"))).map(({ part }) => part)).toEqual([0, 2]);
    });

    it("is not finished when something else has changed a part meanwhile", async () => {
      await beginOutput(store, run, ways());
      const parts = [await made(0), await made(1)];
      await store.write(partFile(1), bytes("something else"));
      await expect(finishOutput(store, ending(parts))).rejects.toThrow(
        "part-000001.parquet is missing or differs from what was written",
      );
      expect(await store.read("_manifest.json")).toBeUndefined();
    });

    it("is not begun over parts of nobody's run, nor does --force remove what is not a part", async () => {
      await store.write(partFile(5), bytes("mine"));
      await store.write("part-time.txt", bytes("mine"));
      await expect(beginOutput(store, run, ways())).rejects.toMatchObject({ code: "ERR_BULK_EXISTS" });
      await beginOutput(store, run, ways("force"));
      expect(await namesOf(store, "part-")).toEqual(["part-time.txt"]);
    });
  });
});

describe("a folder", () => {
  it("leaves a file alone that has the bytes already", async () => {
    const store = await openStore(folder);
    await store.write("a", bytes("same"));
    const { ino } = statSync(join(folder, "a"));
    await store.write("a", bytes("same"));
    expect(statSync(join(folder, "a")).ino).toBe(ino);
    await store.write("a", bytes("more"));
    expect(statSync(join(folder, "a")).ino).not.toBe(ino);
  });

  it("has nothing of a file that could not be written, and tidies up after killed writers", async () => {
    const store = await openStore(folder);
    mkdirSync(join(folder, "part-000000.parquet"));
    await expect(store.write("part-000000.parquet", bytes("a"))).rejects.toMatchObject({ code: "EISDIR" });
    expect(readdirSync(folder)).toEqual(["part-000000.parquet"]);
    writeFileSync(join(folder, ".part-000001.parquet.0.unfinished"), "half");
    writeFileSync(join(folder, ".mine"), "mine");
    await store.tidy();
    expect(readdirSync(folder)).toEqual([".mine", "part-000000.parquet"]);
  });
});

describe("a bucket", () => {
  it("tells by its tags that a part of the same size is another one", async () => {
    const store = await openStore("s3://lab/runs");
    const run = { run: { parameters: "a" }, id: "r1" };
    await beginOutput(store, run, { resume: false, force: false });
    const tag = await store.write(partFile(0), bytes("part"));
    const size = { part: 0, first: 0, sites: 1, rows: 1, bytes: 4, sha256: "", tag, device: "cpu" };
    const part: PartSummary = { ...size, failed: 0, told: 0, notes: [], weather: [] };
    const ending = { identity: run.run, run: "r1", sites: 1, parts: [part], failedParts: [], columns: [], weather: [] };
    await finishOutput(store, ending);
    expect(await finishedDataset(store, run.run)).toMatchObject({ lost: [] });
    await store.write(partFile(0), bytes("trap"));
    expect(await finishedDataset(store, run.run)).toMatchObject({ lost: [partFile(0)] });
    store.close();
  });

  it("is asked again when it is busy or the connection is cut, and never has half of an object", async () => {
    const store = await openStore("s3://lab/runs");
    bucket.faults.push(503, "cut", 500);
    await store.write("a", bytes("whole"));
    expect([...bucket.objects]).toEqual([["runs/a", bytes("whole")]]);
    store.close();
  });

  it("says what it is when it refuses", async () => {
    const store = await openStore("s3://lab");
    bucket.faults.push(403);
    await expect(store.write("a", bytes("b"))).rejects.toThrow("s3://lab: AccessDenied");
    store.close();
  });
});

it("an output is a bucket or a folder, by one name everywhere", () => {
  expect(settledOut("s3://lab/runs/")).toBe("s3://lab/runs");
  expect(settledOut("runs")).toBe(join(process.cwd(), "runs"));
  expect(() => settledOut("gs://lab")).toThrow("--out must be s3://BUCKET/PREFIX or a folder, got gs://lab");
});
