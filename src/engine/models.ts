/** Which models run: the default chain by name, others as objects, or by name through a registry. */
import { ineichen } from "../models/clear-sky/ineichen.js";
import { erbsDriesse } from "../models/decomposition/erbs-driesse.js";
import { isotropic } from "../models/transposition/isotropic.js";
import { perezDriesse } from "../models/transposition/perez-driesse.js";
import type { ModelChoice, ObservationContext } from "./context.js";
import type { Family, Site, Stage } from "./stage.js";

/** A stage with its options applied to the site. */
export interface ReadyStage {
  readonly stage: Stage;
  readonly prepared: unknown;
}

/** The models that the core knows by name; everything else comes as an object or through `context.registry`. */
const CORE_MODELS: { readonly [name: string]: { readonly stage: Stage } } = {
  ineichen,
  erbsDriesse,
  perezDriesse,
  isotropic,
};

export const DEFAULT_CLEAR_SKY: ModelChoice = ineichen;
/** At every step of the weather: docs/accuracy.md, "Default decomposition", has the evidence. */
export const DEFAULT_DECOMPOSITION: ModelChoice = erbsDriesse;
export const DEFAULT_TRANSPOSITION: ModelChoice = perezDriesse;

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
 *   TypeError for what is no model
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
    if ("model" in choice) return readyStage(family, choice.model, site, registry, choice.options);
    if ("stage" in choice) {
      if (choice.stage.family !== family) {
        throw new RangeError(`${key}: ${choice.stage.name} is a ${choice.stage.family} model, not one of ${family}`);
      }
      return { stage: choice.stage, prepared: choice.stage.prepare(site, options) };
    }
  }
  throw new TypeError(`${key} must be a model, its name, or { model, options }, got ${String(choice)}`);
}

function byName(family: Family, key: string, name: string, registry: ObservationContext["registry"] = {}): ModelChoice {
  const known = new Map<string, { readonly stage: Stage }>();
  for (const candidates of [CORE_MODELS, registry]) {
    for (const model of Object.values(candidates)) {
      if (model?.stage?.family === family) known.set(plain(model.stage.name), model as { readonly stage: Stage });
    }
  }
  const found = known.get(plain(name));
  if (found) return found;
  const names = [...known.values()].map((model) => model.stage.name).sort();
  throw new RangeError(`${key}: unknown ${family} model "${name}"; known are ${names.join(", ")}`);
}

/** perez_driesse, perez-driesse and perezDriesse are one name. */
function plain(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}
