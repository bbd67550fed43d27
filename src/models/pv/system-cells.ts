/** The cell temperatures that a system can have. */

import { faimanRows } from "../cell-temperature/faiman.js";
import { noctSamMounting } from "../cell-temperature/index.js";
import { noctSamRows } from "../cell-temperature/noct-sam.js";
import { pvsystCellRows } from "../cell-temperature/pvsyst.js";
import { rossRows } from "../cell-temperature/ross.js";
import { sapmCellFromModuleRows, sapmModuleRows } from "../cell-temperature/sapm.js";

/** Cell temperature models by name, with the options that each takes and their values here. @experimental */
export const SYSTEM_CELL_TEMPERATURE = {
  /** Open rack, glass and polymer. */
  sapm: { a: -3.56, b: -0.075, deltaT: 3 },
  pvsyst: { uC: 29, uV: 0, moduleEfficiency: 0.1, alphaAbsorption: 0.9 },
  faiman: { u0: 25, u1: 6.84 },
  ross: { noct: 45 },
  /** SAM's standard module on an open rack. */
  noctSam: { noct: 45, moduleEfficiency: 0.19, transmittanceAbsorptance: 0.9, arrayHeight: 1, mountStandoff: 4 },
} as const;

/** Light on the plane (W/m²), air (°C) and wind (m/s) in; cells (°C) out. */
export interface CellColumns {
  readonly global: Float64Array;
  readonly tempAir: Float64Array;
  readonly wind: Float64Array;
  readonly tempCell: Float64Array;
}

type CellRows = (i0: number, i1: number, s: CellColumns) => void;
type Numbers = { readonly [option: string]: number };

/** The row kernel of a model with its options, all of them. */
export function cellRows(
  name: keyof typeof SYSTEM_CELL_TEMPERATURE,
  o: { readonly [option: string]: number },
): CellRows {
  if (name === "faiman") {
    return (i0, i1, s) => faimanRows(i0, i1, s.global, s.tempAir, s.wind, o.u0!, o.u1!, s.tempCell);
  }
  if (name === "pvsyst") {
    const { uC, uV, moduleEfficiency, alphaAbsorption } = o as Numbers;
    return (i0, i1, s) =>
      pvsystCellRows(i0, i1, s.global, s.tempAir, s.wind, uC!, uV!, moduleEfficiency!, alphaAbsorption!, s.tempCell);
  }
  if (name === "ross") {
    return (i0, i1, s) => rossRows(i0, i1, s.global, s.tempAir, (o.noct! - 20) / 800, s.tempCell);
  }
  if (name === "noctSam") {
    const { noct, moduleEfficiency, transmittanceAbsorptance, arrayHeight, mountStandoff } = o as Numbers;
    const mounting = {
      noct: noct!,
      moduleEfficiency: moduleEfficiency!,
      arrayHeight: arrayHeight!,
      mountStandoff: mountStandoff!,
    };
    const { noctAdjusted, windFactor } = noctSamMounting(mounting);
    return (i0, i1, s) =>
      noctSamRows(
        i0,
        i1,
        s.global,
        s.tempAir,
        s.wind,
        // Not the effective irradiance: at grazing incidence the formula falls without limit with it.
        s.global,
        noctAdjusted,
        moduleEfficiency!,
        transmittanceAbsorptance!,
        windFactor,
        s.tempCell,
      );
  }
  return (i0, i1, s) => {
    sapmModuleRows(i0, i1, s.global, s.tempAir, s.wind, o.a!, o.b!, s.tempCell);
    sapmCellFromModuleRows(i0, i1, s.tempCell, s.global, o.deltaT!, 1000, s.tempCell);
  };
}
