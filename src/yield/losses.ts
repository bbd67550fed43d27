/** The way from the light on the horizontal to the energy fed in. */

import type { CheckedSystem } from "../system/checked.js";
import type { Energies } from "./sums.js";
import type { LossStage } from "./types.js";

/** In their order. */
export const STAGES: { readonly [name in LossStage["name"]]: string } = {
  horizontal: "light on the horizontal, at nominal efficiency",
  plane: "light on the planes in the open",
  shading: "horizon line",
  rows: "rows that shade one another",
  incidence: "reflection at the cover",
  rear: "light on the rear",
  temperature: "temperature of the cells",
  losses: "losses of the system before the inverter",
  inverter: "inverter, including clipping",
};

/**
 * Rows and rear side are stages of systems that have them.
 *
 * @param unshaded why the horizon line takes nothing, where it cannot
 */
export function lossStages(
  energies: Energies,
  { planes, options, losses }: CheckedSystem,
  unshaded: string | undefined,
): LossStage[] {
  const { horizontal, plane, shaded, inRows, front, effective, dc, ac } = energies;
  const hasRows = planes.some(({ rows }) => rows !== undefined);
  const steps: readonly (readonly [LossStage["name"], number])[] = [
    ["horizontal", horizontal],
    ["plane", plane],
    ["shading", shaded],
    ...(hasRows ? ([["rows", inRows]] as const) : []),
    ["incidence", front],
    ...(options.bifacial === undefined ? [] : ([["rear", effective]] as const)),
    ["temperature", dc],
    ["losses", dc * (1 - losses / 100)],
    ["inverter", ac],
  ];
  return steps.map(([name, energy], k) => {
    const before = k === 0 ? energy : steps[k - 1]![1];
    const note = name === "shading" && unshaded !== undefined ? { note: unshaded } : {};
    return { name, description: STAGES[name], energy, ...note, factor: before > 0 ? energy / before : 1 };
  });
}
