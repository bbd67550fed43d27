import { projectedSolarZenithAngle } from "../../src/models/shading/index.js";
import type { AccuracyRow } from "./table.js";

export const rows: AccuracyRow[] = [
  {
    name: "pvlib.shading.projected_solar_zenith_angle",
    fixture: "pvlib/shading/projected_solar_zenith_angle",
    run: (inputs) => projectedSolarZenithAngle(inputs as never),
    tolerance: { relative: 1e-13, absolute: 1e-12 },
    reason: "the azimuths are subtracted before their cosine, pvlib multiplies out",
  },
];
