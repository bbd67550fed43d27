/** Files of the OM format's versions 1 and 2, read as omfiles reads them, alone and beside files of version 3. */
import { mkdir, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { drawsOf } from "../../test/draws.js";
import { byteStore } from "../src/bytes/byte-store.js";
import { ArchiveError, type OmOptions, omSource } from "../src/index.js";
import { openOm } from "../src/om/om-file.js";
import { newestFiles } from "../src/om/om-source.js";
import { fixture } from "./fixture.mjs";
import { folderOfFile } from "./folder.js";
import { rangeServer } from "./range-server.mjs";
import { use } from "./replicas.js";

interface Old {
  readonly arrays: readonly {
    readonly version: number;
    readonly compression: string;
    readonly chunks: readonly [number, number];
    readonly file: string;
    readonly values: string;
  }[];
  readonly mixed: { readonly [path: string]: string };
}

const { arrays: ARRAYS, mixed: MIXED } = fixture<Old>("om-old.json.gz");
const { region: REGION } = fixture<{ region: { [path: string]: string } }>("om.json.gz");
const { options: OPTIONS } = fixture<{ replicas: { region: { options: Omit<OmOptions, "location"> } } }>(
  "om-expected.json.gz",
).replicas.region;
const [ROWS, COLUMNS] = [23, 211];
const PLACE = { latitude: 45.1, longitude: 5.1 };
const RUN = Date.UTC(2026, 5, 21, 6);
const YEARS = { start: Date.UTC(2020, 0, 1), end: Date.UTC(2030, 0, 1) };
const folder = folderOfFile();

async function put(path: string, content: Uint8Array): Promise<string> {
  const location = join(folder, path);
  await mkdir(dirname(location), { recursive: true });
  await writeFile(location, content);
  return location;
}

async function rowsOf(location: string, store = byteStore({ allow: [folder], maxAge: 0 })): Promise<Float64Array> {
  const file = await openOm(store, location, 0, use());
  const all = new Float64Array(ROWS * COLUMNS);
  for (let row = 0; row < ROWS; row++) {
    all.set(await file!.line(file!.root.array!, 1, 0, COLUMNS, [row, 0], use()), row * COLUMNS);
  }
  return all;
}

it.each(ARRAYS.map((one, k) => ({ ...one, k })))("version $version, $compression, chunks $chunks", async (one) => {
  const read = await rowsOf(await put(`${one.k}.om`, Buffer.from(one.file, "base64")));
  const bytes = Uint8Array.from(Buffer.from(one.values, "base64"));
  const expected = new Float64Array(bytes.buffer);
  // 10^x of single precision: its last bit is the library's.
  const most = one.compression.includes("logarithmic") ? 2.4e-7 : 0;
  for (const [k, value] of expected.entries()) {
    if (Number.isNaN(value)) expect(read[k]).toBeNaN();
    else expect(Math.abs(read[k]! - value)).toBeLessThanOrEqual(most * Math.max(1, Math.abs(value)));
  }
});

it("beside files of version 3 they give the same values, on disk and from a web server", async () => {
  const contents = new Map(
    Object.entries({ ...REGION, ...MIXED }).map(([path, content]) => [path, Buffer.from(content, "base64")]),
  );
  for (const [path, content] of contents) await put(`mixed/${path}`, content);
  for (const [path, content] of Object.entries(REGION)) await put(`new/${path}`, Buffer.from(content, "base64"));
  const server = await rangeServer((path) => contents.get(path));
  const read = async (location: string) => {
    const source = omSource({ ...OPTIONS, location, since: "2026-06-16" });
    const offers = await source.offer(PLACE, RUN);
    const parts = await Promise.all(offers.map((offer) => source.read(offer, PLACE, YEARS, offer.columns, use())));
    return parts.flat().map(({ series }) => series);
  };
  const wanted = await read(join(folder, "new"));
  expect(Object.keys(MIXED).length).toBeGreaterThan(3);
  expect(await read(join(folder, "mixed"))).toEqual(wanted);
  expect(await read(server.url)).toEqual(wanted);
  await server.close();
});

it("the newest files are looked at where the operator lets a server lead", async () => {
  const contents = new Map(
    Object.entries({ ...REGION, ...MIXED }).map(([path, content]) => [path, Buffer.from(content, "base64")]),
  );
  const there = await rangeServer((path) => contents.get(path));
  const astray = (request: { url?: string | undefined }, response: ServerResponse) =>
    Boolean(response.writeHead(302, { location: `${there.url}${request.url}` }).end());
  const here = await rangeServer(() => undefined, { fault: astray });
  const { signal } = new AbortController();
  const look = (allow: readonly string[]) => newestFiles({ ...OPTIONS, location: here.url, allow }, signal);
  await expect(look([])).rejects.toThrow(/which is not allowed/);
  const { arrays, problems } = await look([there.url]);
  expect(problems).toEqual([]);
  expect(arrays.length).toBeGreaterThan(0);
  await Promise.all([here.close(), there.close()]);
});

it("damage ends in an error of the archive, or in values: never in a crash", async () => {
  let state = 38;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  let refused = 0;
  const count = drawsOf(200);
  for (let k = 0; k < count; k++) {
    const bytes = Buffer.from(ARRAYS[k % ARRAYS.length]!.file, "base64");
    const at = Math.floor(random() * (k % 2 === 0 ? bytes.length : 200));
    const damaged = k % 3 === 0 ? bytes.subarray(0, at) : bytes;
    if (k % 3 !== 0)
      for (let n = at; n < Math.min(at + (k % 3 === 1 ? 1 : 16), bytes.length); n++)
        bytes[n] = Math.floor(random() * 256);
    const location = await put(`damaged-${k}.om`, damaged);
    await rowsOf(location).catch((error) => {
      expect(error).toBeInstanceOf(ArchiveError);
      refused++;
    });
  }
  expect(refused).toBeGreaterThan(count / 4);
});
