/** Settings common to all sites of a run on an accelerator: the choices of its chain. */
import { GpuError } from "../../../engine/gpu/errors.js";
import type { BulkContext } from "../types.js";

/** Default number of equal sub-steps per interval. */
const SUB_STEPS = 4;
const MOST_SUB_STEPS = 16;

/** The chain of an accelerator. */
const CHAIN: { readonly [family: string]: string | undefined } = {
  clearSky: "ineichenAltitude",
  decomposition: "erbsDriesse",
  transposition: "perezDriesse",
};

/**
 * The context of a run on an accelerator, with the choices of its chain filled in, so that sites computed by threads
 * use the same ones.
 * @throws GpuError ERR_GPU_UNSUPPORTED for an option that the accelerator supports at no site, naming the option
 */
export function acceleratedContext(context: BulkContext): BulkContext {
  const { spread = "step", subSteps = SUB_STEPS, extra = [], hiddenSky = "dark", exact = false, snow, pv } = context;
  if (spread !== "step") refuse("spread", '"step"', spread);
  if (!(typeof subSteps === "number" && subSteps <= MOST_SUB_STEPS))
    refuse("subSteps", `a number up to ${MOST_SUB_STEPS}`, subSteps);
  if (extra.length > 0) refuse("extra", "empty", extra.join(", "));
  if (hiddenSky !== "dark") refuse("hiddenSky", '"dark"', hiddenSky);
  if (exact) refuse("exact", "false", exact);
  if (snow !== undefined) refuse("snow", "absent", "a model");
  if (context.temperature !== undefined) refuse("temperature", "absent", context.temperature);
  if (context.tracker !== undefined) refuse("tracker", "absent", "a tracker");
  if (pv?.step === "sub-step") refuse("pv.step", '"interval"', pv.step);
  const other = otherModel(context.models);
  if (other) refuse(`models.${other.family}`, other.expected, other.got);
  // The threads' default split is another: it looks at neighbours, which the accelerator's chain does not.
  const models = { ...context.models, decomposition: CHAIN.decomposition };
  return { ...context, spread: "step", subSteps, models };
}

/** The first chosen model that is not part of the accelerator's chain. */
export function otherModel(
  models: BulkContext["models"],
): { family: string; expected: string; got: string } | undefined {
  for (const [family, choice] of Object.entries(models ?? {})) {
    if (choice === undefined || choice === CHAIN[family]) continue;
    const got = typeof choice === "string" ? choice : `${choice.model} with options`;
    return { family, expected: CHAIN[family] ?? "absent", got };
  }
  return undefined;
}

function refuse(key: string, expected: string, got: unknown): never {
  throw new GpuError(
    "ERR_GPU_UNSUPPORTED",
    `simulate: with an accelerator context.${key} must be ${expected}, got ${String(got)}`,
  );
}
