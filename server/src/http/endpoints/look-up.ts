import type { PvSystem } from "irradiance-engine/system";
import type { AnswerContext, Rights } from "../../answers/context.js";

/** Looks up what a system names, before its weather is looked for. */
export function lookingUp(
  { products }: Pick<AnswerContext, "products">,
  { system }: { readonly system: PvSystem },
  { access }: Rights,
): (signal: AbortSignal) => Promise<void> {
  return (signal) => products.check(system, { signal, priority: access === undefined ? 0 : 1 });
}
