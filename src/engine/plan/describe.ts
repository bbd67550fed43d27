/** A plan as data that can be printed: for `explain`, and for nobody who computes. */
import { formatTime } from "../../time/iso-time.js";
import { cellStart, type Lattice } from "../grid/lattice.js";
import type { Plan } from "./plan.js";

/** What JSON holds. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [name: string]: Plain };

/** Decisions by name. Which there are may change from version to version: they are for reading. */
export type Decisions = { readonly [name: string]: Plain };

/** What was decided for a request before its first row. Lengths in seconds; "all" stands for the whole series. */
export interface PlanDescription {
  /** The grids: beginning and end, length of an interval, how many; nodes of the compute grid between two edges. */
  readonly grids: { readonly weather: Decisions; readonly output: Decisions; readonly subSteps: Decisions };
  /** The place, its time zone, and whether there is a horizon line. */
  readonly site: Decisions;
  /** Which parts of the chain run. */
  readonly parts: Decisions;
  /** Columns of the weather that are read, and which of them are the same in every row. */
  readonly inputs: Decisions;
  /** On the weather grid: which light is given, whether it is closed, how it is spread, and how far that looks. */
  readonly light: Decisions;
  /** On the compute grid: what sub-steps take over from the weather, and the plane. */
  readonly steps: Decisions;
  /** On the output grid: intervals per block, and which columns of sub-steps are averaged to which values. */
  readonly outputs: Decisions;
  /** What blocks need that go the short way, in which interval and sub-step are one row; null where they cannot. */
  readonly oneStep: Decisions | null;
  /** The run over the whole series that tells how long snow lies on the modules. */
  readonly snow: PlanDescription | null;
}

export function describePlan(plan: Plan): PlanDescription {
  const { weather, output, series, count, subSteps, everyStep, site, timeZone, horizon, run, reach, snow } = plan;
  return {
    grids: {
      weather: gridOf(weather, series.count),
      output: gridOf(output, count),
      subSteps: { ...subSteps, atNight: everyStep },
    },
    site: { ...site, timeZone, horizon: horizon ? "line" : "flat" },
    parts: { ...run },
    inputs: decisions(plan.inputs),
    light: decisions({ ...plan.light, reach }),
    steps: decisions(plan.steps),
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

function decisions(part: object): Decisions {
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): Plain {
  if (value === Number.POSITIVE_INFINITY) return "all";
  if (value instanceof Set || Array.isArray(value)) return [...value].map(plain);
  if (typeof value === "object" && value !== null) return decisions(value);
  return value as Plain;
}
