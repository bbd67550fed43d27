/** Options of a pool and of its calls: checked in the main thread, before they are posted. */
import { shown } from "../../foundation/text/shown.js";
import type { ObserveForm, TaskOf, TerrainSpec } from "./messages/messages.js";
import { checkEncoding } from "./pool/body.js";
import type { CallOptions, ObserveOptions, PoolOptions } from "./pool/types.js";
import { checkDeadline, checkObject, checkSignal, checkTerrain, checkThreads, resolvedModule } from "./sites/checks.js";
import { checkModels } from "./sites/context.js";
import type { BulkContext } from "./types.js";

/** A pool's options with every default filled in. */
export interface PoolSettings {
  readonly threads: number;
  readonly memoryLimit: number | undefined;
  readonly maxQueue: number;
  readonly deadline: number;
  readonly terrain: TerrainSpec | null;
  readonly niceness: number;
}

/** A call's options with every default filled in. */
interface CallSettings {
  readonly signal: AbortSignal | undefined;
  readonly deadline: number;
  readonly priority: number;
}

const WAITING_PER_THREAD = 16;
const MOST_NICE = 19;

/** @throws TypeError, RangeError for options of the wrong kind or out of range */
export function checkPoolOptions(options: PoolOptions): PoolSettings {
  const owner = "createPool";
  checkObject(owner, "options", options);
  const threads = checkThreads(owner, options);
  const { maxQueue = WAITING_PER_THREAD * threads, deadline = Number.POSITIVE_INFINITY, memoryLimit } = options;
  if (typeof maxQueue !== "number") throw new TypeError(`${owner}: maxQueue must be a number, got ${maxQueue}`);
  if (!(maxQueue >= 0)) throw new RangeError(`${owner}: maxQueue must be 0 or more, got ${maxQueue}`);
  checkDeadline(owner, deadline);
  const terrain = options.terrain === undefined ? null : checkTerrain(owner, options.terrain);
  const { niceness = 0 } = options;
  if (!Number.isInteger(niceness) || niceness < 0 || niceness > MOST_NICE)
    throw new RangeError(`${owner}: niceness must be a whole number from 0 to ${MOST_NICE}, got ${shown(niceness)}`);
  return { threads, memoryLimit, maxQueue, deadline, terrain, niceness };
}

/** @throws TypeError, RangeError for the options of every call; the message begins with `owner` */
export function checkCall(owner: string, options: CallOptions, poolDeadline: number): CallSettings {
  checkObject(owner, "options", options);
  const { signal, deadline = poolDeadline, priority = 0 } = options;
  checkSignal(owner, signal);
  checkDeadline(owner, deadline);
  if (priority !== 0 && priority !== 1)
    throw new RangeError(`${owner}: priority must be 0 or 1, got ${shown(priority)}`);
  return { signal, deadline, priority };
}

/**
 * The options of an observation as part of its task.
 * @throws TypeError, RangeError for options of the wrong kind, out of range or in conflict
 */
export function checkObserve(
  owner: string,
  options: ObserveOptions,
): Omit<TaskOf<"observe">, "kind" | "query" | "weather"> {
  const { context = {}, as, encoding = "identity", write = {} } = options;
  const form = formOf(owner, as);
  checkEncoding(owner, encoding);
  checkObject(owner, "write", write);
  if (form === "columns") {
    if (encoding !== "identity")
      throw new RangeError(`${owner}: encoding does not apply to columns, got ${shown(encoding)}`);
    if (options.write !== undefined) throw new RangeError(`${owner}: write does not apply to columns: omit it`);
  }
  return { context: callContext(owner, context), form, encoding, write };
}

/** The context in a form that can be posted; its values are checked where they are used. */
function callContext(owner: string, context: BulkContext): BulkContext {
  checkObject(owner, "context", context);
  checkModels(context.models, "context.models");
  const { registry } = context;
  return registry === undefined ? context : { ...context, registry: resolvedModule("context.registry", registry) };
}

function formOf(owner: string, as: ObserveOptions["as"]): ObserveForm {
  if (as === undefined) return "body";
  if (as === "json" || as === "csv" || as === "columns") return as;
  throw new RangeError(`${owner}: as must be "json", "csv" or "columns", got ${String(as)}`);
}
