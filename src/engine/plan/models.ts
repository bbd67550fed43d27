/** The models that run: the default chain by name, others as objects, or by name through a registry. */

import { nearestName } from "../../foundation/text/nearest-name.js";
import { shown } from "../../foundation/text/shown.js";
import { ineichenAltitudeStage, ineichenStage } from "../../physics/models/clear-sky/ineichen.js";
import { erbsDriesseStage } from "../../physics/models/decomposition/by-clearness.js";
import { dirintStarke } from "../../physics/models/decomposition/mean-of-two.js";
import { defaultPvStage } from "../../physics/models/pv/linear-temperature.js";
import type { Family, Site, Stage } from "../../physics/models/stage.js";
import { isotropicStage } from "../../physics/models/transposition/classic.js";
import { perezDriesseStage } from "../../physics/models/transposition/perez-driesse.js";
import type { ModelChoice, ObservationContext } from "./context.js";

/** A stage with its options applied to the site. */
export interface ReadyStage {
  readonly stage: Stage;
  readonly prepared: unknown;
}

/** The models that the core knows by name; all others are passed as objects or through `context.registry`. */
const CORE_MODELS = {
  ineichenAltitude: { stage: ineichenAltitudeStage as Stage },
  ineichen: { stage: ineichenStage as Stage },
  dirintStarke,
  erbsDriesse: { stage: erbsDriesseStage as Stage },
  perezDriesse: { stage: perezDriesseStage as Stage },
  isotropic: { stage: isotropicStage as Stage },
  defaultPv: { stage: defaultPvStage as Stage },
};

/** research/clear-sky.md has the evidence. */
export const DEFAULT_CLEAR_SKY: ModelChoice = CORE_MODELS.ineichenAltitude;
/** For every step of the weather: research/decomposition.md has the evidence. */
export const DEFAULT_DECOMPOSITION: ModelChoice = CORE_MODELS.dirintStarke;
/** Instants stand for themselves, not for what is between them: their neighbours tell little. */
export const INSTANT_DECOMPOSITION: ModelChoice = CORE_MODELS.erbsDriesse;
export const DEFAULT_TRANSPOSITION: ModelChoice = CORE_MODELS.perezDriesse;

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
  hasRows = false,
  options: object = {},
): ReadyStage {
  const key = `context.models.${family === "clear-sky" ? "clearSky" : family}`;
  if (typeof choice === "string")
    return readyStage(family, byName(family, key, choice, registry), site, registry, hasRows, options);
  if (choice !== null && (typeof choice === "object" || typeof choice === "function")) {
    if ("model" in choice) return readyStage(family, choice.model, site, registry, hasRows, choice.options ?? {});
    if (choice.stage) {
      if (choice.stage.family !== family) {
        throw new RangeError(`${key}: ${choice.stage.name} is a ${choice.stage.family} model, not one of ${family}`);
      }
      checkOptionNames(key, choice.stage, options);
      return { stage: choice.stage, prepared: choice.stage.prepare(site, options, hasRows) };
    }
  }
  throw new TypeError(`${key} must be a model, its name, or { model, options }, got ${shown(choice)}`);
}

/** @throws RangeError for an option that the model does not take: it would change nothing, in silence */
function checkOptionNames(key: string, { name, accepts: listed, prepare }: Stage, options: object): void {
  const accepts = listed ?? (prepare.length < 2 ? [] : undefined);
  if (accepts === undefined) return;
  const unknown = Object.keys(options).find((option) => !accepts.includes(option));
  if (unknown === undefined) return;
  const meant = nearestName(unknown, accepts);
  const known = accepts.length === 0 ? "it takes no options" : `known are ${accepts.join(", ")}`;
  throw new RangeError(
    `${key}: ${name} has no option ${shown(unknown)}: ${meant === undefined ? known : `is ${meant} meant?`}`,
  );
}

function byName(family: Family, key: string, name: string, registry: ObservationContext["registry"] = {}): ModelChoice {
  const known = [...ofFamily(family, registry), ...ofFamily(family, CORE_MODELS)];
  const found = known.find(({ stage }) => plain(stage.name) === plain(name));
  if (found) return found;
  const names = [...new Set(known.map(({ stage }) => stage.name))].sort();
  const hint =
    Object.keys(registry).length > 0 ? "" : '; others need registry: allModels from "irradiance-engine/models"';
  throw new RangeError(`${key}: unknown ${family} model "${name}"; known are ${names.join(", ")}${hint}`);
}

type Model = { readonly stage: Stage };

function ofFamily(
  family: Family,
  candidates: { readonly [name: string]: { readonly stage?: Stage | undefined } },
): Model[] {
  return Object.values(candidates).filter((model): model is Model => model?.stage?.family === family);
}

/** perez_driesse, perez-driesse and perezDriesse are the same name. */
function plain(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}
