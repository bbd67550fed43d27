/** Separation models that pvlib lacks, against public implementations by others (fixtures/separation/make.py). */

import {
  BRL_COEFFICIENTS,
  type BrlCoefficients,
  type BrlInputs,
} from "../../../src/physics/models/decomposition/brl.js";
import { ABREU_COEFFICIENTS, abreuRows, erbsRows } from "../../../src/physics/models/decomposition/by-clearness.js";
import type { Engerer2Inputs } from "../../../src/physics/models/decomposition/engerer2.js";
import * as decomposition from "../../../src/physics/models/decomposition/index.js";
import { STARKE_COEFFICIENTS, type StarkeCoefficients } from "../../../src/physics/models/decomposition/starke.js";
import type { Yang4Inputs } from "../../../src/physics/models/decomposition/yang4.js";
import type { AccuracyRow, Columns } from "./table.js";

const digits = { relative: 1e-11, absolute: 1e-12 };
const formula = { tolerance: digits, reason: "closed formula; the reference has 13 digits, its inputs likewise" };
const nearHorizon = {
  tolerance: { relative: 1e-9, absolute: 1e-9 },
  reason: "the reference has 13 digits; near the horizon dni divides their rounding by cos z",
};

/** One output per set of coefficients, by the name of the fixture's output. */
function bySet(run: (set: string) => { kd: Float64Array }, names: readonly string[]): Columns {
  return Object.fromEntries(names.map((name) => [name, run(name).kd]));
}

const BRL_SETS = Object.keys(BRL_COEFFICIENTS) as BrlCoefficients[];
const PREDICTORS = ["kt", "ast", "zenith", "dktc", "kde", "kdHour"] as const;

function pick<Name extends string>(inputs: Columns, names: readonly Name[]): { [name in Name]: Float64Array } {
  return Object.fromEntries(names.map((name) => [name, inputs[name]!])) as { [name in Name]: Float64Array };
}

const brlFormula: AccuracyRow["run"] = (inputs) =>
  bySet(
    (coefficients) =>
      decomposition.brlDiffuseFraction(pick(inputs, ["kt", "ast", "elevation", "ktDaily", "psi"]), {
        coefficients: coefficients as BrlCoefficients,
      }),
    BRL_SETS,
  );

export const rows: AccuracyRow[] = [
  {
    name: "Yang5-Separation.Erbs",
    fixture: "separation/formulas-erbs",
    run: ({ kt }) => {
      const kd = new Float64Array(kt.length);
      erbsRows(0, kd.length, kt, kd);
      return { kd };
    },
    ...formula,
  },
  { name: "Yang5-Separation.BRL_Every", fixture: "separation/formulas-brl", run: brlFormula, ...formula },
  { name: "gsee.core.diffuse.brl_diffuse_fraction", fixture: "separation/brl-gsee", run: brlFormula, ...nearHorizon },
  {
    name: "Yang5-Separation.Engerer2",
    fixture: "separation/formulas-engerer2",
    run: (inputs) => {
      const predictors = pick(inputs, ["kt", "ast", "zenith", "dktc", "kde"]);
      return {
        original: decomposition.engerer2DiffuseFraction(predictors, { averagingPeriod: "original" }).kd,
        oneMinute: decomposition.engerer2DiffuseFraction(predictors, { averagingPeriod: 1 }).kd,
      };
    },
    ...formula,
  },
  {
    name: "Yang5-Separation.Paulescu",
    fixture: "separation/formulas-paulescu",
    run: ({ kt, ktDaily }) => decomposition.paulescu({ kt, ktDaily }),
    ...formula,
  },
  {
    name: "Yang5-Separation.Abreu",
    fixture: "separation/formulas-abreu",
    run: ({ kt }) =>
      Object.fromEntries(
        Object.entries(ABREU_COEFFICIENTS).map(([climate, coefficients]) => {
          const kd = new Float64Array(kt.length);
          abreuRows(0, kd.length, kt, coefficients, kd);
          return [climate, kd];
        }),
      ),
    ...formula,
  },
  {
    name: "Yang5-Separation.Starke",
    fixture: "separation/formulas-starke",
    run: (inputs) => {
      const names = ["kt", "ast", "elevation", "ktDaily", "psi", "ghiClear", "ktHour", "kcsi"] as const;
      const sets = Object.keys(STARKE_COEFFICIENTS);
      return bySet(
        (set) => decomposition.starke(pick(inputs, names), { coefficients: set as StarkeCoefficients }),
        sets,
      );
    },
    ...formula,
  },
  {
    name: "Yang5-Separation.Yang4_Yang5",
    fixture: "separation/formulas-yang",
    run: (inputs) => ({
      yang4: decomposition.yang4DiffuseFraction(pick(inputs, PREDICTORS)).kd,
      ...Object.fromEntries(
        ([1, 2, 3, 4, 5] as const).map((regime) => [
          `regime${regime}`,
          decomposition.yang4DiffuseFraction(pick(inputs, PREDICTORS), { regime }).kd,
        ]),
      ),
    }),
    ...formula,
  },
  ...[1, 5, 10, 15, 30, 60, 1440].map(
    (minutes): AccuracyRow => ({
      name: "Engerer2-separation-model.Engerer2Separation",
      fixture: `separation/engerer2-${minutes}min`,
      run: ({ ghi, time, latitude, longitude }, options) => {
        const published = { ...options, minCosZenith: 0, limitDni: false };
        return { ...decomposition.engerer2({ ghi, time, latitude, longitude }, published) };
      },
      ...nearHorizon,
    }),
  ),
  {
    name: "clear-sky-models.TJ",
    fixture: "separation/threlkeld-jordan",
    run: ({ dayOfYear, zenith }) => decomposition.threlkeldJordan({ dayOfYear, zenith }),
    ...formula,
  },
  ...[1, 5, 60].flatMap((minutes): AccuracyRow[] => [
    {
      name: "bsrn.modeling.separation.brl_separation",
      fixture: `separation/brl-${minutes}min`,
      run: (inputs) => ({ ...decomposition.brl(inputs as unknown as BrlInputs) }),
      ...nearHorizon,
    },
    {
      name: "bsrn.modeling.separation.engerer2_separation",
      fixture: `separation/engerer2-series-${minutes}min`,
      run: (inputs, options) => ({
        ...decomposition.engerer2(inputs as unknown as Engerer2Inputs, { ...options, limitDni: false }),
      }),
      ...nearHorizon,
    },
  ]),
  ...[1, 5].map(
    (minutes): AccuracyRow => ({
      name: "bsrn.modeling.separation.yang4_separation",
      fixture: `separation/yang4-${minutes}min`,
      run: (inputs) => ({ ...decomposition.yang4(inputs as unknown as Yang4Inputs) }),
      ...nearHorizon,
      mask: [
        {
          where: ({ solarZenith, hourZenith }) => solarZenith! >= 90 || hourZenith! >= 90,
          reason:
            "no sun at the row or at the middle of its hour: bsrn gives nothing or NaN, ours goes by the predictors",
        },
      ],
    }),
  ),
];
