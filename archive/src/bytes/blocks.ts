/** Blocks of files in memory: what is missing of a range comes in one request for each gap, and once for all who wait. */

import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lruOf } from "irradiance-engine/internal/shared";
import type { Work } from "../budget.js";
import { type Flight, flightOf } from "./flights.js";
import { type ByteRange, changed, type Fetched } from "./location.js";

/** Bytes: what an object store sends in the time that a request takes anyway. */
export const BLOCK = 64 * 1024;

interface Version {
  readonly location: string;
  readonly size: number;
  readonly version: string;
}

type Fetch = (range: ByteRange, signal: AbortSignal) => Promise<Fetched | undefined>;

/** @param most bytes kept */
export function blocksOf(most: number) {
  const kept = lruOf<Uint8Array>(most, (block) => block.length);
  /** Requests for neighbouring blocks. */
  const underWay = new Map<string, Flight<Fetched>>();

  const keep = (location: string, { bytes, offset, size, version }: Fetched) => {
    const first = Math.ceil(offset / BLOCK);
    for (let block = first; block * BLOCK < offset + bytes.length; block++) {
      const [start, end] = [block * BLOCK, Math.min(size, (block + 1) * BLOCK)];
      // A copy: a view would hold all that came with it in memory.
      if (end <= offset + bytes.length)
        kept.set(keyOf(location, version, block), bytes.slice(start - offset, end - offset));
    }
  };

  /** Starts the request for blocks [first, last]. */
  const start = ({ location, version, size }: Version, first: number, last: number, fetch: Fetch): Flight<Fetched> => {
    const keys = Array.from({ length: last - first + 1 }, (_, k) => keyOf(location, version, first + k));
    const offset = first * BLOCK;
    const range = { offset, length: Math.min(size, (last + 1) * BLOCK) - offset };
    const ask: Work<Fetched> = async (signal) => {
      const fetched = await fetch(range, signal);
      if (fetched === undefined) throw changed(location);
      keep(location, fetched);
      return fetched;
    };
    const flight: Flight<Fetched> = flightOf((signal) =>
      ask(signal).finally(() => {
        for (const key of keys) if (underWay.get(key) === flight) underWay.delete(key);
      }),
    );
    for (const key of keys) underWay.set(key, flight);
    return flight;
  };
  const have = (key: string): Uint8Array | Flight<Fetched> | undefined => {
    const flight = underWay.get(key);
    return kept.get(key) ?? (flight?.isAbandoned ? undefined : flight);
  };

  return {
    get bytes() {
      return kept.total;
    },
    keep,
    /** The range in whole blocks, so that what is fetched is kept. */
    around(range: ByteRange): ByteRange {
      if ("whole" in range) return range;
      // The last two blocks: they hold the tail wherever blocks begin.
      if ("tail" in range) return { tail: (Math.ceil(range.tail / BLOCK) + 1) * BLOCK };
      const first = Math.floor(range.offset / BLOCK);
      const end = Math.ceil((range.offset + range.length) / BLOCK);
      return { offset: first * BLOCK, length: Math.max(1, end - first) * BLOCK };
    },
    /** @param isOnce what is not in memory is fetched as it is, and not kept */
    async read(file: Version, offset: number, length: number, fetch: Fetch, signal: AbortSignal, isOnce: boolean) {
      if (length === 0) return new Uint8Array(0);
      const first = Math.floor(offset / BLOCK);
      const last = Math.floor((offset + length - 1) / BLOCK);
      const found: (Uint8Array | Flight<Fetched> | undefined)[] = [];
      for (let block = first; block <= last; block++) found.push(have(keyOf(file.location, file.version, block)));
      if (isOnce && found.every((one) => one === undefined)) {
        const fetched = await fetch({ offset, length }, signal);
        if (fetched === undefined) throw changed(file.location);
        return fetched.bytes.subarray(offset - fetched.offset, offset - fetched.offset + length);
      }
      for (let from = found.indexOf(undefined); from >= 0; from = found.indexOf(undefined)) {
        const next = found.findIndex((one, k) => k > from && one !== undefined);
        const to = next < 0 ? found.length : next;
        found.fill(start(file, first + from, first + to - 1, fetch), from, to);
      }
      return assemble(found as Found, first, offset, length, signal);
    },
  };
}

type Found = readonly (Uint8Array | Flight<Fetched>)[];

async function assemble(found: Found, first: number, offset: number, length: number, signal: AbortSignal) {
  const flights = new Set(found.filter((one) => !(one instanceof Uint8Array)) as Flight<Fetched>[]);
  const fetched = new Map(
    await Promise.all([...flights].map(async (flight) => [flight, await flight.join(signal)] as const)),
  );
  const partOf = (one: Found[number], k: number): Pick<Fetched, "bytes" | "offset"> =>
    one instanceof Uint8Array ? { bytes: one, offset: (first + k) * BLOCK } : fetched.get(one)!;
  if (found.length === 1) {
    const only = partOf(found[0]!, 0);
    return only.bytes.subarray(offset - only.offset, offset - only.offset + length);
  }
  const bytes = new Uint8Array(length);
  found.forEach((one, k) => {
    const source = partOf(one, k);
    const from = Math.max(offset, (first + k) * BLOCK);
    const to = Math.min(offset + length, (first + k + 1) * BLOCK);
    bytes.set(source.bytes.subarray(from - source.offset, to - source.offset), from - offset);
  });
  return bytes;
}

function keyOf(location: string, version: string, block: number): string {
  return `${location}\n${version}\n${block}`;
}

// A file on a disk: its version, and its bytes.

/** Equal only for equal bytes, as far as the file system knows. */
export interface FileVersion {
  readonly size: number;
  readonly version: string;
}

export function fileVersion({ size, ino, mtimeNs }: BigIntStats): FileVersion {
  return { size: Number(size), version: `${size}-${mtimeNs}-${ino}` };
}

export async function versionOf(file: FileHandle): Promise<FileVersion> {
  return fileVersion(await file.stat({ bigint: true }));
}

/** Bytes [offset, offset + length). @param ended makes the error of a file that ends before, told where */
export async function readFully(file: FileHandle, offset: number, length: number, ended: (at: number) => Error) {
  const bytes = new Uint8Array(length);
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(bytes, read, length - read, offset + read);
    if (bytesRead === 0) throw ended(offset + read);
    read += bytesRead;
  }
  return bytes;
}
