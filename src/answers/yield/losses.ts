/** The way from the light on the horizontal to the energy fed in. */

import { stringsAct } from "../../data/obstacles/string-map.js";
import type { CheckedSystem } from "../../data/system/checked.js";
import type { KeptShares } from "./over-time/kept-shares.js";
import type { Energies, STAGES } from "./sums.js";
import type { LossName, LossStage, MonthYield } from "./types.js";

interface Stage {
  readonly name: LossName;
  readonly energy: (typeof STAGES)[number];
  readonly description: string;
  /** Only systems that have it. */
  readonly isIn?: (system: CheckedSystem, kept: readonly KeptShares[]) => boolean;
}

/** By a map of shade, or by a scene. */
export function hasNearShade({ planes }: CheckedSystem): boolean {
  return planes.some(({ shade, scene }) => shade !== undefined || scene !== undefined);
}

const ALL: readonly Stage[] = [
  { name: "horizontal", energy: "horizontal", description: "light on the horizontal, at nominal efficiency" },
  { name: "plane", energy: "plane", description: "light on the planes in the open" },
  { name: "shading", energy: "shaded", description: "horizon line" },
  { name: "beam", energy: "beam", description: "near shade: sun", isIn: hasNearShade },
  { name: "diffuse", energy: "diffuse", description: "near shade: sky", isIn: hasNearShade },
  {
    ...{ name: "rows", energy: "inRows", description: "rows that shade one another" },
    isIn: ({ planes }) => planes.some(({ rows }) => rows !== undefined),
  },
  { name: "incidence", energy: "front", description: "reflection at the cover" },
  {
    ...{ name: "rear", energy: "effective", description: "light on the rear" },
    isIn: ({ planes }) => planes.some(({ bifacial }) => bifacial !== undefined),
  },
  {
    ...{ name: "spectrum", energy: "spectral", description: "spectrum of the light" },
    isIn: ({ options }) => (options.spectrum ?? "none") !== "none",
  },
  { name: "temperature", energy: "dc", description: "temperature of the cells, low light" },
  {
    ...{ name: "mismatch", energy: "mismatch", description: "unequal light on strings" },
    isIn: ({ planes }) =>
      planes.some(({ scene, string }) => string !== undefined || (scene && stringsAct(scene.placed, scene.plane))),
  },
  {
    ...{ name: "snow", energy: "snow", description: "snow on the modules" },
    isIn: (_system, kept) => kept.some(({ snow }) => snow !== undefined),
  },
  {
    ...{ name: "soiling", energy: "soiling", description: "dirt on the modules" },
    isIn: (_system, kept) => kept.some(({ soiling }) => soiling !== undefined),
  },
  { name: "losses", energy: "losses", description: "constant losses before the inverter" },
  { name: "cabling", energy: "cabling", description: "DC cables", isIn: ({ cabling }) => cabling.dc > 0 },
  { name: "inverter", energy: "inverter", description: "efficiency of the inverter" },
  { name: "clipping", energy: "clipping", description: "limit of the inverter" },
  {
    ...{ name: "transformer", energy: "transformer", description: "AC cables and transformer" },
    isIn: ({ cabling, transformer }) => cabling.ac > 0 || transformer.noLoad > 0 || transformer.load > 0,
  },
  {
    ...{ name: "export", energy: "ac", description: "limit of the grid" },
    isIn: ({ exportLimit }) => exportLimit !== undefined,
  },
];

/** All that a system can have, in their order. */
export const LOSS_STAGES: readonly Pick<Stage, "name" | "description">[] = ALL;

/** The stages that a system has. */
export class Stages {
  readonly #stages: readonly Stage[];

  constructor(system: CheckedSystem, kept: readonly KeptShares[]) {
    this.#stages = ALL.filter(({ isIn }) => isIn?.(system, kept) ?? true);
  }

  /** @param shading why a horizon line takes nothing, where it cannot */
  losses(energies: Energies, shading: Pick<LossStage, "note">): LossStage[] {
    return this.#stages.map(({ name, energy: key, description }, k) => {
      const energy = energies[key];
      const before = k === 0 ? energy : energies[this.#stages[k - 1]!.energy];
      const own = name === "shading" ? shading : {};
      return { name, description, energy, ...own, factor: before > 0 ? energy / before : 1 };
    });
  }

  energies(energies: Energies): MonthYield["stages"] {
    return Object.fromEntries(this.#stages.map(({ name, energy }) => [name, energies[energy]]));
  }
}
