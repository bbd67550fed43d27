import {
  CABALLERO_COEFFICIENTS,
  POLO_COEFFICIENTS,
  PVSPEC_COEFFICIENTS,
} from "../../../src/physics/models/spectrum/factors.js";
import * as models from "../../../src/physics/models/spectrum/index.js";
import type { AccuracyRow } from "./table.js";

type SpectralModel = (inputs: never, options: never) => { mismatch: Float64Array };

function rowsOf(name: string, model: SpectralModel, fixtures: readonly string[]): AccuracyRow[] {
  return fixtures.map((fixture) => ({
    name: `pvlib.spectrum.${name}`,
    fixture: `pvlib/spectrum/${fixture}`,
    run: (inputs, options) => model(inputs as never, options as never),
    tolerance: { relative: 1e-12, absolute: 1e-12 },
    reason: "closed formula; sums of terms of order 1 to 100 at the largest air mass",
  }));
}

export const rows: AccuracyRow[] = [
  ...rowsOf(
    "spectral_factor_firstsolar",
    models.spectralFactorFirstsolar,
    ["cdte", "monosi", "xsi", "multisi", "polysi", "cigs", "asi", "options"].map((name) => `first-solar-${name}`),
  ),
  ...rowsOf("spectral_factor_sapm", models.spectralFactorSapm, ["sapm"]).map((row) => ({
    ...row,
    mask: [
      {
        where: ({ airmassAbsolute }: { readonly [name: string]: number }) => Number.isNaN(airmassAbsolute),
        reason: "air mass missing: pvlib gives 0, ours NaN",
      },
    ],
  })),
  ...rowsOf(
    "spectral_factor_caballero",
    models.spectralFactorCaballero,
    [...Object.keys(CABALLERO_COEFFICIENTS), "coefficients"].map((name) => `caballero-${name}`),
  ),
  ...rowsOf(
    "spectral_factor_pvspec",
    models.spectralFactorPvspec,
    [...Object.keys(PVSPEC_COEFFICIENTS), "coefficients"].map((name) => `pvspec-${name}`),
  ),
  ...rowsOf("spectral_factor_jrc", models.spectralFactorJrc, ["jrc-multisi", "jrc-cdte", "jrc-coefficients"]),
  ...rowsOf(
    "spectral_factor_polo",
    models.spectralFactorPolo,
    [...Object.keys(POLO_COEFFICIENTS), "albedo"].map((name) => `polo-${name}`),
  ),
];
