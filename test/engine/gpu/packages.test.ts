/** The accelerator where its optional packages are not installed: a loader that does not find them, on the built library. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "irradiance-gpu-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program on the built library where some packages cannot be found. */
async function withoutPackages(names: readonly string[], program: string): Promise<unknown> {
  const hooks = `
    const missing = ${JSON.stringify(names)};
    export async function resolve(specifier, context, next) {
      if (!missing.includes(specifier)) return next(specifier, context);
      throw Object.assign(new Error("Cannot find package '" + specifier + "' imported from here"), { code: "ERR_MODULE_NOT_FOUND" });
    }`;
  const library = new URL("../../../dist/engine/gpu/index.js", import.meta.url).href;
  const main = `
    import { register } from "node:module";
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});
    const { openAccelerator, MissingPackageError } = await import(${JSON.stringify(library)});
    ${program}`;
  const file = join(folder, "main.mjs");
  writeFileSync(file, main);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  return JSON.parse(stdout);
}

const ALL = ["@tensorflow/tfjs-core", "@tensorflow/tfjs-backend-webgpu", "webgpu"];
const OPEN = `
  const error = await openAccelerator().catch((error) => error);
  console.log(JSON.stringify({ typed: error instanceof MissingPackageError, code: error.code, message: error.message }));`;

describe("without the optional packages", () => {
  it("the error names them all and the command that installs them", async () => {
    expect(await withoutPackages(ALL, OPEN)).toEqual({
      typed: true,
      code: "ERR_MISSING_PACKAGE",
      message: expect.stringMatching(/npm install webgpu @tensorflow\/tfjs-core @tensorflow\/tfjs-backend-webgpu$/),
    });
    expect(await withoutPackages(["webgpu"], OPEN)).toMatchObject({
      message: expect.stringMatching(/npm install webgpu$/),
    });
  });

  it("a fallback is the engine, with a notice", async () => {
    const program = `
      const accelerator = await openAccelerator({ fallback: true });
      const { values } = await accelerator.compute({
        sites: [{ latitude: 50, longitude: 10, surfaceTilt: 30, surfaceAzimuth: 180 }],
        weather: { start: Date.UTC(2023, 5, 21, 12), interval: 3600, columns: { global_horizontal_irradiance: [700] } },
        parameters: ["global_tilted_irradiance"],
      });
      const { form, notices } = accelerator;
      await accelerator.close();
      console.log(JSON.stringify({ form, notices, tilted: values.global_tilted_irradiance.get(0, 0) }));`;
    const result = (await withoutPackages(ALL, program)) as { tilted: number };
    expect(result).toMatchObject({ form: "cpu", notices: [{ code: "gpu-fallback" }] });
    expect(result.tilted).toBeGreaterThan(600);
    expect(result.tilted).toBeLessThan(900);
  });

  it("no driver is an error of its own", async () => {
    const program = `
      Object.defineProperty(globalThis, "navigator", { value: { gpu: { requestAdapter: async () => null } }, configurable: true });
      ${OPEN}`;
    expect(await withoutPackages([], program)).toMatchObject({ typed: false, code: "ERR_GPU_NO_ADAPTER" });
  });
});
