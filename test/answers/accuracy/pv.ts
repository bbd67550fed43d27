import * as pv from "../../../src/physics/models/pv/index.js";
import type { AccuracyRow, Columns } from "./table.js";

const formula = { relative: 1e-13, absolute: 1e-12 };
const sameFormula = "the same formula in doubles";

/** A row for each fixture of a pvlib function. */
function rowsOf(
  name: string,
  fixtures: readonly string[],
  run: AccuracyRow["run"],
  tolerance: AccuracyRow["tolerance"] = formula,
  reason = sameFormula,
  mask: AccuracyRow["mask"] = [],
): AccuracyRow[] {
  return fixtures.map((fixture) => ({
    name: `pvlib.${name}`,
    fixture: `pvlib/pv/${fixture}`,
    run,
    tolerance,
    reason,
    mask,
  }));
}

/** A row for a fixture of fixtures/single-diode, the equation in 60 digits. */
function exactRow(
  name: string,
  fixture: string,
  run: AccuracyRow["run"],
  tolerance: AccuracyRow["tolerance"],
  reason: string,
): AccuracyRow {
  return { name: `mpmath.${name}`, fixture: `single-diode/${fixture}`, run, tolerance, reason };
}

const with_ =
  // biome-ignore lint/suspicious/noExplicitAny: any model function of named columns and options
    (model: (inputs: any, options: any) => { readonly [name: string]: Float64Array }): AccuracyRow["run"] =>
    (inputs, options) =>
      model(inputs, options);

/** vDc0, vDc1 … → the lists that a model of several inputs takes. */
function lists(inputs: Columns, ...names: string[]): { [name: string]: Float64Array[] } {
  return Object.fromEntries(names.map((name) => [name, [inputs[`${name}0`]!, inputs[`${name}1`]!]]));
}

/** moduleVMp … → vMp …: a fixture's inputs and outputs cannot share names. */
function ofModule(inputs: Columns): Columns {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, column]) => [`${name[6]!.toLowerCase()}${name.slice(7)}`, column]),
  );
}

const belowBreakdown = {
  where: ({ diodeVoltage }: { readonly [name: string]: number }) => diodeVoltage! < -5.5,
  reason: "pvlib is NaN below its default breakdown voltage even with the term switched off (0 times NaN)",
};
const nanRow = (name: string, reason: string) => ({
  where: (row: { readonly [name: string]: number }) => Number.isNaN(row[name]!),
  reason,
});

const bisected = "pvlib's bisection stops at 2e-12 V of diode voltage, which moves a current by that times dI/dV";
const flat = "pvlib's search of the maximum stops where power, being flat there, no longer changes";
const conditioned =
  "roundings of the diode voltage times dI/dx; worst at maximum power where IL·Rs is a thousand times the open-circuit voltage";
const precise = { relative: 1e-11, absolute: 1e-12 };

export const rows: AccuracyRow[] = [
  ...rowsOf(
    "pvsystem.pvwatts_dc",
    ["plain", "reference_20", "marion", "marion_capped"].map((name) => `pvwatts_dc_${name}`),
    with_(pv.pvwattsDc),
  ),
  ...rowsOf("pvsystem.pvwatts_losses", ["pvwatts_losses"], with_(pv.pvwattsLosses)),
  ...rowsOf("inverter.pvwatts", ["pvwatts_default", "pvwatts_efficient"], with_(pv.pvwatts)),
  ...rowsOf("inverter.pvwatts_multi", ["pvwatts_multi"], (inputs, options) =>
    pv.pvwattsMulti(lists(inputs, "pdc") as never, options),
  ),
  ...rowsOf("inverter.sandia", ["sandia"], with_(pv.sandia)),
  ...rowsOf("inverter.sandia_multi", ["sandia_multi"], (inputs, options) =>
    pv.sandiaMulti(lists(inputs, "vDc", "pDc") as never, options),
  ),
  ...rowsOf("transformer.simple_efficiency", ["transformer"], with_(pv.simpleEfficiency)),
  ...rowsOf("inverter.adr", ["adr_default", "adr_strict"], with_(pv.adr)),
  ...rowsOf("pvsystem.sapm", ["sapm_default", "sapm_references"], with_(pv.sapm as never)),
  ...rowsOf(
    "pvsystem.sapm_effective_irradiance",
    ["sapm_effective_irradiance"],
    with_(pv.sapmEffectiveIrradiance),
    formula,
    sameFormula,
    [nanRow("airmassAbsolute", "a NaN air mass gives NaN here, 0 in pvlib")],
  ),
  ...rowsOf(
    "pvsystem.calcparams_desoto",
    ["mono", "thin_film", "references"].map((name) => `calcparams_desoto_${name}`),
    with_(pv.calcparamsDesoto as never),
  ),
  ...rowsOf(
    "pvsystem.calcparams_cec",
    ["mono", "thin_film"].map((name) => `calcparams_cec_${name}`),
    with_(pv.calcparamsCec as never),
  ),
  ...rowsOf(
    "pvsystem.calcparams_pvsyst",
    ["silicon", "low_shunt"].map((name) => `calcparams_pvsyst_${name}`),
    with_(pv.calcparamsPvsyst as never),
  ),
  ...rowsOf(
    "pvsystem.singlediode",
    ["singlediode_brentq"],
    with_(pv.singlediode),
    { relative: 1e-10, absolute: 1e-11 },
    bisected,
  ),
  ...rowsOf(
    "pvsystem.singlediode",
    ["singlediode_lambertw"],
    with_(pv.singlediode),
    { relative: 1e-10, absolute: 1e-11 },
    flat,
  ),
  ...rowsOf("pvsystem.max_power_point", ["max_power_point"], with_(pv.maxPowerPoint), { relative: 1e-10 }, bisected),
  ...rowsOf("pvsystem.i_from_v", ["i_from_v"], with_(pv.iFromV), precise, conditioned),
  ...rowsOf("pvsystem.v_from_i", ["v_from_i"], with_(pv.vFromI), precise, conditioned),
  ...rowsOf("singlediode.estimate_voc", ["estimate_voc"], with_(pv.estimateVoc as never)),
  ...rowsOf(
    "singlediode.batzelis",
    ["singlediode_batzelis"],
    with_(pv.singlediodeBatzelis as never),
    formula,
    sameFormula,
    [nanRow("photocurrent", "a NaN photocurrent gives NaN here, 0 in pvlib")],
  ),
  ...rowsOf(
    "singlediode.bishop88",
    ["bishop88_plain", "bishop88_recombination"],
    with_(pv.bishop88 as never),
    formula,
    sameFormula,
    [belowBreakdown],
  ),
  ...rowsOf("singlediode.bishop88", ["bishop88_reverse"], with_(pv.bishop88 as never)),
  ...rowsOf("singlediode.bishop88_mpp", ["bishop88_mpp"], with_(pv.bishop88Mpp), { relative: 1e-10 }, bisected),
  ...rowsOf(
    "singlediode.bishop88_i_from_v",
    ["bishop88_i_from_v"],
    with_(pv.bishop88IFromV),
    { relative: 1e-10, absolute: 1e-11 },
    bisected,
  ),
  ...rowsOf(
    "singlediode.bishop88_v_from_i",
    ["bishop88_v_from_i", "bishop88_v_from_i_reverse"],
    with_(pv.bishop88VFromI),
    { relative: 1e-10, absolute: 1e-11 },
    bisected,
  ),
  ...rowsOf(
    "pvarray.huld",
    ["pvgis5_csi", "pvgis5_cis", "pvgis5_cdte", "pvgis6_csi", "pvgis6_cis", "pvgis6_cdte", "own"].map(
      (name) => `huld_${name}`,
    ),
    with_(pv.huld),
  ),
  ...rowsOf("pvarray.pvefficiency_adr", ["pvefficiency_adr"], with_(pv.pvefficiencyAdr)),
  ...rowsOf("pvarray.batzelis", ["batzelis"], with_(pv.batzelis as never)),
  ...rowsOf("pvsystem.dc_ohms_from_percent", ["dc_ohms_from_percent"], with_(pv.dcOhmsFromPercent)),
  ...rowsOf("pvsystem.dc_ohmic_losses", ["dc_ohmic_losses"], with_(pv.dcOhmicLosses)),
  ...rowsOf("pvsystem.combine_loss_factors", ["combine_loss_factors"], with_(pv.combineLossFactors)),
  ...rowsOf("pvsystem.scale_voltage_current_power", ["scale_voltage_current_power"], (inputs, options) =>
    pv.scaleVoltageCurrentPower(ofModule(inputs) as never, options),
  ),
  exactRow("singlediode", "singlediode", with_(pv.singlediode), { relative: 1e-10 }, conditioned),
  exactRow("iFromV", "iFromV", with_(pv.iFromV), precise, conditioned),
  exactRow("vFromI", "vFromI", with_(pv.vFromI), precise, conditioned),
  exactRow("bishop88Mpp", "bishop88Mpp-recombination", with_(pv.bishop88Mpp), precise, conditioned),
  exactRow("bishop88IFromV", "bishop88IFromV-recombination", with_(pv.bishop88IFromV), precise, conditioned),
  exactRow("bishop88IFromV", "bishop88IFromV-reverse", with_(pv.bishop88IFromV), precise, conditioned),
  exactRow("bishop88VFromI", "bishop88VFromI-reverse", with_(pv.bishop88VFromI), precise, conditioned),
  exactRow("bishop88", "bishop88-reverse", with_(pv.bishop88 as never), precise, conditioned),
  ...(
    [
      ["pvwattsSystem", "pvwatts_default", pv.pvwattsSystem],
      ["pvwattsSystem", "pvwatts_ashrae", pv.pvwattsSystem],
      ["pvwattsSystem", "pvwatts_noct", pv.pvwattsSystem],
      ["pvwattsSystem", "pvwatts_bare", pv.pvwattsSystem],
      ["huldSystem", "huld_default", pv.huldSystem],
      ["cecSystem", "cec_default", pv.cecSystem],
    ] as const
  ).map(
    ([name, fixture, model]): AccuracyRow => ({
      name: `pvlib-chain.${name}`,
      fixture: `pvlib/pv/system_${fixture}`,
      run: with_(model),
      tolerance: fixture === "cec_default" ? { relative: 1e-10, absolute: 1e-9 } : { relative: 1e-12, absolute: 1e-11 },
      reason: "the same formulas in doubles, one after the other; with curves, pvlib's search of the maximum",
    }),
  ),
];
