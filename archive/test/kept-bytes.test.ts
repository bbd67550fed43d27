/** Bytes of the net on disk: a restart asks for nothing twice, a server that is gone is replaced, one that changed is believed. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { BLOCK } from "../src/bytes/blocks.js";
import { type ByteStoreOptions, byteStore } from "../src/bytes/byte-store.js";
import { cacheOf, type DiskCache, diskCache } from "../src/bytes/disk-cache.js";
import { serverAt } from "../src/bytes/flights.js";
import { sayingWhatIsKept } from "../src/bytes/kept.js";
import { onDisk } from "../src/bytes/local-transport.js";
import { sampleSource } from "../src/sample/sample-source.js";
import { rangeServer } from "./range-server.mjs";
import { use } from "./replicas.js";

const DAY = 86_400_000;
/** A server of one file, and the folder that its bytes are kept in. */
async function played(options: Parameters<typeof rangeServer>[1] = {}) {
  const served = { bytes: new Uint8Array(4 * BLOCK).fill(1) };
  const server = await rangeServer((path) => (path === "a.bin" ? served.bytes : undefined), options);
  const folder = await mkdtemp(join(tmpdir(), "archive-kept-"));
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });
  /** As a process that begins now has it. */
  const started = (given: Partial<ByteStoreOptions> = {}) =>
    byteStore({ allow: [server.url], pause: 1, maxAge: DAY, disk: diskCache({ folder, bytes: 1e9 }), ...given });
  const files = async () => (await readdir(folder, { recursive: true })).filter((name) => /^..\/\w{62}$/.test(name));
  /** Writes go on behind the answer. */
  const written = (count: number) =>
    vi.waitFor(async () => expect(await files()).toHaveLength(count), { timeout: 60_000 });
  return { served, server, folder, started, written, location: `${server.url}/a.bin` };
}

it("a restart asks for nothing that is kept: neither bytes nor versions, nor what was not there", async () => {
  const { server, started, written, location } = await played();
  const before = started();
  await (await before.open(location, use()))!.read(0, 3 * BLOCK, use());
  expect(await before.open(`${server.url}/none.bin`, use())).toBeUndefined();
  await written(3 + 2);
  const asked = server.requests.length;
  const after = started();
  expect([...(await (await after.open(location, use()))!.read(2 * BLOCK - 1, 2, use()))]).toEqual([1, 1]);
  expect(await after.open(`${server.url}/none.bin`, use())).toBeUndefined();
  expect([server.requests.length - asked, after.traffic.requests, after.keptSince]).toEqual([0, 0, undefined]);
});

it("a version that is too old is asked about, and its bytes are not fetched again", async () => {
  const { server, started, written, location } = await played();
  await (await started().open(location, use()))!.read(0, BLOCK, use());
  await written(2);
  const asked = server.requests.length;
  await (await started({ maxAge: 0 }).open(location, use()))!.read(0, BLOCK, use());
  expect(server.requests.slice(asked).map(({ headers }) => headers["if-none-match"])).toEqual([expect.any(String)]);
});

it("a server that is gone is replaced by what is kept, and the store says since when", async () => {
  const { server, started, written, location } = await played();
  const from = Date.now();
  await (await started().open(location, use()))!.read(0, 2 * BLOCK, use());
  await written(3);
  await server.close();
  const after = started({ maxAge: 0 });
  const file = (await after.open(location, use()))!;
  expect((await file.read(BLOCK, 1, use()))[0]).toBe(1);
  expect(after.keptSince).toBeGreaterThanOrEqual(from - 1);
  expect(after.keptSince).toBeLessThanOrEqual(Date.now());
  // What is not kept is nowhere.
  await expect(file.read(3 * BLOCK, 1, use())).rejects.toThrow("cannot be reached");
  await expect(after.open(`${server.url}/other.bin`, use())).rejects.toThrow("cannot be reached");
});

it("a server without ranges sends the whole file for a block that is no longer kept: the others stay what they are", async () => {
  const bytes = Uint8Array.from({ length: 4 * BLOCK }, (_, k) => Math.floor(k / BLOCK) + 1);
  const { folder, started, written, location } = await played({
    fault: (_, response) =>
      Boolean(response.writeHead(200, { etag: '"1"', "content-length": bytes.length }).end(bytes)),
  });
  await (await started().open(location, use()))!.read(0, 1, use());
  await written(4 + 1);
  const gone = createHash("sha256").update([location, '"1"', 2].join("\n")).digest("hex");
  await rm(join(folder, gone.slice(0, 2), gone.slice(2)));
  const file = (await started().open(location, use()))!;
  const read = await file.read(0, bytes.length, use());
  expect(Buffer.compare(read, bytes)).toBe(0);
});

it("a clock that was put back: what is kept is asked about, and replaces a server that is gone since now", async () => {
  const { server, folder, started, written, location } = await played();
  await (await started().open(location, use()))!.read(0, 1, use());
  await written(2);
  const disk = diskCache({ folder, bytes: 1e9 });
  await disk.note(location, { file: (await disk.said(location))!.file, checked: Date.now() + DAY });
  await server.close();
  const after = started();
  expect(await after.open(location, use())).toBeDefined();
  expect(Math.abs(after.keptSince! - Date.now())).toBeLessThan(10_000);
});

it("a caller who is out of time says nothing of the server: the next one asks it", async () => {
  const { server, started, written, location } = await played();
  await (await started().open(location, use()))!.read(0, 1, use());
  await written(2);
  const after = started({ maxAge: 0 });
  server.options.delay = 200;
  const hurried = { ...use(), signal: AbortSignal.timeout(50) };
  await expect(after.open(location, hurried)).rejects.toThrow();
  server.options.delay = 0;
  const asked = server.requests.length;
  await after.open(location, use());
  expect([server.requests.length - asked, after.keptSince]).toEqual([1, undefined]);
});

it("a disk that is slower than the net is not waited for, nor is all that comes kept in memory for it", async () => {
  let begun = 0;
  const disk = {
    get: async () => undefined,
    set: () => {
      begun++;
      return new Promise<void>(() => {});
    },
  } as unknown as DiskCache;
  const bytes = new Uint8Array(16 * 1024 * 1024);
  const fetched = { bytes, offset: 0, size: bytes.length, version: '"1"' };
  const transport = onDisk({ isStill: async () => true, fetch: async () => fetched }, disk);
  for (let k = 0; k < 50; k++)
    await transport.fetch(`https://a.example/${k}`, { offset: 0, length: 1 }, undefined, use().signal);
  expect(begun).toBe(5);
});

it("what was not there takes the room that its files take on a disk", async () => {
  const { folder } = await played();
  const disk = diskCache({ folder, bytes: 20 * 4096 });
  for (let k = 0; k < 60; k++) await disk.note(`https://a.example/${k}`, { file: undefined, checked: Date.now() });
  const files = (await readdir(folder, { recursive: true })).filter((name) => /^..\/\w{62}$/.test(name));
  expect(files.length).toBeLessThanOrEqual(20);
  expect(files.length).toBeGreaterThan(10);
});

it("a server that refuses is an answer: nothing that is kept replaces it", async () => {
  let isOpen = true;
  const { started, written, location } = await played({
    fault: (_, response) => !isOpen && Boolean(response.writeHead(403).end()),
  });
  await started().open(location, use());
  await written(2);
  isOpen = false;
  await expect(started({ maxAge: 0 }).open(location, use())).rejects.toMatchObject({ kind: "refused" });
});

it("a file that is replaced while its version on disk is believed is read anew after one error", async () => {
  const { served, started, written, location } = await played();
  await (await started().open(location, use()))!.read(0, 1, use());
  await written(2);
  served.bytes = new Uint8Array(4 * BLOCK).fill(2);
  const read = async () => (await (await started().open(location, use()))!.read(2 * BLOCK, 1, use()))[0];
  await read().catch((error: { code: string }) => expect(error.code).toBe("ERR_ARCHIVE_CHANGED"));
  await vi.waitFor(async () => expect(await read()).toBe(2), { timeout: 60_000 });
});

it("a file without ETag and date may be another one tomorrow: it is not kept", async () => {
  const answer = (range: string) => {
    const [from, to] = range.replace("bytes=", "").split("-").map(Number) as [number, number];
    return { from, bytes: new Uint8Array(Math.min(4 * BLOCK, to + 1) - from) };
  };
  const { server, started, location } = await played({
    fault(request, response) {
      const { from, bytes } = answer(request.headers.range!);
      const range = `bytes ${from}-${from + bytes.length - 1}/${4 * BLOCK}`;
      response.writeHead(206, { "content-range": range, "content-length": bytes.length }).end(bytes);
      return true;
    },
  });
  for (let k = 1; k <= 2; k++) {
    await (await started().open(location, use()))!.read(0, 1, use());
    expect(server.requests).toHaveLength(k);
  }
});

it("a rest that a server asks for holds for all who ask it, in seconds and as a date", async () => {
  for (const after of [() => "1", () => new Date(Date.now() + 2000).toUTCString()]) {
    let refusals = 1;
    const { server, started, location } = await played({
      fault: (_, response) => refusals-- > 0 && Boolean(response.writeHead(429, { "retry-after": after() }).end()),
    });
    const first = started({ disk: undefined }).open(location, use());
    await vi.waitFor(() => expect(server.requests).toHaveLength(1), { timeout: 60_000 });
    // Another source of the same process, at once: it waits as the first one does.
    const begun = performance.now();
    await started({ disk: undefined }).open(location, use());
    expect(performance.now() - begun).toBeGreaterThan(500);
    await first;
  }
});

it("of the requests that wait for their turn none is sent while their server rests", async () => {
  const { server, location } = await played({
    fault: (_, response) => Boolean(response.writeHead(429, { "retry-after": "60" }).end()),
    delay: 20,
  });
  const one = byteStore({ allow: [server.url], attempts: 1 });
  const opened = Array.from({ length: 60 }, (_, k) => one.open(`${location}${k}`, use()));
  expect((await Promise.allSettled(opened)).every(({ status }) => status === "rejected")).toBe(true);
  expect(server.requests.length).toBeLessThanOrEqual(16);
});

it("no server is silenced for longer than an hour, whatever it says", async () => {
  const server = serverAt("rests.example");
  server.rest(1e12);
  const asked = server.run(new AbortController().signal, async () => {});
  await expect(asked).rejects.toThrow("a rest of 3600 s more");
});

it("names a folder or size that cannot be one", () => {
  expect(() => cacheOf({ folder: 5 as unknown as string })).toThrow("folder must be a path, got 5");
  expect(() => cacheOf({ folder: tmpdir(), bytes: -1 })).toThrow("bytes must be a positive number, got -1");
});

it("is one cache for all that name a folder; without one, nothing of this machine's own servers", () => {
  const folder = join(tmpdir(), "kept-nowhere");
  const both = [cacheOf({ folder, bytes: 1e6 }), cacheOf({ folder, bytes: 1e6 })].map((of) =>
    of("http://127.0.0.1:1/a"),
  );
  expect(both[0]).toBe(both[1] as DiskCache);
  expect(cacheOf({})("http://localhost:1/a")).toBeUndefined();
  expect(cacheOf({})("https://a.example/b")).toBeDefined();
  expect([cacheOf({ folder })("/data/a"), cacheOf("off")("https://a.example/b")]).toEqual([undefined, undefined]);
});

it("answers say that their server was away", async () => {
  const place = { latitude: 36.1, longitude: -79.95 };
  const period = { start: Date.UTC(2026, 5, 21), end: Date.UTC(2026, 5, 22) };
  const source = sayingWhatIsKept(sampleSource(), { keptSince: Date.UTC(2026, 5, 20, 7, 30) });
  const [offer] = await source.offer(place, Date.UTC(2026, 6, 1));
  const parts = await source.read(offer!, place, period, ["temperature"], use());
  expect(parts.map(({ notices }) => notices?.at(-1))).toEqual(
    parts.map(() => ({
      code: "offline",
      message: "its server does not answer: this is what it had at 2026-06-20T07:30Z, kept on disk",
    })),
  );
});
