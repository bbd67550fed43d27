import {
  aoi,
  aoiProjection,
  beamComponent,
  getGroundDiffuse,
  ghiFromPoaDriesse2023,
  gtiDirint,
  haydavies,
  isotropic,
  king,
  klucher,
  PEREZ_COEFFICIENTS,
  perez,
  perezDriesse,
  poaComponents,
  reindl,
} from "../../../src/physics/models/transposition/index.js";
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

const noLight: Mask = {
  where: (row) => row.dhi === 0 && row.dni === 0,
  reason: "no light gives 0; pvlib gives NaN, as the clearness is 0/0",
};

const missingAirmass: Mask = {
  where: (row) => Number.isNaN(row.airmass),
  reason: "a missing air mass gives NaN as any missing input; pvlib takes it for night and gives 0",
};

const cutAtZero: Mask = {
  where: (row) => row.poaSkyDiffuse === 0 && row.dhi! > 0,
  outputs: ["poaIsotropic", "poaCircumsolar", "poaHorizon"],
  reason: "components stay as they are where their sum is cut at 0; pvlib gives 0",
};

const behindPlane: Mask = {
  where: (row) => row.aoi! >= 90,
  reason:
    "DIRINT's bin is that of the half day's mean kt', as in the author's code; pvlib takes that of the row's own kt', for " +
    "which the plane's irradiance was divided by the least cosine",
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
  {
    name: "pvlib.irradiance.beam_component",
    fixture: "pvlib/transposition/beam_component",
    run: call(beamComponent),
    tolerance: rounding,
    reason: roundingReason,
  },
  {
    name: "pvlib.irradiance.king",
    fixture: "pvlib/transposition/king",
    run: call(king),
    tolerance: rounding,
    reason: roundingReason,
    mask: [sunDown],
  },
  ...Object.keys(PEREZ_COEFFICIENTS).map((model) => ({
    name: "pvlib.irradiance.perez",
    fixture: `pvlib/transposition/perez_${model}`,
    run: call(perez),
    tolerance: { relative: 1e-12, absolute: 1e-7 },
    reason: "sin β is taken from cos β, which leaves some 1e-8 W/m² at tilts below 1e-5°; else rounding",
    // The sets of single sites are compared on fewer rows, without components: all bins, no night.
    mask: [missingAirmass, ...(model === "allsitescomposite1990" ? [missingAngle, sunDown, noLight, cutAtZero] : [])],
  })),
  ...["", "_fine"].map((fine) => ({
    name: "pvlib.irradiance.ghi_from_poa_driesse_2023",
    fixture: `pvlib/transposition/ghi_from_poa_driesse_2023${fine}`,
    run: call(ghiFromPoaDriesse2023),
    tolerance: { relative: 1e-12, absolute: 1e-10 },
    reason: "the same bisection takes the same turns: only its bounds are rounded",
  })),
  {
    name: "pvlib.irradiance.gti_dirint",
    fixture: "pvlib/transposition/gti_dirint_pvlib",
    run: call(gtiDirint),
    tolerance: { relative: 1e-10, absolute: 1e-9 },
    reason: "thirty iterations pass rounding on; no step of these rows turns on a last digit",
    mask: [behindPlane],
  },
  ...["published", "options", "south_of_the_equator"].map((name) => ({
    name: "pvlib.irradiance.gti_dirint",
    fixture: `pvlib/transposition/gti_dirint_${name}`,
    run: call(gtiDirint),
    tolerance: { relative: 1e-10, absolute: 1e-9 },
    reason:
      "thirty iterations pass rounding on; pvlib with the relative air mass for Perez and the mean kt' behind the plane, " +
      "see _gti_dirint_as_published in the generator",
  })),
];
