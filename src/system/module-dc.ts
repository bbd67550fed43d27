/** The modules of a system as its chain takes them: DC power, and the voltage that an inverter sees. */
import { PVWATTS_MODULES } from "../models/pv/index.js";
import { type PreparedModule, STC } from "../models/pv/modules/rated.js";
import { sandiaModule } from "../models/pv/modules/sandia.js";
import { singleDiodeModule } from "../models/pv/modules/single-diode.js";
import { pvwattsDcRows } from "../models/pv/pvwatts.js";
import type { CheckedSystem } from "./checked.js";
import { cecOf } from "./module.js";

/** `rows` writes the voltage where `volts` is a number; null: the module has no voltage, only a power. */
export interface ModuleDc extends Pick<PreparedModule, "rows"> {
  readonly volts: number | null;
}

/** It has memory to work in: one for each run. */
export function moduleDc({ module, options }: Pick<CheckedSystem, "module" | "options">): ModuleDc {
  if (typeof module === "object") {
    const cec = cecOf(module, "system.module");
    if (cec !== undefined) return singleDiodeModule("system.module.cec", cec);
    if ("sapm" in module) return sandiaModule("system.module.sapm", module.sapm);
  }
  const { gammaPdc = PVWATTS_MODULES.standard } = options;
  const [irradiance, temperature] = STC;
  return {
    rows: (i0, i1, effective, tempCell, pdc) =>
      pvwattsDcRows(i0, i1, effective, tempCell, irradiance, gammaPdc, temperature, pdc),
    volts: null,
  };
}
