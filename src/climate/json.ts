/** The climate response as JSON bytes: the same bytes as `JSON.stringify(toClimateResponse(columns, options))`. */
import { CLIMATE_VALUE_NAMES } from "../contract/climate/parameters.js";
import { type Page, type Part, writeChunks, writeWhole } from "../contract/observation/chunks.js";
import { assertCurrent } from "../contract/observation/columns.js";
import { documentParts, keyParts } from "../contract/observation/json.js";
import { metadataParts } from "../contract/observation/json-metadata.js";
import { scaleOf } from "../contract/observation/rounding.js";
import { STAMP_BYTES, StampWriter } from "../contract/observation/stamps.js";
import { addedMeta, type WriteOptions } from "../contract/observation/write-options.js";
import { SECOND } from "../time/calendar.js";
import { shownClimate } from "./response.js";
import type { ClimateColumns, YearGrid } from "./types.js";
import { rowStart, stampZone } from "./year.js";

const [QUOTE, COMMA, OPEN, CLOSE] = [0x22, 0x2c, 0x5b, 0x5d];

/**
 * The JSON response, byte for byte `JSON.stringify(toClimateResponse(columns, options))` in UTF-8.
 *
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that was used again
 */
export function writeClimateJson(columns: ClimateColumns, options: WriteOptions = {}): Uint8Array<ArrayBuffer> {
  return writeWhole(jsonParts(columns, options));
}

/** The same bytes in chunks of at most 1 MiB, for streaming: a year of minutes has about 150 MB. @experimental */
export function climateJsonChunks(
  columns: ClimateColumns,
  options: WriteOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  return writeChunks(jsonParts(columns, options), () => assertCurrent(columns));
}

const KEYS = /* @__PURE__ */ keyParts(CLIMATE_VALUE_NAMES);

function jsonParts(columns: ClimateColumns, options: WriteOptions): Part[] {
  const scale = scaleOf(options);
  assertCurrent(columns);
  const { values, meta } = shownClimate(columns, options);
  const series = CLIMATE_VALUE_NAMES.map((name) => values[name]);
  const starts = new StampsPart(columns, 0);
  const ends = new StampsPart(columns, columns.interval * SECOND);
  return documentParts(starts, ends, KEYS, series, scale, metadataParts(meta, addedMeta(options)));
}

/** An array of stamps, this many ms after the start of each row, including brackets. */
class StampsPart implements Part {
  readonly count: number;
  readonly itemBytes = STAMP_BYTES + 4;
  readonly usualBytes = STAMP_BYTES + 3;
  private readonly grid: YearGrid;
  private readonly behind: number;
  private readonly stamps: StampWriter;

  constructor(grid: YearGrid, behind: number) {
    this.grid = grid;
    this.behind = behind;
    this.count = grid.count;
    this.stamps = new StampWriter(stampZone(grid));
  }

  append({ bytes, view }: Page, at: number, from: number, to: number): number {
    let next = at;
    if (from === 0) bytes[next++] = OPEN;
    for (let row = from; row < to; row++) {
      bytes[next] = QUOTE;
      next = this.stamps.append(bytes, view, next + 1, rowStart(this.grid, row) + this.behind);
      bytes[next++] = QUOTE;
      bytes[next++] = COMMA;
    }
    if (to === this.count) bytes[next - 1] = CLOSE; // replaces the last comma
    return next;
  }
}
