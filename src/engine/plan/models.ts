/** The models that run: the default chain by name, others as objects, or by name through a registry. */
import { shown } from "../../contract/observation/errors.js";
import { ineichenStage } from "../../models/clear-sky/ineichen.js";
import { erbsDriesseStage } from "../../models/decomposition/erbs-driesse.js";
import type { Family, Site, Stage } from "../../models/stage.js";
import { isotropicStage } from "../../models/transposition/isotropic.js";
import { perezDriesseStage } from "../../models/transposition/perez-driesse.js";
import type { ModelChoice, ObservationContext } from "./context.js";

/** A stage with its options applied to the site. */
export interface ReadyStage {
  readonly stage: Stage;
  readonly prepared: unknown;
}

/** The models that the core knows by name; all others are passed as objects or through `context.registry`. */
const CORE_MODELS = {
  ineichen: { stage: ineichenStage as Stage },
  erbsDriesse: { stage: erbsDriesseStage as Stage },
  perezDriesse: { stage: perezDriesseStage as Stage },
  isotropic: { stage: isotropicStage as Stage },
};

export const DEFAULT_CLEAR_SKY: ModelChoice = CORE_MODELS.ineichen;
/** For every step of the weather: docs/accuracy.md, "Default decomposition", has the evidence. */
export const DEFAULT_DECOMPOSITION: ModelChoice = CORE_MODELS.erbsDriesse;
export const DEFAULT_TRANSPOSITION: ModelChoice = CORE_MODELS.perezDriesse;

const CONTEXT_KEY: { readonly [family in Family]: string } = {
  "clear-sky": "clearSky",
  decomposition: "decomposition",
  transposition: "transposition",
  pv: "pv",
};

/**
 * The stage behind a choice, prepared for the site.
 *
 * @throws RangeError for an unknown name (the message lists the known ones) or a model of another family;
 *   TypeError for anything that is not a model
 */
export function readyStage(
  family: Family,
  choice: ModelChoice,
  site: Site,
  registry: ObservationContext["registry"],
  options: object = {},
): ReadyStage {
  const key = `context.models.${CONTEXT_KEY[family]}`;
  if (typeof choice === "string")
    return readyStage(family, byName(family, key, choice, registry), site, registry, options);
  if (choice !== null && (typeof choice === "object" || typeof choice === "function")) {
    if ("model" in choice) return readyStage(family, choice.model, site, registry, choice.options ?? {});
    if (choice.stage) {
      if (choice.stage.family !== family) {
        throw new RangeError(`${key}: ${choice.stage.name} is a ${choice.stage.family} model, not one of ${family}`);
      }
      return { stage: choice.stage, prepared: choice.stage.prepare(site, options) };
    }
  }
  throw new TypeError(`${key} must be a model, its name, or { model, options }, got ${shown(choice)}`);
}

function byName(family: Family, key: string, name: string, registry: ObservationContext["registry"] = {}): ModelChoice {
  const wanted = plain(name);
  for (const candidates of [registry, CORE_MODELS]) {
    for (const model of ofFamily(family, candidates)) if (plain(model.stage.name) === wanted) return model;
  }
  const known = [CORE_MODELS, registry].flatMap((candidates) => ofFamily(family, candidates));
  const names = [...new Set(known.map((model) => model.stage.name))].sort();
  throw new RangeError(`${key}: unknown ${family} model "${name}"; known are ${names.join(", ")}`);
}

type Model = { readonly stage: Stage };

function ofFamily(
  family: Family,
  candidates: { readonly [name: string]: { readonly stage?: Stage | undefined } },
): Model[] {
  const models: Model[] = [];
  for (const name in candidates) {
    const model = candidates[name];
    if (model?.stage?.family === family) models.push(model as Model);
  }
  return models;
}

/** perez_driesse, perez-driesse and perezDriesse are the same name. */
function plain(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}
