/** A system interval by interval, stage by stage. */
import { weatherLattice } from "../../engine/plan/basis.js";
import type { CheckedSystem } from "../../system/checked.js";
import type { Situation } from "../situation.js";
import type { StageHours } from "../sums.js";
import { fedIn, type KeptShares } from "./fed-in.js";
import { type PlaneSteps, planeSteps } from "./plane-steps.js";

/** A plane with everything that is known of it. */
export interface PlaneHours extends Pick<PlaneSteps, "columns" | "cellTemperature" | "directions"> {
  readonly plane: CheckedSystem["planes"][number];
  readonly hours: StageHours;
  readonly kept: KeptShares;
}

/** @param frequency of the output intervals */
export function systemHours(system: CheckedSystem, situation: Situation, frequency?: string): PlaneHours[] {
  const { weather } = situation;
  const planes = system.planes.map((plane) => {
    const steps = planeSteps(plane, system, situation, frequency);
    return { plane, steps, kept: {} as KeptShares };
  });
  const power = fedIn(planes, system, weatherLattice(weather), planes[0]!.steps.columns.interval);
  return planes.map(({ plane, kept, steps: { columns, cellTemperature, directions, hours } }, k) => ({
    ...{ plane, kept, columns, cellTemperature, directions },
    hours: { ...hours, ...power[k]! },
  }));
}

/** AC power of a plane on an inverter of its own, W per kWp. */
export function planePower(
  plane: CheckedSystem["planes"][number],
  system: CheckedSystem,
  situation: Situation,
): Float64Array {
  const [inverter] = system.inverters as [CheckedSystem["inverters"][number]];
  const own = { ...inverter, kwp: plane.kwp, acPower: (inverter.acPower * plane.kwp) / inverter.kwp };
  const single = { ...system, planes: [{ ...plane, inverter: 0 }], inverters: [own], kwp: plane.kwp };
  return systemHours({ ...single, exportLimit: undefined }, situation)[0]!.hours.ac;
}
