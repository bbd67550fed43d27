/** One scan out of one file of a satellite. */
import { open } from "node:fs/promises";
import { MINUTE } from "irradiance-engine/internal/shared";
import { tooLarge, unreadable, unusable } from "../bytes/location.js";
import { unpackBz2 } from "../codecs/bzip2.js";
import { ArchiveError, messageOf } from "../errors.js";
import { netcdfReader } from "../netcdf/reader.js";
import {
  applyFlags,
  decodedCells,
  type FlagCount,
  type GridWindow,
  type ScanArea,
  type ScanGrid,
  scanGrid,
} from "./grid.js";
import { SCAN_PRODUCTS, type ScanFacts } from "./products.js";
import {
  anglesOfRows,
  cellsOf,
  checkPower,
  type Scan,
  type ScanFile,
  type ScanProductName,
  scanFileOf,
  timesOfLines,
} from "./scan-file.js";

export interface ScanOptions {
  /** Unix ms: a scan that begins after it is refused. */
  readonly now: number;
  /** Keeps the cells of an area only. Default: all. */
  readonly area?: ScanArea | undefined;
  /** The satellite that it must be of: "GOES-19". Default: any of the product's. */
  readonly satellite?: string | undefined;
  /**
   * "good" takes the values that the product calls good, "degraded" those with a warning, too. Default: "degraded", as GOES warns of
   * every value under a sun lower than 20°.
   */
  readonly quality?: "good" | "degraded" | undefined;
  /** Seconds added to the time of every line. Default: 0. */
  readonly timeShift?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ScanReader {
  /**
   * @param source the file's bytes, packed by bzip2 or not, or its path
   * @param name of the file: it says what must be in it. Default: the path
   * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for what is torn or damaged, of another product or satellite, or from the future;
   *   RangeError for options that cannot be
   */
  read(
    source: Uint8Array | string,
    product: ScanProductName,
    options: ScanOptions & { readonly name?: string | undefined },
  ): Promise<Scan>;
  /** Ends its thread. */
  close(): Promise<void>;
}

/** Bytes of a file, packed and unpacked: four times those of GOES' full disc. */
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * Reads scans one after the other: HDF5 runs in a thread of its own. What bzip2 packed is unpacked in the caller's thread, 8 MB a second:
 * who must answer meanwhile reads in a thread, or takes the files that are not packed.
 *
 * @experimental
 */
export function scanReader(): ScanReader {
  const netcdf = netcdfReader();
  return {
    async read(source, product, { name: given, ...options }) {
      checkOptions(product, options);
      const name = given ?? (typeof source === "string" ? source : "the scan");
      const { signal = new AbortController().signal } = options;
      const file = await netcdf.open(await unpacked(source, name), { signal, name, most: MOST_BYTES });
      try {
        return await scanOf(scanFileOf(file, name), product, options);
      } finally {
        await file.close();
      }
    },
    close: () => netcdf.close(),
  };
}

/** One scan, with a thread for it alone. @throws as `ScanReader.read` @experimental */
export async function readScan(...given: Parameters<ScanReader["read"]>): Promise<Scan> {
  const reader = scanReader();
  try {
    return await reader.read(...given);
  } finally {
    await reader.close();
  }
}

/** @throws RangeError naming what is wrong */
function checkOptions(product: ScanProductName, { now, quality = "degraded", timeShift = 0 }: ScanOptions): void {
  const names = Object.keys(SCAN_PRODUCTS);
  if (!names.includes(product)) throw new RangeError(`product must be ${names.join(" or ")}, got ${String(product)}`);
  // Without it no scan would be of the future.
  if (!Number.isFinite(now)) throw new RangeError(`now must be Unix ms, got ${String(now)}`);
  if (quality !== "good" && quality !== "degraded")
    throw new RangeError(`quality must be "good" or "degraded", got ${JSON.stringify(quality)}`);
  if (!Number.isFinite(timeShift)) throw new RangeError(`timeShift must be seconds, got ${String(timeShift)}`);
}

/** What is not packed stays as it is: a path, too. */
async function unpacked(source: Uint8Array | string, name: string): Promise<Uint8Array | string> {
  const packed = typeof source === "string" ? await packedAt(source) : isPacked(source) ? source : undefined;
  if (packed === undefined) return source;
  try {
    return unpackBz2(packed, MOST_BYTES);
  } catch (error) {
    throw unreadable(name, messageOf(error));
  }
}

function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x42 && bytes[1] === 0x5a && bytes[2] === 0x68;
}

/** The bytes of a file that bzip2 packed, whatever its name; undefined for any other. */
async function packedAt(path: string): Promise<Uint8Array | undefined> {
  const file = await open(path, "r").catch((error) => {
    const isGone = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw unreadable(path, messageOf(error), isGone ? "not there" : "unreachable");
  });
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(3), 0, 3, 0);
    if (!isPacked(buffer.subarray(0, bytesRead))) return undefined;
    const { size } = await file.stat();
    if (size > MOST_BYTES) throw tooLarge(path, size, MOST_BYTES);
    return await file.readFile();
  } catch (error) {
    throw error instanceof ArchiveError ? error : unreadable(path, messageOf(error), "unreachable");
  } finally {
    await file.close();
  }
}

/** Why a scan is refused whose satellite sees nothing of what is wanted. */
export const BESIDE_AREA = "none of its cells is in the area";
/** Clocks of two machines may differ by this, ms. */
const CLOCKS = MINUTE;
/** ms that a scan takes at most. */
const LONGEST = 60 * MINUTE;
const GOOD = /^good/;
const USABLE = /^(good|degraded)/;

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for what is no scan of the product, or one that is refused */
async function scanOf(file: ScanFile, product: ScanProductName, options: ScanOptions): Promise<Scan> {
  const { signal = new AbortController().signal, area, timeShift = 0 } = options;
  const reader = SCAN_PRODUCTS[product];
  const facts = await reader.facts(file, signal);
  checkFacts(facts, file, options);
  checkPower(facts.values, file);
  const whole = scanGrid(facts.definition);
  const all: GridWindow = { top: 0, bottom: whole.rows, left: 0, right: whole.columns };
  const window = area === undefined ? all : whole.windowOf(area);
  if (window === undefined) throw unusable(file.name, BESIDE_AREA);
  const grid = area === undefined ? whole : whole.part(window);
  const stored = await cellsOf(facts.values, file, whole, signal);
  const values = decodedCells(stored, facts.values, whole.columns, window);
  const counts = await flagged(facts, file, values, whole, window, options);
  const step = reader.step * 1000;
  const lines = timesOfLines(anglesOfRows(facts.definition, facts.view), facts.sweep);
  return {
    grid,
    satellite: facts.satellite,
    // A scan may begin some seconds before its time.
    start: Math.floor((facts.sweep.begin + CLOCKS) / step) * step,
    lineTimes: lines.slice(window.top, window.bottom).map((time) => time + 1000 * timeShift),
    columns: { [facts.column]: values },
    dataset: facts.dataset,
    notices: [...facts.notices, ...warnings(counts)],
    licence: reader.licence,
    attribution: reader.attribution,
  };
}

/** How many of the remaining values have which flag; none of a product without flags. */
async function flagged(
  { values: { path }, flags }: ScanFacts,
  file: ScanFile,
  values: Float32Array,
  whole: ScanGrid,
  window: GridWindow,
  { quality = "degraded", signal = new AbortController().signal }: ScanOptions,
): Promise<FlagCount[]> {
  if (flags === undefined) return [];
  const stored = await cellsOf(flags, file, whole, signal);
  const wanted = quality === "good" ? GOOD : USABLE;
  try {
    return applyFlags(values, stored, flags, whole.columns, window, (meaning) => wanted.test(meaning));
  } catch (error) {
    throw unusable(file.name, `the flags of ${path}: ${messageOf(error)}`);
  }
}

function warnings(counts: readonly FlagCount[]): string[] {
  const all = counts.reduce((sum, { values }) => sum + values, 0);
  const doubtful = counts.filter(({ meaning, values }) => !GOOD.test(meaning) && values > 0);
  return doubtful.map(({ meaning, values }) => {
    const share = Math.round((100 * values) / all);
    return `${share === 0 ? "less than 1" : share} % of its values are flagged ${meaning}`;
  });
}

function checkFacts({ satellite, sweep }: ScanFacts, { name }: ScanFile, options: ScanOptions): void {
  const { begin, end } = sweep;
  const time = (at: number) => new Date(at).toISOString();
  if (options.satellite !== undefined && options.satellite !== satellite) {
    throw unusable(name, `it is of ${satellite}, and must be of ${options.satellite}`);
  }
  if (!(Number.isFinite(begin) && end > begin && end - begin <= LONGEST)) {
    throw unusable(name, "its scan must have a beginning and an end, at most an hour apart");
  }
  if (begin > options.now + CLOCKS) {
    throw unusable(name, `its scan begins at ${time(begin)}, in the future: it is ${time(options.now)}`);
  }
}
