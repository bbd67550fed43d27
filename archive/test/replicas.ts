/** Replicas of public archives, on disk and from a web server, and what others' readers found in them. */
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DEFAULT_LIMITS } from "../src/budget.js";
import { budgetOf, type Part } from "../src/index.js";
import { rangeServer } from "./range-server.mjs";

/** By the name of a store, its files in Base64. */
export interface Stores {
  readonly [store: string]: { readonly [path: string]: string };
}

/** The values of columns, as others read them. */
export interface ExpectedColumns {
  readonly [name: string]: {
    readonly start: number;
    readonly sampling: "mean" | "instant";
    readonly values: readonly (number | null)[];
  };
}

/** Before and after anything in the replicas. */
export const ALWAYS = { start: Date.UTC(2000, 0, 1), end: Date.UTC(2030, 0, 1) };

/** Options of a reading that nobody breaks off. */
export const use = () => ({ signal: new AbortController().signal, budget: budgetOf(DEFAULT_LIMITS) });

/** The files of a store. */
export function filesIn(stores: Stores, store: string): Map<string, Buffer> {
  return new Map(Object.entries(stores[store]!).map(([path, content]) => [path, Buffer.from(content, "base64")]));
}

/** All stores in a new folder. */
export async function onDisk(stores: Stores): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "archive-replicas-"));
  for (const [store, files] of Object.entries(stores)) {
    for (const [path, content] of Object.entries(files)) {
      const file = join(folder, store, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, Buffer.from(content, "base64"));
    }
  }
  return folder;
}

/** All stores from a web server. */
export function fromServer(stores: Stores): ReturnType<typeof rangeServer> {
  return rangeServer((path) => {
    const [store, ...rest] = path.split("/");
    const content = stores[store!]?.[rest.join("/")];
    return content === undefined ? undefined : Buffer.from(content, "base64");
  });
}

/** The values that overlap, by column, as parts have them. */
export function columnsOf(parts: readonly Part[]) {
  const columns = parts.flatMap(({ series: { start, sampling = "mean", columns } }) =>
    Object.entries(columns).map(([name, values]) => {
      const known = [...(values as Float64Array)].map((value) => (Number.isNaN(value) ? null : value));
      return [name, { start, sampling, values: known }] as const;
    }),
  );
  return Object.fromEntries(columns);
}
