/** A made system: its clear power, the chain under a run, fields of the run, and what its meter shows; all drawn by address. */
import type { PowerRows } from "../../../../src/answers/forecast/power/index.js";
import { Random } from "../../../../src/foundation/statistics/random.js";

const HOUR = 3_600_000;
const RANDOM = new Random(7);
export const LIMIT = 4096;
export const START = Date.UTC(2024, 0, 15);

export interface Made {
  readonly rows: PowerRows;
  readonly measured: Float64Array;
  readonly count: number;
}

export interface MadeOptions {
  readonly days: number;
  readonly start?: number;
  readonly longitude?: number;
  /** Of a row: its share of clear power, from the index of the run and a rank that is uniform within 0 and 1. */
  readonly share?: (index: number, rank: number, humidity: number) => number;
  /** The run's index, from a rank. */
  readonly index?: (rank: number) => number;
  readonly withFields?: boolean;
}

/** The index of a quarter of a day hangs together, as weather does. */
export function made({ days, start = START, longitude = 0, ...options }: MadeOptions): Made {
  const { share = (index, rank) => index * (0.7 + 0.4 * rank), index = (rank) => 0.2 + 0.8 * rank } = options;
  const count = 24 * days;
  const column = (of: (row: number) => number) => Float64Array.from({ length: count }, (_, row) => of(row));
  const clear = column((row) => Math.max(0, 1 - ((row % 24) - 12) ** 2 / 36) * 0.8 * LIMIT);
  const indices = column((row) => index(RANDOM.uniform(1, Math.floor(row / 6), 0, 0)));
  const humidity = column((row) => RANDOM.uniform(2, row, 0, 0));
  const chain = clear.map((power, row) => power * indices[row]!);
  const measured = clear.map((power, row) =>
    Math.min(LIMIT, power * share(indices[row]!, RANDOM.uniform(3, row, 0, 0), humidity[row]!)),
  );
  const fields = options.withFields ? { humidity, temperature: column((row) => 10 + 5 * indices[row]!) } : {};
  return { rows: { start, step: HOUR, chain, clear, latitude: 45, longitude, fields }, measured, count };
}

/** Rows from one on until before another. */
export function cut(rows: PowerRows, from: number, to: number): PowerRows {
  const { fields = {} } = rows;
  const own = Object.entries(fields).map(([name, column]) => [name, column.slice(from, to)] as const);
  return {
    ...rows,
    start: rows.start + from * rows.step,
    chain: rows.chain.slice(from, to),
    clear: rows.clear.slice(from, to),
    fields: Object.fromEntries(own),
  };
}
