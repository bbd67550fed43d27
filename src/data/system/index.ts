/**
 * "irradiance-engine/system": a PV system as people describe it, one description for the library, the command line, the server, bulk
 * runs and jobs: its JSON schema and its checks. Pure, no packages.
 */

export { type FootprintOptions, readFootprints } from "../obstacles/read-footprints.js";
export { readGltf } from "../obstacles/read-gltf.js";
export { type ObjOptions, readObj } from "../obstacles/read-obj.js";
export type { SceneFileOptions, SceneReading } from "../obstacles/reading.js";
export type { Modules, Obstacle, Scene } from "../obstacles/types.js";
export { type ModuleShade, type ModuleShadeOptions, moduleShade } from "./module-shade.js";
export { hasNames, readSystem, resolveSystem, SYSTEM_SCHEMA } from "./resolve.js";
export type { PvSystem } from "./types.js";
