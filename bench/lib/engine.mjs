// The built library that a suite measures: dist/, or the folder named in the variable BENCH_DIST.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const dist = process.env.BENCH_DIST
  ? resolve(process.env.BENCH_DIST)
  : fileURLToPath(new URL("../../dist", import.meta.url));

/** A file of the build, by its path below dist/. */
export function part(path) {
  return import(pathToFileURL(`${dist}/${path}`).href);
}

/** All that the modules of a family of models export, the row kernels included, which are not public. */
export async function family(name) {
  const files = readdirSync(join(dist, "physics/models", name), { recursive: true, encoding: "utf8" });
  const modules = await Promise.all(
    files.filter((file) => file.endsWith(".js")).map((file) => part(`physics/models/${name}/${file}`)),
  );
  return Object.assign({}, ...modules);
}

/** The public surface and the registry of all models. */
export async function loadEngine() {
  const [engine, { allModels }] = await Promise.all([part("index.js"), part("physics/models/index.js")]);
  return { ...engine, allModels };
}
