/** The writer of a live store: takes updates, merges what has become many, gives up what is old. */
import { HOUR } from "irradiance-engine/internal/shared";
import { type Disk, lockStore, nodeDisk } from "../bytes/disk-cache.js";
import { messageOf } from "../errors.js";
import { withPlaces } from "./cells.js";
import { type LiveDescription, readManifest } from "./manifest.js";
import { CACHE_BYTES } from "./reader.js";
import { chooseExpired, chooseMerge, type Damage, damagesOf, Segments } from "./segments.js";
import { oneByOne, openStore } from "./store.js";
import { checkUpdate, type LiveUpdate, mergeSegments, type Piece, piecesOf, together } from "./update.js";

export interface LiveWriterOptions {
  /** Whether to merge segments and drop old ones automatically after updates. Default: true. */
  readonly autoCompact?: boolean | undefined;
  /** Called with failures of merging; updates are not affected. Default: a process warning. */
  readonly report?: ((message: string, cause: unknown) => void) | undefined;
  /** Unix ms. Default: Date.now. */
  readonly now?: (() => number) | undefined;
  /** ms for which replaced files are kept: longer than any reader takes. Default: 600,000. */
  readonly grace?: number | undefined;
}

export interface Ingested {
  /** Version of the store with the update: from now on readers see this version or a higher one. */
  readonly version: number;
  /** Number of values, without missing ones. */
  readonly values: number;
  /** Cells of the store. */
  readonly cells: number;
}

export interface Compacted {
  /** Segments before and after. */
  readonly before: number;
  readonly after: number;
  /** Segments that were dropped as too old. */
  readonly dropped: number;
}

export interface LiveWriter {
  readonly description: LiveDescription;
  /**
   * Adds values, all or none. Once it resolves, they are on the disk: neither kill -9 nor a power cut loses them. Values replace
   * the values of earlier updates; missing ones change nothing. Repeating an update changes nothing.
   *
   * @throws TypeError or RangeError for an update that cannot be kept; ArchiveError `ERR_ARCHIVE_NOT_WRITTEN` when the disk
   * is full or fails, `ERR_ARCHIVE_WRITER` when another process has become the writer
   */
  ingest(updates: LiveUpdate | readonly LiveUpdate[]): Promise<Ingested>;
  /**
   * Merges segments hour by hour, day by day, month by month, and drops those that are older than the store keeps.
   *
   * @param options thorough: merges everything that can be merged (default); false: only where merging pays, as after an update
   * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for a damaged segment; as `ingest`
   */
  compact(options?: { readonly thorough?: boolean | undefined }): Promise<Compacted>;
  /** Gives up damaged segments, so that the rest can be read and merged. @returns the data that must be sent again */
  repair(): Promise<readonly Damage[]>;
  /** Finishes work in progress and lets another writer in. */
  close(): Promise<void>;
}

const GRACE = 600_000;
/** Clocks differ, ms. */
const TOLERANCE = HOUR;
const EARLIEST = Date.UTC(1900, 0, 1);

/**
 * Opens a store for writing. There is one writer at a time.
 *
 * @throws ArchiveError `ERR_ARCHIVE_WRITER` if there is another one, `ERR_ARCHIVE_UNREADABLE`
 */
export function openLiveWriter(folder: string, options: LiveWriterOptions = {}): Promise<LiveWriter> {
  return openWriter(folder, options, nodeDisk);
}

/** As `openLiveWriter`, on any disk. The lock is always on the machine's. */
export async function openWriter(folder: string, options: LiveWriterOptions, disk: Disk): Promise<LiveWriter> {
  const {
    autoCompact = true,
    report = (message) => process.emitWarning(message),
    now = Date.now,
    grace = GRACE,
  } = options;
  // A folder without a store gets no lock.
  await readManifest(disk, folder);
  const lock = await lockStore(folder);
  const store = await openStore(folder, { now, grace }, disk).catch(async (error) => {
    await lock.release();
    throw error;
  });
  const { description } = store.manifest;
  const opened: Opened = { store, lock, segments: new Segments(disk, folder, CACHE_BYTES), now };
  const ingesting = oneByOne();
  const tidying = oneByOne();
  let waiting = 0;
  let isClosed = false;

  /** At most one is under way and one waits. */
  const tidyInBackground = () => {
    if (!autoCompact || waiting > 0) return;
    waiting++;
    const started = tidying(() => {
      waiting--;
      return tidied(opened, () => !isClosed);
    });
    started.catch((error) => report(`the live store ${folder} could not be compacted: ${messageOf(error)}`, error));
  };

  const checkOpen = () => {
    if (isClosed) throw new TypeError(`the writer of the live store ${folder} is closed`);
  };

  return {
    description,
    async ingest(updates) {
      checkOpen();
      const list = Array.isArray(updates) ? (updates as readonly LiveUpdate[]) : [updates as LiveUpdate];
      const done = await ingesting(() => ingested(opened, list));
      tidyInBackground();
      return done;
    },
    async compact({ thorough = true } = {}) {
      checkOpen();
      return tidying(() => tidied(opened, () => thorough || !isClosed, thorough));
    },
    async repair() {
      checkOpen();
      return tidying(async () => {
        const step = description.step * 1000;
        const { damages, entries } = await damagesOf(store.manifest, new Segments(disk, folder, 0), step);
        if (entries.length > 0) {
          await lock.check();
          await store.drop(entries);
        }
        return damages;
      });
    },
    async close() {
      isClosed = true;
      await ingesting(async () => {});
      await tidying(async () => {});
      await lock.release();
    },
  };
}

interface Opened {
  readonly store: Awaited<ReturnType<typeof openStore>>;
  readonly lock: Awaited<ReturnType<typeof lockStore>>;
  readonly segments: Segments;
  readonly now: () => number;
}

async function ingested({ store, lock, now }: Opened, updates: readonly LiveUpdate[]): Promise<Ingested> {
  await lock.check();
  await store.settle();
  const { description } = store.manifest;
  let cells = store.cells;
  const pieces: Piece[] = [];
  for (const update of updates) {
    const rows = checkUpdate(update, description);
    checkTimes(update.start, rows, description.step * 1000, now());
    const placed = withPlaces(cells, update.places);
    const own = piecesOf(update, rows, placed.numbers, description);
    if (own.length > 0) cells = placed.cells;
    pieces.push(...own);
  }
  if (pieces.length > 0) await store.add(together(pieces), cells);
  const values = pieces.reduce((sum, piece) => sum + piece.present, 0);
  return { version: store.manifest.version, values, cells: store.cells.places.length };
}

/** @param goesOn whether there is time for one more merge */
async function tidied({ store, lock, segments }: Opened, goesOn: () => boolean, thorough = false): Promise<Compacted> {
  await store.settle();
  const { description, segments: all } = store.manifest;
  for (;;) {
    const chosen = chooseMerge(store.manifest.segments, description, thorough);
    if (chosen === undefined || !goesOn()) break;
    await lock.check();
    await store.replace(chosen, (file) => mergeSegments(file, chosen, segments, description.step * 1000));
    segments.keepOnly(store.manifest.segments);
  }
  const expired = chooseExpired(store.manifest.segments, description);
  if (expired.length > 0) {
    await lock.check();
    await store.drop(expired);
  }
  return { before: all.length, after: store.manifest.segments.length, dropped: expired.length };
}

/** Values of a time to come are a mistake, and would let the store drop what it has as too old. */
function checkTimes(start: number, rows: number, step: number, now: number): void {
  const last = start + (rows - 1) * step;
  if (start >= EARLIEST && last <= now + TOLERANCE) return;
  const wrong = new Date(start < EARLIEST ? start : last);
  const got = Number.isNaN(wrong.getTime()) ? String(start) : wrong.toISOString();
  throw new RangeError(`times must be from 1900 to now, ${new Date(now).toISOString()}, got ${got}`);
}
