import { describe, expect, it } from "vitest";
import { buildChain } from "../../../src/engine/gpu/chain/chain.js";
import { prepareBatch, prepareTile } from "../../../src/engine/gpu/inputs/batch.js";
import { checkRequest } from "../../../src/engine/gpu/request.js";
import type { AcceleratorRequest } from "../../../src/engine/gpu/types.js";
import { type CaseOptions, makeCase, reference, YEAR_START } from "./cases.js";
import { evaluate } from "./evaluate.js";

/** Largest difference of the graph, computed in f64 from the f32 tables, to the engine; and how often one has a value alone. */
function compare(request: AcceleratorRequest): { worst: number; name: string; at: string; gaps: number } {
  const checked = checkRequest(request);
  const batch = prepareBatch(checked);
  const tile = prepareTile(batch, 0, checked.sites.length);
  const outputs = buildChain(batch.options);
  const { weather, ...tables } = tile;
  const inputs = {
    ...tables,
    times: batch.times,
    grid: batch.grid ?? [],
    own: tile.own ?? [],
    weather: weather.values,
    airStride: weather.rows === 1 ? 0 : weather.channels.length * weather.count,
    intervals: weather.count,
  };
  let [worst, name, at, gaps] = [0, "", "", 0];
  for (let site = 0; site < checked.sites.length; site++) {
    const { values } = reference(request, site);
    for (let j = 0; j < checked.count; j++) {
      evaluate(outputs, checked.steps, inputs, site, j).forEach((value, p) => {
        const output = checked.device[p]!;
        if (output === "rotation") return;
        const expected = values[output]![j]!;
        if (Number.isNaN(value) !== Number.isNaN(expected)) gaps++;
        if (!(Math.abs(value - expected) > worst)) return;
        [worst, name, at] = [Math.abs(value - expected), output, `site ${site}, interval ${j}: ${value} ${expected}`];
      });
    }
  }
  return { worst, name, at, gaps };
}

describe("the chain as a graph, in f64", () => {
  const cases: CaseOptions[] = (["ghi", "ghi+dhi", "dni+dhi", "direct+dhi", "all"] as const).flatMap((given, k) => [
    { seed: 11 + k, sites: 4, days: 2, interval: 3600, given, perSite: true },
    { seed: 31 + k, sites: 2, days: 1, interval: 900, given, perSite: false, subSteps: 3 },
  ]);
  it.each(cases)("is the engine's chain: $given, $interval s", (options) => {
    const { worst, name, at, gaps } = compare(makeCase(options));
    expect({ gaps }, `${name} ${at}`).toEqual({ gaps: 0 });
    expect(worst, `${name} at ${at}`).toBeLessThan(0.002);
  });

  it("judges direct-horizontal at its limit in the hour of sunrise as the engine does", () => {
    const { worst, name, at } = compare(
      makeCase({ seed: 52, sites: 3, days: 40, interval: 3600, given: "all", perSite: true }),
    );
    expect(worst, `${name} at ${at}`).toBeLessThan(0.002);
  });

  it("lets a sub-step whose middle is at night hold what those in twilight cannot, as the engine does", () => {
    // Each hour more light than twilight has, at sites whose hours begin at all heights of the sun.
    const sites = Array.from({ length: 12 }, (_, k) => ({ latitude: 0, longitude: 1.25 * k }));
    const columns = { global_horizontal_irradiance: new Float64Array(24).fill(20) };
    const weather = { start: YEAR_START, interval: 3600, columns };
    const { worst, name, at } = compare({ sites, weather, parameters: ["global_horizontal_irradiance"], subSteps: 4 });
    // As much as f32 tables make of the limit's steep end.
    expect(worst, `${name} at ${at}`).toBeLessThan(0.002);
  });
});
