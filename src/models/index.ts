/** Every model that can be part of the pipeline, by name: the value of `context.registry`. */
import { bird, esra, ineichen, mac2, rest2V5, rest2V9, simplifiedSolis, solis2018 } from "./clear-sky/index.js";
import {
  abreu,
  boland,
  brl,
  campbellNorman,
  dirindex,
  dirint,
  dirintSmooth,
  dirintStarke,
  disc,
  engerer2,
  erbs,
  erbsDriesse,
  louche,
  orgillHollands,
  paulescu,
  starke,
  starkeRamped,
  yang4,
} from "./decomposition/index.js";
import { cecSystem, defaultPv, huldSystem, pvwattsSystem } from "./pv/index.js";
import {
  haydavies,
  isotropic,
  king,
  klucher,
  perez,
  perezDriesse,
  perezOnMeans,
  reindl,
} from "./transposition/index.js";

export type { ColumnInput } from "./columns.js";

/**
 * All models with a stage, by name. Give it as `context.registry` to choose models by name:
 * `{ registry: allModels, models: { transposition: "reindl" } }`.
 */
export const allModels = {
  abreu,
  bird,
  boland,
  brl,
  campbellNorman,
  cecSystem,
  defaultPv,
  dirindex,
  dirint,
  dirintSmooth,
  dirintStarke,
  disc,
  engerer2,
  erbs,
  erbsDriesse,
  esra,
  haydavies,
  huldSystem,
  ineichen,
  isotropic,
  king,
  klucher,
  louche,
  mac2,
  orgillHollands,
  paulescu,
  perez,
  perezDriesse,
  perezOnMeans,
  pvwattsSystem,
  reindl,
  rest2V5,
  rest2V9,
  simplifiedSolis,
  solis2018,
  starke,
  starkeRamped,
  yang4,
} as const;
