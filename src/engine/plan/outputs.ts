/** Decisions of the output grid: the size of a block, and the columns of sub-steps averaged to each value. */

import type { ValueName } from "../../data/contract/observation/parameters.js";
import { DAY } from "../../foundation/time/calendar.js";
import { hasLongPanels, stepCapacity } from "../grid/sub-steps.js";
import type { StepColumn } from "../memory/columns.js";
import type { Basis } from "./basis.js";

/** The columns that a plan computes, each as long as the period. */
export type ValueColumns = { readonly [name in ValueName]?: Float64Array };

/** A weather state, and the value that its means become. */
export interface State {
  readonly name: "temperature" | "snowDepth";
  readonly value: "temperature" | "snow_depth";
  /** Never below 0. */
  readonly positive: boolean;
}

/** Columns of sub-steps, and the values that their means become. Without a third column, the sum of the other two is used. */
export interface ThreeMeans {
  readonly columns: readonly [StepColumn, StepColumn, StepColumn | null];
  readonly values: readonly [ValueName, ValueName, ValueName];
}

export interface OutputPlan {
  /** Output intervals per block. */
  readonly perBlock: number;
  /** The requested values. */
  readonly wanted: ReadonlySet<ValueName>;
  /** Further values that these are computed from. */
  readonly others: readonly ValueName[];
  readonly states: readonly State[];
  readonly means: readonly ThreeMeans[];
  /** Values behind a flat horizon, and those in the open that they equal. */
  readonly copies: readonly { readonly from: ValueName; readonly to: ValueName }[];
  /** Power by the default formula, from global irradiance on the plane. */
  readonly powers: readonly { readonly global: ValueName; readonly value: ValueName }[];
  /** Whether snow on the modules reduces the power. */
  readonly snow: boolean;
}

/** Possible means: of columns in the open, or of others `behind` a horizon line. */
const MEANS: readonly {
  readonly columns: ThreeMeans["columns"];
  readonly behind?: ThreeMeans["columns"];
  readonly values: readonly (ValueName | null)[];
}[] = [
  {
    columns: ["directHorizontal", "dhi", null],
    values: ["direct_horizontal_irradiance", "diffuse_horizontal_irradiance", "global_horizontal_irradiance"],
  },
  {
    columns: ["directTilted", "diffuseTilted", null],
    values: ["direct_tilted_irradiance", "diffuse_tilted_irradiance", "global_tilted_irradiance"],
  },
  {
    columns: ["directHorizontal", "dhi", null],
    behind: ["directHorizontalShaded", "dhiShaded", null],
    values: [
      "direct_horizontal_irradiance_with_shading",
      "diffuse_horizontal_irradiance_with_shading",
      "global_horizontal_irradiance_with_shading",
    ],
  },
  {
    columns: ["directTilted", "diffuseTilted", null],
    behind: ["directTiltedShaded", "diffuseTiltedShaded", null],
    values: [
      "direct_tilted_irradiance_with_shading",
      "diffuse_tilted_irradiance_with_shading",
      "global_tilted_irradiance_with_shading",
    ],
  },
  {
    columns: ["dni", "dni", "clearGhi"],
    behind: ["dni", "dniShaded", "clearGhi"],
    values: ["direct_normal_irradiance", "direct_normal_irradiance_with_shading", "global_clear_sky_irradiance"],
  },
  {
    columns: ["pv", "pv", null],
    behind: ["pv", "pvShaded", null],
    values: ["pv_production", "pv_production_with_shading", null],
  },
];

/** The values that equal one another if no horizon line causes shading. */
const COPIES = (
  [
    "direct_horizontal_irradiance",
    "diffuse_horizontal_irradiance",
    "global_horizontal_irradiance",
    "direct_tilted_irradiance",
    "diffuse_tilted_irradiance",
    "global_tilted_irradiance",
    "direct_normal_irradiance",
    "pv_production",
  ] as const
).map((from) => ({ from, to: `${from}_with_shading` as const }));

const POWERS = [
  { global: "global_tilted_irradiance", value: "pv_production" },
  { global: "global_tilted_irradiance_with_shading", value: "pv_production_with_shading" },
] as const;

const STATES: readonly State[] = [
  { name: "temperature", value: "temperature", positive: false },
  { name: "snowDepth", value: "snow_depth", positive: true },
];

/** @param shading whether a horizon line causes shading */
export function planOutputs(basis: Basis, shading: boolean, blockSize: number): OutputPlan {
  const { request, run, pv, settings } = basis;
  const wanted = new Set<ValueName>([...request.parameters, "surface_azimuth", "surface_tilt"]);
  const states = STATES.filter(({ name }) => (name === "temperature" ? run.temperature : run.snow));
  const isCopy = (value: ValueName) => !shading && COPIES.some(({ from, to }) => to === value && wanted.has(from));
  // Copies are made last, so power comes from what they are copies of.
  const powers = POWERS.filter(({ value }) => wanted.has(value) && !isCopy(value)).map(({ global, value }) => ({
    global: isCopy(global) ? POWERS[0].global : global,
    value,
  }));
  const needed: ValueName[] = states.map(({ value }) => value);
  if (!pv) for (const { global } of powers) needed.push(global);
  const others = needed.filter((value) => !wanted.has(value));
  const place = (value: ValueName | null | undefined) =>
    value && (wanted.has(value) || others.includes(value)) && !isCopy(value) ? value : null;
  const means: ThreeMeans[] = [];
  for (const { columns, behind = columns, values } of MEANS) {
    const [first, second, third] = shading ? behind : columns;
    if (first === "pv" && !pv) continue;
    const a = place(values[0]);
    const b = place(values[1]);
    const c = place(values[2]);
    // Means not requested go to the last requested column, which is written last.
    const last = c ?? b ?? a;
    if (last)
      means.push({ columns: [first, second, c ? third : b ? second : first], values: [a ?? last, b ?? last, last] });
  }
  return {
    perBlock: outputsPerBlock(basis, blockSize),
    wanted,
    others,
    states,
    means,
    copies: COPIES.filter(({ to }) => wanted.has(to) && isCopy(to)),
    powers: pv ? [] : powers,
    snow: settings.snow !== undefined && powers.length > 0,
  };
}

/** Blocks of models with a long reach have at least this many times the reach on one side. */
const HALOS_PER_BLOCK = 12;

function outputsPerBlock({ reach, count, weather, output, subSteps }: Basis, blockSize: number): number {
  const farthest = Math.max(reach.before, reach.after);
  if (farthest === Number.POSITIVE_INFINITY) return count;
  // With long panels less than half of that; a block costs as much as a hundred of them (measured).
  const perDay = stepCapacity(weather, output, DAY, subSteps) / (hasLongPanels(weather, output, subSteps) ? 2 : 1);
  // A halo of days would be recomputed for every block, so blocks are several halos long.
  const haloDays = farthest > 1 ? (farthest * weather.step) / DAY : 0;
  const days = Math.max(blockSize / perDay, HALOS_PER_BLOCK * haloDays);
  return Math.max(1, Math.floor(days * (DAY / output.step)));
}
