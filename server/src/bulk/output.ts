/**
 * The dataset of a run while it grows: which run it belongs to, which parts are there, and in the end its manifest. A reader
 * that finds a manifest that says complete finds all parts.
 */
import { createHash } from "node:crypto";
import { BulkFileError, differenceOf, partLists, type RunIdentity } from "irradiance-engine/bulk";
import type { Store } from "../store/store.js";
import { type Ending, isComplete, LISTS, MANIFEST, manifestOf, parsed } from "./manifest.js";
import {
  ENTRIES,
  entryFile,
  PARTS,
  type PartEntry,
  type PartSummary,
  parseEntry,
  partFile,
  ROOM,
  summaryOf,
} from "./part-entry.js";

export const RUN_FILE = "_run.json";
/** Entries read at a time. */
const AT_ONCE = 16;

/** Whose output it is. */
export interface RunFile {
  /** Another one each time. */
  readonly id: string;
  /** What a run must agree with to continue it. */
  readonly run: RunIdentity;
}

/** Undefined: none. */
export function runOf(bytes: Buffer | undefined): RunFile | undefined {
  const file = parsed(bytes) as RunFile | undefined;
  return typeof file?.id === "string" && typeof file.run === "object" ? file : undefined;
}

export interface BeginOptions {
  readonly resume: boolean;
  readonly force: boolean;
}

/**
 * Makes room for a run, or for the rest of one.
 *
 * @returns the parts that need not be made again
 * @throws BulkFileError if there is a dataset already, or a run that is another one
 */
export async function beginOutput(
  store: Store,
  { id, run }: RunFile,
  { resume, force }: BeginOptions,
): Promise<PartSummary[]> {
  const { out } = store;
  const manifest = await store.read(MANIFEST);
  if (isComplete(manifest) && !force) throw new BulkFileError("ERR_BULK_EXISTS", out, "exists; --force replaces it");
  const former = runOf(await store.read(RUN_FILE))?.run;
  if (former === undefined) {
    if (!force) await refuseForeignParts(store);
  } else if (!resume && !force) {
    const ways = "--resume continues it, --force starts over";
    throw new BulkFileError("ERR_BULK_EXISTS", out, `contains an unfinished run: ${ways}`);
  }
  const difference = former && differenceOf(former, run);
  const goesOn = resume && former !== undefined && difference === undefined && !isComplete(manifest);
  if (resume && difference !== undefined && !force) {
    const message = `cannot be resumed: the unfinished run differs: ${difference} (--force starts over)`;
    throw new BulkFileError("ERR_BULK_RESUME", out, message);
  }
  await store.remove([MANIFEST]);
  await store.tidy();
  if (!goesOn) await clear(store);
  await store.write(RUN_FILE, Buffer.from(`${JSON.stringify({ id, run }, null, 1)}\n`));
  return goesOn ? soundParts(store) : [];
}

/** Parts that are listed and there, with the bytes that were written. */
async function soundParts(store: Store): Promise<PartSummary[]> {
  const files = new Map<string, { bytes: number; tag?: string | undefined }>();
  for await (const file of store.list(PARTS)) files.set(file.name, file);
  const sound: PartSummary[] = [];
  for await (const entry of entriesOf(store)) {
    const { part, bytes, tag, sha256 } = entry;
    const file = files.get(partFile(part));
    if (bytes > 0 && (file?.bytes !== bytes || file.tag !== tag)) continue;
    // A store without tags is read, as a power cut may have left anything.
    if (bytes > 0 && tag === undefined && hashOf(await store.read(partFile(part))) !== sha256) continue;
    sound.push(summaryOf(entry));
  }
  return sound;
}

async function* entriesOf(store: Store): AsyncGenerator<PartEntry, void, undefined> {
  const names: string[] = [];
  const read = async () => {
    const wanted = names.splice(0);
    const entries = (await Promise.all(wanted.map((name) => store.read(name)))).map(parseEntry);
    return entries.filter((entry, k) => entry !== undefined && entryFile(entry.part) === wanted[k]) as PartEntry[];
  };
  for await (const { name } of store.list(ENTRIES)) {
    names.push(name);
    if (names.length === AT_ONCE) yield* await read();
  }
  yield* await read();
}

/**
 * Writes the lists of sites and, last, the manifest.
 *
 * @param tries does what may be done again: once by default
 * @throws Error for a part that is not as it was written
 */
export async function finishOutput(
  store: Store,
  ending: Ending,
  tries: (work: () => Promise<void>) => Promise<void> = (work) => work(),
): Promise<void> {
  const parts = [...ending.parts].sort((a, b) => a.part - b.part);
  await tries(() => complete(store, { ...ending, parts }));
  // What is missing may be made later: then the entries are needed.
  if (ending.failedParts.length > 0) return;
  await tries(async () => {
    await store.remove([...parts.map(({ part }) => entryFile(part)), ROOM, RUN_FILE]);
    await store.tidy();
  });
}

async function complete(store: Store, ending: Ending): Promise<void> {
  await checkParts(store, ending.parts);
  await writeList(store, "failed", ending.parts);
  await writeList(store, "told", ending.parts);
  await store.write(MANIFEST, manifestOf(ending));
}

async function checkParts(store: Store, parts: readonly PartSummary[]): Promise<void> {
  const wanted = new Map(parts.filter(({ bytes }) => bytes > 0).map((part) => [partFile(part.part), part]));
  for await (const { name, bytes, tag } of store.list(PARTS)) {
    const part = wanted.get(name);
    if (part && part.bytes === bytes && (part.tag === undefined || part.tag === tag)) wanted.delete(name);
  }
  const [missing] = wanted.keys();
  if (missing === undefined) return;
  throw new Error(
    `${store.out}: ${missing} is missing or differs from what was written: something else changed it; --resume makes it again`,
  );
}

async function writeList(store: Store, key: keyof typeof LISTS, parts: readonly PartSummary[]): Promise<void> {
  const wanted = parts.filter((part) => part[key] > 0);
  if (wanted.length === 0) return store.remove([LISTS[key]]);
  const lines: Buffer[] = [];
  const texts =
    key === "failed"
      ? partLists.failed(listed(store, "failed", wanted))
      : partLists.told(listed(store, "told", wanted));
  for await (const text of texts) lines.push(Buffer.from(text));
  await store.write(LISTS[key], Buffer.concat(lines));
}

async function* listed<Key extends "failed" | "told">(
  store: Store,
  key: Key,
  parts: readonly PartSummary[],
): AsyncGenerator<PartEntry[Key][number], void, undefined> {
  for (const { part } of parts) {
    const entry = parseEntry(await store.read(entryFile(part)));
    if (entry === undefined) throw new Error(`${store.out}: ${entryFile(part)} is missing; --resume makes it again`);
    yield* entry[key];
  }
}

/** Files that look like parts, but are not of a run of ours. */
async function refuseForeignParts(store: Store): Promise<void> {
  for await (const { name } of store.list(PARTS)) {
    throw new BulkFileError(
      "ERR_BULK_EXISTS",
      store.out,
      `contains ${name}, which belongs to no known run; --force replaces all parts`,
    );
  }
}

async function clear(store: Store): Promise<void> {
  for (const beginning of [ENTRIES, PARTS]) {
    const names: string[] = [];
    for await (const { name } of store.list(beginning)) if (isOurs(name)) names.push(name);
    await store.remove(names);
  }
}

function isOurs(name: string): boolean {
  return /^(_parts\/part-\d{6,}\.json|part-\d{6,}\.parquet)$/.test(name);
}

function hashOf(bytes: Buffer | undefined): string | undefined {
  return bytes && createHash("sha256").update(bytes).digest("hex");
}
