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

/** Ends of the parameters in the open and behind the horizon line. */
const SHADINGS = ["", "_with_shading"] as const;
const KINDS = ["direct", "diffuse", "global"] as const;
/** The planes that light falls on, and the columns of sub-steps that it lies in. */
const PLANES = [
  ["horizontal", "directHorizontal", "dhi"],
  ["tilted", "directTilted", "diffuseTilted"],
] as const;

const STATES: readonly State[] = [
  { name: "temperature", value: "temperature", positive: false },
  { name: "snowDepth", value: "snow_depth", positive: true },
];

/** @param shading whether a horizon takes something away */
export function planOutputs(basis: Basis, shading: boolean, blockSize: number): OutputPlan {
  const { request, run, pv, settings } = basis;
  const wanted: ValueName[] = [...request.parameters, "surface_azimuth", "surface_tilt"];
  const power = SHADINGS.filter((shading) => wanted.includes(`pv_production${shading}`));
  const states = STATES.filter(({ name }) => (name === "temperature" ? run.temperature : run.snow));
  const powers = power.flatMap((end) =>
    pv ? [] : [{ global: `global_tilted_irradiance${end}`, value: `pv_production${end}` } as const],
  );
  const computed = [
    ...new Set([...wanted, ...states.map(({ value }) => value), ...powers.map(({ global }) => global)]),
  ];
  return {
    perBlock: outputsPerBlock(basis, blockSize),
    wanted,
    computed,
    states,
    means: meansOf(pv !== null, shading, computed),
    powers,
    snow: settings.snow !== undefined && power.length > 0,
  };
}

function meansOf(pv: boolean, shading: boolean, computed: readonly ValueName[]): ThreeMeans[] {
  const means: ThreeMeans[] = [];
  /** Wants the means that have a place to go. One that has none goes to the last such place first, and is overwritten. */
  const want = (columns: ThreeMeans["columns"], values: readonly ValueName[]): void => {
    const last = values.findLastIndex((value) => computed.includes(value));
    if (last < 0) return;
    const [a, b, c] = values.map((value) => (computed.includes(value) ? value : values[last]!));
    means.push({ columns: [columns[0], columns[1], columns[last]!], values: [a!, b!, c ?? values[last]!] });
  };
  const shaded = shading ? "Shaded" : ""; // behind a flat horizon nothing is
  for (const end of SHADINGS) {
    for (const [plane, direct, diffuse] of PLANES) {
      const from = end && shaded;
      const values = KINDS.map((kind) => `${kind}_${plane}_irradiance${end}` as const);
      want([`${direct}${from}`, `${diffuse}${from}`, null], values);
    }
  }
  want(
    ["dni", `dni${shaded}`, "clearGhi"],
    ["direct_normal_irradiance", "direct_normal_irradiance_with_shading", "global_clear_sky_irradiance"],
  );
  if (pv) want(["pv", `pv${shaded}`, null], ["pv_production", "pv_production_with_shading"]);
  return means;
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
