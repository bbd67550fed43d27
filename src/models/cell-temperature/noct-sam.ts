/**
 * Cell temperature from the nominal operating cell temperature, as in the System Advisor Model.
 *
 * Gilman et al. 2018, SAM Photovoltaic Model Technical Reference Update, NREL/TP-6A20-67399, section 10.6.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers } from "../options.js";

/** @experimental */
export interface NoctSamOptions {
  /** Nominal operating cell temperature, °C (at 800 W/m², 20 °C, 1 m/s). */
  noct: number;
  /** Efficiency at 1000 W/m² and 20 °C, 0…1. */
  moduleEfficiency: number;
  /** Transmittance times absorptance, 0…1. Default 0.9. */
  transmittanceAbsorptance?: number | undefined;
  /** Height of the array above ground in stories, 1 or 2 (2 for more). Default 1. */
  arrayHeight?: number | undefined;
  /** Gap between module and mounting surface in inches (1 in = 2.54 cm). Default 4: as on the ground. */
  mountStandoff?: number | undefined;
}

/** Added to NOCT for a narrow gap, °C. Where SAM leaves a bound's side open, pvlib's choice. */
function standoffAdjustment(inches: number): number {
  if (inches <= 0 || inches > 3.5) return 0;
  if (inches < 1.5) return inches < 0.5 ? 18 : 11;
  return inches < 2.5 ? 6 : 2;
}

/**
 * poaGlobal, effectiveIrradiance in W/m², tempAir in °C, windSpeed in m/s → tempCell in °C.
 *
 * noctAdjusted in °C; windFactor turns the wind's speed into that at the module.
 */
export function noctSamRows(
  i0: number,
  i1: number,
  poaGlobal: Float64Array,
  tempAir: Float64Array,
  windSpeed: Float64Array,
  effectiveIrradiance: Float64Array,
  noctAdjusted: number,
  moduleEfficiency: number,
  transmittanceAbsorptance: number,
  windFactor: number,
  tempCell: Float64Array,
): void {
  const rise = (noctAdjusted - 20) / 800;
  for (let i = i0; i < i1; i++) {
    const poa = poaGlobal[i]!;
    // Without irradiance the ratio is 0/0 and what it scales is 0.
    const ratio = poa === 0 ? 1 : effectiveIrradiance[i]! / poa;
    const heat = poa * rise * (1 - moduleEfficiency / (transmittanceAbsorptance * ratio));
    tempCell[i] = tempAir[i]! + (heat * 9.5) / (5.7 + 3.8 * windFactor * windSpeed[i]!);
  }
}

/**
 * What `noctSamRows` takes from the options.
 *
 * @returns `noctAdjusted` in °C, NOCT with the gap's adjustment; `windFactor`, the share of the wind speed
 * @throws TypeError, RangeError for a bad option
 * @experimental
 */
export function noctSamMounting(options: NoctSamOptions): { noctAdjusted: number; windFactor: number } {
  const { noct, arrayHeight = 1, mountStandoff = 4 } = options ?? {};
  checkNumbers("noctSam", { noct, arrayHeight, mountStandoff });
  if (arrayHeight !== 1 && arrayHeight !== 2) {
    throw new RangeError(`noctSam: arrayHeight must be 1 or 2 stories, got ${arrayHeight}`);
  }
  return { noctAdjusted: noct + standoffAdjustment(mountStandoff), windFactor: arrayHeight === 1 ? 0.51 : 0.61 };
}

/**
 * Cell temperature: T + G/800·(NOCT' − 20)·(1 − η/(τα·Geff/G))·9.5/(5.7 + 3.8·v').
 *
 * Valid where Geff/G is well above η/τα; as Geff goes to 0 in light the formula falls without limit. Without irradiance it is
 * the air's temperature (pvlib gives NaN when effectiveIrradiance is given).
 *
 * @param inputs poaGlobal G (W/m²), tempAir T (°C), windSpeed (m/s at 10 m; v' = 0.51 or 0.61 of it), effectiveIrradiance
 *   Geff (W/m², after reflection and spectrum; default G); numbers or arrays of one length
 * @param options noct (°C), moduleEfficiency η; transmittanceAbsorptance τα (0.9), arrayHeight (1 or 2 stories),
 *   mountStandoff (4 inches)
 * @returns tempCell in °C; NaN where an input is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function noctSam(
  inputs: {
    poaGlobal: ColumnInput;
    tempAir: ColumnInput;
    windSpeed: ColumnInput;
    effectiveIrradiance?: ColumnInput | undefined;
  },
  options: NoctSamOptions,
): { tempCell: Float64Array } {
  const { moduleEfficiency, transmittanceAbsorptance = 0.9 } = options ?? {};
  checkNumbers("noctSam", { moduleEfficiency, transmittanceAbsorptance });
  const { noctAdjusted, windFactor } = noctSamMounting(options);
  const { poaGlobal, tempAir, windSpeed, effectiveIrradiance = poaGlobal } = inputs;
  const c = toColumns("noctSam", { poaGlobal, tempAir, windSpeed, effectiveIrradiance });
  const tempCell = new Float64Array(c.n);
  noctSamRows(
    0,
    c.n,
    c.poaGlobal,
    c.tempAir,
    c.windSpeed,
    c.effectiveIrradiance,
    noctAdjusted,
    moduleEfficiency,
    transmittanceAbsorptance,
    windFactor,
    tempCell,
  );
  for (let i = 0; i < c.n; i++) if (Number.isNaN(c.effectiveIrradiance[i]!)) tempCell[i] = Number.NaN;
  return { tempCell };
}
