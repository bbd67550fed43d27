/**
 * The portable form on @tensorflow/tfjs-node, where that package is installed: it is not a development dependency, because its
 * installation downloads binaries (docs/how-to/gpu.md). Once it is there, one that does not load is a failure, not a skip.
 */
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Accelerator, openAccelerator } from "../../../src/engine/gpu/index.js";
import { type CaseOptions, makeCase } from "./cases.js";
import { differences } from "./measure.js";

const NAME = "@tensorflow/tfjs-node";

/** Why it cannot run here; null where it can. */
function obstacle(): string | null {
  try {
    createRequire(import.meta.url).resolve(NAME);
  } catch {
    return `${NAME} is not installed`;
  }
  const [major = 0] = process.versions.node.split(".").map(Number);
  // Its backend calls util.isNullOrUndefined, which Node 23 removed.
  return major > 22 ? `${NAME} 4.22.0 runs up to Node 22, this is ${process.version}` : null;
}

const reason = obstacle();
if (reason) console.warn(`SKIPPED: the portable form on tfjs-node: ${reason}`);

describe.skipIf(reason !== null)(`the portable form on tfjs-node${reason ? ` (skipped: ${reason})` : ""}`, () => {
  let accelerator: Accelerator;
  beforeAll(async () => {
    accelerator = await openAccelerator({ backend: "tensorflow" });
  });
  afterAll(() => accelerator?.close());

  const cases: CaseOptions[] = [
    { seed: 31, sites: 3, days: 8, interval: 3600, given: "all", perSite: true },
    { seed: 32, sites: 2, days: 3, interval: 900, given: "ghi", planes: "tracked", subSteps: 2, horizon: false },
  ];
  it.each(cases)("agrees with the engine: $given, $interval s", async (options) => {
    expect(accelerator).toMatchObject({ form: "portable", backend: "tensorflow", notices: [] });
    const request = makeCase(options);
    const { worst, at, gaps, values } = differences(request, await accelerator.compute(request));
    expect(values).toBeGreaterThan(9000);
    expect(gaps).toBe(0);
    expect(worst, at).toBeLessThan(0.02);
    expect(worst, "an f32 differs").toBeGreaterThan(0);
  });
});
