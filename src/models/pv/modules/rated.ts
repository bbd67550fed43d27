/**
 * A module as a system's DC side takes it: power per kWp and voltage over what its model gives at standard test conditions, so that a
 * system of 8 kWp has 8 kW there whatever its data sheet is rounded to. The conditions are those
 * of IEC 60904-3:2019.
 */
import type { DcRows } from "../system.js";

/** It has memory to work in, so that runs at the same time must not share it. */
export interface PreparedModule {
  /** W per kWp. */
  readonly rows: DcRows;
  /** Voltage of maximum power of one module at standard test conditions, V. */
  readonly volts: number;
}

/** Effective irradiance in W/m² and cell temperature in °C → power in W and voltage in V of maximum power, both 0 in the dark. */
export type PointRows = (
  i0: number,
  i1: number,
  effective: Float64Array,
  tempCell: Float64Array,
  power: Float64Array,
  voltage: Float64Array,
) => void;

/** Standard test conditions: W/m² and °C. */
export const STC = [1000, 25] as const;

export function ratedModule(points: PointRows): PreparedModule {
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
