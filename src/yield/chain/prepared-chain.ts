/** The chain of a plane up to DC power: its models with their options. */
import { type PreparedSystem, prepareSystem } from "../../models/pv/system.js";
import type { CheckedPlane, CheckedSystem } from "../../system/checked.js";
import { moduleDc } from "../../system/module.js";

export interface Chain {
  readonly system: PreparedSystem;
  /** Voltage of one module at STC, V; null: it has only a power. */
  readonly volts: number | null;
}

/** It holds memory to work in: one for each run. @throws RangeError, TypeError for options of the models */
export function preparedChain(checked: CheckedSystem, { bifacial }: Pick<CheckedPlane, "bifacial">): Chain {
  const { gammaPdc: _ofModule, ...options } = checked.options;
  const { rows, volts } = moduleDc(checked);
  return { system: prepareSystem("yieldOf: system", { ...options, ...(bifacial && { bifacial }) }, rows), volts };
}
