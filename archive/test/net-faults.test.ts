/** What a network does to requests, a third of them: what is read is right, or it is an error that names the file. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BLOCK } from "../src/bytes/blocks.js";
import { type ByteFile, type ByteStoreOptions, byteStore } from "../src/bytes/byte-store.js";
import { diskCache } from "../src/bytes/disk-cache.js";
import { ArchiveError } from "../src/errors.js";
import { rangeServer, tagOf } from "./range-server.mjs";
import { use } from "./replicas.js";

type Fault = (response: ServerResponse, part: Part) => void;

/** What an undisturbed server answers. */
interface Part {
  readonly start: number;
  readonly bytes: Uint8Array;
  readonly headers: Record<string, string>;
}

const SIZE = 5 * BLOCK + 77;
const TRUTH = Uint8Array.from({ length: SIZE }, (_, k) => (k * 31 + (k >> 8) * 17 + 101) & 255);
const TIMEOUT = 60;
const ROUNDS = 12;

const refuse =
  (status: number, headers: Record<string, string> = {}): Fault =>
  (response) =>
    response.writeHead(status, headers).end();

const send =
  (change: (part: Part) => { headers?: Record<string, string>; bytes?: Uint8Array; status?: number }): Fault =>
  (response, part) => {
    const { headers = {}, bytes = part.bytes, status = 206 } = change(part);
    response.writeHead(status, { ...part.headers, "content-length": String(bytes.length), ...headers }).end(bytes);
  };

const rangeHeader = (start: number, length: number, size: number) => ({
  "content-range": `bytes ${start}-${start + length - 1}/${size}`,
});

const FAULTS: Readonly<Record<string, Fault>> = {
  "429 with Retry-After in seconds": refuse(429, { "retry-after": "0" }),
  "429 with Retry-After as a date": (response, part) =>
    refuse(429, { "retry-after": new Date().toUTCString() })(response, part),
  "503": refuse(503),
  "403": refuse(403),
  "404": refuse(404),
  "no answer": () => {},
  "a trickle that never ends": (response, { bytes, headers }) => {
    response.writeHead(206, headers);
    const timer = setInterval(() => response.write(bytes.subarray(0, 1)), 10);
    response.on("close", () => clearInterval(timer));
  },
  "a redirect to another host": refuse(302, { location: "http://127.0.0.2:9/other.bin" }),
  "a redirect in a circle": refuse(302, { location: "/a.bin" }),
  "a page of HTML with 200": (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<html>Please sign in</html>"),
  "a reset": (response) => response.destroy(),
  "no ETag": (response, { bytes, headers: { etag: _, ...headers } }) =>
    response.writeHead(206, { ...headers, "content-length": String(bytes.length) }).end(bytes),
  "another ETag": send(() => ({ headers: { etag: '"another"' } })),
  "an ignored range": send(() => ({ status: 200, bytes: TRUTH })),
  "a wrong Content-Range": send(({ start, bytes }) => ({ headers: rangeHeader(start + 9, bytes.length, SIZE) })),
  "a wrong total": send(({ start, bytes }) => ({ headers: rangeHeader(start, bytes.length, SIZE + 9) })),
  "another part than was asked for": send(({ bytes }) => ({
    bytes: TRUTH.slice(0, bytes.length),
    headers: rangeHeader(1, bytes.length, SIZE),
  })),
  "too few bytes": send(({ bytes }) => ({ bytes: bytes.subarray(0, bytes.length >> 1) })),
  "fewer bytes than their length": (response, { bytes, headers }) => {
    response.writeHead(206, { ...headers, "content-length": String(bytes.length) });
    response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy());
  },
  "a coding that it does not have": send(() => ({ headers: { "content-encoding": "gzip" } })),
  "429 with a wait that nobody can bear": refuse(429, { "retry-after": "86400" }),
};

let folder: string;
let server: Awaited<ReturnType<typeof rangeServer>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-net-"));
});

afterEach(async () => {
  await server.close();
  // Blocks go to the disk in the background.
  await rm(folder, { recursive: true, maxRetries: 5 });
});

/** Files of the cache, when all that goes there in the background is there. */
async function filesOnDisk(): Promise<string[]> {
  for (;;) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    if (files.length > 0 && files.every((file) => !file.endsWith(".tmp"))) return files;
    await sleep(10);
  }
}

function partOf(range: string | undefined): Part {
  const [first = 0, last = SIZE - 1] = (/^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? []).slice(1).map(Number);
  const bytes = TRUTH.subarray(first, Math.min(SIZE, last + 1));
  return { start: first, bytes, headers: { etag: tagOf(TRUTH), ...rangeHeader(first, bytes.length, SIZE) } };
}

/** A server on which every third request meets the fault while it is switched on. */
async function faulty(fault: Fault) {
  const met = { on: true, times: 0 };
  server = await rangeServer(() => TRUTH, {
    fault: (request: IncomingMessage, response, count) => {
      if (!met.on || count % 3 !== 2) return false;
      met.times++;
      fault(response, partOf(request.headers.range));
      return true;
    },
  });
  return met;
}

const storeOf = (options: Partial<ByteStoreOptions> = {}) =>
  byteStore({ allow: [server.url], pause: 1, timeout: TIMEOUT, attempts: 2, ...options });

async function isTrue(file: ByteFile, offset: number, length: number): Promise<boolean> {
  const bytes = await file.read(offset, length, use());
  return Buffer.compare(bytes, TRUTH.subarray(offset, offset + length)) === 0;
}

/** Reads from a new store each time, so that nothing is in memory. */
async function read(round: number, options?: Partial<ByteStoreOptions>): Promise<"right" | "wrong" | "refused"> {
  const offset = ((round * 7) % 5) * BLOCK + round;
  try {
    const file = await storeOf(options).open(`${server.url}/a.bin`, use());
    // Another version, or none, is what the server says there is: nothing of it passes for the true one.
    if (file === undefined || file.version !== tagOf(TRUTH)) return "refused";
    return (await isTrue(file, offset, 70)) ? "right" : "wrong";
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    expect(error.message).toMatch(/127\.0\.0\.1|a\.bin/);
    return "refused";
  }
}

describe.each(Object.entries(FAULTS))("a server with %s", (_, fault) => {
  it("never gives a wrong byte, and none that is wrong comes to the disk", async () => {
    const met = await faulty(fault);
    const disk = diskCache({ folder, bytes: 64 * BLOCK });
    const plain = [];
    const kept = [];
    for (let round = 0; round < ROUNDS; round++) {
      plain.push(await read(round));
      kept.push(await read(round, { disk }));
    }
    expect(met.times).toBeGreaterThan(0);
    expect([...plain, ...kept]).not.toContain("wrong");
    expect(plain).toContain("right");
  });
});

describe("a disk cache", () => {
  it("with a flipped bit in each of its files gives nothing of them", async () => {
    const met = await faulty(() => {});
    met.on = false;
    const disk = diskCache({ folder, bytes: 64 * BLOCK });
    for (let round = 0; round < 5; round++) expect(await read(round, { disk })).toBe("right");
    const files = await filesOnDisk();
    expect(files.length).toBeGreaterThan(0);
    for (const [k, file] of files.entries()) {
      const bytes = await readFile(file);
      bytes[(k * 7919) % bytes.length]! ^= 1 << (k % 8);
      await writeFile(file, bytes);
    }
    for (let round = 0; round < 5; round++) expect(await read(round, { disk })).toBe("right");
  });
});
