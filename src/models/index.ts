/** Every model that can stand in the pipeline, by name: what `context.registry` takes. */
import { ineichen, simplifiedSolis } from "./clear-sky/index.js";
import { dirint, disc, erbs, erbsDriesse } from "./decomposition/index.js";
import { defaultPv } from "./pv/index.js";
import { haydavies, isotropic, klucher, perezDriesse, reindl } from "./transposition/index.js";

/**
 * All models with a stage, by name. Give it as `context.registry` to choose models by name:
 * `{ registry: allModels, models: { transposition: "reindl" } }`.
 */
export const allModels = {
  defaultPv,
  dirint,
  disc,
  erbs,
  erbsDriesse,
  haydavies,
  ineichen,
  isotropic,
  klucher,
  perezDriesse,
  reindl,
  simplifiedSolis,
} as const;
