/** Files of Open-Meteo's archive, read as omfiles reads them: replicas of it, on disk and from a web server. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byteStore } from "../src/bytes/byte-store.js";
import { parseDescription } from "../src/description/description.js";
import type { Offer, OmOptions, Place } from "../src/index.js";
import { openOm } from "../src/om/om-file.js";
import { fixture } from "./fixture.mjs";
import { ALWAYS, columnsOf, type ExpectedColumns, fromServer, onDisk, type Stores, use } from "./replicas.js";

interface ExpectedOffer {
  readonly class: string;
  readonly step: number;
  readonly cell: { readonly latitude: number; readonly longitude: number; readonly altitude?: number };
  readonly columns: ExpectedColumns;
}

interface Replica {
  readonly options: Omit<OmOptions, "location">;
  readonly places: readonly {
    readonly place: readonly [number, number, number?];
    readonly expected: readonly ExpectedOffer[];
  }[];
}

const FILES = fixture<Stores>("om.json.gz");
const { codecs: CODECS, replicas: REPLICAS } = fixture<{
  codecs: readonly string[];
  replicas: { [name: string]: Replica };
}>("om-expected.json.gz");
const NOW = Date.UTC(2026, 5, 21, 9);
let folder: string;
let server: Awaited<ReturnType<typeof fromServer>>;

beforeAll(async () => {
  folder = await onDisk(FILES);
  server = await fromServer(FILES);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

describe("every type and compression", () => {
  const names = Object.keys(FILES.codecs!);

  it("is in the fixtures", () => {
    const kinds = new Set(names.map((name) => name.replace(/^\d+-(.*)-\d\.om$/, "$1")));
    expect([...kinds].sort()).toEqual([
      "f4-fpx_xor_2d",
      "f4-pfor_delta_2d",
      "f4-pfor_delta_2d_int16",
      "f4-pfor_delta_2d_int16_logarithmic",
      "f8-pfor_delta_2d",
      ...["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"].map((type) => `${type}-pfor_delta_2d`),
    ]);
  });

  it.each(names)("%s", async (name) => {
    const location = join(folder, "codecs", name);
    const file = await openOm(byteStore({ allow: [folder] }), location, 0, use());
    const array = file!.root.array!;
    const { shape } = array;
    const row = shape.at(-1)!;
    const bytes = Buffer.from(CODECS[Number(name.slice(0, 2))]!, "base64");
    const expected = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const read = new Float64Array(expected.length);
    for (let k = 0; k < expected.length; k += row) {
      const at = shape.length === 2 ? [k / row, 0] : [Math.floor(k / row / shape[1]!), (k / row) % shape[1]!, 0];
      read.set(await file!.line(array, shape.length - 1, 0, row, at, use()), k);
    }
    // 10^x of single precision: its last bit is the library's.
    if (name.includes("logarithmic")) expect(farthest(read, expected)).toBeLessThan(2.4e-7);
    else expect(same(read, expected)).toBe(true);
    // A part of a row, and a column, are those of the whole.
    const part = await file!.line(
      array,
      shape.length - 1,
      17,
      83,
      shape.map(() => 1),
      use(),
    );
    const begin = shape.slice(0, -1).reduce((index, n) => index * n + 1, 0) * row;
    expect(part).toEqual(read.slice(begin + 17, begin + 83));
    const column = await file!.line(
      array,
      0,
      2,
      11,
      shape.map(() => 3),
      use(),
    );
    const step = read.length / shape[0]!;
    const first = shape.slice(1).reduce((index, n) => index * n + 3, 0);
    expect(column).toEqual(Float64Array.from({ length: 9 }, (_, k) => read[first + (k + 2) * step]!));
  });
});

/** Equal values; of NaN any bits. */
function same(a: Float64Array, b: Float64Array): boolean {
  return a.every((value, k) => Object.is(value, b[k]) || (Number.isNaN(value) && Number.isNaN(b[k])));
}

/** Largest difference, of values above 1 relative to them; infinite where only one is missing. */
function farthest(a: Float64Array, b: Float64Array): number {
  const off = a.map((value, k) => {
    if (Number.isNaN(value) !== Number.isNaN(b[k])) return Number.POSITIVE_INFINITY;
    return Number.isNaN(value) ? 0 : Math.abs(value - b[k]!) / Math.max(1, Math.abs(b[k]!));
  });
  return Math.max(...off);
}

describe.each(Object.entries(REPLICAS))("%s", (name, { options, places }) => {
  async function check(location: string) {
    // Web servers do not list what they have.
    const first = Math.min(
      ...places[0]!.expected.flatMap(({ columns }) => Object.values(columns).map(({ start }) => start)),
    );
    const described = { kind: "om", ...options, location, since: new Date(first).toISOString().slice(0, 10) };
    // As JSON says it, grid and all.
    const { sources } = parseDescription(JSON.stringify({ sources: [described] }), { folder, environment: {} });
    const source = sources[0]!;
    for (const { place: given, expected } of places) {
      const [latitude, longitude, altitude] = given;
      const place: Place = { latitude, longitude, altitude };
      const offers = await source.offer(place, NOW);
      expect(offers.map(({ class: kind, interval: step }) => ({ class: kind, step }))).toEqual(
        expected.map(({ class: kind, step }) => ({ class: kind, step })),
      );
      for (const [k, offer] of offers.entries()) {
        checkCell(offer, expected[k]!);
        const parts = await source.read(offer, place, ALWAYS, offer.columns, use());
        expect(columnsOf(parts)).toEqual(expected[k]!.columns);
      }
    }
  }

  it("on disk is what omfiles reads, value by value", async () => {
    await check(join(folder, name));
  });

  it("from a web server, too", async () => {
    await check(`${server.url}/${name}`);
  });
});

function checkCell({ cell }: Offer, { cell: expected }: ExpectedOffer): void {
  expect(cell.latitude).toBeCloseTo(expected.latitude, 9);
  expect(Math.abs(((((cell.longitude - expected.longitude + 540) % 360) + 360) % 360) - 180)).toBeLessThan(1e-9);
  expect(cell.altitude).toBe(expected.altitude);
}
