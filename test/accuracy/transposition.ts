import {
  aoi,
  aoiProjection,
  getGroundDiffuse,
  haydavies,
  isotropic,
  klucher,
  perezDriesse,
  poaComponents,
  reindl,
} from "../../src/models/transposition/index.js";
import type { AccuracyRow, Mask } from "./table.js";

const rounding = { relative: 1e-12, absolute: 1e-10 };
const roundingReason = "the same formula in doubles; cosines near 90° leave some 1e-16 of the irradiance";

const perezRounding = { relative: 1e-12, absolute: 1e-8 };
const perezReason = "sin β is taken from cos β, which leaves some 1e-9 W/m² at tilts below 0.001°; else rounding";

const sunDown: Mask = {
  where: (row) => row.solarZenith! >= 90,
  reason: "with the sun down no direction is marked out: isotropic sky; pvlib applies the model at every zenith",
};

const missingAngle: Mask = {
  where: (row) => [row.surfaceTilt, row.surfaceAzimuth, row.solarZenith, row.solarAzimuth].some(Number.isNaN),
  reason: "a NaN in any input makes the row NaN; pvlib leaves components that do not need the input",
};

// biome-ignore lint/suspicious/noExplicitAny: fixtures name their inputs as the models do
const call = (model: any) => (inputs: any, options: any) => model(inputs, options);

export const rows: AccuracyRow[] = [
  {
    name: "pvlib.irradiance.aoi_projection",
    fixture: "pvlib/transposition/aoi_projection",
    run: call(aoiProjection),
    tolerance: { relative: 1e-14, absolute: 1e-15 },
    reason: "four products of cosines, each within an ulp",
  },
  {
    name: "pvlib.irradiance.aoi",
    fixture: "pvlib/transposition/aoi",
    run: call(aoi),
    tolerance: { relative: 1e-13, absolute: 1e-12 },
    reason:
      "rounding of the cosine, which an arc cosine multiplies near 0° and 180° (no row lies within 1e-3° of them)",
  },
  {
    name: "pvlib.irradiance.isotropic",
    fixture: "pvlib/transposition/isotropic",
    run: call(isotropic),
    tolerance: rounding,
    reason: roundingReason,
  },
  {
    name: "pvlib.irradiance.klucher",
    fixture: "pvlib/transposition/klucher",
    run: call(klucher),
    tolerance: rounding,
    reason: roundingReason,
  },
  {
    name: "pvlib.irradiance.haydavies",
    fixture: "pvlib/transposition/haydavies",
    run: call(haydavies),
    tolerance: rounding,
    reason: roundingReason,
    mask: [sunDown, missingAngle],
  },
  {
    name: "pvlib.irradiance.reindl",
    fixture: "pvlib/transposition/reindl",
    run: call(reindl),
    tolerance: rounding,
    reason: roundingReason,
    mask: [sunDown],
  },
  {
    name: "pvlib.irradiance.perez_driesse",
    fixture: "pvlib/transposition/perez_driesse",
    run: call(perezDriesse),
    tolerance: perezRounding,
    reason: perezReason,
    mask: [sunDown, missingAngle],
  },
  {
    name: "pvlib.irradiance.perez_driesse",
    fixture: "pvlib/transposition/perez_driesse_airmass",
    run: call(perezDriesse),
    tolerance: perezRounding,
    reason: perezReason,
  },
  {
    name: "pvlib.irradiance.get_ground_diffuse",
    fixture: "pvlib/transposition/get_ground_diffuse",
    run: call(getGroundDiffuse),
    tolerance: rounding,
    reason: roundingReason,
  },
  {
    name: "pvlib.irradiance.poa_components",
    fixture: "pvlib/transposition/poa_components",
    run: call(poaComponents),
    tolerance: rounding,
    reason: roundingReason,
  },
];
