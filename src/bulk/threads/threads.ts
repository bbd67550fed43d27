/** Threads of piscina, each of which imports one module. */
import { createRequire } from "node:module";
import { Piscina } from "piscina";

export type PiscinaOptions = NonNullable<ConstructorParameters<typeof Piscina>[0]>;

/** The module's `workerData`. */
export interface ThreadData<Data = unknown> {
  readonly module: string;
  readonly data: Data;
}

/** @param module its default export is called with each task; `data` becomes its `ThreadData` */
export function startThreads(module: URL, data: unknown, options: PiscinaOptions): Piscina {
  const workerData: ThreadData = { module: module.href, data };
  return new Piscina({ ...options, filename: createRequire(import.meta.url).resolve("./thread.cjs"), workerData });
}
