import { createHash, randomUUID } from "node:crypto";
import { open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolder } from "irradiance-engine/internal/shared/node";
import { insideStore, type Store, type StoredFile, StoreError } from "./store.js";

/** Readers of tables leave out names that begin with a point. */
const UNFINISHED = /^\..*\.unfinished$/;

export function openFolder(folder: string): Store {
  const at = (name: string) => join(folder, insideStore(name));
  return {
    out: folder,
    read: async (name) => {
      const path = at(name);
      return readFile(path).catch(undefinedIfMissing).catch(rethrow(path));
    },
    write: async (name, bytes) => {
      const path = at(name);
      const write = async () => ((await hasBytes(path, bytes)) ? undefined : replace(path, bytes));
      await write().catch(rethrow(path));
    },
    list: (beginning) => filesOf(folder, insideStore(beginning, "beginning")),
    remove: async (names) => {
      for (const name of names) await removeFile(at(name));
    },
    removeAll: async (sub) => {
      const path = join(folder, insideStore(sub, "folder"));
      // What was begun before may still be written into it: then it is not empty, and tried again.
      await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }).catch(rethrow(path));
    },
    tidy: async () => {
      for (const name of await namesIn(folder)) if (UNFINISHED.test(name)) await removeFile(join(folder, name));
    },
    close: () => {},
  };
}

async function replace(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path);
  await makeFolder(folder);
  const unfinished = join(folder, `.${basename(path)}.${randomUUID()}.unfinished`);
  try {
    const file = await open(unfinished, "wx");
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } catch (cause) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw cause;
  }
  await syncFolder(folder);
}

/** The system's messages name no file, or an unfinished one. */
function rethrow(path: string): (cause: NodeJS.ErrnoException) => never {
  return (cause) => {
    if (cause.code === undefined) throw cause;
    throw new StoreError(cause.code, `${path}: ${cause.message.replace(/, .*/s, "")}`, { cause });
  };
}

function removeFile(path: string): Promise<void> {
  return rm(path, { force: true }).catch(rethrow(path));
}

/** Not supported on every system. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}

async function hasBytes(path: string, bytes: Uint8Array): Promise<boolean> {
  const found = await stat(path).catch(undefinedIfMissing);
  if (!found?.isFile() || found.size !== bytes.length) return false;
  return hashOf(await readFile(path)) === hashOf(bytes);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function* filesOf(folder: string, beginning: string): AsyncGenerator<StoredFile, void, undefined> {
  const at = beginning.lastIndexOf("/") + 1;
  const [sub, wanted] = [beginning.slice(0, at), beginning.slice(at)];
  for (const name of await namesIn(join(folder, sub))) {
    if (!name.startsWith(wanted)) continue;
    // Another writer may have removed it.
    const path = join(folder, sub, name);
    const found = await stat(path).catch(undefinedIfMissing).catch(rethrow(path));
    if (found?.isFile()) yield { name: `${sub}${name}`, bytes: found.size };
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(undefinedIfMissing).catch(rethrow(folder))) ?? [];
}

function undefinedIfMissing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== "ENOENT") throw cause;
}

/** The name of an output by which all machines find it: a folder's is absolute, as it is mounted on each. */
export function settledOut(out: string): string {
  if (out.startsWith("s3://")) return out.replace(/^(.*[^/])?\/*$/s, "$1");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(out))
    throw new RangeError(`--jobs must be s3://BUCKET/PREFIX or a folder, got ${out}`);
  return resolve(out);
}

/** @param out as `settledOut` has it @throws RangeError, MissingPackageError */
export async function openStore(out: string): Promise<Store> {
  if (!out.startsWith("s3://")) return openFolder(out);
  const { openS3 } = await import("./s3.js");
  return openS3(out);
}
