/**
 * Blocks of remote files on disk, and what their servers said of them, for as long as there is room: each in a file of its own with its
 * checksum, written under another name first. What cannot be read is fetched again, and what cannot be written is not kept: a cache
 * must not be a reason to fail.
 */
import { createHash } from "node:crypto";
import {
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { HOUR } from "irradiance-engine/internal/shared";
import { draftOf, lockFolder, makeFolder, type WriterLock } from "irradiance-engine/internal/shared/node";
import { ArchiveError } from "../errors.js";
import { readFully } from "./blocks.js";
import { isOfThisMachine, isRemote } from "./location.js";

export interface DiskCacheOptions {
  /** Made if it is not there. Several processes may share it. */
  readonly folder: string;
  /** Most bytes that it may hold. */
  readonly bytes: number;
}

export interface DiskBlock {
  readonly bytes: Uint8Array;
  /** Of the whole file. */
  readonly size: number;
}

/** What a server said of a file. */
interface Said {
  /** Undefined: there was no such file. */
  readonly file: { readonly size: number; readonly version: string } | undefined;
  /** Unix ms. */
  readonly checked: number;
}

export interface DiskCache {
  get(location: string, version: string, block: number): Promise<DiskBlock | undefined>;
  /** Resolves when the block is on disk, or could not be put there. */
  set(location: string, version: string, block: number, value: DiskBlock): Promise<void>;
  said(location: string): Promise<Said | undefined>;
  /** As `set`. */
  note(location: string, said: Said): Promise<void>;
  /** What was said of a file is no longer so. */
  forget(location: string): Promise<void>;
}

/** Magic, SHA-256 of all that follows, size of the whole file or Unix ms (float64), bytes. */
const MAGIC = Buffer.from("IRRBLK1\n");
const DIGEST = 32;
const HEAD = MAGIC.length + DIGEST + 8;
/** After a failure to write, ms without another attempt: a full disk stays full. */
const PAUSE = 60_000;
/** Before the address in the name of what was said: no address begins so. */
const SAID = "said";
/** Share that is left when room is made. */
const KEPT = 0.9;
/** Bytes in which disks give room. */
const CLUSTER = 4096;
/** ms after which a half-written file belongs to nobody. */
const ABANDONED = HOUR;
/** ms after which reading a block counts as using it anew. */
const TOUCHED = HOUR;

/** @throws TypeError, RangeError for invalid options, naming them */
export function diskCache({ folder, bytes: most }: DiskCacheOptions): DiskCache {
  if (typeof folder !== "string" || folder === "") throw new TypeError(`folder must be a path, got ${String(folder)}`);
  if (!(most > 0)) throw new RangeError(`bytes must be a positive number, got ${most}`);
  let failed = Number.NEGATIVE_INFINITY;
  /** Bytes on disk as far as known, and those that this process added since it looked. */
  let total: number | undefined;
  let added = 0;
  let making: Promise<void> | undefined;

  const fileOf = (...key: readonly (string | number)[]) => {
    const name = createHash("sha256").update(key.join("\n")).digest("hex");
    return join(folder, name.slice(0, 2), name.slice(2));
  };

  /** Other processes write, too: their blocks are counted when this one has added an eighth of the room. */
  const isFull = () => total === undefined || total + added > most || added > most / 8;
  const makeRoom = async () => {
    while (isFull()) {
      const before = added;
      making ??= trim(folder, most)
        .then((left) => {
          [total, added] = [left, added - before];
        })
        .finally(() => {
          making = undefined;
        });
      await making;
    }
  };

  const read = async (file: string): Promise<DiskBlock | undefined> => {
    try {
      const found = unpacked(await readFile(file));
      // Of a disk that is only read from, neither comes about.
      await (found === undefined ? rm(file, { force: true }) : touch(file)).catch(() => {});
      return found;
    } catch {
      return undefined;
    }
  };
  const write = async (file: string, value: DiskBlock): Promise<void> => {
    if (Date.now() - failed < PAUSE) return;
    const draft = draftOf(file);
    try {
      // What it holds may have needed a key.
      await makeFolder(dirname(file), { mode: 0o700 });
      const packed = packedOf(value);
      await writeFile(draft, packed);
      await rename(draft, file);
      added += roomOf(packed.length);
      await makeRoom();
    } catch {
      failed = Date.now();
      await rm(draft, { force: true }).catch(() => {});
    }
  };

  return {
    get: (location, version, block) => read(fileOf(location, version, block)),
    set: (location, version, block, value) => write(fileOf(location, version, block), value),
    async said(location) {
      const found = await read(fileOf(SAID, location));
      if (found === undefined) return undefined;
      const { file } = JSON.parse(Buffer.from(found.bytes).toString()) as Pick<Said, "file">;
      return { file, checked: found.size };
    },
    note: (location, { file, checked }) =>
      write(fileOf(SAID, location), { bytes: Buffer.from(JSON.stringify({ file })), size: checked }),
    forget: (location) => rm(fileOf(SAID, location), { force: true }).catch(() => {}),
  };
}

function packedOf({ bytes, size }: DiskBlock): Buffer {
  const packed = Buffer.alloc(HEAD + bytes.length);
  MAGIC.copy(packed);
  packed.writeDoubleLE(size, HEAD - 8);
  packed.set(bytes, HEAD);
  digestOf(packed).copy(packed, MAGIC.length);
  return packed;
}

function unpacked(packed: Buffer): DiskBlock | undefined {
  if (packed.length < HEAD || !packed.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  if (!digestOf(packed).equals(packed.subarray(MAGIC.length, MAGIC.length + DIGEST))) return undefined;
  return { bytes: packed.subarray(HEAD), size: packed.readDoubleLE(HEAD - 8) };
}

function digestOf(packed: Buffer): Buffer {
  return createHash("sha256")
    .update(packed.subarray(MAGIC.length + DIGEST))
    .digest();
}

/** Bytes that a file takes on a disk: the millions of small ones, of what is not there, are not nothing. */
function roomOf(size: number): number {
  return Math.ceil(size / CLUSTER) * CLUSTER;
}

/** Marks a block as used, at most once an hour. */
async function touch(file: string): Promise<void> {
  const { mtimeMs } = await stat(file);
  if (Date.now() - mtimeMs > TOUCHED) await utimes(file, new Date(), new Date());
}

/** Removes what was not used for longest if there is too much. @returns bytes that are left */
async function trim(folder: string, most: number): Promise<number> {
  const files: { file: string; size: number; used: number }[] = [];
  for (const name of await readdir(folder)) {
    // Only what this wrote: the folder may be anybody's.
    if (!/^[0-9a-f]{2}$/.test(name)) continue;
    for (const entry of await readdir(join(folder, name)).catch(() => [])) {
      const file = join(folder, name, entry);
      const status = await stat(file).catch(() => undefined);
      if (status === undefined) continue;
      const isDraft = entry.endsWith(".tmp");
      if (isDraft && Date.now() - status.mtimeMs > ABANDONED) await rm(file, { force: true });
      else if (!isDraft) files.push({ file, size: roomOf(status.size), used: status.mtimeMs });
    }
  }
  let total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= most) return total;
  for (const { file, size } of files.sort((a, b) => a.used - b.used)) {
    if (total <= most * KEPT) break;
    await rm(file, { force: true });
    total -= size;
  }
  return total;
}

// What a store asks of a disk. One small interface, so that tests can let it fail, fill up and lose its power.

export interface NewFile {
  write(bytes: Uint8Array): Promise<void>;
  /** Resolves when the content is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface Disk {
  /** @throws when it exists */
  create(path: string): Promise<NewFile>;
  readAll(path: string): Promise<Uint8Array>;
  /** @throws when the file is shorter */
  read(path: string, offset: number, length: number): Promise<Uint8Array>;
  /** Changes when the file is replaced. */
  identity(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  list(folder: string): Promise<string[]>;
  /** Resolves when the folder's names are on the disk. */
  syncFolder(folder: string): Promise<void>;
}

export const nodeDisk: Disk = {
  async create(path) {
    const file = await open(path, "wx");
    return {
      write: (bytes) => writeAll(file, bytes),
      sync: () => file.sync(),
      close: () => file.close(),
    };
  },
  readAll: (path) => readFile(path),
  async read(path, offset, length) {
    const file = await open(path, "r");
    try {
      return await readFully(file, offset, length, (at) => new Error(`ends at byte ${at}, before ${offset + length}`));
    } finally {
      await file.close();
    }
  },
  async identity(path) {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  },
  rename,
  remove: unlink,
  list: (folder) => readdir(folder),
  async syncFolder(folder) {
    // Windows keeps its names itself, and does not open folders.
    if (process.platform === "win32") return;
    const handle = await open(folder, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  },
};

/** A disk that is almost full writes a part and reports no error. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let done = 0;
  while (done < bytes.length) done += (await file.write(bytes, done, bytes.length - done)).bytesWritten;
}

export async function writeWhole(disk: Disk, path: string, bytes: Uint8Array): Promise<void> {
  const file = await disk.create(path);
  try {
    await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

// Checksums of blocks and files: the first eight bytes of SHA-256, which no accident repeats.

export const SUM_BYTES = 8;

export function sumOf(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest().subarray(0, SUM_BYTES);
}

export function sumText(bytes: Uint8Array): string {
  return Buffer.from(sumOf(bytes)).toString("hex");
}

// Where a user's programs keep what they can fetch again.

/** The folder `irradiance` in `XDG_CACHE_HOME`, else in `~/.cache`. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "irradiance");
}

// Which disk keeps the bytes of a remote source between processes: one cache for all sources of a process that name its folder.

/**
 * `off`: nothing is kept. Without a folder it is the user's cache folder, and nothing is kept of servers on this machine. Default of
 * `bytes`, the most that it holds: 4 GiB.
 */
export type WeatherCache =
  | "off"
  | { readonly [option in keyof DiskCacheOptions]?: DiskCacheOptions[option] | undefined };

/** The cache of a source at a location. */
export type CacheOf = (location: string) => DiskCache | undefined;

const MOST = 4 * 1024 ** 3;
const opened = new Map<string, DiskCache>();

/** @throws TypeError, RangeError for a folder or size that cannot be one, naming it */
export function cacheOf(choice: WeatherCache): CacheOf {
  if (choice === "off") return () => undefined;
  const { folder, bytes = MOST } = choice;
  const cache = cacheIn({ folder: folder ?? join(cacheFolder(), "weather"), bytes });
  const isKept = (location: string) => isRemote(location) && (folder !== undefined || !isOfThisMachine(location));
  return (location) => (isKept(location) ? cache : undefined);
}

function cacheIn({ folder, bytes }: DiskCacheOptions): DiskCache {
  const key = `${bytes} ${resolve(String(folder))}`;
  const cache = opened.get(key) ?? diskCache({ folder, bytes });
  opened.set(key, cache);
  return cache;
}

// One writer for each folder: a live store, the scans of a satellite, the runs that a server keeps.

/**
 * Makes this process the one writer of a folder, until it releases the lock or ends.
 *
 * @param folder that exists
 * @throws ArchiveError `ERR_ARCHIVE_WRITER` if a writer has the folder; the lock's `check`, if another one has taken over
 */
export function lockStore(folder: string): Promise<WriterLock> {
  return lockFolder(folder, (reason) => new ArchiveError("ERR_ARCHIVE_WRITER", `${folder} ${reason}`));
}
