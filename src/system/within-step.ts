/** What happens to power within a step of the weather: clipping that means hide, and the smoothing of a large plant. */
import { choice, either, type Field, number } from "./fields.js";

export type Clipping = "steps" | "withinHour";
/** Hectares, or by the peak power. */
export type Smoothing = "auto" | number;

export const CLIPPING: Field<Clipping> = choice(
  ["steps", "withinHour"],
  "withinHour: what swings above the limit within a step of the weather is lost, too; default for steps of 15 minutes and longer",
);

/** More than the largest plants. */
const MOST_HECTARES = 20_000;

export const SMOOTHING: Field<Smoothing> = either(
  (value) => typeof value === "string",
  choice<"auto">(["auto"], "2 hectares for each MWp"),
  number(0, MOST_HECTARES, "hectares"),
  "area of modules whose power one limit sees: clouds take time to cross it; for weather of at most 5 minutes; default none",
);

/** Ground under a MWp: Ong et al. 2013, NREL/TP-6A20-56290, have 2 to 3 ha per MW; the modules of today need less. */
const HECTARES_PER_MWP = 2;

/** @returns hectares; 0: no smoothing */
export function smoothedArea(smoothing: Smoothing | undefined, kwp: number): number {
  return smoothing === "auto" ? (HECTARES_PER_MWP * kwp) / 1000 : (smoothing ?? 0);
}

/** Seconds; in finer weather the steps themselves show what is clipped. */
const FINEST_SWUNG = 900;

/** Whether the limit applies to what swings within the steps of such weather. */
export function swingsWithin(clipping: Clipping | undefined, interval: number): boolean {
  return (clipping ?? (interval >= FINEST_SWUNG ? "withinHour" : "steps")) === "withinHour";
}
