/** What a system would yield more without each obstacle of its scene. */

import { obstaclesBefore, type PlacedScene, shadeWithout } from "../../data/obstacles/placed.js";
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
  const gain = (isGone: (obstacle: number) => boolean) =>
    before.some((seen) => [...seen].some(isGone))
      ? energyOf(without(checked, placed, situation.latitude, isGone), situation) - energy
      : 0;
  return {
    all: gain((obstacle) => obstacle < placed.count),
    each: scene.obstacles.map(({ kind, name }, number) => ({
      ...{ number, kind, ...(name !== undefined && { name }) },
      energy: gain((obstacle) => obstacle === number),
    })),
  };
}

function without(
  { planes, ...checked }: CheckedSystem,
  placed: PlacedScene,
  latitude: number,
  isGone: (obstacle: number) => boolean,
): CheckedSystem {
  const open = planes.map((plane, k) => ({
    ...{ ...plane, scene: undefined },
    shade: shadeWithout(placed, k, latitude, isGone),
  }));
  return { ...checked, planes: open };
}

/** Of the mean year where there is one, else of the whole period, kWh. */
function energyOf(checked: CheckedSystem, situation: Situation): number {
  const planes = systemHours(checked, situation);
  const { columns } = planes[0]!;
  const sums = sumHours(planes, situation.typicalYear, doubtOf(columns, situation));
  const annual = annualOf(monthYields(sums, checked.kwp, () => ({})));
  return (annual ?? totalOf(sums, checked.kwp, columns)).energy;
}
