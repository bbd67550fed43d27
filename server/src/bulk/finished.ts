/**
 * A finished dataset that is asked for again: there is nothing to do, unless something has removed or changed files of it. Then
 * it becomes an unfinished run again, which has what is still there.
 */
import { differenceOf, type FailedSite, type RunIdentity, type ToldOfSite } from "irradiance-engine/bulk";
import type { Store } from "../store/store.js";
import { readCsv } from "./csv.js";
import { isComplete, LISTS, MANIFEST, type Manifest, type ManifestPart, parsed } from "./manifest.js";
import { RUN_FILE } from "./output.js";
import { entryBytes, entryFile, PARTS, type PartEntry, partFile } from "./part-entry.js";

export interface FinishedDataset {
  readonly failedSites: number;
  /** Files that are not there as the manifest lists them. */
  readonly lost: readonly string[];
  /** Makes it an unfinished run. */
  reopen(): Promise<void>;
}

/** The manifest of the same request. Undefined: there is no manifest, or it belongs to another request. */
export async function finishedDataset(store: Store, run: RunIdentity): Promise<FinishedDataset | undefined> {
  const bytes = await store.read(MANIFEST);
  if (!isComplete(bytes)) return undefined;
  const manifest = parsed(bytes) as Manifest;
  if (!Array.isArray(manifest.parts) || differenceOf(manifest.run ?? {}, run) !== undefined) return undefined;
  const there = await partsThere(store, manifest);
  const missing = manifest.parts.filter(({ part }) => !there.has(part)).map(({ part }) => partFile(part));
  const lost = [...missing, ...(await listsLost(store, manifest))];
  return { failedSites: manifest.failedSites, lost, reopen: () => reopen(store, manifest, there) };
}

/** By size, and by tag where the store has such: nothing is read. */
async function partsThere(store: Store, { parts }: Manifest): Promise<Set<number>> {
  const files = new Map<string, { readonly bytes: number; readonly tag?: string | undefined }>();
  for await (const file of store.list(PARTS)) files.set(file.name, file);
  const isThere = ({ file, bytes, tag }: ManifestPart) => {
    if (file === null) return true;
    const found = files.get(file);
    return found?.bytes === bytes && (tag === undefined || found.tag === tag);
  };
  return new Set(parts.filter(isThere).map(({ part }) => part));
}

async function listsLost(store: Store, { parts }: Manifest): Promise<string[]> {
  const names = new Set<string>();
  for await (const { name } of store.list("_")) names.add(name);
  const isWanted = {
    failed: parts.some(({ failedSites = 0 }) => failedSites > 0),
    told: parts.some(({ toldSites = 0 }) => toldSites > 0),
  };
  const wanted = (["failed", "told"] as const).filter((key) => isWanted[key]).map((key) => LISTS[key]);
  return wanted.filter((name) => !names.has(name));
}

/** The manifest goes last: whoever is killed before that finds it, and does the same again. */
async function reopen(store: Store, manifest: Manifest, there: ReadonlySet<number>): Promise<void> {
  const lists = await listsOf(store, manifest);
  for (const part of manifest.parts) {
    const entry = entryOf(manifest, part, lists);
    // What is not known any more of its sites is known again when it is made again.
    const isKnown = entry.failed.length === (part.failedSites ?? 0) && entry.told.length === (part.toldSites ?? 0);
    if (there.has(part.part) && isKnown) await store.write(entryFile(part.part), entryBytes(entry));
  }
  const { id, run } = manifest;
  await store.write(RUN_FILE, Buffer.from(`${JSON.stringify({ id, run }, null, 1)}\n`));
  await store.remove([MANIFEST]);
}

interface Lists {
  readonly failed: ReadonlyMap<number, FailedSite[]>;
  readonly told: ReadonlyMap<number, ToldOfSite[]>;
}

function entryOf(manifest: Manifest, part: ManifestPart, { failed, told }: Lists): PartEntry {
  const { part: number, first, sites, rows, bytes, sha256, tag, device = manifest.devices[0] ?? "" } = part;
  const weather = (manifest.weather ?? []).flatMap(({ source, dataset, revisions }) =>
    revisions
      .filter(({ parts }) => parts?.includes(number) ?? true)
      .map(({ revision }) => ({ source, dataset, revision })),
  );
  return {
    ...{ part: number, first, sites, rows, bytes, sha256, tag, device, notes: [], weather },
    failed: failed.get(number) ?? [],
    told: told.get(number) ?? [],
  };
}

/** By part. */
async function listsOf(store: Store, { parts }: Manifest): Promise<Lists> {
  const size = parts.find(({ part }) => part === 0)?.sites ?? 1;
  const failed = new Map<number, FailedSite[]>();
  for (const [index, id, code, reason] of await rowsOf(store, LISTS.failed))
    listAt(failed, Math.floor(Number(index) / size)).push({
      index: Number(index),
      id: id!,
      code: code!,
      reason: reason!,
    });
  const told = new Map<number, ToldOfSite[]>();
  for (const [index, id, code, about, message] of await rowsOf(store, LISTS.told)) {
    const sites = listAt(told, Math.floor(Number(index) / size));
    const note = { code: code!, message: message!, ...(about === "" ? {} : { about }) };
    const last = sites.at(-1);
    if (last?.index === Number(index)) sites[sites.length - 1] = { ...last, notes: [...last.notes, note] };
    else sites.push({ index: Number(index), id: id!, notes: [note] });
  }
  return { failed, told };
}

function listAt<Item>(lists: Map<number, Item[]>, part: number): Item[] {
  const list = lists.get(part) ?? [];
  lists.set(part, list);
  return list;
}

async function rowsOf(store: Store, name: string): Promise<string[][]> {
  const bytes = await store.read(name);
  return bytes === undefined ? [] : readCsv(bytes.toString("utf8")).slice(1);
}
