import {
  calcAxisTilt,
  calcCrossAxisTilt,
  calcSurfaceOrientation,
  singleaxis,
} from "../../../src/physics/models/tracking/index.js";
import type { AccuracyRow, Mask } from "./table.js";

const tight = { relative: 1e-12, absolute: 1e-10 };
const tightReason = "the same formulas in doubles; arc functions multiply rounding up to a hundred times";

/**
 * With a horizontal axis pvlib finds the plane's azimuth as an arc sine at its end, where rounding of the argument, 1e-16
 * over the square of the rotation, makes 2e-5° at 2° and half a degree at 1e-4°. It is exactly 90° or 270°, which
 * test/physics/tracking holds with tilt and aoi; so these fixtures are compared twice: the rotation tightly, then all of it.
 */
const nearlyFlat: Mask = {
  where: (row) => Math.abs(Math.sin((row.trackerTheta! * Math.PI) / 180)) < 0.035,
  outputs: ["surfaceAzimuth"],
  reason: "within 2° of horizontal pvlib loses the azimuth",
};
const allButRotation: Mask = {
  where: () => true,
  outputs: ["surfaceAzimuth", "surfaceTilt", "aoi"],
  reason: "compared in the row with the wider tolerance, as pvlib's aoi and tilt follow from its azimuth or lose alike",
};

type Run = AccuracyRow["run"];
const runSingleaxis: Run = (inputs, options) => singleaxis(inputs as never, options);
const runOrientation: Run = (inputs, options) => calcSurfaceOrientation(inputs as never, options);

function tilted(name: string, fixture: string, run: Run): AccuracyRow[] {
  return [{ name, fixture: `pvlib/tracking/${fixture}`, run, tolerance: tight, reason: tightReason }];
}

function horizontal(name: string, fixture: string, run: Run): AccuracyRow[] {
  const [row] = tilted(name, fixture, run);
  return [
    ...(run === runSingleaxis ? [{ ...row!, mask: [allButRotation] }] : []),
    {
      ...row!,
      tolerance: { relative: 0, absolute: 3e-5 },
      reason: "pvlib's arc sines and arc cosines, see nearlyFlat",
      mask: [nearlyFlat],
    },
  ];
}

export const rows: AccuracyRow[] = [
  ...["default", "specification", "true_tracking", "asymmetric"].flatMap((name) =>
    horizontal("pvlib.tracking.singleaxis", `singleaxis_${name}`, runSingleaxis),
  ),
  ...["tilted_axis", "slope", "slope_asymmetric", "full_turn"].flatMap((name) =>
    tilted("pvlib.tracking.singleaxis", `singleaxis_${name}`, runSingleaxis),
  ),
  ...horizontal("pvlib.tracking.calc_surface_orientation", "calc_surface_orientation_flat", runOrientation),
  ...tilted("pvlib.tracking.calc_surface_orientation", "calc_surface_orientation_tilted", runOrientation),
  {
    name: "pvlib.tracking.calc_axis_tilt",
    fixture: "pvlib/tracking/calc_axis_tilt",
    run: (inputs) => calcAxisTilt(inputs as never),
    tolerance: { relative: 1e-13, absolute: 1e-13 },
    reason: "the same formula in doubles",
  },
  {
    name: "pvlib.tracking.calc_cross_axis_tilt",
    fixture: "pvlib/tracking/calc_cross_axis_tilt",
    run: (inputs) => calcCrossAxisTilt(inputs as never),
    tolerance: { relative: 1e-12, absolute: 1e-12 },
    reason: "the same formula in doubles; an arc sine up to 80° multiplies rounding by 6",
  },
];
