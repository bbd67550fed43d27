/**
 * Everything that follows from request, weather and context, decided before the first row, as plain data: the computation
 * reads its decisions here, and `explain` can show them. There is one part per grid, and one for the shortcut.
 */
import type { ObservationRequest } from "../../contract/observation/types.js";
import type { CheckedWeather } from "../../weather/checked-series.js";
import { DEFAULT_BLOCK_SIZE } from "../grid/block.js";
import { type Basis, makeBasis } from "./basis.js";
import type { ObservationContext, Settings } from "./context.js";
import { type LightPlan, noticeProvisional, planLight } from "./light.js";
import { type Inputs, planInputs } from "./needed-columns.js";
import { type OneStepPlan, planOneStep } from "./one-step.js";
import { type OutputPlan, planOutputs } from "./outputs.js";
import { planSteps, type StepPlan } from "./steps.js";

export interface Plan extends Basis {
  /** The weather that is read. */
  readonly inputs: Inputs;
  /** The weather grid: from the given columns to direct and diffuse irradiance. */
  readonly light: LightPlan;
  /** The compute grid: sun, sky and plane. */
  readonly steps: StepPlan;
  /** The output grid: blocks and means. */
  readonly outputs: OutputPlan;
  /** How blocks take the shortcut; null if they cannot. */
  readonly oneStep: OneStepPlan | null;
  /** The run over the whole series that determines how long snow stays on the modules; null if nothing depends on it. */
  readonly snow: Plan | null;
}

/** @param blockSize approximate number of sub-steps per block */
export function makePlan(
  request: ObservationRequest,
  series: CheckedWeather,
  settings: Settings,
  context: ObservationContext,
  blockSize?: number,
): Plan {
  return planFrom(makeBasis(request, series, settings, context), blockSize);
}

/** All decisions that follow from a basis; if the basis is itself a plan, they are made again. */
export function planFrom(basis: Basis, blockSize = DEFAULT_BLOCK_SIZE): Plan {
  const light = planLight(basis);
  noticeProvisional(basis);
  const steps = planSteps(basis);
  const outputs = planOutputs(basis, steps.shading, blockSize);
  // By name, not spread, so that V8 sees one shape for all plans (measured: 40 µs a plan, and slower readers).
  return {
    request: basis.request,
    series: basis.series,
    settings: basis.settings,
    site: basis.site,
    timeZone: basis.timeZone,
    weather: basis.weather,
    output: basis.output,
    count: basis.count,
    subSteps: basis.subSteps,
    everyStep: basis.everyStep,
    run: basis.run,
    horizon: basis.horizon,
    clearSky: basis.clearSky,
    decomposition: basis.decomposition,
    transposition: basis.transposition,
    pv: basis.pv,
    reach: basis.reach,
    notices: basis.notices,
    inputs: planInputs(basis),
    light,
    steps,
    outputs,
    oneStep: planOneStep(basis, light),
    snow: outputs.snow ? planFrom(snowBasis(basis)) : null,
  };
}

/**
 * Snow has a memory: it stays until it slides. So the series is run from its start, on its own intervals, with the irradiance
 * and temperature that make snow slide (Marion et al. 2013), whatever period is requested.
 */
function snowBasis(basis: Basis): Basis {
  const { request, run, weather, series } = basis;
  return {
    ...basis,
    request: { ...request, parameters: [] },
    output: weather,
    count: series.count,
    run: { ...run, sun: true, light: true, plane: true, shading: false, temperature: true, snow: true },
    pv: null,
    everyStep: false,
  };
}
