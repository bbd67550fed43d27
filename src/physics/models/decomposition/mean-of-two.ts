/**
 * The mean of the diffuse fractions of two decomposition models, which err less together where they err differently; and the default
 * decomposition: smooth DIRINT and ramped Starke 3C.
 */
import { log } from "../../../foundation/math/index.js";
import { checkNumbers } from "../model.js";
import type { Site, Stage } from "../stage.js";
import { Scratch } from "./clearness-index.js";
import { dirintSmoothStage } from "./dirint-smooth.js";
import { STARKE_3C } from "./starke.js";
import { starkeRampedStage } from "./starke-ramped.js";

/** A decomposition model, or one with its options. */
export type MeanPart =
  | { readonly stage: Stage }
  | { readonly model: { readonly stage: Stage }; readonly options: object };

export interface MeanOfTwoOptions {
  /** How the stage is named; default "meanOfTwo". */
  readonly name?: string | undefined;
  /**
   * Weight of the first model, 0…1; default 0.5. Or weights by the length of the interval: `[seconds, weight]` in ascending
   * order, linear in the logarithm of the length between them and constant beyond.
   */
  readonly weight?: number | readonly (readonly [interval: number, weight: number])[] | undefined;
}

interface Part {
  readonly stage: Stage;
  readonly options: object;
}

interface PreparedParts {
  readonly first: unknown;
  readonly second: unknown;
}

/**
 * A decomposition whose diffuse fraction is the weighted mean of those of two models. It reads what they read and looks as
 * far as the farther of them.
 *
 * @param first a model with a stage of the family "decomposition", or `{ model, options }`
 * @param second another
 * @param options `weight` of the first (0.5), `name`
 * @returns a model for `context.models.decomposition`
 * @throws TypeError for anything that is not a decomposition model or a weight of wrong kind; RangeError for a weight out of
 *   range or lengths that do not ascend. Bad options of a part throw when the model is prepared for a site
 *
 * Source: none is needed for a mean; research/decomposition.md has the evidence.
 * @experimental
 */
export function meanOfTwo(
  first: MeanPart,
  second: MeanPart,
  { name = "meanOfTwo", weight = 0.5 }: MeanOfTwoOptions = {},
): { readonly stage: Stage } {
  const a = partOf("first", first);
  const b = partOf("second", second);
  const weights = typeof weight === "number" ? ([[1, weight]] as const) : weight;
  checkWeights(weights);
  return { stage: meanStage(name, a, b, weights) };
}

/** What `meanOfTwo` makes, unchecked. */
function meanStage(name: string, a: Part, b: Part, weights: Weights): Stage {
  const scratch = new Scratch("first");
  const stage: Stage<unknown, PreparedParts> = {
    name,
    family: "decomposition",
    grid: "weather",
    reach: [a.stage.reach, b.stage.reach],
    reads: [...new Set([...a.stage.reads, ...b.stage.reads])],
    writes: ["diffuseFraction"],
    prepare: (site: Site) => ({
      first: a.stage.prepare(site, a.options),
      second: b.stage.prepare(site, b.options),
    }),
    run(block, prepared) {
      const { from, to, columns, interval } = block;
      const { diffuseFraction } = columns;
      const kept = scratch.of(diffuseFraction.length).first;
      a.stage.run(block, prepared.first);
      kept.set(diffuseFraction.subarray(from, to), from);
      b.stage.run(block, prepared.second);
      meanRows(from, to, weightAt(weights, interval), kept, diffuseFraction);
    },
  };
  return stage as Stage;
}

/** Row kernel: weighted mean of `first` and `second`, in place of the latter. */
function meanRows(i0: number, i1: number, weight: number, first: Float64Array, second: Float64Array): void {
  for (let i = i0; i < i1; i++) second[i] = weight * first[i]! + (1 - weight) * second[i]!;
}

type Weights = readonly (readonly [interval: number, weight: number])[];

/** Weight of the first model at intervals of this many seconds. */
export function weightAt(weights: Weights, interval: number): number {
  const next = weights.findIndex(([seconds]) => seconds > interval);
  if (next < 0) return weights.at(-1)![1];
  const [to, high] = weights[next]!;
  if (next === 0) return high;
  const [from, low] = weights[next - 1]!;
  return low + ((high - low) * log(interval / from)) / log(to / from);
}

function checkWeights(weights: Weights): void {
  if (!Array.isArray(weights) || weights.length === 0) {
    throw new TypeError(`meanOfTwo: weight must be a number or pairs of [seconds, weight], got ${String(weights)}`);
  }
  let before = 0;
  for (const [seconds, weight] of weights as Weights) {
    checkNumbers("meanOfTwo", { weight }, 0, 1);
    checkNumbers("meanOfTwo", { "length of the interval in weight": seconds }, 0);
    if (!(seconds > before)) {
      throw new RangeError(`meanOfTwo: lengths in weight must be above 0 and ascend, got ${seconds} after ${before}`);
    }
    before = seconds;
  }
}

function partOf(which: string, part: MeanPart): Part {
  const isObject = (typeof part === "object" && part !== null) || typeof part === "function";
  const model = isObject && "model" in part ? part.model : part;
  const stage = isObject ? (model?.stage as Stage | undefined) : undefined;
  if (stage?.family !== "decomposition") {
    const got = stage === undefined ? String(part) : `${stage.name}, a ${stage.family} model`;
    throw new TypeError(`meanOfTwo: the ${which} part must be a decomposition model, got ${got}`);
  }
  return { stage, options: "options" in part ? part.options : {} };
}

/**
 * Weight of DIRINT by the length of the interval in seconds: from measured months at five stations, the same within
 * 0.1 whichever of them is left out (research/decomposition.md).
 */
const DIRINT_WEIGHTS = [
  [180, 0.5],
  [900, 0.6],
  [3600, 0.7],
] as const;

/**
 * The decomposition of the pipeline where only GHI is given: the mean of the diffuse fractions of `dirintSmooth` and
 * `starkeRamped`, weighted by the length of the interval. It is continuous in GHI, and a value depends on the three hours
 * before its interval and the one interval after it.
 *
 * Where the weather has an `albedo` or a `snow_depth`, the engine gives it, as any decomposition, the GHI of bare ground: snow brightens
 * the sky without any more beam (research/decomposition.md).
 *
 * A stage without a function of columns: as `context.models.decomposition` it needs the engine's sun and clear sky.
 *
 * Source: those of the two models (Perez et al. 1992; Yang et al. 2024); research/decomposition.md has the evidence.
 * @experimental
 */
export const dirintStarke: { readonly stage: Stage } = {
  stage: /* @__PURE__ */ meanStage(
    "dirintStarke",
    { stage: dirintSmoothStage as Stage, options: {} },
    { stage: /* @__PURE__ */ starkeRampedStage(() => STARKE_3C) as Stage, options: {} },
    DIRINT_WEIGHTS,
  ),
};
