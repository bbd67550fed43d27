/** What a newcomer looked for and did not find: names, defaults, addresses. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { computeColumns, PARAMETERS, type WeatherSeries } from "../../src/index.js";
import { defaultPv } from "../../src/physics/models/pv/index.js";

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
    const units = Object.values(PARAMETERS).map(({ unit }) => `${unit.name}: ${unit.description}`);
    expect([...new Set(units)]).toEqual([
      "W/m**2: watt per square meter",
      "W/kWp: Watts per kilowatt peak",
      "°C: degrees Celsius",
      "mm: millimeters",
    ]);
    const [, body = ""] = /export interface ObservationQuery \{([\s\S]*?)\n\}/.exec(
      read("src/data/contract/observation/types.ts"),
    )!;
    const properties = [...body.matchAll(/\/\*\*([^/]*)\*\/\s+(?:readonly )?(\w+)(\??):/g)];
    expect(properties.length).toBeGreaterThan(9);
    const bare = properties.filter(([, doc = "", , optional]) => optional === "?" && !/default/i.test(doc));
    expect(bare.map(([, , name]) => name)).toEqual([]);
  });

  test.each(["docs/how-to/program.md", "server/openapi.yaml"])(
    "the formula of pv_production in %s is the one computed",
    (path) => {
      const terms = /([\d.]+)·G·\(1 − ([\d.]+)·\(T \+ ([\d.]+)·G − (\d+)\)\)/.exec(read(path))!;
      const [performance, loss, heating, reference] = terms.slice(1).map(Number) as [number, number, number, number];
      for (const [light, air] of [
        [800, 20],
        [1000, 45],
      ] as const) {
        const stated = performance * light * (1 - loss * (air + heating * light - reference));
        expect(defaultPv({ poaGlobal: light, tempAir: air }).power[0]).toBeCloseTo(stated, 9);
      }
    },
  );
});

describe("addresses", () => {
  test("the index of models has their names as links", () => {
    const index = read("docs/reference/models/README.md");
    expect([...index.matchAll(/\]\([\w-]+\.md#[\w-]+\)/g)].length).toBeGreaterThan(170);
  });
});
