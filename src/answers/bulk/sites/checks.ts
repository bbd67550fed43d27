/** Checks shared by the options of several functions, and modules that workers import themselves. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { given, shown } from "../../../foundation/text/shown.js";
import type { TerrainSpec } from "../messages/messages.js";
import type { ModuleExport, PoolTerrain, ThreadOptions, WeatherFunction } from "../types.js";

export function isModuleExport(value: unknown): value is ModuleExport {
  return typeof value === "object" && value !== null && "module" in value;
}

const URL_SCHEME = /^(?:file|data):/;

/**
 * The module as a URL, so that every thread finds the same one.
 * @param key name of the option in error messages
 * @throws TypeError for what is not `{ module, export }`
 */
export function resolvedModule(key: string, given: ModuleExport): ModuleExport {
  if (!isModuleExport(given)) throw new TypeError(`${key} must be { module, export }, got ${String(given)}`);
  const { module, export: name = "default" } = given;
  if (typeof module !== "string" || module === "")
    throw new TypeError(`${key}.module must be a file path or URL, got ${String(module)}`);
  if (typeof name !== "string") throw new TypeError(`${key}.export must be the name of an export, got ${String(name)}`);
  return { module: URL_SCHEME.test(module) ? module : pathToFileURL(resolve(module)).href, export: name };
}

/**
 * The named export of a resolved module.
 * @throws errors of the import; TypeError if there is no such export
 */
export async function imported({ module, export: name = "default" }: ModuleExport): Promise<unknown> {
  const exports: { readonly [name: string]: unknown } = await import(module);
  if (exports[name] === undefined) throw new TypeError(`${module} has no export "${name}"`);
  return exports[name];
}

const MOST_THREADS = 1024;
/** MiB: with less, the engine cannot be loaded. */
const LEAST_MEMORY = 16;

/**
 * @returns the number of threads
 * @throws TypeError, RangeError for options of the wrong kind or out of range; the message begins with `owner`
 */
export function checkThreads(owner: string, { threads, memoryLimit }: ThreadOptions): number {
  const count = threads ?? availableParallelism();
  if (typeof count !== "number") throw new TypeError(`${owner}: threads must be a number, got ${String(count)}`);
  if (!Number.isInteger(count) || count < 1 || count > MOST_THREADS)
    throw new RangeError(`${owner}: threads must be a whole number from 1 to ${MOST_THREADS}, got ${count}`);
  if (memoryLimit === undefined) return count;
  if (typeof memoryLimit !== "number")
    throw new TypeError(`${owner}: memoryLimit must be a number of MiB, got ${String(memoryLimit)}`);
  if (!(memoryLimit >= LEAST_MEMORY))
    throw new RangeError(`${owner}: memoryLimit must be ${LEAST_MEMORY} MiB or more, got ${memoryLimit}`);
  return count;
}

/** @throws TypeError, RangeError for what is not a time in ms above 0 */
export function checkDeadline(owner: string, deadline: unknown): void {
  if (typeof deadline !== "number") throw new TypeError(`${owner}: deadline must be a number of ms, got ${deadline}`);
  if (!(deadline > 0)) throw new RangeError(`${owner}: deadline must be more than 0 ms, got ${deadline}`);
}

/** @throws TypeError */
export function checkObject(owner: string, name: string, value: unknown): void {
  if (typeof value === "object" && value !== null) return;
  throw new TypeError(`${owner}: ${name} must be an object, got ${shown(value)}`);
}

/** @throws TypeError for what is not an AbortSignal */
export function checkSignal(owner: string, signal: unknown): void {
  if (signal === undefined || signal instanceof AbortSignal) return;
  throw new TypeError(`${owner}: signal must be an AbortSignal, got ${String(signal)}`);
}

/**
 * The weather function of a resolved module.
 * @returns what it is called in messages, too
 * @throws as `imported`; TypeError for what is no function
 */
export async function importedLoader(source: ModuleExport): Promise<{ load: WeatherFunction; from: string }> {
  const from = `${source.module} export "${source.export}"`;
  const load = await imported(source);
  if (typeof load === "function") return { load: load as WeatherFunction, from };
  throw new TypeError(`${from} must be a function (site, index) => weather series`);
}

/** Addresses are left as they are. */
function absolute(path: string): string {
  return /^https?:\/\//i.test(path) ? path : resolve(path);
}

/**
 * Paths are made absolute, because threads open them later, when the working directory may have changed.
 * @throws TypeError, RangeError naming the option
 */
export function checkTerrain(owner: string, terrain: PoolTerrain): TerrainSpec {
  checkObject(owner, "terrain", terrain);
  const { paths, options = {} } = terrain;
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === "string"))
    throw new TypeError(`${owner}: terrain.paths must be an array of paths, got ${shown(paths)}`);
  if (paths.length === 0) throw new RangeError(`${owner}: terrain.paths must name a file or folder, got none`);
  checkObject(owner, "terrain.options", options);
  const { cacheBytes, projection } = options;
  if (cacheBytes !== undefined && typeof cacheBytes !== "number")
    throw new TypeError(`${owner}: terrain.options.cacheBytes must be a number of bytes, got ${shown(cacheBytes)}`);
  if (projection !== undefined && typeof projection !== "string")
    throw new TypeError(`${owner}: terrain.options.projection must be a string, got ${shown(projection)}`);
  return { paths: paths.map(absolute), options: given({ cacheBytes, projection }) };
}
