/** `irradiance models`, `irradiance parameters`: what there is to choose from. */

import type { Command } from "commander";
import { PARAMETERS } from "../contract/observation/parameters.js";
import type { Family, Stage } from "../models/stage.js";
import { aligned } from "../text/aligned.js";
import { writeResult } from "./output.js";

/** The families as `--models` has them. */
const FAMILIES: readonly (readonly [Family, string])[] = [
  ["clear-sky", "clearSky"],
  ["decomposition", "decomposition"],
  ["transposition", "transposition"],
  ["pv", "pv"],
];
const DEFAULTS: ReadonlySet<string> = new Set(["ineichenAltitude", "dirintStarke", "perezDriesse", "defaultPv"]);

export function addLists(program: Command): void {
  program
    .command("models")
    .description("list the models that --models takes, by family; a star marks the default")
    .action(async () => writeResult(await modelList(), undefined));
  program
    .command("parameters")
    .description("list the parameters that --parameters takes, with their units")
    .action(async () => writeResult(parameterList(), undefined));
}

/** Of each family its models, as `--models` takes them. */
export async function modelChoices(): Promise<{ readonly choice: string; readonly isDefault: boolean }[]> {
  const { allModels } = await import("../models/index.js");
  const stages = Object.values(allModels).flatMap((model): Stage[] =>
    (model as { stage?: Stage }).stage === undefined ? [] : [(model as { stage: Stage }).stage],
  );
  return FAMILIES.flatMap(([family, option]) => {
    const names = stages.filter((stage) => stage.family === family).map(({ name }) => name);
    return [...new Set(names)].sort().map((name) => ({ choice: `${option}=${name}`, isDefault: DEFAULTS.has(name) }));
  });
}

async function modelList(): Promise<string> {
  const lines = (await modelChoices()).map(({ choice, isDefault }) => `${choice}${isDefault ? " *" : ""}\n`);
  return lines.join("");
}

function parameterList(): string {
  const entries = Object.entries(PARAMETERS);
  const rows = entries.map(([name, { unit, description }]) => [name, unit.name, description]);
  return `${aligned(rows, () => false).join("\n")}\n`;
}
