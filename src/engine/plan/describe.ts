/** A plan as printable data, for `explain`; the computation does not use it. */
import type { Notice } from "../../data/contract/observation/types.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { cellStart, type Lattice } from "../grid/lattice.js";
import { isTracker } from "../memory/workspace.js";
import type { Plan } from "./plan.js";

/** Any JSON value. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

/** Decisions by name, for reading. The set may change from version to version. */
export type Decisions = { readonly [name: string]: Plain };

/** All decisions made for a request before its first row. Lengths in seconds; "all" means the whole series. */
export interface PlanDescription {
  /** The grids: beginning and end, interval length, count; nodes of the compute grid between two edges. */
  readonly grids: { readonly weather: Decisions; readonly output: Decisions; readonly subSteps: Decisions };
  /** Notices on what query, weather and context leave open, as in the diagnostics of the computation. */
  readonly notices: readonly Notice[];
  /** The place, its time zone, its Linke turbidity by month where the weather has none, and whether there is a horizon line. */
  readonly site: Decisions;
  /** The parts of the chain that run. */
  readonly parts: Decisions;
  /** The weather columns that are read, and those that are constant. */
  readonly inputs: Decisions;
  /** On the weather grid: the given irradiances, whether they are closed, how they are spread, and the neighbours needed. */
  readonly light: Decisions;
  /** On the compute grid: the weather columns copied to sub-steps, and the plane. */
  readonly steps: Decisions;
  /** On the output grid: intervals per block, and the columns of sub-steps averaged to each value. */
  readonly outputs: Decisions;
  /** Requirements of blocks that take the shortcut, in which interval and sub-step are one row; null if they cannot. */
  readonly oneStep: Decisions | null;
  /** The run over the whole series that determines how long snow stays on the modules. */
  readonly snow: PlanDescription | null;
}

export function describePlan(plan: Plan): PlanDescription {
  const {
    request,
    weather,
    output,
    series,
    count,
    subSteps,
    everyStep,
    site,
    timeZone,
    settings,
    horizon,
    run,
    reach,
    snow,
  } = plan;
  return {
    grids: {
      weather: gridOf(weather, series.count),
      output: gridOf(output, count),
      subSteps: { ...subSteps, atNight: everyStep },
    },
    notices: [...request.notices, ...plan.notices],
    site: {
      ...site,
      timeZone,
      linkeTurbidity: oneOrTwelve(settings.linkeTurbidity),
      horizon: horizon ? "line" : "flat",
    },
    parts: { ...run },
    inputs: decisions(plan.inputs),
    light: decisions({ ...plan.light, reach }),
    steps: decisions({
      ...plan.steps,
      plane: isTracker(plan.steps.plane) ? plan.steps.plane.options : plan.steps.plane,
      rows: plan.steps.rows?.options ?? null,
      shade: plan.steps.shade && { ...plan.steps.shade, passes: plan.steps.shade.passes.length },
    }),
    outputs: decisions(plan.outputs),
    oneStep: plan.oneStep && decisions(plan.oneStep),
    snow: snow && describePlan(snow),
  };
}

function gridOf(grid: Lattice, count: number): Decisions {
  return {
    start: formatTime(grid.origin),
    end: formatTime(cellStart(grid, count)),
    interval: grid.step / 1000,
    count,
  };
}

function oneOrTwelve(months: readonly number[]): Plain {
  return months.every((month) => month === months[0]) ? months[0]! : months;
}

function decisions(part: object): Decisions {
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): Plain {
  if (value === Number.POSITIVE_INFINITY) return "all";
  if (value instanceof Set || Array.isArray(value)) return [...value].map(plain);
  if (typeof value === "object" && value !== null) return decisions(value);
  return value as Plain;
}
