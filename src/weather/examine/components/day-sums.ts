/** GHI, direct and diffuse light of the rows that can be compared, as sums of days. */

import { cos, DEG } from "../../../math/index.js";
import { CLOSURE, LEAST_LIGHT, LOW_SUN } from "../../../models/quality/irradiance-consistency.js";
import { DAY } from "../../../time/calendar.js";
import { bitsOf, LOST_CODES } from "../findings.js";
import type { SkyRows } from "../types.js";
import { type ComponentRows, possible, upThroughout } from "./component-rows.js";

/** Sums over the compared rows of each day of local solar time, W/m² times rows. */
export interface DaySums {
  /** Days since 1970 of the first. */
  readonly first: number;
  readonly global: Float64Array;
  readonly direct: Float64Array;
  readonly diffuse: Float64Array;
  /** Direct plus diffuse light of rows that do not close within QCRad's limits. */
  readonly open: Float64Array;
}

/** Rows whose light is not the sun's do not close, but not for their components. */
const NOT_COMPARED = bitsOf([...LOST_CODES, "no-beam"]);
/** cos z at which QCRad's limits change. */
const LOW = cos(LOW_SUN * DEG);

/** Whether a row has all three components, sun and light enough, and none is lost: then `global`, `direct` and `diffuse` are its. */
export class ComparedRow {
  global = 0;
  direct = 0;
  diffuse = 0;
  private readonly least: number;
  private readonly sky: SkyRows;
  private readonly rows: ComponentRows;
  private readonly flags: Uint32Array;

  constructor(sky: SkyRows, rows: ComponentRows, flags: Uint32Array) {
    this.sky = sky;
    this.rows = rows;
    this.flags = flags;
    this.least = upThroughout(sky.step);
  }

  read(row: number): boolean {
    const { sky, rows, flags } = this;
    if (!(sky.sunHeight[row]! > this.least) || (flags[row]! & NOT_COMPARED) !== 0) return false;
    this.global = possible(rows.global![row]!);
    this.direct = rows.direct![row]!;
    this.diffuse = possible(rows.diffuse![row]!);
    return this.direct + this.diffuse >= LEAST_LIGHT && !Number.isNaN(this.global);
  }

  /** Long and Shi 2008: GHI within 8 % of the sum, 15 % at a low sun. */
  closes(row: number): boolean {
    const sum = this.direct + this.diffuse;
    const limit = this.rows.cosine[row]! > LOW ? CLOSURE.high : CLOSURE.low;
    return Math.abs(this.global - sum) < limit * sum;
  }
}

export function sumDays(sky: SkyRows, row: ComparedRow): DaySums {
  const { start, step, count, place } = sky;
  const middle = start + step / 2 + (place.longitude / 360) * DAY;
  const dayOf = (k: number) => Math.floor((middle + k * step) / DAY);
  const first = dayOf(0);
  const column = () => new Float64Array(dayOf(count - 1) - first + 1);
  const sums = { first, global: column(), direct: column(), diffuse: column(), open: column() };
  for (let k = 0; k < count; k++) {
    if (!row.read(k)) continue;
    const day = dayOf(k) - first;
    sums.global[day]! += row.global;
    sums.direct[day]! += row.direct;
    sums.diffuse[day]! += row.diffuse;
    if (!row.closes(k)) sums.open[day]! += row.direct + row.diffuse;
  }
  return sums;
}

export function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
