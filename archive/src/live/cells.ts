/** The cells of a store: places of grid cells or stations, numbered in the order in which they came. */
import { join } from "node:path";
import { DAY } from "irradiance-engine/internal/shared";
import { type Disk, sumText } from "../bytes/disk-cache.js";
import { ArchiveError, messageOf } from "../errors.js";
import { firstIndex } from "../lists.js";
import { checkPlace, distanceKm, type Place } from "../source.js";
import type { CellsEntry, LiveColumn } from "./manifest.js";

export interface Cells {
  readonly places: readonly Place[];
  /** Number of the cell at a place, if there is one. */
  at(place: Place): number | undefined;
  /** Those within a distance, the nearest first. */
  near(place: Place, maxKm: number): readonly { readonly cell: number; readonly distanceKm: number }[];
}

/** Places are the same if they agree to four decimals of a degree, about ten metres. */
const PER_DEGREE = 1e4;
/** No degree of latitude is shorter, km. */
const KM_PER_DEGREE = 110.5;
/** Altitudes of one place may differ by rounding, m. */
const SAME_ALTITUDE = 0.5;

function cellsOf(places: readonly Place[]): Cells {
  const numbers = new Map(places.map((place, cell) => [keyOf(place), cell]));
  let byLatitude: Uint32Array | undefined;
  return {
    places,
    at: (place) => numbers.get(keyOf(place)),
    near(place, maxKm) {
      byLatitude ??= Uint32Array.from(places.keys()).sort((a, b) => places[a]!.latitude - places[b]!.latitude);
      const reach = maxKm / KM_PER_DEGREE;
      const found: { cell: number; distanceKm: number }[] = [];
      const from = firstIndex(places.length, (at) => places[byLatitude![at]!]!.latitude < place.latitude - reach);
      for (let i = from; i < byLatitude.length; i++) {
        const cell = byLatitude[i]!;
        const candidate = places[cell]!;
        if (candidate.latitude > place.latitude + reach) break;
        const distance = distanceKm(place, candidate);
        // A millimetre of tolerance for the rounding of the sines.
        if (distance <= maxKm + 1e-6) found.push({ cell, distanceKm: distance });
      }
      return found.sort((a, b) => a.distanceKm - b.distanceKm || a.cell - b.cell);
    },
  };
}

/**
 * The cells with those of an update among them, and the update's numbers.
 *
 * @throws TypeError or RangeError for an invalid place, one that comes twice, and an altitude that contradicts a known one
 */
export function withPlaces(cells: Cells, wanted: readonly Place[]): { cells: Cells; numbers: Uint32Array } {
  const numbers = new Uint32Array(wanted.length);
  const places = [...cells.places];
  const fresh = new Map<number, number>();
  const seen = new Set<number>();
  let isChanged = false;
  wanted.forEach(({ latitude, longitude, altitude }, at) => {
    checkPlace({ latitude, longitude, altitude });
    const key = keyOf({ latitude, longitude });
    const known = cells.at({ latitude, longitude }) ?? fresh.get(key);
    const number = known ?? places.length;
    if (seen.has(number)) throw new RangeError(`places must differ, got ${latitude},${longitude} twice`);
    seen.add(number);
    numbers[at] = number;
    const before = known === undefined ? undefined : places[known];
    if (before?.altitude !== undefined && altitude !== undefined) {
      if (Math.abs(before.altitude - altitude) <= SAME_ALTITUDE) return;
      const text = `altitude of ${latitude},${longitude} must be ${before.altitude} m as before, got ${altitude} m`;
      throw new RangeError(text);
    }
    if (before !== undefined && altitude === undefined) return;
    isChanged = true;
    fresh.set(key, number);
    places[number] = altitude === undefined ? { latitude, longitude } : { latitude, longitude, altitude };
  });
  return { cells: isChanged ? cellsOf(places) : cells, numbers };
}

export function encodeCells({ places }: Cells): Uint8Array {
  const rows = places.map(({ latitude, longitude, altitude }) => [latitude, longitude, altitude ?? null]);
  return new TextEncoder().encode(`${JSON.stringify(rows)}\n`);
}

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for a damaged file */
export async function readCells(disk: Disk, folder: string, { file, count, sum }: CellsEntry): Promise<Cells> {
  if (count === 0) return cellsOf([]);
  try {
    const bytes = await disk.readAll(join(folder, file));
    if (sumText(bytes) !== sum) throw new Error("is damaged: its checksum differs");
    const rows = JSON.parse(new TextDecoder().decode(bytes)) as [number, number, number | null][];
    return cellsOf(
      rows.map(([latitude, longitude, altitude]) => {
        return altitude === null ? { latitude, longitude } : { latitude, longitude, altitude };
      }),
    );
  } catch (cause) {
    const text = `the live store's list of cells ${file} ${messageOf(cause)}`;
    throw new ArchiveError("ERR_ARCHIVE_UNREADABLE", text, { cause });
  }
}

function keyOf({ latitude, longitude }: Place): number {
  const round = 360 * PER_DEGREE;
  const north = Math.round(latitude * PER_DEGREE) + 90 * PER_DEGREE;
  // 180° east is 180° west.
  const east = (Math.round(longitude * PER_DEGREE) + round / 2) % round;
  return north * round + east;
}

// Rows and the calendar. Row k of a store begins at k steps of Unix time; no segment crosses the end of a UTC month.

/** The start of the UTC day that a time is in, Unix ms. */
export function dayStart(time: number): number {
  return Math.floor(time / DAY) * DAY;
}

/** The start of the UTC month that a time is in, Unix ms; `later` months further on. */
export function monthStart(time: number, later = 0): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

/** Rows [from, to) cut at the ends of months. `step` in ms divides a day. */
export function byMonth(from: number, to: number, step: number): { readonly from: number; readonly to: number }[] {
  const pieces: { from: number; to: number }[] = [];
  for (let row = from; row < to; ) {
    const end = Math.min(to, monthStart(row * step, 1) / step);
    pieces.push({ from: row, to: end });
    row = end;
  }
  return pieces;
}

// Values as they are kept: whole multiples of a column's resolution in 16 bits, restored to the nearest double.

/** In place of a value that is missing. */
export const MISSING = -32_768;
const MOST = 32_767;

/** `value = stored · multiply / divide`: exact for decimals, which a product with 0.1 is not. */
export interface Scale {
  readonly multiply: number;
  readonly divide: number;
}

export function scaleOf({ resolution }: LiveColumn): Scale {
  return resolution >= 1
    ? { multiply: Math.round(resolution), divide: 1 }
    : { multiply: 1, divide: Math.round(1 / resolution) };
}

/** The largest value that can be kept. */
export function mostOf({ multiply, divide }: Scale): number {
  return (MOST * multiply) / divide;
}

/** MISSING for NaN, null and undefined; NaN for a value that cannot be kept: it is never clipped. */
export function toStored(value: number | null | undefined, { multiply, divide }: Scale): number {
  if (value === null || value === undefined || Number.isNaN(value)) return MISSING;
  const stored = Math.round((value * divide) / multiply);
  return stored >= -MOST && stored <= MOST ? stored : Number.NaN;
}

/** Writes the values that are there over those of `target`; missing ones change nothing. */
export function restore(stored: Int16Array, { multiply, divide }: Scale, target: Float64Array, at: number): void {
  for (let row = 0; row < stored.length; row++) {
    const value = stored[row]!;
    if (value !== MISSING) target[at + row] = (value * multiply) / divide;
  }
}
