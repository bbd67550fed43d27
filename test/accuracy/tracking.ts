import {
  calcAxisTilt,
  calcCrossAxisTilt,
  calcSurfaceOrientation,
  singleaxis,
} from "../../src/models/tracking/index.js";
import type { AccuracyRow, Mask } from "./table.js";

const run: AccuracyRow["run"] = (inputs, options) => singleaxis(inputs as never, options);
const arcs = { relative: 1e-12, absolute: 3e-5 };
const arcsReason =
  "pvlib's azimuth is an arc sine of a quotient of sines: at a horizontal axis' ±90° a few roundings make 2e-5°, and " +
  "an arc cosine near 0° is uncertain by 1.2e-6°; test/tracking holds our own values to 1e-11°";

/** Rounding of the arc sine's argument, 1e-16, over the square of the rotation: half a degree of azimuth at 1e-4°. */
const nearlyFlat: Mask = {
  where: (row) => Math.abs(Math.sin((row.trackerTheta! * Math.PI) / 180)) < 0.035,
  outputs: ["surfaceAzimuth"],
  reason: "within 2° of horizontal pvlib loses the azimuth that test/tracking finds exactly 90° or 270°",
};

const singleaxisRow = (name: string, flatAxis = true): AccuracyRow => ({
  name: "pvlib.tracking.singleaxis",
  fixture: `pvlib/tracking/singleaxis_${name}`,
  run,
  tolerance: arcs,
  reason: arcsReason,
  ...(flatAxis ? { mask: [nearlyFlat] } : {}),
});

export const rows: AccuracyRow[] = [
  singleaxisRow("default"),
  singleaxisRow("specification"),
  singleaxisRow("true_tracking"),
  singleaxisRow("tilted_axis", false),
  singleaxisRow("slope", false),
  singleaxisRow("asymmetric"),
  singleaxisRow("full_turn", false),
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
  ...["flat", "tilted"].map(
    (name): AccuracyRow => ({
      name: "pvlib.tracking.calc_surface_orientation",
      fixture: `pvlib/tracking/calc_surface_orientation_${name}`,
      run: (inputs, options) => calcSurfaceOrientation(inputs as never, options),
      tolerance: arcs,
      reason: arcsReason,
      ...(name === "flat" ? { mask: [nearlyFlat] } : {}),
    }),
  ),
];
