// Sets up the software Vulkan driver of the tests (test/engine/gpu/swiftshader.ts) for a script: must come before the first use of
// WebGPU, in the main thread.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

/** @throws Error with the reason where there is no such driver */
export async function useSoftwareGpu() {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const source = join(root, "test/engine/gpu/swiftshader.ts");
  const folder = mkdtempSync(join(tmpdir(), "irradiance-gpu-"));
  const outfile = join(folder, "swiftshader.mjs");
  // The helper is TypeScript, which Node 20 does not run; it looks for the driver's package from where it lies.
  const define = { "import.meta.url": JSON.stringify(pathToFileURL(source).href) };
  await build({ entryPoints: [source], outfile, bundle: true, platform: "node", format: "esm", define });
  const { useSwiftShader } = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  const reason = useSwiftShader();
  if (reason) throw new Error(reason);
}
