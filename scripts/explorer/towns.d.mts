import type { PackedTowns } from "../../server/explorer/place/towns.js";

export const SETS: Readonly<Record<"large" | "medium" | "small", number>>;
export function zones(): string;
export function towns(): Record<"large" | "medium" | "small", PackedTowns>;
