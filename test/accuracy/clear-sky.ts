import { haurwitz, ineichen, simplifiedSolis } from "../../src/models/clear-sky/index.js";
import type { AccuracyRow, Mask } from "./table.js";

const horizon: Mask = {
  where: ({ apparentZenith }) => apparentZenith === 90,
  reason: "zenith 90: pvlib leaves a DNI of some W/m² because cos(90°) is 6e-17 in doubles; ours is dark there",
};
const negativeDiffuse: Mask = {
  where: ({ dhi }) => dhi! < 0,
  outputs: ["dni", "dhi"],
  reason: "turbidity below ln 2: pvlib's DHI is negative; ours keeps DNI·cos z within GHI",
};
const missingAirmass: Mask = {
  where: ({ apparentZenith, airmassAbsolute }) => apparentZenith! < 90 && Number.isNaN(airmassAbsolute),
  reason: "air mass missing in daylight: pvlib gives 0, ours NaN",
};
const reason =
  "closed formula; dhi is a difference of two nearly equal terms, hence the absolute part, 1e-13 of the irradiance";

export const rows: AccuracyRow[] = [
  ...["ineichen", "ineichen-perez-enhancement"].map(
    (fixture): AccuracyRow => ({
      name: "pvlib.clearsky.ineichen",
      fixture: `pvlib/clear-sky/${fixture}`,
      run: ({ apparentZenith, airmassAbsolute, linkeTurbidity, altitude, dniExtra }, options) =>
        ineichen({ apparentZenith, airmassAbsolute, linkeTurbidity, altitude, dniExtra }, options),
      tolerance: { relative: 1e-12, absolute: 1e-12 },
      reason,
      mask: [horizon, negativeDiffuse, missingAirmass],
    }),
  ),
  {
    name: "pvlib.clearsky.ineichen",
    fixture: "pvlib/clear-sky/ineichen-defaults",
    run: ({ apparentZenith, airmassAbsolute, linkeTurbidity }) =>
      ineichen({ apparentZenith, airmassAbsolute, linkeTurbidity }),
    tolerance: { relative: 1e-12, absolute: 1e-12 },
    reason,
    mask: [horizon, negativeDiffuse, missingAirmass],
  },
  {
    name: "pvlib.clearsky.haurwitz",
    fixture: "pvlib/clear-sky/haurwitz",
    run: ({ apparentZenith }) => haurwitz({ apparentZenith }),
    tolerance: { relative: 1e-11, absolute: 1e-100 },
    reason: "closed formula; exp(-0.059/cos z) multiplies the rounding of cos z by 0.059/cos z, some 1e4 at 89.9999°",
    mask: [
      {
        where: ({ apparentZenith }) => Number.isNaN(apparentZenith),
        reason: "a missing zenith: pvlib gives 0, ours NaN",
      },
    ],
  },
  {
    name: "pvlib.clearsky.simplified_solis",
    fixture: "pvlib/clear-sky/simplified-solis",
    run: ({ apparentElevation, aod700, precipitableWater, pressure, dniExtra }) =>
      simplifiedSolis({ apparentElevation, aod700, precipitableWater, pressure, dniExtra }),
    tolerance: { relative: 1e-12, absolute: 1e-12 },
    reason: "closed formula; exp(-tau/sin(h)^b) multiplies rounding by tau/sin(h)^b, some hundreds near the horizon",
  },
  {
    name: "pvlib.clearsky.simplified_solis",
    fixture: "pvlib/clear-sky/simplified-solis-defaults",
    run: ({ apparentElevation }) => simplifiedSolis({ apparentElevation }),
    tolerance: { relative: 1e-12, absolute: 1e-12 },
    reason: "as above",
  },
];
