import * as models from "../../../src/physics/models/cell-temperature/index.js";
import type { AccuracyRow, Columns, Mask } from "./table.js";

const closed = {
  tolerance: { relative: 1e-12, absolute: 1e-12 },
  reason: "closed formula; the sum with the air's temperature cancels near 0 °C",
};

function rowsOf(model: string, name: string, fixtures: readonly string[], run: AccuracyRow["run"]): AccuracyRow[] {
  return fixtures.map((fixture) => ({
    name: `pvlib.temperature.${name}`,
    fixture: `pvlib/cell-temperature/${model}${fixture}`,
    run,
    ...closed,
  }));
}

function fuentes(name: string, mask: readonly Mask[]): AccuracyRow {
  return {
    name: "pvlib.temperature.fuentes",
    fixture: `pvlib/cell-temperature/fuentes-${name}`,
    run: (inputs, options) => models.fuentes(inputs as never, options),
    tolerance: { relative: 1e-10, absolute: 1e-10 },
    reason: "ten rounds of a heat balance in K per row, each on the row before; °C cancel near 0",
    ...(mask.length > 0 ? { mask } : {}),
  };
}

const afterGap: Mask = {
  where: (_row, i, { poaGlobal }) => poaGlobal!.subarray(0, i).some(Number.isNaN),
  reason: "after a missing row: in pvlib all is missing, ours goes on from the last good row",
};

/** Whether all of the 20 minutes before row i of the 5-minute series is missing. */
const missingWindow = (i: number, { tempCell }: Columns) =>
  tempCell!.subarray(Math.max(i - 4, 0), i).every(Number.isNaN);
const prillimanMasks: Mask[] = [
  {
    where: (_row, i, { tempCell }) => Number.isNaN(tempCell![i]!),
    reason: "temperature missing: pvlib smooths over the row, ours is missing too",
  },
  {
    where: (_row, i, inputs) => i > 0 && missingWindow(i, inputs),
    reason: "all 20 minutes before missing: pvlib is missing, ours keeps the row's own value",
  },
  {
    where: (_row, i, { windSpeed }) => i === 0 && Number.isNaN(windSpeed![i]!),
    reason: "first row without wind: pvlib keeps the value, ours is missing",
  },
];

/** The parameters of every other model that follow from those of one. */
function translate(inputs: Columns, options: { moduleEfficiency: number; absorptance: number; source: string }) {
  const found: { [name: string]: number[] } = {};
  const n = Object.values(inputs)[0]!.length;
  for (let i = 0; i < n; i++) {
    const values = Object.fromEntries(Object.entries(inputs).map(([name, column]) => [name, column[i]!]));
    const model = new models.GenericLinearModel(options);
    if (options.source === "faiman") model.useFaiman(values as never);
    else if (options.source === "pvsyst") model.usePvsyst(values as never);
    else if (options.source === "noct-sam") model.useNoctSam(values as never);
    else model.useSapm(values as never);
    const all = {
      ...model.getGenericLinear(),
      ...model.toFaiman(),
      ...model.toPvsyst(),
      ...model.toNoctSam(),
      ...model.toSapm(),
    };
    for (const [name, value] of Object.entries(all))
      (found[`of${name[0]!.toUpperCase()}${name.slice(1)}`] ??= []).push(value);
  }
  return Object.fromEntries(Object.entries(found).map(([name, values]) => [name, Float64Array.from(values)]));
}

export const rows: AccuracyRow[] = [
  ...rowsOf("sapm-cell-", "sapm_cell", Object.keys(models.TEMPERATURE_MODEL_PARAMETERS.sapm), (inputs, options) =>
    models.sapmCell(inputs as never, options),
  ),
  ...rowsOf("sapm-module", "sapm_module", [""], (inputs, options) => models.sapmModule(inputs as never, options)),
  ...rowsOf("sapm-cell-from-module", "sapm_cell_from_module", [""], (inputs, options) =>
    models.sapmCellFromModule(inputs as never, options),
  ),
  ...rowsOf("pvsyst-", "pvsyst_cell", ["defaults", "options", "no-wind"], (inputs, options) =>
    models.pvsystCell(inputs as never, options),
  ),
  ...rowsOf("faiman-", "faiman", ["defaults", "options"], (inputs, options) => models.faiman(inputs as never, options)),
  ...rowsOf("faiman-rad", "faiman_rad", ["", "-without-ir"], (inputs, options) =>
    models.faimanRad(inputs as never, options),
  ),
  ...rowsOf("ross-", "ross", ["noct", "k"], (inputs, options) => models.ross(inputs as never, options)),
  ...rowsOf("generic-linear", "generic_linear", [""], (inputs, options) =>
    models.genericLinear(inputs as never, options),
  ),
  ...rowsOf(
    "noct-sam-standoff-",
    "noct_sam",
    ["-1", "0", "0.4999", "0.5", "1.5", "2.5", "3.5", "3.5001"],
    (inputs, options) => models.noctSam(inputs as never, options),
  ),
  ...rowsOf("noct-sam-effective", "noct_sam", [""], (inputs, options) => models.noctSam(inputs as never, options)).map(
    (row) => ({
      ...row,
      mask: [
        {
          where: ({ poaGlobal, tempAir, windSpeed, effectiveIrradiance }: { readonly [name: string]: number }) =>
            poaGlobal === 0 && !Number.isNaN(tempAir! + windSpeed! + effectiveIrradiance!),
          reason: "no light: pvlib divides 0 by 0, ours is the air's temperature",
        },
      ],
    }),
  ),
  ...["faiman", "pvsyst", "noct-sam", "sapm"].map(
    (source): AccuracyRow => ({
      name: "pvlib.temperature.GenericLinearModel",
      fixture: `pvlib/cell-temperature/generic-linear-model-${source}`,
      run: translate,
      tolerance: { relative: 1e-12, absolute: 1e-14 },
      reason: "closed formulas; b of SAPM is the difference of two logarithms, 0 when wind has no effect",
    }),
  ),
  fuentes("rack", []),
  fuentes("roof", []),
  fuentes("flat-large", []),
  fuentes("gap", [afterGap]),
  ...["1", "5", "7", "19", "20", "30", "options"].map(
    (name): AccuracyRow => ({
      name: "pvlib.temperature.prilliman",
      fixture: `pvlib/cell-temperature/prilliman-${name}`,
      run: (inputs, options) => ({ smoothed: models.prilliman(inputs as never, options).tempCell }),
      tolerance: { relative: 1e-12, absolute: 1e-12 },
      reason: "weighted average of at most 20 values",
      ...(name === "5" ? { mask: prillimanMasks } : {}),
    }),
  ),
];
