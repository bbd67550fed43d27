/** An inverter as the chain of a yield takes it: its power without its limit, so that clipping is a stage of its own. */
import { PVWATTS_PEAK, PVWATTS_REFERENCE_EFFICIENCY, pvwattsUnlimitedRows } from "../models/pv/pvwatts-inverter.js";
import { sandiaPeak, sandiaUnlimitedRows } from "../models/pv/sandia.js";
import type { CheckedInverter } from "./inverters.js";
import type { PvPlane } from "./types.js";

export interface PreparedInverter {
  /** AC power that it gives at most, W. */
  readonly limit: number;
  /**
   * DC power of all its planes (W) and their voltage (V; null: the rated one) → AC power in W, not limited. Where the DC power does not
   * start an inverter with Sandia's parameters, as at night, it is what that takes from the grid, below 0. NaN where the power is NaN.
   * `ac` may be the same column as `dc`.
   */
  rows(i0: number, i1: number, dc: Float64Array, voltage: Float64Array | null, ac: Float64Array): void;
}

export function preparedInverter({ acPower, efficiency, sandia, count }: CheckedInverter): PreparedInverter {
  const limit = 1000 * acPower;
  if (sandia !== undefined) {
    return {
      limit,
      rows: (i0, i1, dc, voltage, ac) => sandiaUnlimitedRows(i0, i1, voltage, dc, sandia, count, ac),
    };
  }
  return {
    limit,
    rows: (i0, i1, dc, _voltage, ac) =>
      pvwattsUnlimitedRows(i0, i1, dc, limit / efficiency, efficiency, PVWATTS_REFERENCE_EFFICIENCY, ac),
  };
}

/** The highest AC over DC power between the start and the rated power. */
export function peakEfficiency({ efficiency, sandia }: CheckedInverter): number {
  return sandia === undefined ? efficiency * PVWATTS_PEAK : sandiaPeak(sandia);
}

/**
 * Voltage of a plane's strings at standard test conditions, V: that of its modules in series, else the rated voltage of its inverter.
 *
 * @param volts of one module; null: it has only a power
 */
export function stringVolts(
  { modulesPerString }: Pick<PvPlane, "modulesPerString">,
  { sandia }: Pick<CheckedInverter, "sandia">,
  volts: number | null,
): number {
  if (modulesPerString === undefined || volts === null) return sandia?.Vdco ?? 1;
  return modulesPerString * volts;
}

/** Of an inverter's rated voltage; no string is meant to be outside. */
const STRING_VOLTAGES = [0.2, 2] as const;

/** @throws RangeError for modules in series that have no effect, and for a voltage far from the inverter's */
export function checkStrings(
  plane: Pick<PvPlane, "modulesPerString">,
  inverter: Pick<CheckedInverter, "sandia">,
  volts: number | null,
  where: string,
): void {
  const { modulesPerString } = plane;
  if (modulesPerString === undefined) return;
  if (volts === null || inverter.sandia === undefined) {
    const needed = volts === null ? "a module with a voltage, not a kind" : "an inverter with Sandia's parameters";
    throw new RangeError(`${where}.modulesPerString, got ${modulesPerString}, has an effect only with ${needed}`);
  }
  const { Vdco } = inverter.sandia;
  const ratio = stringVolts(plane, inverter, volts) / Vdco;
  if (ratio >= STRING_VOLTAGES[0] && ratio <= STRING_VOLTAGES[1]) return;
  const [least, most] = STRING_VOLTAGES.map((share) => Math.round((share * Vdco) / volts));
  throw new RangeError(
    `${where}.modulesPerString must be from ${least} to ${most} for modules of ${volts.toFixed(1)} V and an inverter of ${Vdco} V, got ${modulesPerString}`,
  );
}
