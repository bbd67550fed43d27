/** Data about a block of output intervals, shared by the parts of the pipeline. */

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
