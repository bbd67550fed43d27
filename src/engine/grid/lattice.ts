/** The weather grid follows the given series, the output grid the request: each is an endless lattice of equal cells in time. */

/** Sub-steps per block: their columns fit into the cache. */
export const DEFAULT_BLOCK_SIZE = 2048;

/** A block that has been computed, ready to be averaged: output intervals [first, last) of the request. */
export interface ComputedBlock {
  readonly first: number;
  readonly last: number;
  /** Sub-steps of these outputs in the workspace. */
  readonly from: number;
  readonly to: number;
  /** Weather intervals that overlap it: rows [weatherFrom, weatherTo) in the workspace. */
  readonly weatherFrom: number;
  readonly weatherTo: number;
}

/** Takes each block in order and reads its results from the workspace. */
export interface BlockConsumer {
  take(block: ComputedBlock): void;
}

/** Cell k covers [origin + k·step, origin + (k + 1)·step), all in ms. */
export interface Lattice {
  readonly origin: number;
  readonly step: number;
}

export function cellAt(lattice: Lattice, time: number): number {
  return Math.floor((time - lattice.origin) / lattice.step);
}

export function cellStart(lattice: Lattice, cell: number): number {
  return lattice.origin + cell * lattice.step;
}

/** Cells of the lattice that overlap [from, to). */
export function cellsOver(lattice: Lattice, from: number, to: number): { first: number; last: number } {
  return { first: cellAt(lattice, from), last: Math.ceil((to - lattice.origin) / lattice.step) };
}

/** Whether the cells of one lattice are those of the other. */
export function sameCells(a: Lattice, b: Lattice): boolean {
  return a.step === b.step && (a.origin - b.origin) % a.step === 0;
}
