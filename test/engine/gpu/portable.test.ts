import "@tensorflow/tfjs-backend-cpu";
import { getKernel, memory, registerKernel, unregisterKernel } from "@tensorflow/tfjs-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Accelerator, openAccelerator } from "../../../src/engine/gpu/index.js";
import { type CaseOptions, makeCase } from "./cases.js";
import { differences, siteColumn } from "./measure.js";

describe("the portable form on tfjs' cpu backend", () => {
  let accelerator: Accelerator;
  beforeAll(async () => {
    accelerator = await openAccelerator({ backend: "cpu" });
  });
  afterAll(() => accelerator.close());

  const cases: CaseOptions[] = [
    { seed: 21, sites: 3, days: 8, interval: 3600, given: "all", perSite: true },
    { seed: 22, sites: 2, days: 3, interval: 900, given: "ghi", planes: "tracked", subSteps: 2, horizon: false },
  ];
  it.each(cases)("agrees with the engine: $given, $interval s", async (options) => {
    expect(accelerator).toMatchObject({ form: "portable", backend: "cpu", adapter: "tfjs cpu" });
    const request = makeCase(options);
    const { worst, at, gaps, values } = differences(request, await accelerator.compute(request));
    expect(values).toBeGreaterThan(9000);
    expect(gaps).toBe(0);
    expect(worst, at).toBeLessThan(0.02);
    expect(worst, "an f32 differs").toBeGreaterThan(0);
    expect(memory().numTensors).toBe(0);
  });

  it("averages over stretches", async () => {
    const request = makeCase({ seed: 23, sites: 2, days: 4, interval: 3600, given: "ghi" });
    const days = await accelerator.compute({ ...request, aggregate: [0, 24, 48] });
    const hours = await accelerator.compute(request);
    const last = siteColumn(hours.values.global_tilted_irradiance!, 1)
      .slice(48)
      .filter((value) => !Number.isNaN(value));
    expect(days.count).toBe(3);
    expect(days.found!.global_tilted_irradiance!.get(1, 2)).toBe(last.length);
    const mean = last.reduce((a, b) => a + b, 0) / last.length;
    expect(days.values.global_tilted_irradiance!.get(1, 2)).toBeCloseTo(mean, 4);
  });
});

describe("opening an accelerator", () => {
  it("is refused on a backend that nobody registered, and for a fused form that there is not", async () => {
    await expect(openAccelerator({ backend: "wasm" })).rejects.toMatchObject({ code: "ERR_GPU_BACKEND" });
    await expect(openAccelerator({ backend: "cpu", form: "fused" })).rejects.toThrow(RangeError);
    await expect(openAccelerator({ form: "quick" } as never)).rejects.toThrow("form must be fused or portable");
    await expect(openAccelerator({ tileBytes: 1 })).rejects.toThrow("tileBytes");
  });

  it("falls back on the engine only where the device is to blame", async () => {
    const accelerator = await openAccelerator({ backend: "wasm", fallback: true });
    expect(accelerator).toMatchObject({ form: "cpu", notices: [{ code: "gpu-fallback" }] });
    const request = makeCase({ seed: 24, sites: 2, days: 5, interval: 3600, given: "all", perSite: true });
    expect(differences(request, await accelerator.compute(request))).toMatchObject({ gaps: 0 });
    await accelerator.close();
    await expect(accelerator.compute(request)).rejects.toMatchObject({ code: "ERR_GPU_CLOSED" });
    await expect(openAccelerator({ form: "quick", fallback: true } as never)).rejects.toThrow(RangeError);
  });

  it("finds out a device that computes something else", async () => {
    const exact = getKernel("Exp", "cpu");
    unregisterKernel("Exp", "cpu");
    registerKernel({
      ...exact,
      kernelFunc: (args) => {
        const out = exact.kernelFunc(args) as { dataId: object };
        const { values } = Reflect.get(args.backend, "data").get(out.dataId);
        for (let i = 0; i < values.length; i++) values[i] *= 1.0001; // as an exp that is a little off
        return out as never;
      },
    });
    await expect(openAccelerator({ backend: "cpu" })).rejects.toMatchObject({
      code: "ERR_GPU_MISMATCH",
      message: expect.stringMatching(/tfjs cpu does not agree with the engine.*expected .* got /),
    });
    unregisterKernel("Exp", "cpu");
    registerKernel(exact);
  });
});
