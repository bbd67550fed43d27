/** The registry of models: nothing that can stand in the chain is left out, and names are what users type. */
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { computeColumns, explain } from "../../src/index.js";
import { allModels } from "../../src/physics/models/index.js";
import type { Stage } from "../../src/physics/models/stage.js";

const registry: { readonly [name: string]: { readonly stage: Stage } } = allModels as never;
const models = new URL("../../src/physics/models/", import.meta.url);
const families = readdirSync(models, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const exports = await Promise.all(families.map(({ name }) => import(`../../src/physics/models/${name}/index.ts`)));

test("allModels has every export with a stage, under its own name, and nothing else", () => {
  const staged = exports.flatMap((family) => Object.entries(family as object)).filter(([, value]) => value?.stage);
  expect(Object.keys(registry).sort()).toEqual(staged.map(([name]) => name).sort());
  for (const [name, model] of staged) expect(registry[name], name).toBe(model);
});

test("a stage is named as its export", () => {
  for (const [name, { stage }] of Object.entries(registry)) expect(stage.name).toBe(name);
});

const SLOT = { "clear-sky": "clearSky", decomposition: "decomposition", transposition: "transposition", pv: "pv" };
const QUERY = { lat: 43, lon: 4, surface_tilt: 30, frequency: "1_hour", parameters: "all" };
const WEATHER = {
  start: "2023-06-01T10:00:00Z",
  interval: 3600,
  columns: { global_horizontal_irradiance: [500, 600] },
};

test.each(Object.entries(SLOT))("an unknown %s model is an error that lists all there are", (family, slot) => {
  const names = Object.keys(registry).filter((name) => registry[name]!.stage.family === family);
  expect(names.length).toBeGreaterThan(0);
  const context = { models: { [slot]: "perez1887" }, registry: allModels };
  for (const name of [...names, "perez1887", slot]) {
    expect(() => computeColumns(QUERY, WEATHER, context)).toThrow(name);
  }
});

test.each([60, 900, 3600])("the default chain at weather of %d s is the one that the documents choose", (interval) => {
  const random = randomNumbers(interval);
  const ghi = Array.from({ length: 7200 / interval }, () => 900 * random());
  const weather = { start: "2023-06-01T10:00:00Z", interval, columns: { global_horizontal_irradiance: ghi } };
  const chosen = {
    clearSky: "ineichenAltitude",
    decomposition: "dirintStarke",
    transposition: "perezDriesse",
    pv: "defaultPv",
  };
  const byDefault = computeColumns(QUERY, weather);
  const byName = computeColumns(QUERY, weather, { models: chosen, registry: allModels });
  expect(byDefault.values).toEqual(byName.values);
  expect(explain(QUERY, weather, "2023-06-01T10:30:00Z").models).toEqual(chosen);
});
