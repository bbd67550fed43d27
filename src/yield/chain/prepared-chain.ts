/** The chain of a plane up to DC power: its models with their options. */
import { pvwattsDcRows } from "../../models/pv/pvwatts.js";
import { type PreparedSystem, prepareSystem } from "../../models/pv/system.js";
import type { CheckedPlane, CheckedSystem } from "../../system/checked.js";

/** It holds memory to work in: one for each run. @throws RangeError, TypeError for options of the models */
export function preparedChain(
  { options }: CheckedSystem,
  { bifacial }: Pick<CheckedPlane, "bifacial">,
): PreparedSystem {
  const { gammaPdc, ...common } = options;
  return prepareSystem(
    "yieldOf: system",
    { ...common, ...(bifacial && { bifacial }) },
    (i0, i1, effective, cell, pdc) => pvwattsDcRows(i0, i1, effective, cell, 1000, gammaPdc!, 25, pdc),
  );
}
