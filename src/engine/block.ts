/** What the parts of the pipeline tell each other about a block of output intervals. */
import type { Plan } from "./plan.js";

/** What was done on the way, counted in weather intervals (gaps in output intervals). */
export interface Counts {
  [name: string]: number;
  negative: number;
  missing_code: number;
  implausible: number;
  implausible_state: number;
  decomposed: number;
  capped: number;
  light_at_night: number;
  filled: number;
  uncovered: number;
}

export function noCounts(): Counts {
  return {
    negative: 0,
    missing_code: 0,
    implausible: 0,
    implausible_state: 0,
    decomposed: 0,
    capped: 0,
    light_at_night: 0,
    filled: 0,
    uncovered: 0,
  };
}

/** Where the states of the output intervals go: as long as the period, or null when not wanted. */
export interface StateOutputs {
  readonly temperature: Float64Array | null;
  readonly snowDepth: Float64Array | null;
}

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

/** Takes each block in order, and reads its results in the workspace. */
export interface BlockConsumer {
  take(block: ComputedBlock): void;
}

/** A state of the weather that is wanted, and where its means over the outputs go. */
export interface StateOutput {
  readonly name: "temperature" | "snowDepth";
  /** Never below 0. */
  readonly positive: boolean;
  readonly out: Float64Array;
}

export function wantedStates({ run }: Plan, { temperature, snowDepth }: StateOutputs): readonly StateOutput[] {
  return [
    ...(run.temperature && temperature ? [{ name: "temperature", positive: false, out: temperature } as const] : []),
    ...(run.snow && snowDepth ? [{ name: "snowDepth", positive: true, out: snowDepth } as const] : []),
  ];
}
