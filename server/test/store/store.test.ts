/** What every store keeps to, and what each has of its own. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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
    const names = Array.from({ length: 8 }, (_, part) => `part-00000${part}.parquet`);
    for (const name of names) await store.write(name, bytes(name));
    await store.write("jobs/a.json", bytes("a"));
    expect(await namesOf(store, "part-")).toEqual(names);
    expect(await namesOf(store, "jobs/")).toEqual(["jobs/a.json"]);
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
  expect(() => settledOut("gs://lab")).toThrow("--jobs must be s3://BUCKET/PREFIX or a folder, got gs://lab");
});
