/**
 * "irradiance-engine/system": a PV system as people describe it, one description for the library, the command line, the server, bulk
 * runs and jobs: its JSON schema and its checks. Pure, no packages.
 */
export type { PvSnow, PvSnowOptions, PvSoiling, PvSoilingOptions } from "./over-time.js";
export type { Power } from "./power.js";
export { readSystem, SYSTEM_SCHEMA } from "./read-system.js";
export { hasNames, type ResolveOptions, resolveSystem } from "./resolve.js";
export type {
  Cabling,
  CecParameters,
  ModuleDatasheet,
  NamedProduct,
  PvAgeing,
  PvInverter,
  PvModule,
  PvPlane,
  PvSystem,
  Transformer,
} from "./types.js";
