/** Decisions of the output grid: how much is computed at once, and which columns of sub-steps are averaged to which values. */
import type { ValueName } from "../../contract/observation/parameters.js";
import { stepCapacity } from "../grid/sub-steps.js";
import type { StepColumn } from "../memory/columns.js";
import type { Basis } from "./basis.js";

/** The columns that a plan computes, each as long as the period. */
export type ValueColumns = { readonly [name in ValueName]?: Float64Array };

/** A state of the weather, and the value that its means are. */
export interface State {
  readonly name: "temperature" | "snowDepth";
  readonly value: "temperature" | "snow_depth";
  /** Never below 0. */
  readonly positive: boolean;
}

/** Columns of sub-steps, and the values that their means are. No third column stands for the sum of the others. */
export interface ThreeMeans {
  readonly columns: readonly [StepColumn, StepColumn, StepColumn | null];
  readonly values: readonly [ValueName, ValueName, ValueName];
}

export interface OutputPlan {
  /** Output intervals that are computed at once. */
  readonly perBlock: number;
  /** The values asked for. */
  readonly wanted: ReadonlySet<ValueName>;
  /** Values that these are made of, computed besides. */
  readonly others: readonly ValueName[];
  readonly states: readonly State[];
  readonly means: readonly ThreeMeans[];
  /** Power by the default formula, from global light on the plane. */
  readonly powers: readonly { readonly global: ValueName; readonly value: ValueName }[];
  /** Whether snow on the modules takes from the power. */
  readonly snow: boolean;
}

/** Means there can be: of columns in the open, or of others `behind` a horizon that takes something away. */
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

const POWERS = [
  { global: "global_tilted_irradiance", value: "pv_production" },
  { global: "global_tilted_irradiance_with_shading", value: "pv_production_with_shading" },
] as const;

const STATES: readonly State[] = [
  { name: "temperature", value: "temperature", positive: false },
  { name: "snowDepth", value: "snow_depth", positive: true },
];

/** @param shading whether a horizon takes something away */
export function planOutputs(basis: Basis, shading: boolean, blockSize: number): OutputPlan {
  const { request, run, pv, settings } = basis;
  const wanted = new Set<ValueName>([...request.parameters, "surface_azimuth", "surface_tilt"]);
  const states = STATES.filter(({ name }) => (name === "temperature" ? run.temperature : run.snow));
  const powers = POWERS.filter(({ value }) => wanted.has(value));
  const needed: ValueName[] = states.map(({ value }) => value);
  if (!pv) for (const { global } of powers) needed.push(global);
  const others = needed.filter((value) => !wanted.has(value));
  const place = (value: ValueName | null | undefined) =>
    value && (wanted.has(value) || others.includes(value)) ? value : null;
  const means: ThreeMeans[] = [];
  for (const { columns, behind = columns, values } of MEANS) {
    const [first, second, third] = shading ? behind : columns;
    if (first === "pv" && !pv) continue;
    const a = place(values[0]);
    const b = place(values[1]);
    const c = place(values[2]);
    // A mean that has no place to go goes to the last place first, and is overwritten there.
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
    powers: pv ? [] : powers,
    snow: settings.snow !== undefined && powers.length > 0,
  };
}

/** Blocks of models that look far hold at least this many times what they look at on one side. */
const HALOS_PER_BLOCK = 12;

function outputsPerBlock({ reach, count, weather, output, subSteps }: Basis, blockSize: number): number {
  if (reach === Number.POSITIVE_INFINITY) return count;
  const day = 86_400_000;
  const perDay = stepCapacity(weather, output, day, subSteps);
  // A halo of days would be computed anew for every block: then blocks hold several halos.
  const haloDays = reach > 1 ? (reach * weather.step) / day : 0;
  const days = Math.max(blockSize / perDay, HALOS_PER_BLOCK * haloDays);
  return Math.max(1, Math.floor(days * (day / output.step)));
}
