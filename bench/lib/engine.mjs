// The built library that a suite measures: dist/, or the folder named in the variable BENCH_DIST.
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const dist = process.env.BENCH_DIST
  ? resolve(process.env.BENCH_DIST)
  : fileURLToPath(new URL("../../dist", import.meta.url));

/** A file of the build, by its path below dist/. */
export function part(path) {
  return import(pathToFileURL(`${dist}/${path}`).href);
}

/** The public surface and the registry of all models. */
export async function loadEngine() {
  const [engine, { allModels }] = await Promise.all([part("index.js"), part("models/index.js")]);
  return { ...engine, allModels };
}
