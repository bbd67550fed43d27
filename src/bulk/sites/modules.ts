/** Functions and models that workers import themselves, because functions cannot be sent between threads. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ModuleExport } from "../types.js";

export function isModuleExport(value: unknown): value is ModuleExport {
  return typeof value === "object" && value !== null && "module" in value;
}

const URL_SCHEME = /^(?:file|data):/;

/**
 * The module as a URL, so that every thread finds the same one.
 *
 * @param key name of the option in error messages
 * @throws TypeError for what is not `{ module, export }`
 */
export function resolvedModule(key: string, given: ModuleExport): ModuleExport {
  if (!isModuleExport(given)) throw new TypeError(`${key} must be { module, export }, got ${String(given)}`);
  const { module, export: name = "default" } = given;
  if (typeof module !== "string" || module === "") {
    throw new TypeError(`${key}.module must be a file path or URL, got ${String(module)}`);
  }
  if (typeof name !== "string") throw new TypeError(`${key}.export must be the name of an export, got ${String(name)}`);
  return { module: URL_SCHEME.test(module) ? module : pathToFileURL(resolve(module)).href, export: name };
}

/**
 * The named export of a resolved module.
 *
 * @throws errors of the import; TypeError if there is no such export
 */
export async function imported({ module, export: name = "default" }: ModuleExport): Promise<unknown> {
  const exports: { readonly [name: string]: unknown } = await import(module);
  if (exports[name] === undefined) throw new TypeError(`${module} has no export "${name}"`);
  return exports[name];
}
