/** The context of a computation, restored in the worker. Models are loaded only if requested by name. */
import type { ObservationContext } from "../../engine/plan/context.js";
import { imported } from "../sites/modules.js";
import type { BulkContext, ModuleExport } from "../types.js";

/**
 * The context as the engine takes it.
 *
 * @param named whether models are requested by name, here or at a site
 * @throws errors of importing a registry; TypeError for one that is not an object
 */
export async function engineContext(context: BulkContext, named: boolean): Promise<ObservationContext> {
  const { registry, snow, tracker, ...rest } = context;
  const full = { ...rest } as ObservationContext;
  if (named) full.registry = (await import("../../models/index.js")).allModels;
  if (registry !== undefined) full.registry = { ...full.registry, ...(await importedModels(registry)) };
  if (snow !== undefined) full.snow = (await import("../../models/snow/module-snow.js")).moduleSnow(snow);
  if (tracker !== undefined) full.tracker = (await import("../../models/tracking/tracker.js")).tracker(tracker);
  return full;
}

async function importedModels(registry: ModuleExport): Promise<object> {
  const models = await imported(registry);
  if (typeof models === "object" && models !== null) return models;
  const name = `${registry.module} export "${registry.export}"`;
  throw new TypeError(`context.registry: ${name} must be an object of models, got ${String(models)}`);
}
