/** What must hold whichever model of the library takes a place in the chain. */
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import {
  computeColumns,
  createWorkspace,
  type ModelChoice,
  type ObservationContext,
  type Stage,
  type WeatherSeries,
} from "../../src/index.js";
import * as clearSky from "../../src/physics/models/clear-sky/index.js";
import * as decomposition from "../../src/physics/models/decomposition/index.js";
import * as pv from "../../src/physics/models/pv/index.js";
import * as transposition from "../../src/physics/models/transposition/index.js";
import { iso, roughSun } from "./cases.js";

const DAY = 86_400_000;
const START = Date.UTC(2023, 9, 20);
const [LAT, LON] = [43, 4];
const QUERY = {
  ...{ lat: LAT, lon: LON, parameters: "all", surface_tilt: 55, surface_azimuth: 215 },
  horizon: Array.from({ length: 360 }, (_, a) => Math.round(8 + 7 * Math.sin(a / 9))),
};

/** Broken sky with gaps, light of the twilight, low sun. */
function weatherOf(interval: number, days: number, phase: number): WeatherSeries {
  const random = randomNumbers(interval);
  const n = (days * 86_400) / interval;
  const start = START + phase * 1000;
  const ghi = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const { elevation } = roughSun(start + (i + 0.5) * interval * 1000, LAT, LON);
    const clear = elevation > -5 ? 1050 * Math.max(Math.sin((elevation / 180) * Math.PI), 0) ** 1.15 + 1 : 0;
    ghi[i] = random() < 0.02 ? Number.NaN : clear * (random() < 0.6 ? 0.9 + 0.2 * random() : 0.7 * random());
  }
  const temperature = ghi.map(() => 12 + 10 * random());
  return { start, interval, columns: { global_horizontal_irradiance: ghi, temperature } };
}

const SLOT = {
  "clear-sky": "clearSky",
  decomposition: "decomposition",
  transposition: "transposition",
  pv: "pv",
} as const;
/** Everything with a stage, whether or not it goes by name. */
const CANDIDATES = Object.entries({ ...clearSky, ...decomposition, ...transposition, ...pv } as object).flatMap(
  ([name, model]: [string, { stage?: Stage } | undefined]) =>
    model?.stage ? [[name, SLOT[model.stage.family], model as ModelChoice] as const] : [],
);

test("there are models to try", () => expect(CANDIDATES.length).toBeGreaterThan(12));

describe.each(CANDIDATES)("%s as context.models.%s", (_name, slot, model) => {
  const context: ObservationContext = { models: { [slot]: model }, altitude: 30 };

  // The others look at no neighbours: one grid says it all.
  const grids = [
    [3600, "1_hour", 0],
    [3600, "15_minutes", 1800],
    [600, "15_minutes", 37],
    [60, "1_hour", 0],
  ] as const;
  test.each(slot === "decomposition" ? grids : grids.slice(1, 2))(
    "weather of %d s, %s, phase %d s: the same bits in any block and stretch; plain numbers that close",
    (interval, frequency, phase) => {
      const days = interval === 60 ? 2 : 3;
      const weather = weatherOf(interval, days, phase);
      const query = { ...QUERY, frequency };
      const whole = computeColumns(query, weather, context);
      const v = whole.values;
      const wrong: string[] = [];
      for (const blockSize of [1, 1e6]) {
        const { values } = computeColumns(query, weather, context, createWorkspace({ blockSize }));
        for (const [key, column] of Object.entries(values)) {
          if (!column!.every((value, i) => Object.is(value, v[key as keyof typeof v]![i])))
            wrong.push(`${key}, block ${blockSize}`);
        }
      }
      const period = { start: iso(START + DAY + 5 * 3_600_000), end: iso(START + DAY + 14 * 3_600_000) };
      const part = computeColumns({ ...query, ...period }, weather, context);
      const offset = (part.start - whole.start) / (part.interval * 1000);
      for (const [key, column] of Object.entries(part.values)) {
        if (!column!.every((value, i) => Object.is(value, v[key as keyof typeof v]![offset + i])))
          wrong.push(`${key} alone`);
      }
      for (const [key, column] of Object.entries(v)) {
        column!.forEach((value, i) => {
          if (key !== "temperature" && (value < 0 || value === Number.POSITIVE_INFINITY))
            wrong.push(`${key} ${i}: ${value}`);
        });
      }
      const close = (a: number, b: number) => Math.abs(a - b) < 1e-9 || Number.isNaN(a + b);
      for (let i = 0; i < whole.count; i++) {
        const at = (key: keyof typeof v) => v[key]![i]!;
        if (
          !close(
            at("global_horizontal_irradiance"),
            at("direct_horizontal_irradiance") + at("diffuse_horizontal_irradiance"),
          )
        )
          wrong.push(`closure ${i}`);
        if (!close(at("global_tilted_irradiance"), at("direct_tilted_irradiance") + at("diffuse_tilted_irradiance")))
          wrong.push(`tilted ${i}`);
        if (at("direct_normal_irradiance") > 1420) wrong.push(`DNI ${i}`);
        for (const key of [
          "global_horizontal",
          "direct_horizontal",
          "diffuse_horizontal",
          "direct_normal",
          "global_tilted",
          "direct_tilted",
          "diffuse_tilted",
        ] as const) {
          if (at(`${key}_irradiance_with_shading`) > at(`${key}_irradiance`) + 1e-9) wrong.push(`${key} shaded ${i}`);
        }
      }
      expect(wrong.slice(0, 10)).toEqual([]);
      expect(whole.values.global_horizontal_irradiance!.some((value) => value > 300)).toBe(true);
    },
  );
});

test("a level plane receives what the ground does, with any transposition but Klucher's", () => {
  const weather = weatherOf(600, 3, 0);
  for (const [name, slot, model] of CANDIDATES) {
    // Klucher brightens the sky around the sun and takes nothing off the rest: a level plane gets more than DHI (1979, eq. 4).
    if (slot !== "transposition" || name === "klucher") continue;
    const models = { transposition: model };
    const { values } = computeColumns({ ...QUERY, surface_tilt: 0, frequency: "1_hour" }, weather, { models });
    for (const suffix of ["", "_with_shading"] as const) {
      values[`diffuse_tilted_irradiance${suffix}`]!.forEach((tilted, i) => {
        expect(Math.abs(tilted - values[`diffuse_horizontal_irradiance${suffix}`]![i]!) || 0, name).toBeLessThan(1e-9);
      });
    }
  }
});
