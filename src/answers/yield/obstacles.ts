/** What a system would yield more without each obstacle of its scene. */

import { obstaclesBefore, type PlacedScene, sceneWithout } from "../../data/obstacles/placed.js";
import type { CheckedSystem } from "../../data/system/checked.js";
import { systemHours } from "./chain/system-hours.js";
import { doubtOf, type Situation } from "./situation.js";
import { annualOf, monthYields, sumHours, totalOf } from "./sums.js";
import type { Yield, YieldSystem } from "./types.js";

/**
 * Whole yields of all the weather, each with maps of shade without one obstacle, and one without all of them. What shades no plane has
 * exactly 0 and costs nothing.
 *
 * @param energy of the system as it is, kWh
 * @throws RangeError for a system without a scene
 */
export function obstaclesOf(
  { scene }: YieldSystem,
  checked: CheckedSystem,
  situation: Situation,
  energy: number,
): NonNullable<Yield["obstacles"]> {
  const placed = checked.planes[0]!.scene?.placed;
  if (scene === undefined || placed === undefined)
    throw new RangeError("yieldOf: options.obstacles needs system.scene: the obstacles in it");
  const before = checked.planes.map((_, plane) => obstaclesBefore(placed, plane));
  const gain = (gone: readonly number[]) =>
    before.some((seen) => gone.some((number) => seen.has(number)))
      ? energyOf(within(checked, sceneWithout(placed, gone)), situation) - energy
      : 0;
  return {
    all: gain(scene.obstacles.map((_, number) => number)),
    each: scene.obstacles.map(({ kind, name }, number) => ({
      ...{ number, kind, ...(name !== undefined && { name }) },
      energy: gain([number]),
    })),
  };
}

function within({ planes, ...checked }: CheckedSystem, placed: PlacedScene): CheckedSystem {
  return { ...checked, planes: planes.map((one, plane) => ({ ...one, scene: { placed, plane } })) };
}

/** Of the mean year where there is one, else of the whole period, kWh. */
function energyOf(checked: CheckedSystem, situation: Situation): number {
  const planes = systemHours(checked, situation);
  const { columns } = planes[0]!;
  const sums = sumHours(planes, situation.typicalYear, doubtOf(columns, situation));
  const annual = annualOf(monthYields(sums, checked.kwp, () => ({})));
  return (annual ?? totalOf(sums, checked.kwp, columns)).energy;
}
