/**
 * Everything that follows from request, weather and context, decided before the first row, as plain data: what runs afterwards
 * looks its decisions up here, and `explain` can show them. A part for each grid, and one for the short way.
 */
import type { ObservationRequest } from "../../observation/types.js";
import type { CheckedWeather } from "../../weather/checked-series.js";
import { DEFAULT_BLOCK_SIZE } from "../memory/workspace.js";
import type { ObservationContext, Settings } from "./context.js";
import { type LightPlan, planLight } from "./light.js";
import { type Inputs, planInputs } from "./needed-columns.js";
import { type OneStepPlan, planOneStep } from "./one-step.js";
import { type OutputPlan, planOutputs } from "./outputs.js";
import { planSteps, type StepPlan } from "./steps.js";
import { makeTask, type Task } from "./task.js";

export interface Plan extends Task {
  /** What is read of the weather. */
  readonly inputs: Inputs;
  /** The weather grid: from what is given to direct and diffuse light. */
  readonly light: LightPlan;
  /** The compute grid: sun, sky and plane. */
  readonly steps: StepPlan;
  /** The output grid: blocks and means. */
  readonly outputs: OutputPlan;
  /** How blocks go the short way; null: they cannot. */
  readonly oneStep: OneStepPlan | null;
  /** The run over the whole series that tells how long snow lies on the modules; null: nothing depends on it. */
  readonly snow: Plan | null;
}

/** @param blockSize sub-steps per block, about */
export function makePlan(
  request: ObservationRequest,
  series: CheckedWeather,
  settings: Settings,
  context: ObservationContext,
  blockSize = DEFAULT_BLOCK_SIZE,
): Plan {
  return planTask(makeTask(request, series, settings, context), blockSize);
}

/** All decisions of a task; those of a plan that is given as one are made anew. */
export function planTask(task: Task, blockSize: number): Plan {
  const steps = planSteps(task);
  const outputs = planOutputs(task, steps.shading, blockSize);
  return {
    ...task,
    inputs: planInputs(task),
    light: planLight(task),
    steps,
    outputs,
    oneStep: planOneStep(task),
    snow: outputs.snow ? planTask(snowTask(task), DEFAULT_BLOCK_SIZE) : null,
  };
}

/**
 * Snow has a memory: it lies until it slides. So the series is run from its start, on its own intervals, for the light and
 * the temperature that make it slide (Marion et al. 2013), whatever period is asked for.
 */
function snowTask(task: Task): Task {
  const { request, run, weather, series } = task;
  return {
    ...task,
    request: { ...request, parameters: [] },
    output: weather,
    count: series.count,
    run: { ...run, sun: true, light: true, plane: true, shading: false, temperature: true, snow: true },
    pv: null,
    everyStep: false,
  };
}
