/** The plan of a request (src/engine/plan): what `explain` shows of it, and that it is what runs. */
import { describe, expect, test } from "vitest";
import { parseObservationRequest } from "../../src/data/contract/observation/request.js";
import { checkForm } from "../../src/data/weather/series.js";
import { checkContext } from "../../src/engine/plan/context.js";
import { makePlan, type Plan } from "../../src/engine/plan/plan.js";
import { explain, type ObservationContext, type ObservationQuery, type WeatherSeries } from "../../src/index.js";
import { allModels } from "../../src/physics/models/index.js";
import { moduleSnow } from "../../src/physics/models/snow/index.js";

const START = Date.UTC(2024, 5, 20);
const HORIZON = Array.from({ length: 360 }, (_, azimuth) => (azimuth > 60 && azimuth < 120 ? 12 : 0));

function daysOf(interval: number, ...names: (keyof WeatherSeries["columns"])[]): WeatherSeries {
  const columns: { [name: string]: number[] } = {};
  for (const name of names) columns[name] = new Array((2 * 86_400) / interval).fill(1);
  return { start: START, interval, columns };
}

interface Shape {
  readonly query: Partial<ObservationQuery>;
  readonly weather: WeatherSeries;
  readonly context: ObservationContext;
}

const GHI = "global_horizontal_irradiance";
const SHAPES: { readonly [name: string]: Shape } = {
  "GHI of a clear sky alone": {
    query: { parameters: "global_clear_sky_irradiance", frequency: "1_hour" },
    weather: daysOf(3600, "temperature"),
    context: {},
  },
  "minutes of a tracker behind a horizon, which go the short way": {
    query: { parameters: "all", frequency: "1_minute", tracking_mode: "1_axis", horizon: HORIZON },
    weather: daysOf(60, GHI, "temperature"),
    context: {},
  },
  "hours of a fixed plane from quarter-hours of three components": {
    query: { parameters: "global_tilted_irradiance,pv_production", frequency: "1_hour", surface_tilt: 30 },
    weather: daysOf(900, GHI, "direct_normal_irradiance", "diffuse_horizontal_irradiance", "temperature"),
    context: { spread: "smooth" },
  },
  "a decomposition that looks a day around, and a PV model of sub-steps": {
    query: { parameters: "pv_production_with_shading", frequency: "15_minutes", horizon: HORIZON },
    weather: daysOf(900, GHI, "temperature", "wind_speed"),
    context: { registry: allModels, models: { decomposition: "brl", pv: "pvwattsSystem" }, exact: true },
  },
  "snow on the modules": {
    query: { parameters: "pv_production", frequency: "1_hour", surface_tilt: 35 },
    weather: daysOf(3600, GHI, "temperature", "snow_depth"),
    context: { snow: moduleSnow({ numStrings: 1 }), linkeTurbidity: [2, 2, 3, 3, 4, 4, 4, 4, 3, 3, 2, 2] },
  },
  "the sun of every sub-step, night included, with equal sub-steps": {
    query: { parameters: "direct_horizontal_irradiance_with_shading", frequency: "15_minutes", horizon: HORIZON },
    weather: daysOf(3600, GHI, "albedo"),
    context: { extra: ["apparent_zenith", "clearness_index"], subSteps: 3, spread: "step" },
  },
};

function planOf({ query, weather, context }: Shape, blockSize?: number): Plan {
  const request = parseObservationRequest({ lat: 47, lon: 8, ...query } as ObservationQuery);
  const full = { altitude: 500, ...context };
  return makePlan(request, checkForm(weather), checkContext(full), full, blockSize);
}

function described({ query, weather, context }: Shape) {
  const full = { altitude: 500, ...context };
  return explain({ lat: 47, lon: 8, ...query } as ObservationQuery, weather, START + 12 * 3_600_000, full).plan;
}

/** Numbers that follow from the place, and texts that have tests of their own. */
const NO_DECISION = /(^|\.)steps\.(sun|standardPressure)\b|^(snow\.)?notices\.\d+\.message$/;

/** Decisions of a plan, a line each: "light.halo.before: 2". */
function decisionsOf(value: unknown, path = ""): [path: string, text: string][] {
  const isLeaf = typeof value !== "object" || value === null || Object.keys(value).length === 0;
  const isList = Array.isArray(value) && value.every((item) => item === null || typeof item !== "object");
  if (isLeaf || isList) return [[path, JSON.stringify(value)]];
  return Object.entries(value).flatMap(([key, one]) => decisionsOf(one, path === "" ? key : `${path}.${key}`));
}

/** All decisions of the first shape; of the others those that differ, and of a plan for snow those that differ from its own shape's. */
function report(): string {
  const decisionsIn = (shape: Shape) =>
    new Map(decisionsOf(described(shape)).filter(([path]) => !NO_DECISION.test(path)));
  const plans = Object.entries(SHAPES).map(([name, shape]) => [name, decisionsIn(shape)] as const);
  const [, first] = plans[0]!;
  const sections = plans.map(([name, plan]) => {
    const paths = [...new Set([...first.keys(), ...plan.keys()])].sort();
    const lines = paths
      .filter(
        (path) =>
          plan === first || plan.get(path) !== (path.startsWith("snow.") ? plan.get(path.slice(5)) : first.get(path)),
      )
      .map((path) => `  ${path}: ${plan.get(path) ?? "-"}\n`);
    return `${name}\n${lines.join("")}`;
  });
  return sections.join("\n");
}

describe("the plan", () => {
  test.each(Object.entries(SHAPES))("of %s is shown as plain JSON", (_, shape) => {
    const plan = described(shape);
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });

  test("decides as plan.txt says", () => expect(report()).toMatchFileSnapshot("plan.txt"));

  test("is plain data, but for its models", () => {
    for (const shape of Object.values(SHAPES)) {
      for (let plan: Plan | null = planOf(shape); plan; plan = plan.snow) {
        const { inputs, light, steps, outputs, oneStep, weather, output, run, subSteps, site } = plan;
        const decided = { inputs, light, steps, outputs, oneStep, weather, output, run, subSteps, site };
        expect(structuredClone(decided)).toEqual(decided);
      }
    }
  });

  test("shows the request as it was asked, not the one interval that is explained", () => {
    const { grids, outputs, parts } = described(SHAPES["GHI of a clear sky alone"]!);
    expect(grids.output.count).toBe(48);
    expect(grids.subSteps.atNight).toBe(false);
    expect(outputs.wanted).toEqual(["global_clear_sky_irradiance", "surface_azimuth", "surface_tilt"]);
    expect(parts.light).toBe(false);
  });

  test("makes blocks as long as asked for, and never shorter than twelve halos of a model that looks far", () => {
    const hours = planOf(SHAPES["snow on the modules"]!, 100);
    expect(hours.outputs.perBlock).toBeLessThan(planOf(SHAPES["snow on the modules"]!).outputs.perBlock);
    const far = SHAPES["a decomposition that looks a day around, and a PV model of sub-steps"]!;
    for (const size of [1, 2048]) {
      const { outputs, reach } = planOf(far, size);
      expect(reach).toEqual({ before: 97, after: 97 });
      expect(outputs.perBlock).toBeGreaterThanOrEqual(12 * reach.before);
    }
  });
});
