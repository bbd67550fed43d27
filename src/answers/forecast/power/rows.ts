/** What is forecast, and the rows of it that have light: everything is a share of the chain's own power under the clear sky. */
import { shown } from "../../../foundation/text/shown.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { solarDayShift } from "../../../foundation/time/solar-day.js";

/** What a run says of an hour beside its light: shares 0…1, kg/m², °C; NaN = missing. */
export interface PowerFields {
  readonly cloudCover?: Float64Array | undefined;
  readonly humidity?: Float64Array | undefined;
  readonly cloudWater?: Float64Array | undefined;
  readonly cloudIce?: Float64Array | undefined;
  readonly temperature?: Float64Array | undefined;
}

/** Equal steps of an hour or less, one forecast for each row. */
export interface PowerRows {
  /** Of the first row, Unix ms; ms. */
  readonly start: number;
  readonly step: number;
  /** W: power of the chain under the forecast weather, and of the same chain under the clear sky; NaN = missing. */
  readonly chain: Float64Array;
  readonly clear: Float64Array;
  readonly latitude: number;
  readonly longitude: number;
  readonly fields?: PowerFields | undefined;
  /** Hours from the issue; all of them teach as one. */
  readonly lead?: Float64Array | undefined;
}

/** Of the limit: less clear power is dusk, where a share of it means nothing. */
const DUSK = 0.005;
/** Of the limit, added to the clear power that power is a share of: behind a plane, clouds are brighter than the clear sky. */
const FLOOR = 0.02;

/** Rows with light, one after the other. */
export interface LitRows {
  readonly count: number;
  /** Of the rows. */
  readonly row: Int32Array;
  /** W that power is a share of, and the chain's share of it. */
  readonly scale: Float64Array;
  readonly index: Float64Array;
}

/** @param limit W @throws TypeError, RangeError for rows that do not fit */
export function litRows(rows: PowerRows, limit: number): LitRows {
  const { chain, clear } = rows;
  const row = new Int32Array(chain.length);
  let count = 0;
  for (let k = 0; k < chain.length; k++) if (Math.max(chain[k]!, clear[k]!) >= DUSK * limit) row[count++] = k;
  const found = { count, row: row.subarray(0, count), scale: new Float64Array(count), index: new Float64Array(count) };
  for (let k = 0; k < count; k++) {
    found.scale[k] = clear[row[k]!]! + FLOOR * limit;
    found.index[k] = chain[row[k]!]! / found.scale[k]!;
  }
  return found;
}

/** A number as people read it: what is learnt is not known better than to five digits. */
export function shortened(value: number): number {
  return Number(value.toPrecision(5));
}

/** Day of mean solar time, from 1970, in which the middle of a row lies. */
export function solarDayOf({ start, step, longitude }: PowerRows, row: number): number {
  return Math.floor((start + (row + 0.5) * step + solarDayShift(longitude)) / DAY);
}

export function checkRows(caller: string, rows: PowerRows): void {
  const { start, step, chain, clear, latitude, longitude, fields = {} } = rows;
  const refuse = (what: string, given: unknown) => {
    throw new RangeError(`${caller}: ${what}, got ${shown(given)}`);
  };
  if (!Number.isFinite(start)) refuse("rows.start must be Unix ms", start);
  if (!(step > 0 && step <= HOUR)) refuse("rows.step must be milliseconds, up to an hour", step);
  if (!(Math.abs(latitude) <= 90)) refuse("rows.latitude must be from -90 to 90", latitude);
  if (!(Math.abs(longitude) <= 180)) refuse("rows.longitude must be from -180 to 180", longitude);
  for (const [name, column] of Object.entries({ chain, clear, ...fields }))
    if (column !== undefined && column?.length !== chain?.length)
      refuse(`rows.${name} must have as many values as rows.chain (${chain?.length})`, column?.length);
}
