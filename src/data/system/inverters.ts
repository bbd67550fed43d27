/** The inverters of a system: which planes are on which, and what each of them can. */
import { plain } from "../../foundation/text/number.js";
import {
  checkSandia,
  type SandiaInverter,
  sandiaPeak,
  sandiaUnlimitedRows,
} from "../../physics/models/pv/inverters.js";
import { PVWATTS_PEAK, PVWATTS_REFERENCE_EFFICIENCY, pvwattsUnlimitedRows } from "../../physics/models/pv/pvwatts.js";
import { inOtherUnit } from "./fields.js";
import type { PvInverter, PvPlane, PvSystem } from "./types.js";

export interface CheckedInverter {
  /** Rated DC power of its planes, kW. */
  readonly kwp: number;
  /** What it gives at most, kW. */
  readonly acPower: number;
  readonly efficiency: number;
  /** Sandia's parameters of one, and how many there are. */
  readonly sandia?: SandiaInverter | undefined;
  readonly count: number;
}

/** What is outside is in another unit, or a slip. */
const DC_AC_RATIOS = [0.1, 10] as const;
const DEFAULT_RATIO = 1.2;
const DEFAULT_EFFICIENCY = 0.96;

/** @throws RangeError for an inverter that no plane has, a name without an inverter, and a size that does not fit its planes */
export function invertersOf(
  system: PvSystem,
  planes: readonly { readonly kwp: number }[],
  where: string,
): { readonly inverters: readonly CheckedInverter[]; readonly inverterOf: readonly number[] } {
  const keys = system.planes.map(({ inverter }, k) => keyOf(system, inverter, k, where));
  const distinct = [...new Set(keys.map(({ key }) => key))];
  const idle = Object.keys(system.inverters ?? {}).find((name) => !distinct.includes(`inverters.${name}`));
  if (idle !== undefined) throw new RangeError(`${where}.inverters.${idle} is the inverter of no plane`);
  if (system.inverter !== undefined && !distinct.includes("inverter")) {
    throw new RangeError(`${where}.inverter is the inverter of no plane: each names one of the system's inverters`);
  }
  const inverters = distinct.map((key) => {
    const kwp = planes.reduce((sum, plane, k) => (keys[k]!.key === key ? sum + plane.kwp : sum), 0);
    const { inverter } = keys.find((one) => one.key === key)!;
    return checkInverter(inverter, system, kwp, `${where}.${key}`);
  });
  return { inverters, inverterOf: keys.map(({ key }) => distinct.indexOf(key)) };
}

function keyOf({ inverter, inverters = {} }: PvSystem, name: string | undefined, k: number, where: string) {
  if (name === undefined) {
    return inverter === undefined ? { key: `planes[${k}]`, inverter: {} } : { key: "inverter", inverter };
  }
  if (Object.hasOwn(inverters, name)) return { key: `inverters.${name}`, inverter: inverters[name]! };
  const known = Object.keys(inverters).join(", ") || "none";
  throw new RangeError(
    `${where}.planes[${k}].inverter must be one of the system's inverters (${known}), got "${name}"`,
  );
}

function checkInverter(given: PvInverter, system: PvSystem, kwp: number, where: string): CheckedInverter {
  const { dcAcRatio = DEFAULT_RATIO, inverterEfficiency = DEFAULT_EFFICIENCY } = system;
  const { sandia, name, efficiency = inverterEfficiency } = given;
  if (name !== undefined && sandia === undefined) {
    const what = `${JSON.stringify(name)} is only a name`;
    throw new RangeError(`${where}: ${what}: put its parameters in with await resolveSystem(system)`);
  }
  if (sandia !== undefined) checkSandia(`${where}.sandia`, sandia);
  const asked = (given.acPower as number | undefined) ?? kwp / dcAcRatio;
  const count = given.count ?? (sandia === undefined ? 1 : Math.max(1, Math.round((1000 * asked) / sandia.Paco)));
  const rated = sandia === undefined ? asked : (count * sandia.Paco) / 1000;
  const acPower = (given.acPower as number | undefined) ?? rated;
  if (acPower > rated * (1 + 1e-9)) {
    throw new RangeError(
      `${where}.acPower must be at most the ${plain(rated)} kW that ${count} of these inverters give, got ${plain(acPower)} kW`,
    );
  }
  const ratio = kwp / acPower;
  if (ratio < DC_AC_RATIOS[0] || ratio > DC_AC_RATIOS[1]) {
    const [least, most] = [kwp / DC_AC_RATIOS[1], kwp / DC_AC_RATIOS[0]];
    const range = `from ${plain(least)} to ${plain(most)} kW for planes of ${plain(kwp)} kWp`;
    throw new RangeError(
      `${where}.acPower must be ${range}, got ${plain(acPower)} kW${inOtherUnit(acPower, least / 10, most)}`,
    );
  }
  return { kwp, acPower, efficiency, ...(sandia && { sandia }), count };
}

interface PreparedInverter {
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
