/** Decisions of the output grid: how much is computed at once, and which columns of sub-steps are averaged to which values. */
import type { ValueName } from "../../observation/parameters.js";
import { stepCapacity } from "../grid/sub-steps.js";
import type { StepColumn } from "../memory/columns.js";
import type { Task } from "./task.js";

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
  readonly wanted: readonly ValueName[];
  /** The values that are computed: those asked for, and what others are made of. */
  readonly computed: readonly ValueName[];
  readonly states: readonly State[];
  readonly means: readonly ThreeMeans[];
  /** Power by the default formula, from global light on the plane. */
  readonly powers: readonly { readonly global: ValueName; readonly value: ValueName }[];
  /** Whether snow on the modules takes from the power. */
  readonly snow: boolean;
}

/** Parameters of light, in the open and behind the horizon line, and the columns of sub-steps they come from. */
const OPEN = /* @__PURE__ */ lightNames("", "");
const SHADED = /* @__PURE__ */ lightNames("_with_shading", "Shaded");

function lightNames<Shading extends string, Shaded extends string>(shading: Shading, shaded: Shaded) {
  const plane = <Plane extends string, Direct extends string, Diffuse extends string>(
    name: Plane,
    direct: Direct,
    diffuse: Diffuse,
  ) => ({
    values: [
      `direct_${name}_irradiance${shading}`,
      `diffuse_${name}_irradiance${shading}`,
      `global_${name}_irradiance${shading}`,
    ] as const,
    columns: [`${direct}${shaded}`, `${diffuse}${shaded}`, null] as const,
  });
  return {
    horizontal: plane("horizontal", "directHorizontal", "dhi"),
    tilted: plane("tilted", "directTilted", "diffuseTilted"),
    normal: { value: `direct_normal_irradiance${shading}`, column: `dni${shaded}` } as const,
    power: { value: `pv_production${shading}`, column: `pv${shaded}` } as const,
  };
}

const STATES: readonly State[] = [
  { name: "temperature", value: "temperature", positive: false },
  { name: "snowDepth", value: "snow_depth", positive: true },
];

/** @param shading whether a horizon takes something away */
export function planOutputs(task: Task, shading: boolean, blockSize: number): OutputPlan {
  const { request, run, pv, settings } = task;
  const wanted: ValueName[] = [...request.parameters, "surface_azimuth", "surface_tilt"];
  const power = [OPEN, SHADED].filter((names) => wanted.includes(names.power.value));
  const states = STATES.filter(({ name }) => (name === "temperature" ? run.temperature : run.snow));
  const powers = pv ? [] : power.map((names) => ({ global: names.tilted.values[2], value: names.power.value }));
  const computed = [
    ...new Set([...wanted, ...states.map(({ value }) => value), ...powers.map(({ global }) => global)]),
  ];
  return {
    perBlock: outputsPerBlock(task, blockSize),
    wanted,
    computed,
    states,
    means: meansOf(pv !== null, shading, computed),
    powers,
    snow: settings.snow !== undefined && power.length > 0,
  };
}

function meansOf(pv: boolean, shading: boolean, computed: readonly ValueName[]): ThreeMeans[] {
  const behind = shading ? SHADED : OPEN; // behind a flat horizon nothing is shaded
  const means: { columns: ThreeMeans["columns"]; values: readonly (ValueName | null)[] }[] = [
    { columns: OPEN.horizontal.columns, values: OPEN.horizontal.values },
    { columns: OPEN.tilted.columns, values: OPEN.tilted.values },
    { columns: behind.horizontal.columns, values: SHADED.horizontal.values },
    { columns: behind.tilted.columns, values: SHADED.tilted.values },
    {
      columns: [OPEN.normal.column, behind.normal.column, "clearGhi"],
      values: [OPEN.normal.value, SHADED.normal.value, "global_clear_sky_irradiance"],
    },
  ];
  if (pv) {
    const columns = [OPEN.power.column, behind.power.column, null] as const;
    means.push({ columns, values: [OPEN.power.value, SHADED.power.value, null] });
  }
  return means.flatMap(({ columns, values }) => wantedMeans(columns, values, computed));
}

/** The means that have a place to go. One that has none goes to the last place first, and is overwritten there. */
function wantedMeans(
  columns: ThreeMeans["columns"],
  values: readonly (ValueName | null)[],
  computed: readonly ValueName[],
): ThreeMeans[] {
  const [first, second, third] = values.map((value) => (value && computed.includes(value) ? value : null));
  const last = third ?? second ?? first;
  if (!last) return [];
  const lastColumn = third ? columns[2] : second ? columns[1] : columns[0];
  return [{ columns: [columns[0], columns[1], lastColumn], values: [first ?? last, second ?? last, last] }];
}

/** Blocks of models that look far hold at least this many times what they look at on one side. */
const HALOS_PER_BLOCK = 12;

function outputsPerBlock({ reach, count, weather, output, subSteps }: Task, blockSize: number): number {
  if (reach === Number.POSITIVE_INFINITY) return count;
  const day = 86_400_000;
  const perDay = stepCapacity(weather, output, day, subSteps);
  // A halo of days would be computed anew for every block: then blocks hold several halos.
  const haloDays = reach > 1 ? (reach * weather.step) / day : 0;
  const days = Math.max(blockSize / perDay, HALOS_PER_BLOCK * haloDays);
  return Math.max(1, Math.floor(days * (day / output.step)));
}
