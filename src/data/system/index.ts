/**
 * "irradiance-engine/system": a PV system as people describe it, one description for the library, the command line, the server, bulk
 * runs and jobs: its JSON schema and its checks. Pure, no packages.
 */

export { readScene } from "../obstacles/read-scene.js";
export { hasNames, readSystem, resolveSystem, SYSTEM_SCHEMA } from "./resolve.js";
export type { PvSystem } from "./types.js";
