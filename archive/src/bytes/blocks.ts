/** Blocks of files in memory: what is missing of a range comes in one request for each gap, and once for all who wait. */

import { lruOf } from "irradiance-engine/shared";
import { changed } from "./failures.js";
import { type Flight, flightOf } from "./flights.js";
import type { ByteRange, Fetched } from "./transport.js";

/** Bytes: what an object store sends in the time that a request takes anyway. */
export const BLOCK = 64 * 1024;

interface Version {
  readonly location: string;
  readonly size: number;
  readonly version: string;
}

type Fetch = (range: ByteRange, signal: AbortSignal) => Promise<Fetched | undefined>;

/** A request for neighbouring blocks. */
interface Run {
  readonly flight: Flight<Fetched>;
}

export interface Blocks {
  readonly bytes: number;
  /** The range in whole blocks, so that what is fetched is kept. */
  around(range: ByteRange): ByteRange;
  keep(location: string, fetched: Fetched): void;
  /** @param isOnce what is not in memory is fetched as it is, and not kept */
  read(
    file: Version,
    offset: number,
    length: number,
    fetch: Fetch,
    signal: AbortSignal,
    isOnce: boolean,
  ): Promise<Uint8Array>;
}

/** @param most bytes kept */
export function blocksOf(most: number): Blocks {
  const kept = lruOf<Uint8Array>(most, (block) => block.length);
  const underWay = new Map<string, Run>();

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
  const start = (file: Version, first: number, last: number, fetch: Fetch): Run => {
    const { location, version, size } = file;
    const keys = Array.from({ length: last - first + 1 }, (_, k) => keyOf(location, version, first + k));
    const offset = first * BLOCK;
    const range = { offset, length: Math.min(size, (last + 1) * BLOCK) - offset };
    const ask = async (signal: AbortSignal) => {
      const fetched = await fetch(range, signal);
      if (fetched === undefined) throw changed(location);
      keep(location, fetched);
      return fetched;
    };
    const forget = () => {
      for (const key of keys) if (underWay.get(key) === run) underWay.delete(key);
    };
    const flight = flightOf((signal) => ask(signal).finally(forget));
    const run: Run = { flight };
    for (const key of keys) underWay.set(key, run);
    return run;
  };

  return {
    get bytes() {
      return kept.total;
    },
    keep,
    around(range) {
      if ("whole" in range) return range;
      // The last two blocks: they hold the tail wherever blocks begin.
      if ("tail" in range) return { tail: (Math.ceil(range.tail / BLOCK) + 1) * BLOCK };
      const first = Math.floor(range.offset / BLOCK);
      const end = Math.ceil((range.offset + range.length) / BLOCK);
      return { offset: first * BLOCK, length: Math.max(1, end - first) * BLOCK };
    },
    async read(file, offset, length, fetch, signal, isOnce) {
      if (length === 0) return new Uint8Array(0);
      const first = Math.floor(offset / BLOCK);
      const last = Math.floor((offset + length - 1) / BLOCK);
      const found: (Uint8Array | Run | undefined)[] = [];
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
      return assemble(found as (Uint8Array | Run)[], first, offset, length, signal);
    },
  };

  function have(key: string): Uint8Array | Run | undefined {
    const run = underWay.get(key);
    return kept.get(key) ?? (run?.flight.isAbandoned ? undefined : run);
  }
}

async function assemble(
  found: readonly (Uint8Array | Run)[],
  first: number,
  offset: number,
  length: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const runs = new Set(found.filter((one): one is Run => !(one instanceof Uint8Array)));
  const fetched = new Map(
    await Promise.all([...runs].map(async (run) => [run, await run.flight.join(signal)] as const)),
  );
  if (found.length === 1) {
    const only = found[0]!;
    const [bytes, start] = only instanceof Uint8Array ? [only, first * BLOCK] : partOf(fetched.get(only)!);
    return bytes.subarray(offset - start, offset - start + length);
  }
  const bytes = new Uint8Array(length);
  found.forEach((one, k) => {
    const [source, start] = one instanceof Uint8Array ? [one, (first + k) * BLOCK] : partOf(fetched.get(one)!);
    const from = Math.max(offset, (first + k) * BLOCK);
    const to = Math.min(offset + length, (first + k + 1) * BLOCK);
    bytes.set(source.subarray(from - start, to - start), from - offset);
  });
  return bytes;
}

function partOf({ bytes, offset }: Fetched): [Uint8Array, number] {
  return [bytes, offset];
}

function keyOf(location: string, version: string, block: number): string {
  return `${location}\n${version}\n${block}`;
}
