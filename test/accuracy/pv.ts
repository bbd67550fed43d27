import { pvwattsDc } from "../../src/models/pv/index.js";
import type { AccuracyRow } from "./table.js";

export const rows: AccuracyRow[] = ["plain", "reference_20", "marion", "marion_capped"].map((name) => ({
  name: "pvlib.pvsystem.pvwatts_dc",
  fixture: `pvlib/pv/pvwatts_dc_${name}`,
  run: (inputs, options) => pvwattsDc(inputs as never, options),
  tolerance: { relative: 1e-13, absolute: 1e-12 },
  reason: "the same formula in doubles",
}));
