/** Ranges of bytes from disks and web servers: what comes is of one version of a file, or it does not come. */
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { budgetOf, DEFAULT_LIMITS } from "../src/budget.js";
import { BLOCK } from "../src/bytes/blocks.js";
import { type ByteStoreOptions, byteStore } from "../src/bytes/byte-store.js";
import { below, isWithin, locationOf } from "../src/bytes/location.js";
import { rangeServer } from "./range-server.mjs";

type Server = Awaited<ReturnType<typeof rangeServer>>;

const servers: Server[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-bytes-"));
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await rm(folder, { recursive: true });
});

/** Bytes that differ from one another over a long stretch. */
function made(length: number, seed = 1): Uint8Array {
  return Uint8Array.from({ length }, (_, k) => (k * 31 + (k >> 8) * 17 + seed * 101) & 255);
}

/** Vitest's own comparison takes a second for a few blocks. */
function expectSame(bytes: Uint8Array, expected: Uint8Array): void {
  expect(bytes.length).toBe(expected.length);
  expect(Buffer.compare(bytes, expected)).toBe(0);
}

const use = (signal = new AbortController().signal) => ({ signal, budget: budgetOf(DEFAULT_LIMITS) });

async function served(files: Map<string, Uint8Array>, options: Parameters<typeof rangeServer>[1] = {}) {
  const server = await rangeServer((path) => files.get(path), options);
  servers.push(server);
  return server;
}

function storeOf(server: Server, options: Partial<ByteStoreOptions> = {}) {
  return byteStore({ allow: [server.url], pause: 1, ...options });
}

describe("a local file", () => {
  it("gives any range, and says where it ends", async () => {
    const bytes = made(3 * BLOCK + 77);
    await writeFile(join(folder, "a.bin"), bytes);
    const store = byteStore({ allow: [folder] });
    const file = (await store.open(join(folder, "a.bin"), use()))!;
    expect(file.size).toBe(bytes.length);
    for (const [offset, length] of [
      [0, 1],
      [BLOCK - 1, 2],
      [5, 3 * BLOCK],
      [bytes.length - 9, 9],
      [0, 0],
    ] as const) {
      expectSame(await file.read(offset, length, use()), bytes.slice(offset, offset + length));
    }
    await expect(file.read(bytes.length - 9, 10, use())).rejects.toMatchObject({ code: "ERR_ARCHIVE_UNREADABLE" });
  });

  it("that is not there, or a folder, is none", async () => {
    await mkdir(join(folder, "inner"));
    const store = byteStore({ allow: [folder] });
    for (const name of ["none", "inner", "none/deeper"]) {
      expect(await store.open(join(folder, name), use())).toBeUndefined();
    }
  });

  it("that is replaced is an error to who has opened it, and another one to who opens it then", async () => {
    const path = join(folder, "a.bin");
    await writeFile(path, made(2 * BLOCK, 1));
    const store = byteStore({ allow: [folder] });
    const before = (await store.open(path, use()))!;
    await writeFile(`${path}.tmp`, made(2 * BLOCK, 2));
    await rename(`${path}.tmp`, path);
    await expect(before.read(BLOCK, 10, use())).rejects.toMatchObject({ code: "ERR_ARCHIVE_CHANGED" });
    const after = (await store.open(path, use()))!;
    expectSame(await after.read(BLOCK, 10, use()), made(2 * BLOCK, 2).slice(BLOCK, BLOCK + 10));
    expect(after.version).not.toBe(before.version);
  });

  it("outside of what is allowed is not opened", async () => {
    const store = byteStore({ allow: [join(folder, "in")] });
    for (const name of ["out.bin", "in/../out.bin", "inner/x"]) {
      await expect(store.open(join(folder, name), use())).rejects.toThrow(/not allowed/);
    }
  });
});

describe("a file on a web server", () => {
  it("comes in blocks, each once, neighbours in one request", async () => {
    const bytes = made(10 * BLOCK + 5);
    const server = await served(new Map([["a", bytes]]));
    const store = storeOf(server);
    const file = (await store.open(`${server.url}/a`, use()))!;
    expectSame(await file.read(BLOCK + 1, 4 * BLOCK, use()), bytes.slice(BLOCK + 1, 5 * BLOCK + 1));
    expectSame(await file.read(3 * BLOCK, 5 * BLOCK, use()), bytes.slice(3 * BLOCK, 8 * BLOCK));
    expectSame(await file.read(10, 100, use()), bytes.slice(10, 110));
    expect(server.requests.map(({ range }) => range)).toEqual([
      `bytes=0-${BLOCK - 1}`,
      `bytes=${BLOCK}-${6 * BLOCK - 1}`,
      `bytes=${6 * BLOCK}-${8 * BLOCK - 1}`,
    ]);
    expect(server.requests[1]!.headers["if-match"]).toBe(file.version);
  });

  it("brings its tail with the request that opens it, wherever blocks begin", async () => {
    for (const length of [100, BLOCK, BLOCK + 1, 3 * BLOCK - 1, 3 * BLOCK, 3 * BLOCK + 10]) {
      const bytes = made(length);
      const server = await served(new Map([["a", bytes]]));
      const file = (await storeOf(server).open(`${server.url}/a`, { ...use(), first: { tail: 90 } }))!;
      expectSame(await file.read(length - 90, 90, use()), bytes.slice(-90));
      expect(server.requests).toHaveLength(1);
    }
  });

  it("is asked for once by many at the same time", async () => {
    const bytes = made(4 * BLOCK);
    const server = await served(new Map([["a", bytes]]), { delay: 20 });
    const store = storeOf(server);
    const read = async () => (await store.open(`${server.url}/a`, use()))!.read(BLOCK, 2 * BLOCK, use());
    const all = await Promise.all(Array.from({ length: 50 }, read));
    for (const one of all) expectSame(one, bytes.slice(BLOCK, 3 * BLOCK));
    expect(server.requests).toHaveLength(2);
  });

  it("goes on for the others when one of them leaves, and is given up when all have left", async () => {
    const server = await served(new Map([["a", made(100)]]), { delay: 50 });
    const store = storeOf(server);
    const one = new AbortController();
    const leaving = store.open(`${server.url}/a`, use(one.signal));
    const staying = store.open(`${server.url}/a`, use());
    one.abort(new Error("left"));
    await expect(leaving).rejects.toThrow("left");
    expect((await staying)!.size).toBe(100);
    const last = new AbortController();
    const alone = store.open(`${server.url}/b`, use(last.signal));
    last.abort(new Error("left, too"));
    await expect(alone).rejects.toThrow("left, too");
    expect(await store.open(`${server.url}/b`, use())).toBeUndefined();
  });

  it("that is replaced while it is read is never a mix of both", async () => {
    const files = new Map([["a", made(4 * BLOCK, 1)]]);
    const server = await served(files);
    const store = storeOf(server);
    const file = (await store.open(`${server.url}/a`, use()))!;
    files.set("a", made(4 * BLOCK, 2));
    await expect(file.read(2 * BLOCK, 10, use())).rejects.toMatchObject({ code: "ERR_ARCHIVE_CHANGED" });
    const again = (await store.open(`${server.url}/a`, use()))!;
    expectSame(await again.read(0, 4 * BLOCK, use()), made(4 * BLOCK, 2));
  });

  it("is asked whether it is the same when that is long ago", async () => {
    const files = new Map([["a", made(100, 1)]]);
    const server = await served(files);
    let now = 0;
    const store = storeOf(server, { maxAge: 1000, clock: () => now });
    const first = (await store.open(`${server.url}/a`, use()))!;
    await first.read(0, 100, use());
    now = 900;
    await store.open(`${server.url}/a`, use());
    expect(server.requests).toHaveLength(1);
    now = 2000;
    expect((await store.open(`${server.url}/a`, use()))!.version).toBe(first.version);
    expect(server.requests).toHaveLength(2);
    files.set("a", made(100, 2));
    now = 4000;
    const other = (await store.open(`${server.url}/a`, use()))!;
    expectSame(await other.read(0, 100, use()), made(100, 2));
  });

  it("that is not there is not asked for again at once, and found when it has come", async () => {
    const files = new Map<string, Uint8Array>();
    const server = await served(files);
    let now = 0;
    const store = storeOf(server, { clock: () => now });
    expect(await store.open(`${server.url}/a`, use())).toBeUndefined();
    expect(await store.open(`${server.url}/a`, use())).toBeUndefined();
    expect(server.requests).toHaveLength(1);
    files.set("a", made(10));
    now = 31_000;
    expect((await store.open(`${server.url}/a`, use()))!.size).toBe(10);
  });

  it("keeps no more in memory than it may", async () => {
    const bytes = made(20 * BLOCK);
    const server = await served(new Map([["a", bytes]]));
    const store = storeOf(server, { cacheBytes: 5 * BLOCK });
    const file = (await store.open(`${server.url}/a`, use()))!;
    for (let block = 0; block < 20; block++) {
      expectSame(await file.read(block * BLOCK, 10, use()), bytes.slice(block * BLOCK, block * BLOCK + 10));
      expect(store.cached).toBeLessThanOrEqual(5 * BLOCK);
    }
    expectSame(await file.read(0, bytes.length, use()), bytes);
  });

  it("takes from the budget what it opens and reads", async () => {
    const server = await served(new Map([["a", made(1000)]]));
    const budget = budgetOf({ files: 1, bytes: 500, values: 1 });
    const { signal } = new AbortController();
    const store = storeOf(server);
    const file = (await store.open(`${server.url}/a`, { signal, budget }))!;
    await file.read(0, 400, { signal, budget });
    await expect(file.read(0, 200, { signal, budget })).rejects.toMatchObject({ code: "ERR_ARCHIVE_LIMIT" });
    await expect(store.open(`${server.url}/a`, { signal, budget })).rejects.toMatchObject({
      code: "ERR_ARCHIVE_LIMIT",
    });
  });
});

describe("a server that fails", () => {
  it.each([500, 503, 429])("with %i is asked again", async (status) => {
    const server = await served(new Map([["a", made(10)]]), {
      fault: (_, response, count) => count < 3 && !!response.writeHead(status).end(),
    });
    expect((await storeOf(server).open(`${server.url}/a`, use()))!.size).toBe(10);
    expect(server.requests).toHaveLength(3);
  });

  it("by breaking off in another version is not believed", async () => {
    const bytes = made(3 * BLOCK);
    const server = await served(new Map([["a", bytes]]), {
      fault(_, response, count) {
        if (count !== 2) return false;
        response.writeHead(206, {
          etag: '"x"',
          "content-range": `bytes ${BLOCK}-${2 * BLOCK - 1}/${bytes.length}`,
          "content-length": BLOCK,
        });
        response.write(bytes.subarray(0, 100));
        setTimeout(() => response.destroy(), 10);
        return true;
      },
    });
    const file = (await storeOf(server).open(`${server.url}/a`, use()))!;
    // The broken answer has another ETag: that alone would be a change.
    await expect(file.read(BLOCK, 10, use())).rejects.toMatchObject({ code: "ERR_ARCHIVE_CHANGED" });
    expectSame(await file.read(BLOCK, 10, use()), bytes.slice(BLOCK, BLOCK + 10));
  });

  it("in the middle of a body is asked again", async () => {
    const bytes = made(1000);
    const server = await served(new Map([["a", bytes]]), {
      fault(_, response, count) {
        if (count !== 1) return false;
        response.writeHead(206, { etag: '"x"', "content-range": "bytes 0-999/1000", "content-length": 1000 });
        response.write(bytes.subarray(0, 100));
        setTimeout(() => response.destroy(), 10);
        return true;
      },
    });
    const file = (await storeOf(server).open(`${server.url}/a`, use()))!;
    expectSame(await file.read(0, 1000, use()), bytes);
    expect(server.requests).toHaveLength(2);
  });

  it("for good is an error that names it, without the secret in its address", async () => {
    const server = await served(new Map(), { fault: (_, response) => !!response.writeHead(403).end() });
    const reading = storeOf(server).open(`${server.url}/a?key=secret`, use());
    await expect(reading).rejects.toMatchObject({ code: "ERR_ARCHIVE_UNREADABLE" });
    await expect(reading).rejects.toThrow(/\/a cannot be read: the server answers 403/);
    await expect(reading).rejects.not.toThrow(/secret/);
    expect(server.requests).toHaveLength(1);
  });

  it("is left alone for a while after five failures", async () => {
    let isDown = true;
    const server = await served(new Map([["a", made(10)]]), {
      fault: (_, response) => isDown && !!response.writeHead(500).end(),
    });
    let now = 0;
    const store = storeOf(server, { clock: () => now });
    for (let k = 0; k < 4; k++)
      await expect(store.open(`${server.url}/a`, use())).rejects.toThrow(/500|failed repeatedly/);
    expect(server.requests).toHaveLength(5);
    isDown = false;
    now = 31_000;
    expect((await store.open(`${server.url}/a`, use()))!.size).toBe(10);
  });

  it("by silence is a time-out", async () => {
    const server = await served(new Map(), { fault: () => true });
    const store = storeOf(server, { timeout: 40, attempts: 2 });
    await expect(store.open(`${server.url}/a`, use())).rejects.toMatchObject({ code: "ERR_ARCHIVE_TIMEOUT" });
    expect(server.requests).toHaveLength(2);
  });

  it("to cut ranges is used for small files, and refused for large ones", async () => {
    const files = new Map([
      ["small", made(BLOCK + 10)],
      ["large", made(40 * BLOCK)],
    ]);
    const server = await served(files, {
      fault(request, response) {
        const bytes = files.get(request.url!.slice(1))!;
        response.writeHead(200, { etag: '"x"', "content-length": bytes.length }).end(bytes);
        return true;
      },
    });
    const store = storeOf(server);
    const file = (await store.open(`${server.url}/small`, use()))!;
    expectSame(await file.read(BLOCK, 10, use()), made(BLOCK + 10).slice(BLOCK));
    await expect(store.open(`${server.url}/large`, use())).rejects.toThrow(/does not support range requests/);
  });

  it.each([
    ["another part", "bytes 5-104/1000"],
    ["no part", undefined],
  ])("by sending %s is not believed", async (_, range) => {
    const server = await served(new Map(), {
      fault(_, response) {
        response.writeHead(206, { etag: '"x"', ...(range && { "content-range": range }) }).end(made(100));
        return true;
      },
    });
    await expect(storeOf(server).open(`${server.url}/a`, use())).rejects.toMatchObject({
      code: "ERR_ARCHIVE_UNREADABLE",
    });
  });

  it("by sending more than it says, or more than may be, is cut off", async () => {
    const server = await served(new Map([["a", made(5000)]]));
    const opening = storeOf(server).open(`${server.url}/a`, { ...use(), first: { whole: 4999 } });
    await expect(opening).rejects.toThrow(/5000 bytes; the limit is 4999/);
  });
});

it("an answer that is refused is not received: its connection is left", async () => {
  let open = 0;
  const server = await served(new Map(), {
    fault(_, response) {
      open++;
      response.on("close", () => open--);
      response.writeHead(206, { "content-range": "bytes 5-9/100000000" });
      const timer = setInterval(() => response.write(new Uint8Array(1000)), 5);
      response.on("close", () => clearInterval(timer));
      return true;
    },
  });
  const store = storeOf(server);
  for (let k = 0; k < 20; k++) await expect(store.open(`${server.url}/${k}`, use())).rejects.toThrow("instead of");
  await vi.waitFor(() => expect(open).toBe(0), { timeout: 60_000 });
});

describe("redirects", () => {
  async function redirecting(to: () => string) {
    return served(new Map([["b", made(10)]]), {
      fault: (request, response) => request.url === "/a" && !!response.writeHead(302, { location: to() }).end(),
    });
  }

  it("within the origin are followed", async () => {
    const server = await redirecting(() => "/b");
    expect((await storeOf(server).open(`${server.url}/a`, use()))!.size).toBe(10);
  });

  it.each([
    ["http://example.org/store", true],
    ["http://10.0.0.7:9000/store", true],
    ["http://127.example.org/store", true],
    ["http://localhost.example.org/store", true],
    ["http://127.0.0.1:9000/store", false],
    ["http://[::1]:9000/store", false],
    ["http://minio.localhost/store", false],
    ["https://example.org/store", false],
    ["/data/store", false],
  ])("headers for %s are refused: %s", (location, isRefused) => {
    const opened = (headers?: Record<string, string>) => () => byteStore({ allow: [location], headers });
    expect(opened()).not.toThrow();
    expect(opened({})).not.toThrow();
    const message =
      /^headers must not go to http:\/\/[\w.:]+, because http sends them in the clear: give an https address/;
    if (isRefused) expect(opened({ authorization: "Bearer secret" })).toThrow(message);
    else expect(opened({ authorization: "Bearer secret" })).not.toThrow();
  });

  it("to another origin are refused unless it is listed, and never get the headers", async () => {
    const other = await served(new Map([["b", made(20)]]));
    const server = await redirecting(() => `${other.url}/b`);
    const headers = { authorization: "Bearer secret" };
    await expect(storeOf(server, { headers }).open(`${server.url}/a`, use())).rejects.toThrow(/not allowed/);
    expect(other.requests).toHaveLength(0);
    const listed = byteStore({ allow: [server.url, other.url], headers });
    expect((await listed.open(`${server.url}/a`, use()))!.size).toBe(20);
    expect(server.requests[1]!.headers.authorization).toBe("Bearer secret");
    expect(other.requests[0]!.headers.authorization).toBeUndefined();
  });

  it("in a circle end", async () => {
    const server = await redirecting(() => "/a");
    await expect(storeOf(server).open(`${server.url}/a`, use())).rejects.toThrow(/redirects more than 5 times/);
  });
});

describe("locations", () => {
  it("are paths and addresses, without passwords", () => {
    expect(locationOf("file:///data/era5.zarr", "location")).toBe("/data/era5.zarr");
    expect(locationOf("HTTPS://Example.org/a#b", "location")).toBe("https://example.org/a");
    expect(() => locationOf("s3://bucket/key", "location")).toThrow(/location must be a path, file:, http: or https:/);
    expect(() => locationOf("https://me:secret@example.org/", "location")).toThrow(/password/);
    expect(() => locationOf("https://me:secret@example.org/", "location")).not.toThrow(/secret/);
    expect(() => locationOf("", "location")).toThrow(/empty text/);
  });

  it("keep the query of their folder", () => {
    expect(below("https://example.org/a/?key=1", "b/c d")).toBe("https://example.org/a/b/c%20d?key=1");
  });

  it.each([
    ["https://example.org/a/b", "https://example.org/a", true],
    ["https://example.org/ab", "https://example.org/a", false],
    ["https://example.org/a/../c", "https://example.org/a", false],
    ["https://example.org/a/%2e%2e/c", "https://example.org/a", false],
    ["http://example.org/a/b", "https://example.org/a", false],
    ["https://example.org:8443/a/b", "https://example.org/a", false],
    ["https://example.org.evil.net/a", "https://example.org", false],
    ["/a/b", "/a", true],
    ["/ab", "/a", false],
    ["/a/b", "https://example.org", false],
  ])("%s is in %s: %s", (location, folder, is) => {
    expect(isWithin(locationOf(location, "location"), locationOf(folder, "folder"))).toBe(is);
  });
});
