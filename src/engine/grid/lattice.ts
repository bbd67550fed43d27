/** The weather grid follows the given series, the output grid the request: each is an endless lattice of equal cells in time. */

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
