/**
 * "irradiance-engine" in Node: the core, and the engine that loads climatology, terrain and time zones for it. Elsewhere
 * the package's entry is the core alone, which imports no package and nothing of Node.
 */

export { createEngine, type Engine, type EngineOptions } from "./answers/create-engine.js";
export * from "./index.js";
