/** `irradiance models`, `irradiance parameters`: what there is to choose from. */
import { PARAMETERS } from "../data/contract/observation/parameters.js";
import { aligned } from "../foundation/text/number.js";
import type { Family, Stage } from "../physics/models/stage.js";
import { writeResult } from "./output.js";

/** The families as `--models` has them. */
const FAMILIES: readonly (readonly [Family, string])[] = [
  ["clear-sky", "clearSky"],
  ["decomposition", "decomposition"],
  ["transposition", "transposition"],
  ["pv", "pv"],
];
const DEFAULTS: ReadonlySet<string> = new Set(["ineichenAltitude", "dirintStarke", "perezDriesse", "defaultPv"]);

/** Of each family its models, as `--models` takes them. */
export async function modelChoices(): Promise<{ readonly choice: string; readonly isDefault: boolean }[]> {
  const { allModels } = await import("../physics/models/index.js");
  const stages = Object.values(allModels).flatMap((model): Stage[] =>
    (model as { stage?: Stage }).stage === undefined ? [] : [(model as { stage: Stage }).stage],
  );
  return FAMILIES.flatMap(([family, option]) => {
    const names = stages.filter((stage) => stage.family === family).map(({ name }) => name);
    return [...new Set(names)].sort().map((name) => ({ choice: `${option}=${name}`, isDefault: DEFAULTS.has(name) }));
  });
}

export async function printModels(): Promise<void> {
  const lines = (await modelChoices()).map(({ choice, isDefault }) => `${choice}${isDefault ? " *" : ""}\n`);
  await writeResult(lines.join(""), undefined);
}

export async function printParameters(): Promise<void> {
  const entries = Object.entries(PARAMETERS);
  const rows = entries.map(([name, { unit, description }]) => [name, unit.name, description]);
  await writeResult(`${aligned(rows, () => false).join("\n")}\n`, undefined);
}
