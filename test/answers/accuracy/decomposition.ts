import { dirintCoefficient } from "../../../src/physics/models/decomposition/dirint.js";
import * as decomposition from "../../../src/physics/models/decomposition/index.js";
import type { AccuracyRow, Columns, Mask } from "./table.js";

const nanAtNight: Mask = {
  where: (_row, i, inputs) => isNight(i, inputs) && Object.values(inputs).some((column) => Number.isNaN(column[i])),
  reason: "a missing input beyond maxZenith: pvlib gives 0 or GHI, ours NaN",
};
const negativeGhi: Mask = {
  where: ({ ghi }) => ghi! < 0,
  outputs: ["dhi"],
  reason: "negative GHI: pvlib's dhi is that GHI, ours 0",
};
const closed = { tolerance: { relative: 1e-12 }, reason: "closed formula; rounding of the elementary functions" };
const split = {
  tolerance: { relative: 1e-11, absolute: 1e-12 },
  reason: "closed formula; dni divides the rounding of ghi − dhi by it, 1e-3 of ghi at least, and by cos z",
};

function isNight(i: number, { zenith, solarZenith }: Columns): boolean {
  return (zenith ?? solarZenith)![i]! > 80;
}

export const rows: AccuracyRow[] = [
  ...["", "-options"].flatMap((variant): AccuracyRow[] => [
    {
      name: "pvlib.irradiance.clearness_index",
      fixture: `pvlib/decomposition/clearness-index${variant}`,
      run: ({ ghi, solarZenith, extraRadiation }, options) =>
        decomposition.clearnessIndex({ ghi, solarZenith, extraRadiation }, options),
      ...closed,
    },
    {
      name: "pvlib.irradiance.erbs",
      fixture: `pvlib/decomposition/erbs${variant}`,
      run: ({ ghi, zenith, dayOfYear }, options) => decomposition.erbs({ ghi, zenith, dayOfYear }, options),
      ...split,
      mask: [nanAtNight, negativeGhi],
    },
    {
      name: "pvlib.irradiance.erbs_driesse",
      fixture: `pvlib/decomposition/erbs-driesse${variant}`,
      run: ({ ghi, zenith, dayOfYear }, options) => decomposition.erbsDriesse({ ghi, zenith, dayOfYear }, options),
      ...split,
      mask: [nanAtNight],
    },
    {
      name: "pvlib.irradiance.disc",
      fixture: `pvlib/decomposition/disc${variant}`,
      run: ({ ghi, solarZenith, dayOfYear, pressure }, options) =>
        decomposition.disc({ ghi, solarZenith, dayOfYear, pressure }, options),
      tolerance: { relative: 1e-11, absolute: 1e-10 },
      reason:
        "closed formula; Kn is a difference that passes through 0, and kt's polynomials cancel to a tenth of a percent",
      mask: [nanAtNight],
    },
    {
      name: "pvlib.irradiance.orgill_hollands",
      fixture: `pvlib/decomposition/orgill-hollands${variant}`,
      run: ({ ghi, zenith, dayOfYear }, options) => decomposition.orgillHollands({ ghi, zenith, dayOfYear }, options),
      ...split,
      mask: [nanAtNight, negativeGhi],
    },
    {
      name: "pvlib.irradiance.boland",
      fixture: `pvlib/decomposition/boland${variant}`,
      run: ({ ghi, solarZenith, dayOfYear }, options) => decomposition.boland({ ghi, solarZenith, dayOfYear }, options),
      ...split,
      mask: [nanAtNight, negativeGhi],
    },
    {
      name: "pvlib.irradiance.louche",
      fixture: `pvlib/decomposition/louche${variant}`,
      run: ({ ghi, solarZenith, dayOfYear }, options) => decomposition.louche({ ghi, solarZenith, dayOfYear }, options),
      tolerance: { relative: 1e-11, absolute: 1e-10 },
      reason: "closed formula; kt's polynomial passes through 0, and dhi is a difference",
      mask: [
        nanAtNight,
        negativeGhi,
        {
          where: ({ kt, dhi }) => kt! < 0.002 && dhi! < 0,
          reason: "more direct light than there is light: pvlib's dhi is negative, ours is GHI",
        },
      ],
    },
  ]),
  {
    name: "pvlib.irradiance.orgill_hollands",
    fixture: "pvlib/decomposition/orgill-hollands-extra",
    run: ({ ghi, zenith, dniExtra }) => decomposition.orgillHollands({ ghi, zenith, dniExtra }),
    ...split,
    mask: [nanAtNight, negativeGhi],
  },
  ...["campbell-norman", "campbell-norman-defaults"].map(
    (fixture): AccuracyRow => ({
      name: "pvlib.irradiance.campbell_norman",
      fixture: `pvlib/decomposition/${fixture}`,
      run: ({ zenith, transmittance, ...rest }) => decomposition.campbellNorman({ zenith, transmittance, ...rest }),
      tolerance: { relative: 1e-11, absolute: 1e-12 },
      reason: "closed formula; a power whose exponent, the air mass, multiplies the rounding of cos z",
      mask: [{ where: ({ zenith }) => zenith! > 90, reason: "night: pvlib gives NaN, ours 0" }],
    }),
  ),
  ...["dni", "dni-options", "dni-no-clear"].map(
    (fixture): AccuracyRow => ({
      name: "pvlib.irradiance.dni",
      fixture: `pvlib/decomposition/${fixture}`,
      run: ({ ghi, dhi, zenith, ...rest }, options) => decomposition.dni({ ghi, dhi, zenith, ...rest }, options),
      ...closed,
    }),
  ),
  ...["ghi", "dhi", "dni"].map(
    (missing): AccuracyRow => ({
      name: "pvlib.irradiance.complete_irradiance",
      fixture: `pvlib/decomposition/complete-irradiance-${missing}`,
      run: ({ solarZenith, ...rest }) => decomposition.completeIrradiance({ solarZenith, ...rest }),
      tolerance: { relative: 1e-12, absolute: 1e-12 },
      reason: "a sum or difference of W/m² that may cancel",
    }),
  ),
  ...["dirindex", "dirindex-static"].map(
    (fixture): AccuracyRow => ({
      name: "pvlib.irradiance.dirindex",
      fixture: `pvlib/decomposition/${fixture}`,
      run: ({ ghi, ghiClear, dniClear, zenith, time, ...rest }, options) =>
        decomposition.dirindex({ ghi, ghiClear, dniClear, zenith, time, ...rest }, options),
      tolerance: { relative: 1e-11, absolute: 1e-10 },
      reason: "the quotient of two DIRINT values",
      mask: [
        {
          where: ({ zenith, dni }) => zenith! > (fixture === "dirindex-static" ? 80 : 87) || dni === Infinity,
          reason: "DIRINT gives the clear sky no direct light: pvlib divides by 0, ours gives 0",
        },
        fixture === "dirindex-static"
          ? { where: ({ tempDew }) => Number.isNaN(tempDew), reason: "dew point missing: as in DIRINT" }
          : {
              where: (_row, i, { ghi, ghiClear, zenith }) =>
                [ghi, ghiClear].some((column) => lacksNeighbour(i, { ghi: column!, solarZenith: zenith! })),
              reason: "a neighbour missing inside the series: as in DIRINT",
            },
      ],
    }),
  ),
  {
    name: "pvlib.irradiance.erbs_driesse",
    fixture: "pvlib/decomposition/erbs-driesse-extra",
    run: ({ ghi, zenith, dniExtra }) => decomposition.erbsDriesse({ ghi, zenith, dniExtra }),
    ...split,
    mask: [nanAtNight],
  },
  {
    name: "pvlib.irradiance.clearness_index_zenith_independent",
    fixture: "pvlib/decomposition/clearness-index-zenith-independent",
    run: ({ clearnessIndex, airmass }) => decomposition.clearnessIndexZenithIndependent({ clearnessIndex, airmass }),
    ...closed,
  },
  ...["dirint", "dirint-dew", "dirint-static"].map(
    (fixture): AccuracyRow => ({
      name: "pvlib.irradiance.dirint",
      fixture: `pvlib/decomposition/${fixture}`,
      run: (inputs, options) =>
        decomposition.dirint(
          {
            ghi: inputs.ghi,
            solarZenith: inputs.solarZenith,
            time: inputs.time,
            ...(inputs.pressure ? { pressure: inputs.pressure } : {}),
            ...(inputs.tempDew ? { tempDew: inputs.tempDew } : {}),
          },
          options,
        ),
      tolerance: { relative: 1e-11, absolute: 1e-10 },
      reason: "DISC times a tabulated factor",
      mask: [
        { where: ({ solarZenith }) => solarZenith! > 90, reason: "night: pvlib gives NaN, ours 0" },
        ...(fixture === "dirint-dew"
          ? [
              {
                where: ({ tempDew }: { readonly [name: string]: number }) => Number.isNaN(tempDew),
                reason: "dew point missing: pvlib gives NaN, ours does without, as pvlib documents",
              },
            ]
          : []),
        ...(fixture === "dirint-static"
          ? []
          : [
              {
                where: (_row: unknown, i: number, inputs: Columns) => lacksNeighbour(i, inputs),
                reason:
                  "a neighbour missing inside the series: pvlib halves the other's part; ours takes it whole (eq. 3)",
              },
            ]),
      ],
    }),
  ),
  {
    name: "pvlib.irradiance._get_dirint_coeffs",
    fixture: "pvlib/decomposition/dirint-coefficients",
    run: ({ ktPrimeBin, zenithBin, deltaKtPrimeBin, precipitableWaterBin }) => ({
      coefficient: (ktPrimeBin as Float64Array).map((ktPrime, i) =>
        dirintCoefficient(ktPrime, zenithBin[i], deltaKtPrimeBin[i], precipitableWaterBin[i]),
      ),
    }),
    tolerance: { relative: 0 },
    reason: "a table, entry by entry",
  },
];

function lacksNeighbour(i: number, { ghi, solarZenith }: Columns): boolean {
  const missing = (j: number) => Number.isNaN(ghi![j]) || solarZenith![j]! > 90;
  return i > 0 && i + 1 < ghi!.length && (missing(i - 1) || missing(i + 1));
}
