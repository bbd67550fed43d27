/** A folder of scans as a source of weather: of each satellite the cell that a place is in, at the moments at which it was seen. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { WeatherColumn } from "irradiance-engine";
import { type Lru, lruOf } from "irradiance-engine/internal/shared";
import { ArchiveError, messageOf } from "../../errors.js";
import { groupedBy } from "../../lists.js";
import { merge } from "../../period.js";
import {
  type DatasetFacts,
  distanceKm,
  type Offer,
  type Part,
  type Period,
  type Place,
  provenanceFrom,
  type WeatherSource,
} from "../../source.js";
import { type ScanGrid, scanGrid } from "../grid.js";
import { cellSeries } from "../scan-file.js";
import { type OpenedHead, type ReadAt, readCell, readHead, type ScanEntry, scansIn, withFile } from "./format.js";

interface ScanSourceOptions {
  /** Folder of the scans. It need not exist yet. */
  readonly folder: string;
  /** Name of the source. Default: "scans". */
  readonly id?: string | undefined;
  /** Default: as the scans say. */
  readonly licence?: string | undefined;
  /** Default: as the scans say. */
  readonly attribution?: string | undefined;
}

/** Heads of files, and grids, that are kept in memory. */
const MOST_HEADS = 10_000;
const MOST_GRIDS = 64;
/** s from scan to scan of both products. */
const STEP = 600;
const STEP_MS = STEP * 1000;
/** Scans that are read before others have their turn. */
const AT_ONCE = 64;

/** @throws RangeError for a folder without a name */
export function scanSource({ folder, id = "scans", licence, attribution }: ScanSourceOptions): WeatherSource {
  if (folder === "") throw new RangeError("folder must name the folder of scans, got an empty text");
  const heads = lruOf<OpenedHead>(MOST_HEADS);
  const grids = lruOf<ScanGrid>(MOST_GRIDS);
  const { gridOf, cellIn, columnsAt } = cellsIn(folder, heads, grids);

  return {
    id,
    async offer(place) {
      return bySatellite(await scansIn(folder)).flatMap((scans): Offer[] => {
        const newest = newestWhole(
          scans.map(({ file }) => file),
          (file) => cellIn(file, place),
        );
        if (newest === undefined) return [];
        const { head, cell, time } = newest;
        const grid = gridOf(head);
        const centre = grid.placeOf(cell)!;
        const covers = coversOf(scans, time - head.start);
        const offer: Offer = {
          source: id,
          dataset: head.dataset,
          class: "satellite",
          columns: columnsAt(scans, head.start),
          interval: STEP,
          first: covers[0]!.start,
          last: covers.at(-1)!.end,
          covers,
          revision: revisionOf(scans),
          cell: { ...centre, distanceKm: distanceKm(place, centre), spacing: grid.spacing },
          licence: licence ?? head.licence,
          attribution: attribution ?? head.attribution,
          notices: head.notices,
        };
        return [offer];
      });
    },
    async read(offer, place, period, columns, { signal, budget }) {
      const all = await scansIn(folder);
      const scans = bySatellite(all).find((some) => revisionOf(some) === offer.revision);
      if (scans === undefined) {
        throw new ArchiveError("ERR_ARCHIVE_CHANGED", `${offer.dataset} has changed since it was offered`);
      }
      const wanted = scans.filter(({ start }) => start > period.start - 2 * STEP_MS && start < period.end + STEP_MS);
      budget.take("files", wanted.length);
      budget.take("values", wanted.length * columns.length);
      const readings = new Readings(columns);
      for (const [k, { file, start }] of wanted.entries()) {
        if (k % AT_ONCE === 0) await new Promise(setImmediate);
        signal.throwIfAborted();
        readings.add(start, () => cellIn(file, place));
      }
      return readings.parts(offer);
    },
    async look() {
      const datasets = bySatellite(await scansIn(folder)).map((scans): DatasetFacts => {
        const { satellite, start } = scans.at(-1)!;
        const columns = columnsAt(scans, start).map((column) => ({ column }));
        const [first, last] = [scans[0]!.start, start + STEP_MS];
        const of = { dataset: satellite, class: "satellite", columns, step: STEP, gaps: 0, extent: undefined } as const;
        return { ...of, first, last };
      });
      return { what: "folder of scans", datasets, problems: datasets.length === 0 ? ["no scan is there yet"] : [] };
    },
    close: async () => heads.clear(),
  };
}

/** What the files of a folder have, with what is kept of them in memory. */
function cellsIn(folder: string, heads: Lru<OpenedHead>, grids: Lru<ScanGrid>) {
  const headOf = (file: string, read: ReadAt): OpenedHead => {
    const head = heads.get(file) ?? readHead(read);
    heads.set(file, head);
    return head;
  };
  const gridOf = ({ grid }: OpenedHead): ScanGrid => {
    const key = JSON.stringify(grid);
    const known = grids.get(key) ?? scanGrid(grid);
    grids.set(key, known);
    return known;
  };
  return {
    gridOf,
    /** @throws Error for a damaged file */
    cellIn: (file: string, { latitude, longitude }: Place) =>
      withFile(join(folder, file), (read) => {
        const head = headOf(file, read);
        const cell = gridOf(head).cellAt(latitude, longitude);
        return cell === undefined ? undefined : { head, cell, ...readCell(read, head, cell) };
      }),
    /** Of all files of a time: one may have global and another direct light. */
    columnsAt(scans: readonly ScanEntry[], start: number): WeatherColumn[] {
      const files = scans.filter((scan) => scan.start === start).map(({ file }) => file);
      const columns = files.flatMap((file) => {
        return newestWhole([file], (one) => withFile(join(folder, one), (read) => headOf(one, read).columns)) ?? [];
      });
      return [...new Set(columns)];
    },
  };
}

function bySatellite(scans: readonly ScanEntry[]): readonly (readonly ScanEntry[])[] {
  return [...groupedBy(scans, ({ satellite }) => satellite).values()];
}

type Seen = { readonly head: OpenedHead; readonly time: number; readonly values: readonly number[] };

/** What a cell showed in one scan after the other; of scans of the same time the later ones replace what they have. */
class Readings {
  readonly #columns: readonly WeatherColumn[];
  readonly #seen = new Map<number, { time: number; values: Map<WeatherColumn, number> }>();
  readonly #damages: string[] = [];

  constructor(columns: readonly WeatherColumn[]) {
    this.#columns = columns;
  }

  add(start: number, read: () => Seen | undefined): void {
    try {
      const seen = read();
      if (seen === undefined) return;
      const known = this.#seen.get(start) ?? { time: seen.time, values: new Map() };
      for (const [k, column] of seen.head.columns.entries()) known.values.set(column, seen.values[k]!);
      this.#seen.set(start, { ...known, time: seen.time });
    } catch (error) {
      this.#damages.push(`the scan of ${new Date(start).toISOString()} cannot be read: ${messageOf(error)}`);
    }
  }

  parts(offer: Offer): Part[] {
    const rows = [...this.#seen.entries()].sort(([a], [b]) => a - b);
    if (rows.length === 0) return [];
    const columns = this.#columns.filter((column) => rows.some(([, { values }]) => values.has(column)));
    const valuesOf = (column: WeatherColumn) => rows.map(([, { values }]) => values.get(column) ?? Number.NaN);
    const readings = {
      starts: rows.map(([start]) => start),
      times: rows.map(([, { time }]) => time),
      columns: Object.fromEntries(columns.map((column) => [column, valuesOf(column)])),
    };
    const series = cellSeries(readings, STEP);
    const notices = this.#damages.length === 0 ? undefined : [{ code: "damaged", message: textOf(this.#damages) }];
    return series.map((one) => ({
      series: one,
      notices,
      provenance: provenanceFrom(offer, columns, periodOf(one), ["rounded for storage"], "nearest"),
    }));
  }
}

/** An instant stands for the interval around it. */
function periodOf({ start, columns }: Part["series"]): Period {
  const from = new Date(start).getTime() - STEP_MS / 2;
  return { start: from, end: from + STEP_MS * (Object.values(columns)[0]?.length ?? 0) };
}

function textOf(damages: readonly string[]): string {
  const [first, ...others] = damages;
  return others.length === 0 ? first! : `${first}; so are ${others.length} others`;
}

/** The newest that can be read: metadata must not fail for one that is damaged. */
function newestWhole<Found>(files: readonly string[], read: (file: string) => Found | undefined): Found | undefined {
  for (const file of files.slice(-MOST_DAMAGED).reverse()) {
    try {
      return read(file);
    } catch {}
  }
  return undefined;
}
const MOST_DAMAGED = 16;

function coversOf(scans: readonly ScanEntry[], lag: number): readonly Period[] {
  const shift = lag - STEP_MS / 2;
  return merge(scans.map(({ start }) => ({ start: start + shift, end: start + shift + STEP_MS })));
}

function revisionOf(scans: readonly ScanEntry[]): string {
  const files = scans.map(({ file }) => file).join("");
  return createHash("sha256").update(files).digest("hex").slice(0, 16);
}
