/** Which states of the weather a plan gives out, and where they go. */
import type { Plan } from "./plan.js";

/** Where the states of the output intervals go: as long as the period, or null when not wanted. */
export interface StateOutputs {
  readonly temperature: Float64Array | null;
  readonly snowDepth: Float64Array | null;
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
