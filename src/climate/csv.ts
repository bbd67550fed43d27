/** The climate response as CSV, in the form of observations: a header, one row per interval, an empty field for null. */
import { CLIMATE_VALUE_NAMES, type ClimateValueName } from "../contract/climate/parameters.js";
import {
  NUMBER_BYTES,
  type Page,
  type Part,
  TextPart,
  USUAL_NUMBER_BYTES,
  writeChunks,
  writeWhole,
} from "../contract/observation/chunks.js";
import { assertCurrent } from "../contract/observation/columns.js";
import { appendRounded } from "../contract/observation/digits.js";
import { type Scale, scaleOf } from "../contract/observation/rounding.js";
import { STAMP_BYTES, StampWriter } from "../contract/observation/stamps.js";
import { addedMeta, type WriteOptions } from "../contract/observation/write-options.js";
import { SECOND } from "../time/calendar.js";
import { shownClimate } from "./response.js";
import type { ClimateColumns, YearGrid } from "./types.js";
import { rowStart, stampZone } from "./year.js";

const [COMMA, NEWLINE] = [0x2c, 0x0a];

/**
 * The CSV response: `start_time,end_time,` + the requested parameters and the surface angles in the order of `values`. A
 * parameter without data keeps its column, with empty fields.
 *
 * @param options decimals, and compatibility with a client
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that was used again
 * @experimental
 */
export function writeClimateCsv(columns: ClimateColumns, options: WriteOptions = {}): Uint8Array<ArrayBuffer> {
  return writeWhole(csvParts(columns, options));
}

/** The same bytes in chunks of at most 1 MiB, for streaming. @experimental */
export function climateCsvChunks(
  columns: ClimateColumns,
  options: WriteOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  return writeChunks(csvParts(columns, options), () => assertCurrent(columns));
}

function csvParts(columns: ClimateColumns, options: WriteOptions): Part[] {
  const scale = scaleOf(options);
  addedMeta(options); // not part of CSV, but still validated
  assertCurrent(columns);
  const { values, meta } = shownClimate(columns, options);
  const requested = new Set<ClimateValueName>(meta.parameters.map(({ name }) => name));
  const names = CLIMATE_VALUE_NAMES.filter((name) => requested.has(name) || values[name]);
  const header = new TextPart(`${["start_time", "end_time", ...names].join(",")}\n`);
  return [
    header,
    new RowsPart(
      columns,
      names.map((name) => values[name]),
      scale,
    ),
  ];
}

class RowsPart implements Part {
  readonly count: number;
  readonly itemBytes: number;
  readonly usualBytes: number;
  private readonly grid: YearGrid;
  private readonly values: readonly (Float64Array | null)[];
  private readonly scale: Scale;
  private readonly stamps: StampWriter;

  constructor(grid: YearGrid, values: readonly (Float64Array | null)[], scale: Scale) {
    this.count = grid.count;
    this.itemBytes = 2 * (STAMP_BYTES + 1) + values.length * (NUMBER_BYTES + 1);
    this.usualBytes = 2 * (STAMP_BYTES + 1) + values.length * (USUAL_NUMBER_BYTES + 1);
    this.grid = grid;
    this.values = values;
    this.scale = scale;
    this.stamps = new StampWriter(stampZone(grid));
  }

  append({ bytes, view }: Page, at: number, from: number, to: number): number {
    const { grid, values, scale, stamps } = this;
    let next = at;
    for (let row = from; row < to; row++) {
      const start = rowStart(grid, row);
      next = stamps.append(bytes, view, next, start);
      bytes[next++] = COMMA;
      next = stamps.append(bytes, view, next, start + grid.interval * SECOND);
      bytes[next++] = COMMA;
      for (const column of values) {
        const end = column === null ? next : appendRounded(view, next, column[row]!, scale);
        if (end > next) next = end;
        else bytes[next++] = COMMA;
      }
      bytes[next - 1] = NEWLINE; // replaces the last comma
    }
    return next;
  }
}
