/**
 * One step after the other: what the house takes, what the battery takes and gives, what the grid gives and gets. A rule, not an optimum:
 * own use comes first, and the battery knows nothing of tomorrow.
 */
import type { Battery } from "../../data/system/own-use.js";
import type { OwnUseColumns } from "./types.js";

/** A battery with its defaults, in W and Wh. */
export interface CheckedBattery {
  readonly empty: number;
  readonly full: number;
  readonly chargePower: number;
  readonly dischargePower: number;
  readonly chargeEfficiency: number;
  readonly dischargeEfficiency: number;
  readonly standby: number;
  /** By hour of the day: 1 where it may. */
  readonly discharges: Uint8Array;
  readonly gridCharges: Uint8Array;
}

/** Usual sizes: a half of the capacity in an hour. */
const USUAL_RATE = 0.5;
/** Of the way from the AC side to the cells and of that back: 0.9 for both, a choice and no measurement. */
const USUAL_EFFICIENCY = 0.95;

/** Without one: a battery of no capacity. */
export function checkedBattery(given: Battery | undefined): CheckedBattery {
  const { capacity = 0, leastCharge = 0, mostCharge = 1, standby = 0 } = given ?? {};
  const { chargePower = USUAL_RATE * capacity, dischargePower = USUAL_RATE * capacity } = given ?? {};
  const { chargeEfficiency = USUAL_EFFICIENCY, dischargeEfficiency = USUAL_EFFICIENCY } = given ?? {};
  return {
    empty: 1000 * leastCharge * capacity,
    full: 1000 * mostCharge * capacity,
    chargePower: 1000 * chargePower,
    dischargePower: 1000 * dischargePower,
    ...{ chargeEfficiency, dischargeEfficiency, standby: capacity > 0 ? standby : 0 },
    discharges: hoursOf(given?.dischargeHours, 1),
    gridCharges: hoursOf(given?.gridChargeHours, 0),
  };
}

function hoursOf(hours: readonly number[] | undefined, usual: 0 | 1): Uint8Array {
  const flags = new Uint8Array(24).fill(hours === undefined ? usual : 0);
  for (const hour of hours ?? []) flags[hour] = 1;
  return flags;
}

/** With another capacity, and all that goes with it. @param share of the capacity left */
export function agedBattery(battery: CheckedBattery, share: number): CheckedBattery {
  return { ...battery, empty: share * battery.empty, full: share * battery.full };
}

/** What the rows are computed from. */
export interface OwnUseRows {
  /** Hours of a row. */
  readonly hours: number;
  /** W; a row lacks one of them: it is passed over. */
  readonly pv: Float64Array;
  readonly load: Float64Array;
  /** Of the house's clocks, 0…23. */
  readonly hourOfDay: Uint8Array;
  /** W; infinite: the grid takes all. */
  readonly feedInLimit: number;
}

/** Columns that a run writes. */
export type Flows = Omit<OwnUseColumns, "pv" | "load">;

export function flowsOf(count: number): Flows {
  const column = () => new Float64Array(count);
  return {
    ...{ imported: column(), exported: column(), curtailed: column() },
    ...{ charged: column(), discharged: column(), stored: column() },
  };
}

/**
 * The rule at every row. The battery begins empty.
 *
 * @param pvFactor of the power of all rows: an aged system, or a dark year
 */
export function runBattery(rows: OwnUseRows, battery: CheckedBattery, out: Flows, pvFactor = 1): void {
  const { hours, pv, load, hourOfDay, feedInLimit } = rows;
  const { empty, full, chargePower, dischargePower, chargeEfficiency, dischargeEfficiency, standby } = battery;
  const { discharges, gridCharges } = battery;
  const { imported, exported, curtailed, charged, discharged, stored } = out;
  const [intoCells, outOfCells] = [chargeEfficiency * hours, hours / dischargeEfficiency];
  let held = empty;
  for (let row = 0; row < pv.length; row++) {
    const net = pvFactor * pv[row]! - load[row]! - standby;
    const hour = hourOfDay[row]!;
    let [bought, taken, given] = [0, 0, 0];
    if (net >= 0) {
      taken = Math.min(net, chargePower, (full - held) / intoCells);
      const rest = net - taken;
      exported[row] = Math.min(rest, feedInLimit);
      curtailed[row] = rest - exported[row]!;
    } else {
      exported[row] = 0;
      curtailed[row] = 0;
      // NaN, too, comes here: nothing of it is true.
      if (discharges[hour] === 1 && gridCharges[hour] === 0)
        given = Math.min(-net, dischargePower, Math.max(0, held - empty) / outOfCells);
      bought = -net - given;
    }
    if (gridCharges[hour] === 1) {
      const more = Math.max(0, Math.min(chargePower - taken, (full - held) / intoCells - taken));
      // What is bought to be stored is not fed in at once.
      const own = Math.min(exported[row]!, more);
      exported[row]! -= own;
      bought += more - own;
      taken += more;
    }
    if (Number.isNaN(net)) [bought, taken, given] = [Number.NaN, 0, 0];
    held = Math.min(full, Math.max(empty, held + taken * intoCells - given * outOfCells));
    imported[row] = bought;
    charged[row] = taken;
    discharged[row] = given;
    stored[row] = held;
  }
}
