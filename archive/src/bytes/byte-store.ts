/**
 * Files as ranges of bytes, wherever they are: each opened file is one version of it, blocks are kept in memory up to a
 * bound, and whoever asks for the same block at the same time waits for one request.
 */

import { lruOf } from "irradiance-engine/internal/shared";
import type { ReadOptions, Work } from "../budget.js";
import { ArchiveError, isChanged } from "../errors.js";
import { blocksOf } from "./blocks.js";
import type { DiskCache } from "./disk-cache.js";
import { flightsOf } from "./flights.js";
import { type HttpOptions, httpTransport } from "./http-transport.js";
import { isLasting, LOCAL, onDisk } from "./local-transport.js";
import {
  type ByteRange,
  checkWithin,
  type Fetched,
  ForbiddenError,
  isOverheard,
  isRemote,
  locationOf,
  type Transport,
  unreadable,
} from "./location.js";

/** `headers` go to the origins of the first address only. */
export interface ByteStoreOptions extends Omit<HttpOptions, "own"> {
  /** Folders and addresses that may be read, with everything below them; of addresses also where redirects may lead. */
  readonly allow: readonly string[];
  /** Blocks kept in memory, bytes. Default: 64 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Where blocks of remote files are kept, too, and what servers said of them: a restart asks for nothing twice. Default: nowhere. */
  readonly disk?: DiskCache | undefined;
  /** ms after which it is asked whether a file is still the same. Default: 30,000; of local files at most 1,000. */
  readonly maxAge?: number | undefined;
}

interface OpenOptions extends ReadOptions {
  /** What is most likely read next: it comes with the request that opens the file. Default: the first block. */
  readonly first?: ByteRange | undefined;
  /** In place of the store's `maxAge`. */
  readonly maxAge?: number | undefined;
}

/** One version of a file. */
export interface ByteFile {
  readonly location: string;
  readonly size: number;
  /** Equal only for equal bytes, as far as its server or file system knows. */
  readonly version: string;
  /**
   * Bytes [offset, offset + length). They may be shared: do not write to them.
   *
   * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` beyond the end; `ERR_ARCHIVE_CHANGED` if the file is another by now
   */
  read(offset: number, length: number, options: RangeOptions): Promise<Uint8Array>;
}

interface RangeOptions extends ReadOptions {
  /** They are kept in another form: where no disk keeps what came from afar, these bytes need not be in memory twice. Default: false. */
  readonly isOnce?: boolean | undefined;
}

export interface ByteStore {
  /** Undefined if there is no such file. @throws ArchiveError */
  open(location: string, options: OpenOptions): Promise<ByteFile | undefined>;
  /** Bytes of blocks in memory. */
  readonly cached: number;
  /** What was asked of disks and servers since the store was made, and what came. */
  readonly traffic: Traffic;
  /** While a server does not answer and files come from the disk: when it answered last of the oldest of them, Unix ms. */
  readonly keptSince: number | undefined;
}

export interface Traffic {
  readonly requests: number;
  readonly bytes: number;
}

/** Files whose version, or absence, is remembered. */
const FILES_KNOWN = 20_000;
/** ms for which a file that is not there is not asked for again. */
const ABSENT = 60_000;
/** ms for which a local file is not looked at again. */
const LOCAL_AGE = 1_000;
/** ms that a server has to confirm a file that is on disk, and ms for which it is not asked after it had not. */
const PATIENCE = 3_000;
const SILENCE = 30_000;

interface FileState {
  /** Undefined: there is no such file. */
  readonly file: { readonly size: number; readonly version: string } | undefined;
  readonly checked: number;
}

/** @throws TypeError or RangeError for invalid options, naming them */
export function byteStore(options: ByteStoreOptions): ByteStore {
  const { cacheBytes = 64 * 1024 * 1024, maxAge = 30_000, disk } = options;
  if (options.allow.length === 0) throw new RangeError("allow must name at least one folder or address, got none");
  if (!(maxAge >= 0)) throw new RangeError(`maxAge must be 0 ms or more, got ${maxAge}`);
  const allow = options.allow.map((given) => locationOf(given, "allow"));
  const [home] = allow as [string, ...string[]];
  const own = isRemote(home) ? [new URL(home).origin] : [];
  if (own.some(isOverheard) && Object.keys(options.headers ?? {}).length > 0) {
    throw new RangeError(
      `headers must not go to ${own[0]}, because http sends them in the clear: give an https address, or the address of a proxy on this machine`,
    );
  }
  const blocks = blocksOf(cacheBytes);
  const traffic = { requests: 0, bytes: 0 };
  const near = counted(LOCAL, traffic);
  const network = counted(httpTransport({ ...options, allow, own }), traffic);
  const far = disk === undefined ? network : onDisk(network, disk);
  const transportOf = (location: string): Transport => (isRemote(location) ? far : near);
  const states = fileStates({ ...options, maxAge }, blocks, transportOf);
  const opening = flightsOf<FileState>();

  const fileOf = (location: string, { size, version }: { size: number; version: string }): ByteFile => ({
    location,
    size,
    version,
    async read(offset, length, { signal, budget, isOnce = false }) {
      signal.throwIfAborted();
      budget.take("bytes", length);
      if (!(offset >= 0 && length >= 0 && offset + length <= size)) {
        const asked = `${length} bytes from ${offset}, but it ends at ${size}`;
        throw unreadable(location, `it is cut off or damaged, because it refers to ${asked}`);
      }
      const fetch = (range: ByteRange, inner: AbortSignal): Promise<Fetched | undefined> =>
        transportOf(location).fetch(location, range, version, inner);
      try {
        const file = { location, size, version };
        return await blocks.read(
          file,
          offset,
          length,
          fetch,
          signal,
          isOnce && (disk === undefined || !isRemote(location)),
        );
      } catch (error) {
        if (isChanged(error)) await states.forget(location);
        throw error;
      }
    },
  });

  return {
    get cached() {
      return blocks.bytes;
    },
    get traffic() {
      return { ...traffic };
    },
    get keptSince() {
      return states.keptSince;
    },
    async open(location, use) {
      use.signal.throwIfAborted();
      checkWithin(location, allow, location);
      use.budget.take("files", 1);
      try {
        const { file } = await opening.start(location, (signal) => states.look(location, use, signal)).join(use.signal);
        return file && fileOf(location, file);
      } catch (error) {
        if (use.forbidden === undefined || !(error instanceof ForbiddenError)) throw error;
        use.forbidden.add(location);
        return undefined;
      }
    },
  };
}

/** What is known of files, and when it is asked again. */
function fileStates(
  { maxAge, clock = () => performance.now(), disk }: ByteStoreOptions & { readonly maxAge: number },
  blocks: ReturnType<typeof blocksOf>,
  transportOf: (location: string) => Transport,
) {
  const known = lruOf<FileState>(FILES_KNOWN);
  let keptSince: number | undefined;
  let silentUntil = Number.NEGATIVE_INFINITY;

  const note = (location: string, state: FileState): FileState => {
    known.set(location, state);
    const { file } = state;
    if (isRemote(location) && (file === undefined || isLasting(file.version))) {
      void disk?.note(location, { file, checked: Date.now() });
    }
    return state;
  };

  /** What a process before this one, or beside it, heard of a file; of a clock that was put back nothing is believed. */
  const heard = async (location: string): Promise<FileState | undefined> => {
    const said = isRemote(location) ? await disk?.said(location) : undefined;
    const age = Date.now() - (said?.checked ?? 0);
    return said && { file: said.file, checked: age < 0 ? Number.NEGATIVE_INFINITY : clock() - age };
  };

  const confirmed = async (location: string, before: FileState | undefined, first: ByteRange, signal: AbortSignal) => {
    const version = before?.file?.version;
    if (version !== undefined && (await transportOf(location).isStill(location, version, signal))) {
      return note(location, { file: before!.file, checked: clock() });
    }
    const fetched = await transportOf(location).fetch(location, first, undefined, signal);
    if (fetched !== undefined) blocks.keep(location, fetched);
    return note(location, { file: fetched && { size: fetched.size, version: fetched.version }, checked: clock() });
  };

  /** Where the server says nothing, a file on disk is as it was. */
  const orKept = async (before: FileState, signal: AbortSignal, work: Work<FileState>) => {
    const kept = () => {
      // Of a clock that was put back it is only known that it was before now.
      const since = Date.now() - (Number.isFinite(before.checked) ? clock() - before.checked : 0);
      keptSince = Math.min(keptSince ?? since, since);
      return before;
    };
    if (clock() < silentUntil) return kept();
    try {
      const state = await work(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]));
      keptSince = undefined;
      return state;
    } catch (error) {
      // Whoever asks may be out of time before the server is.
      signal.throwIfAborted();
      if (!isSilence(error)) throw error;
      silentUntil = clock() + SILENCE;
      return kept();
    }
  };

  return {
    get keptSince() {
      return keptSince;
    },
    async look(location: string, { first, maxAge: most = maxAge }: OpenOptions, signal: AbortSignal) {
      const isFar = isRemote(location);
      const before = known.get(location) ?? (await heard(location));
      if (before !== undefined && isFresh(before.file, clock() - before.checked, isFar, most)) {
        known.set(location, before);
        return before;
      }
      const range = blocks.around(first ?? { offset: 0, length: 1 });
      const ask: Work<FileState> = (own) => confirmed(location, before, range, own);
      return before === undefined || !isFar || disk === undefined ? ask(signal) : orKept(before, signal, ask);
    },
    async forget(location: string) {
      known.delete(location);
      if (isRemote(location)) await disk?.forget(location);
    },
  };
}

/** What was not there may be by now; a disk is asked each time. */
function isFresh(file: FileState["file"], age: number, isFar: boolean, most: number): boolean {
  if (file === undefined) return isFar && age < Math.min(ABSENT, most);
  return age < (isFar ? most : Math.min(LOCAL_AGE, most));
}

/** Whether a server could not be asked; what it refuses is an answer. */
function isSilence(error: unknown): boolean {
  if (error instanceof ArchiveError) return error.code === "ERR_ARCHIVE_TIMEOUT" || error.kind === "unreachable";
  return (error as Error).name === "TimeoutError";
}

function counted(transport: Transport, traffic: { requests: number; bytes: number }): Transport {
  return {
    async fetch(...asked) {
      traffic.requests++;
      const fetched = await transport.fetch(...asked);
      traffic.bytes += fetched?.bytes.length ?? 0;
      return fetched;
    },
    isStill(...asked) {
      traffic.requests++;
      return transport.isStill(...asked);
    },
  };
}
