/** The context of a computation to be sent to a thread, checked. */
import { computeColumns } from "../../../engine/compute.js";
import type { ObservationContext } from "../../../engine/plan/context.js";
import { allModels } from "../../../physics/models/index.js";
import { moduleSnow } from "../../../physics/models/snow/nrel.js";
import { tracker } from "../../../physics/models/tracking/tracker.js";
import type { BulkContext } from "../types.js";
import { resolvedModule } from "./checks.js";

/**
 * A context that can be posted.
 * @throws TypeError for models that are not names; TypeError, RangeError as in a computation for everything that does
 *   not depend on the site, including unknown models, unless the caller's registry may have them
 */
export function postableContext(context: BulkContext, key = "context"): BulkContext {
  if (typeof context !== "object" || context === null)
    throw new TypeError(`${key} must be an object, got ${String(context)}`);
  checkModels(context.models, `${key}.models`);
  for (const own of ["rows", "shade"] as const) {
    if ((context as ObservationContext)[own] === undefined) continue;
    throw new TypeError(`${key}.${own} cannot be sent to threads: computeColumns takes it, and systems of bulk yields`);
  }
  const { registry, snow, tracker: tracking, models, ...rest } = context;
  if (snow !== undefined && (typeof snow !== "object" || snow === null))
    throw new TypeError(`${key}.snow must be the options of moduleSnow, got ${String(snow)}`);
  const named = registry === undefined && models !== undefined ? { models, registry: allModels } : {};
  const objects = {
    ...(snow === undefined ? {} : { snow: moduleSnow(snow) }),
    ...(tracking === undefined ? {} : { tracker: tracker(tracking, `${key}.tracker.`) }),
  };
  const probe = { ...rest, ...named, ...objects };
  computeColumns({ lat: 0, lon: 0, parameters: "temperature" }, PROBE, probe as ObservationContext);
  return registry === undefined ? context : { ...context, registry: resolvedModule(`${key}.registry`, registry) };
}

/** Validates a context with almost no computation. */
const PROBE = { start: 0, interval: 3600, columns: { temperature: [0] } };

/** @throws TypeError for models that are neither a name nor `{ model: name, options }` */
export function checkModels(models: unknown, key: string): void {
  if (models === undefined) return;
  if (typeof models !== "object" || models === null)
    throw new TypeError(`${key} must be an object, got ${String(models)}`);
  for (const [family, choice] of Object.entries(models)) {
    const name = typeof choice === "object" && choice !== null && "model" in choice ? choice.model : choice;
    if (name === undefined || typeof name === "string") continue;
    throw new TypeError(
      `${key}.${family} must be a model's name, or { model: name, options }: ` +
        "functions cannot be sent to threads (for your own models use context.registry = { module, export })",
    );
  }
}
