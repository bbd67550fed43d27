/** Constant losses before the inverter: whose set of them, and what other stages take the place of. */
import { PVWATTS_LOSSES, pvwattsLosses } from "../../physics/models/pv/index.js";
import type { PvwattsLoss } from "../../physics/models/pv/pvwatts.js";
import type { LossSetName, PvSystem } from "./types.js";

/**
 * What healthy plants show of PVWatts' set, percent, together 8.2: no shade but the one that is described, no loss by first light, and a day in
 * a hundred off. Chosen by meters, each plant judged by the others, beside what is published of fleets: research/yield.md, "Losses as owners
 * have them".
 */
const OWNER_LOSSES = { ...PVWATTS_LOSSES, shading: 0, lid: 0, availability: 1 } as const;

/** The default first. A bank's is PVWatts' (Dobos 2014), 14.08 % together. */
export const LOSS_SETS = { owner: OWNER_LOSSES, bank: PVWATTS_LOSSES } as const satisfies Readonly<
  Record<LossSetName, Readonly<Record<PvwattsLoss, number>>>
>;

/** The constant losses of a system, percent, and what each set would be where the same stages are described. */
export interface LossSet extends Readonly<Record<LossSetName, number>> {
  /** "given": a number, or some of the items. */
  readonly name: LossSetName | "given";
  readonly percent: number;
}

/** Items that a stage of its own takes the place of. */
const REPLACED: readonly (readonly [PvwattsLoss, (system: PvSystem) => boolean])[] = [
  ["soiling", ({ soiling }) => soiling !== undefined],
  [
    "shading",
    ({ shade, scene, planes }) =>
      shade !== undefined || scene !== undefined || planes.every((plane) => plane.shade !== undefined),
  ],
  ["wiring", ({ cabling }) => cabling?.dc !== undefined],
  ["lid", ({ ageing }) => typeof ageing === "object" && ageing.firstYear !== undefined],
];

export function lossSetOf(system: PvSystem): LossSet {
  const { losses = "owner" } = system;
  const replaced = REPLACED.filter(([, isGiven]) => isGiven(system)).map(([name]) => [name, 0] as const);
  const of = (set: LossSetName, given: { readonly [name in PvwattsLoss]?: number | undefined } = {}) =>
    pvwattsLosses({ ...LOSS_SETS[set], ...Object.fromEntries(replaced), ...given }).losses[0]!;
  const sets = { owner: of("owner"), bank: of("bank") };
  if (typeof losses === "string") return { name: losses, percent: sets[losses], ...sets };
  if (typeof losses === "number") return { name: "given", percent: losses, ...sets };
  const { set = "owner", ...items } = losses;
  return { name: "given", percent: of(set, items), ...sets };
}

/** Which set it was, and what the other one leaves of the same light. */
export function lossSetText({ name, percent, ...sets }: LossSet): string {
  const own = `constant losses: ${name}, ${percent.toFixed(1)} %`;
  if (name === "given") return own;
  const other = name === "owner" ? "bank" : "owner";
  const change = 100 * ((100 - sets[other]) / (100 - percent) - 1);
  const changed = `${Math.abs(change).toFixed(1)} % ${change > 0 ? "more" : "less"}`;
  return `${own}; ${other}, ${sets[other].toFixed(1)} %, leaves ${changed} at the same light`;
}
