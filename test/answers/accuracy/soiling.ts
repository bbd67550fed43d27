import * as models from "../../../src/physics/models/soiling/index.js";
import type { AccuracyRow, Mask } from "./table.js";

const missingRain: Mask = {
  where: (_row, i, { rainfall }) => Number.isNaN(rainfall![i]),
  reason: "rain missing: in pvlib, as in ours, a row without rain to those after it, but ours is NaN itself",
};

export const rows: AccuracyRow[] = [
  ...["hourly", "day", "uneven", "storm"].map(
    (name): AccuracyRow => ({
      name: "pvlib.soiling.hsu",
      fixture: `pvlib/soiling/hsu-${name}`,
      run: (inputs, options) => models.hsu(inputs as never, options),
      tolerance: { relative: 1e-12 },
      reason: "pvlib subtracts a running sum of dust, ours starts anew after rain; the error function to 1e-15",
      ...(name === "storm" ? {} : { mask: [missingRain] }),
    }),
  ),
  ...["kimber", "kimber-options"].map(
    (fixture): AccuracyRow => ({
      name: "pvlib.soiling.kimber",
      fixture: `pvlib/soiling/${fixture}`,
      run: (inputs, options) => models.kimber(inputs as never, options),
      tolerance: { relative: 1e-10, absolute: 1e-13 },
      reason: "pvlib subtracts running sums of up to 0.4, each rounded; ours adds from 0 after rain",
      mask: [missingRain],
    }),
  ),
];
