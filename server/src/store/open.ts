import { resolve } from "node:path";
import { openFolder } from "./folder.js";
import type { Store } from "./store.js";

/** The name of an output by which all machines find it: a folder's is absolute, as it is mounted on each. */
export function settledOut(out: string): string {
  if (out.startsWith("s3://")) return out.replace(/^(.*[^/])?\/*$/s, "$1");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(out))
    throw new RangeError(`--out must be s3://BUCKET/PREFIX or a folder, got ${out}`);
  return resolve(out);
}

/** @param out as `settledOut` has it @throws RangeError, MissingPackageError */
export async function openStore(out: string): Promise<Store> {
  if (!out.startsWith("s3://")) return openFolder(out);
  const { openS3 } = await import("./s3.js");
  return openS3(out);
}
