/** The worker's side of climate years. What makes them is imported when the first is asked for: most threads never need it. */
import type { GeneratedYear } from "../../climate/generation/types.js";
import type { TypicalYear } from "../../climate/selection/finish.js";
import type { GenerateTask, SelectTask } from "../messages/messages.js";

/** @throws as `generateYear` */
export async function generate({ place, monthly, options }: GenerateTask): Promise<GeneratedYear> {
  const { generateYear } = await import("../../climate/generation/generate.js");
  return generateYear(place, monthly, options);
}

/** @throws as `selectTypicalYear` and `selectProbableYear` */
export async function select({ weather, options }: SelectTask): Promise<TypicalYear> {
  if ("extreme" in options) {
    const { selectProbableYear } = await import("../../climate/selection/probable-year.js");
    return selectProbableYear(weather, options);
  }
  const { selectTypicalYear } = await import("../../climate/selection/select.js");
  return selectTypicalYear(weather, options);
}
