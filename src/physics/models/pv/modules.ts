/**
 * A module as a system's DC side takes it: power per kWp and voltage over what its model gives at standard test conditions, so that a
 * system of 8 kWp has 8 kW there whatever its data sheet is rounded to. The conditions are those of IEC 60904-3:2019.
 *
 * By the single-diode equation: De Soto, Klein & Beckman 2006, Solar Energy 80, 78–88; Dobos 2012, J. Solar Energy Engineering 134,
 * 021011. By Sandia's polynomials: King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, eq. 2 and 4; their
 * effective irradiance is behind the cover: reflection and spectrum are stages of a system's chain, the same for every module.
 */
import { checkNumbers, checkPositive } from "../model.js";
import { type CalcparamsCecOptions, desotoRows } from "./calcparams.js";
import { type SapmModule, sapmCurrentRows, sapmVoltageRows } from "./sapm.js";
import { maxPowerPointRows } from "./single-diode/points.js";
import type { DcRows } from "./system.js";

/** It has memory to work in, so that runs at the same time must not share it. */
export interface PreparedModule {
  /** W per kWp. */
  readonly rows: DcRows;
  /** Voltage of maximum power of one module at standard test conditions, V. */
  readonly volts: number;
}

/** Effective irradiance in W/m² and cell temperature in °C → power in W and voltage in V of maximum power, both 0 in the dark. */
type PointRows = (
  i0: number,
  i1: number,
  effective: Float64Array,
  tempCell: Float64Array,
  power: Float64Array,
  voltage: Float64Array,
) => void;

/** Standard test conditions: W/m² and °C. */
export const STC = [1000, 25] as const;

function ratedModule(points: PointRows): PreparedModule {
  const power = new Float64Array(1);
  let unused = new Float64Array(1);
  points(0, 1, Float64Array.of(STC[0]), Float64Array.of(STC[1]), power, unused);
  const scale = 1000 / power[0]!;
  const volts = unused[0]!;
  const rows: DcRows = (i0, i1, effective, tempCell, pdc, voltage) => {
    if (voltage === undefined && unused.length < i1) unused = new Float64Array(Math.ceil(i1 * 1.5));
    points(i0, i1, effective, tempCell, pdc, voltage ?? unused);
    for (let i = i0; i < i1; i++) pdc[i] = pdc[i]! * scale;
    if (voltage !== undefined) for (let i = i0; i < i1; i++) voltage[i] = voltage[i]! / volts;
  };
  return { rows, volts };
}

/** @throws TypeError, RangeError for parameters that no module has */
export function sandiaModule(caller: string, module: SapmModule): PreparedModule {
  const { Impo, Voco, Vmpo, Aimp, Bvoco, Bvmpo, Mbvoc, Mbvmp, N, Cells_in_Series, C0, C1, C2, C3 } = module;
  checkNumbers(caller, { Aimp, Bvoco, Bvmpo, Mbvoc, Mbvmp, C0, C1, C2, C3 });
  checkPositive(caller, { Impo, Voco, Vmpo, N, Cells_in_Series });
  let open = new Float64Array(1);
  return ratedModule((i0, i1, effective, tempCell, power, voltage) => {
    if (open.length < i1) open = new Float64Array(Math.ceil(i1 * 1.5));
    sapmCurrentRows(i0, i1, effective, tempCell, Impo, C0, C1, Aimp, STC[1], STC[0], power);
    sapmVoltageRows(i0, i1, effective, tempCell, module, STC[1], STC[0], open, voltage);
    for (let i = i0; i < i1; i++) {
      // The logarithm of no light is infinite.
      if (effective[i]! <= 0) voltage[i] = 0;
      power[i] = effective[i]! <= 0 ? 0 : power[i]! * voltage[i]!;
    }
  });
}

/** Columns to work in, long enough for n rows. */
function workspace(n: number, resistanceSeries: number) {
  const column = () => new Float64Array(n);
  return {
    ...{ length: n, effectiveIrradiance: column(), iMp: column(), resistanceSeries: column().fill(resistanceSeries) },
    ...{ photocurrent: column(), saturationCurrent: column(), resistanceShunt: column(), nNsVth: column() },
  };
}

/** All of them given. */
export type SingleDiodeParameters = { readonly [name in keyof CalcparamsCecOptions]-?: number };

/** @throws TypeError, RangeError for parameters that no module has */
export function singleDiodeModule(caller: string, parameters: SingleDiodeParameters): PreparedModule {
  const { alphaSc, aRef, ILRef, IORef, RShRef, RS, Adjust, EgRef, dEgdT, irradRef, tempRef } = parameters;
  checkNumbers(caller, { alphaSc, Adjust, dEgdT, tempRef });
  checkNumbers(caller, { RS }, 0);
  checkPositive(caller, { aRef, ILRef, IORef, RShRef, EgRef, irradRef });
  const settings = { ...parameters, alphaSc: alphaSc * (1 - Adjust / 100) };
  let w = workspace(1, RS);
  return ratedModule((i0, i1, effective, tempCell, power, voltage) => {
    if (w.length < i1) w = workspace(Math.ceil(i1 * 1.5), RS);
    // Below 0 the photocurrent would be negative: no light.
    for (let i = i0; i < i1; i++) w.effectiveIrradiance[i] = Math.max(effective[i]!, 0);
    desotoRows(i0, i1, { ...w, tempCell }, settings);
    maxPowerPointRows(i0, i1, w, w.iMp, voltage, power);
  });
}
