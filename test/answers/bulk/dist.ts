/** The built library: threads run dist/ (Node 20 does not start .ts workers). */
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";

const DIST = new URL("../../../dist/", import.meta.url);

export const bulkUrl = new URL("answers/bulk/index.js", DIST).href;
export const coreUrl = new URL("index.js", DIST).href;
export const bulk: typeof import("../../../src/answers/bulk/index.js") = await import(bulkUrl);
export const core: typeof import("../../../src/index.js") = await import(coreUrl);
export const { computeColumns } = core;

/** A module of this folder's fixtures. */
export const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

type Simulation = import("../../../src/answers/bulk/index.js").Simulation;
export type SiteResult = import("../../../src/answers/bulk/index.js").SiteResult;
export type SiteSuccess = import("../../../src/answers/bulk/types.js").SiteSuccess;

export async function collect(simulation: Simulation): Promise<SiteResult[]> {
  const results: SiteResult[] = [];
  for await (const result of simulation) results.push(result);
  return results;
}

/** The same to the last bit: 0 differs from -0, and NaN is NaN. */
export function sameBits(a: Float32Array | Float64Array, b: Float32Array | Float64Array): boolean {
  if (a.length !== b.length || a.constructor !== b.constructor) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** A print of values to the last bit: 0 differs from -0; of NaN there are many, which JavaScript cannot tell apart. */
export function bits(values: Float32Array | Float64Array): string {
  const canonical = values.map((value) => (Number.isNaN(value) ? Number.NaN : value));
  return createHash("sha256").update(new Uint8Array(canonical.buffer)).digest("base64");
}
