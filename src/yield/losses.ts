/** The way from the light on the horizontal to the energy fed in. */
import type { Energies } from "./sums.js";
import type { LossStage } from "./types.js";

const DESCRIPTIONS: { readonly [name in LossStage["name"]]: string } = {
  horizontal: "light on the horizontal, at nominal efficiency",
  plane: "light on the planes in the open",
  shading: "horizon line",
  incidence: "reflection at the cover",
  temperature: "temperature of the cells",
  losses: "losses of the system before the inverter",
  inverter: "inverter, with what it clips",
};

/** @param losses before the inverter, percent */
export function lossStages(energies: Energies, losses: number): LossStage[] {
  const { horizontal, plane, shaded, effective, dc, ac } = energies;
  const steps: readonly (readonly [LossStage["name"], number])[] = [
    ["horizontal", horizontal],
    ["plane", plane],
    ["shading", shaded],
    ["incidence", effective],
    ["temperature", dc],
    ["losses", dc * (1 - losses / 100)],
    ["inverter", ac],
  ];
  return steps.map(([name, energy], k) => {
    const before = k === 0 ? energy : steps[k - 1]![1];
    return { name, description: DESCRIPTIONS[name], energy, factor: before > 0 ? energy / before : 1 };
  });
}
