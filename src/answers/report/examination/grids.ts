/** What the pictures of an examination show, gathered from its rows: sums of cells, in one pass each. */
import type { CheckContext } from "../../../data/weather/believe/context.js";
import { FINDING_CODES } from "../../../data/weather/believe/types.js";
import { asin, RAD } from "../../../foundation/math/index.js";
import { DAY, HOUR, MINUTE } from "../../../foundation/time/calendar.js";
import { azimuthRows, prepareSunSite, sunVectorRows } from "../../../physics/models/solar-position/ephemeris.js";

/** Below it an index is the ratio of two small numbers, W/m². */
const LEAST_CLEAR = 20;
/** What exceeds the clear sky by less is no excess, though the index of a low sun may be high, W/m². */
const LEAST_EXCESS = 30;

/** A cell for each day and hour of local mean solar time, one day after the other. */
export interface DayHours {
  readonly firstDay: number;
  readonly days: number;
  /** The cell's light as a fraction of the clear sky's; NaN: the sun is not up, −1: it is, but there is no value. */
  readonly index: Float32Array;
  /** Place of the cell's finding in the list of those to draw, counted from 1; 0: none. */
  readonly finding: Uint8Array;
}

/** @param drawn codes of the findings to draw; where several share a cell the first of them is seen */
export function dayHours(sky: CheckContext, flags: Uint32Array, drawn: readonly string[]): DayHours {
  const { start, step, count, place, light, clear } = sky;
  const parts = Math.max(1, Math.round(step / HOUR));
  const first = start + (place.longitude / 360) * DAY + step / (2 * parts);
  const firstDay = Math.floor(first / DAY);
  const days = Math.floor((first + (count - 1) * step + (1 - 1 / parts) * step) / DAY) - firstDay + 1;
  const column = () => new Float32Array(days * 24);
  const [lit, sent, all] = [column(), column(), column()];
  const finding = new Uint8Array(days * 24);
  const ranks = Uint8Array.from(FINDING_CODES, (code) => drawn.indexOf(code) + 1);
  for (let row = 0; row < count; row++) {
    const rank = flags[row] === 0 ? 0 : rankOf(flags[row]!, ranks);
    for (let part = 0; part < parts; part++) {
      const cell = Math.floor((first + row * step + (part * step) / parts) / HOUR) - firstDay * 24;
      all[cell]! += clear[row]!;
      if (rank > 0 && (finding[cell] === 0 || rank < finding[cell]!)) finding[cell] = rank;
      if (Number.isNaN(light[row]!)) continue;
      lit[cell]! += light[row]!;
      sent[cell]! += clear[row]!;
    }
  }
  const rows = HOUR / Math.min(step, HOUR);
  const index = lit.map((sum, cell) => {
    if (all[cell]! < LEAST_CLEAR * rows) return Number.NaN;
    if (sent[cell] === 0) return -1;
    const isExcess = sum - sent[cell]! > LEAST_EXCESS * rows;
    return isExcess ? sum / sent[cell]! : Math.min(sum / sent[cell]!, 1);
  });
  return { firstDay, days, index, finding };
}

/** The first of the drawn findings whose bit is set; 0: none. */
function rankOf(bits: number, ranks: Uint8Array): number {
  let best = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) {
    const rank = ranks[31 - Math.clz32(rest & -rest)]!;
    if (rank > 0 && (best === 0 || rank < best)) best = rank;
  }
  return best;
}

/** The sky in cells of azimuth × elevation, from north over east and from the horizontal upwards. */
export interface SkyCells {
  /** Degrees of a cell. */
  readonly across: number;
  readonly up: number;
  readonly columns: number;
  readonly rows: number;
  /** The light of the clearest fifth of the rows with the sun there, as a fraction of the clear sky's; NaN: too few. */
  readonly index: Float32Array;
}

/** More rows than that tell no more. */
const MOST_ROWS = 400_000;
/** Of a histogram of clear-sky indices up to 1.25. */
const [LEVELS, LEVEL] = [25, 0.05];
const CLEAREST = 0.8;
const FEWEST = 4;
/** The sun of a longer step is that of several moments, ms. */
const MOMENT = 10 * MINUTE;
/** Rows whose sun is computed at once. */
const BLOCK = 1440;

/** What shades the sensor cuts also its clear days; clouds leave a fifth of them. */
export function skyCells({ start, step, count, place, light, clear }: CheckContext): SkyCells {
  const [across, up] = step > HOUR / 2 ? [5, 2.5] : [3, 1.5];
  const [columns, rows] = [360 / across, 90 / up];
  const levels = new Uint32Array(columns * rows * LEVELS);
  const stride = Math.ceil(count / MOST_ROWS);
  const parts = Math.ceil(step / MOMENT);
  const site = prepareSunSite(place.latitude, place.longitude, place.altitude ?? 0);
  const column = () => new Float64Array(BLOCK);
  const [time, index, distance, azimuth] = [column(), column(), column(), column()];
  const [east, north, sine] = [column(), column(), column()];
  for (let row = 0; row < count; ) {
    let n = 0;
    for (; n + parts <= BLOCK && row < count; row += stride) {
      if (!(clear[row]! >= LEAST_CLEAR) || Number.isNaN(light[row]!)) continue;
      for (let part = 0; part < parts; part++) {
        time[n] = start + (row + (part + 0.5) / parts) * step;
        index[n++] = light[row]! / clear[row]!;
      }
    }
    sunVectorRows(0, n, time, site, east, north, sine, distance);
    azimuthRows(0, n, east, north, azimuth);
    for (let k = 0; k < n; k++) {
      if (!(sine[k]! > 0)) continue;
      const cell = Math.floor(azimuth[k]! / across) + columns * Math.floor((asin(sine[k]!) * RAD) / up);
      levels[cell * LEVELS + Math.min(Math.max(Math.floor(index[k]! / LEVEL), 0), LEVELS - 1)]!++;
    }
  }
  const found = new Float32Array(columns * rows);
  for (let cell = 0; cell < found.length; cell++) found[cell] = highOf(levels, cell * LEVELS);
  return { across, up, columns, rows, index: found };
}

/** The index that the clearest fifth exceeds, of one cell's histogram. */
function highOf(levels: Uint32Array, from: number): number {
  let sum = 0;
  for (let level = 0; level < LEVELS; level++) sum += levels[from + level]!;
  if (sum < FEWEST) return Number.NaN;
  let below = 0;
  for (let level = 0; level < LEVELS; level++) {
    below += levels[from + level]!;
    if (below >= CLEAREST * sum) return (level + 0.5) * LEVEL;
  }
  return Number.NaN;
}

/** How often the sum of the components (across) met GHI (upwards), in squares of `side` W/m². */
export interface ClosureCells {
  readonly side: number;
  readonly squares: number;
  readonly rows: Uint32Array;
}

/** @returns undefined where one of the three is not there */
export function closureCells({ weather, sunHeight, clear, count }: CheckContext): ClosureCells | undefined {
  const { columns } = weather;
  const { global_horizontal_irradiance: global, diffuse_horizontal_irradiance: diffuse } = columns;
  const { direct_normal_irradiance: beam, direct_horizontal_irradiance: direct } = columns;
  if (global === undefined || diffuse === undefined || (beam === undefined && direct === undefined)) return undefined;
  const [side, squares] = [20, 65];
  const rows = new Uint32Array(squares * squares);
  for (let row = 0; row < count; row++) {
    if (clear[row]! < LEAST_CLEAR) continue;
    const sum = diffuse[row]! + (direct === undefined ? beam![row]! * sunHeight[row]! : direct[row]!);
    const [x, y] = [Math.floor(sum / side), Math.floor(global[row]! / side)];
    if (x >= 0 && y >= 0 && x < squares && y < squares) rows[y * squares + x]!++;
  }
  return { side, squares, rows };
}
