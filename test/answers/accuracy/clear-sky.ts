import {
  bird,
  clearskyIndex,
  detectClearsky,
  esra,
  haurwitz,
  ineichen,
  mac2,
  rest2V5,
  rest2V9,
  simplifiedSolis,
  solis2018,
} from "../../../src/physics/models/clear-sky/index.js";
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
const cleanHorizon: Mask = {
  where: ({ dhi }) => dhi! < 0,
  outputs: ["dhi", "ghi"],
  reason: "clean air at the horizon: pvlib's DHI is negative, because the fit's Rayleigh transmittance passes 1",
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
  ...["bird", "bird-defaults"].map(
    (fixture): AccuracyRow => ({
      name: "pvlib.clearsky.bird",
      fixture: `pvlib/clear-sky/${fixture}`,
      run: (inputs) => ({ ...bird(inputs as never) }),
      tolerance: { relative: 1e-12, absolute: 1e-10 },
      reason: "closed formula; dhi is a difference, and the aerosol's scattering a small one of two transmittances",
      mask: [
        {
          where: ({ zenith }) => zenith! >= 90,
          reason: "from zenith 90 on ours is dark; pvlib has a DNI of up to 910 W/m² there and NaN below the horizon",
        },
        {
          where: ({ zenith, asymmetry, albedo }) => Number.isNaN(zenith! + (asymmetry ?? 0) + (albedo ?? 0)),
          reason:
            "zenith missing: pvlib gives 0; asymmetry or albedo missing: pvlib gives a DNI; ours is NaN in that row",
        },
        ...(fixture === "bird-defaults" ? [cleanHorizon] : []),
      ],
    }),
  ),
  ...["", "-limit"].map(
    (variant): AccuracyRow => ({
      name: "pvlib.irradiance.clearsky_index",
      fixture: `pvlib/clear-sky/clearsky-index${variant}`,
      run: ({ ghi, ghiClear }, options) => clearskyIndex({ ghi, ghiClear }, options),
      tolerance: { relative: 0 },
      reason: "one division",
    }),
  ),
  ...["1min", "5min", "20min", "options"].map(
    (variant): AccuracyRow => ({
      name: "pvlib.clearsky.detect_clearsky",
      fixture: `pvlib/clear-sky/detect-clearsky-${variant}`,
      run: ({ measured, clearsky, time }, options) => {
        const { clear, alpha, components } = detectClearsky({ measured, clearsky, time }, options);
        return { clear, alpha: clear.map(() => alpha[0]!), ...components };
      },
      tolerance: { relative: 1e-12, absolute: 1e-10 },
      reason: "sums over windows of up to 100 samples of some 1000 W/m², and differences of them",
    }),
  ),
  {
    name: "clear-sky-models.ESRA",
    fixture: "clearsky/esra",
    run: ({ zenith, linkeTurbidity, altitude, dniExtra }) => esra({ zenith, linkeTurbidity, altitude, dniExtra }),
    tolerance: { relative: 1e-11 },
    reason: "closed formula; the reference has 13 digits",
    mask: [
      { where: ({ zenith }) => zenith! >= 90, reason: "at zenith 90 ours is dark; the formula leaves a few W/m²" },
    ],
  },
  {
    name: "clear-sky-models.REST2v5",
    fixture: "clearsky/rest2-v5",
    run: (inputs) => ({ ...rest2V5(inputs as never) }),
    tolerance: { relative: 1e-11, absolute: 1e-11 },
    reason: "closed formula; the reference has 13 digits",
    mask: [{ where: ({ zenith }) => zenith! >= 90, reason: "at zenith 90 ours is dark" }],
  },
  {
    name: "rest2.rest2",
    fixture: "clearsky/rest2-v9",
    run: (inputs) => ({ ...rest2V9(inputs as never) }),
    tolerance: { relative: 5e-6 },
    reason:
      "the published code has 0.017453293 for π/180, 3e-8 too much, times the slant path; 5e-13 with that constant",
    mask: [{ where: ({ zenith }) => zenith! > 89, reason: "the published code takes any zenith above 89 for 89" }],
  },
  {
    name: "clear-sky-models.MAC2",
    fixture: "clearsky/mac2",
    run: (inputs) => ({ ...mac2(inputs as never) }),
    tolerance: { relative: 1e-11 },
    reason: "closed formula; the reference has 13 digits",
    mask: [{ where: ({ dni }) => Number.isNaN(dni), reason: "above air mass 30 the published code has no value" }],
  },
  {
    name: "clear-sky-models.Solis2018",
    fixture: "clearsky/solis-2018",
    run: ({ zenith, pressure, aod550, precipitableWater, dniExtra }) =>
      solis2018({ zenith, pressure, aod550, precipitableWater, dniExtra }),
    tolerance: { relative: 1e-11, absolute: 1e-9 },
    reason: "closed formula; the reference has 13 digits, its turbidity 6; dhi is a difference",
  },
];
