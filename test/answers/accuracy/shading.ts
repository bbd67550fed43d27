import {
  directMartinez,
  groundAngle,
  maskingAngle,
  maskingAnglePassias,
  projectedSolarZenithAngle,
  shadedFraction1d,
  skyDiffusePassias,
} from "../../../src/physics/models/shading/index.js";
import type { AccuracyRow } from "./table.js";

export const rows: AccuracyRow[] = [
  {
    name: "pvlib.shading.projected_solar_zenith_angle",
    fixture: "pvlib/shading/projected_solar_zenith_angle",
    run: (inputs) => projectedSolarZenithAngle(inputs as never),
    tolerance: { relative: 1e-13, absolute: 1e-12 },
    reason: "the azimuths are subtracted before their cosine, pvlib multiplies out",
  },
  {
    name: "pvlib.shading.masking_angle",
    fixture: "pvlib/shading/masking_angle",
    run: (inputs) => maskingAngle(inputs as never),
    tolerance: { relative: 1e-14 },
    reason: "the same formula in doubles",
  },
  {
    name: "pvlib.shading.ground_angle",
    fixture: "pvlib/shading/ground_angle",
    run: (inputs) => groundAngle(inputs as never),
    tolerance: { relative: 1e-14 },
    reason: "the same formula in doubles",
  },
  {
    name: "pvlib.shading.masking_angle_passias",
    fixture: "pvlib/shading/masking_angle_passias",
    run: (inputs) => maskingAnglePassias(inputs as never),
    tolerance: { relative: 1e-12, absolute: 1e-10 },
    reason: "pvlib's terms are up to 9000° for a gcr of 0.01, of which rounding leaves some 1e-12°",
  },
  {
    name: "pvlib.shading.sky_diffuse_passias",
    fixture: "pvlib/shading/sky_diffuse_passias",
    run: (inputs) => skyDiffusePassias(inputs as never),
    tolerance: { relative: 1e-14, absolute: 3e-16 },
    reason: "a squared sine here, 1 − cos² in pvlib, which loses what is below 1e-16",
  },
  {
    name: "pvlib.shading.shaded_fraction1d",
    fixture: "pvlib/shading/shaded_fraction1d",
    run: (inputs) => shadedFraction1d(inputs as never),
    tolerance: { relative: 0, absolute: 1e-10 },
    reason: "terms are divided by the cosine between sun and row, which multiplies rounding where the sun grazes it",
  },
  {
    name: "pvlib.shading.direct_martinez",
    fixture: "pvlib/shading/direct_martinez",
    run: (inputs) => directMartinez(inputs as never),
    tolerance: { relative: 0, absolute: 1e-15 },
    reason: "what is lost is divided by the whole; pvlib subtracts what is left from 1",
    mask: [{ where: (row) => row.poaGlobal === 0, reason: "no light, no loss; pvlib gives 0/0" }],
  },
];
