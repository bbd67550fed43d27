/** What a newcomer looked for and did not find: names, defaults, addresses. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { computeColumns, PARAMETERS, type WeatherSeries } from "../../src/index.js";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const weather: WeatherSeries = {
  start: "2024-06-21T10:00Z",
  interval: 3600,
  columns: { global_horizontal_irradiance: [700, 750], temperature: [20, 21] },
};

describe("names and defaults", () => {
  test("a model outside the core says where it is", () => {
    const context = { models: { pv: "pvwattsSystem" } };
    expect(() => computeColumns({ lat: 47, lon: 8 }, weather, context)).toThrow(
      /known .*; others need registry: allModels/,
    );
  });

  test("every parameter has its unit, every property of a query its words, and what is optional its default", () => {
    for (const { unit, description } of Object.values(PARAMETERS)) expect(unit.name && description).toBeTruthy();
    const [, body = ""] = /export interface ObservationQuery \{([\s\S]*?)\n\}/.exec(
      read("src/contract/observation/types.ts"),
    )!;
    const properties = [...body.matchAll(/\/\*\*([^/]*)\*\/\s+(?:readonly )?(\w+)(\??):/g)];
    expect(properties.length).toBeGreaterThan(9);
    const bare = properties.filter(([, doc = "", , optional]) => optional === "?" && !/default/i.test(doc));
    expect(bare.map(([, , name]) => name)).toEqual([]);
  });

  test("pv_production is said, formula and all, where one starts", () => {
    expect(read("docs/first-hour.md")).toContain("0.82·G·(1 − 0.005·(T + 0.03·G − 25))");
    expect(read("README.md")).toContain("npm install irradiance-engine");
  });

  test("the guide for pvlib's users says why its numbers are others", () => {
    expect(read("docs/pvlib.md")).toContain("The two do not print the same number");
  });
});

describe("addresses", () => {
  test("the package names none that is not there, and README says where its pages are", () => {
    const manifest = JSON.parse(read("package.json"));
    for (const key of ["repository", "homepage", "bugs"]) expect(manifest[key]).toBeUndefined();
    expect(read("README.md")).toContain("These pages are in the repository");
  });

  test("the page of all models begins with their names as links", () => {
    const [head = ""] = read("docs/models.md").split("\n## ");
    expect([...head.matchAll(/\]\(#[\w-]+\)/g)].length).toBeGreaterThan(170);
  });
});
