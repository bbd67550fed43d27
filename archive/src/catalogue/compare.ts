/** What a source is today, beside what its entry pinned: what has changed, in sentences. */

import { readFileSync, statSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { draftOf, makeFolder } from "irradiance-engine/internal/shared/node";
import { isSourceName, type SourceName } from "irradiance-engine/internal/weather";
import { type Listed, listed } from "../bytes/listing.js";
import { below, isOfThisMachine, isRemote, unreadable } from "../bytes/location.js";
import { ArchiveError, wrongIn } from "../errors.js";
import { isObject } from "../json.js";
import type { DatasetFacts, ListedArray, SourceFacts } from "../source.js";
import { type CatalogueEntry, checksFile, type EntryFollowed, type Pinned, type PinnedArray } from "./entry.js";

/** What the live files say of themselves. */
interface Live {
  readonly facts: SourceFacts;
  readonly arrays: readonly ListedArray[];
  readonly problems: readonly string[];
  readonly form?: string | undefined;
}

/** @param now Unix ms @returns one sentence each, without a full stop; none where all is as it was */
export function changesIn(live: Live, pinned: Pinned, now: number): readonly string[] {
  const { facts, arrays } = live;
  const byName = new Map(arrays.map((array) => [array.name, array]));
  const pins = Object.entries(pinned.arrays ?? {});
  return [
    ...new Set([
      ...live.problems,
      ...facts.problems,
      ...formChange(live.form, pinned.form),
      ...pins.flatMap(([name, pin]) => arrayChanges(name, byName.get(name), pin)),
      ...facts.datasets.flatMap((dataset) => [
        ...stepChange(dataset, pinned.step),
        ...gridChange(dataset, pinned.grid),
      ]),
      ...periodChanges(facts.datasets, pinned, now),
    ]),
  ];
}

function formChange(form: string | undefined, pinned: string | undefined): string[] {
  if (pinned === undefined || form === pinned) return [];
  return [`its newest files were of ${pinned}, ${form === undefined ? "and are not there" : `and are of ${form}`}`];
}

function arrayChanges(name: string, array: ListedArray | undefined, pin: PinnedArray): string[] {
  if (array === undefined) return [`${name} is gone${pin.isNeeded ? ", and nothing serves in its place" : ""}`];
  const { units, dimensions, shape, chunks } = array;
  const changes: string[] = [];
  if (pin.units !== undefined && !pin.units.includes(units?.trim() ?? "")) {
    changes.push(`${name}: its unit was ${pin.units[0]}, and is ${units ?? "not said"}`);
  }
  for (const [dimension, length] of Object.entries(pin.lengths ?? {})) {
    const k = dimensions.indexOf(dimension);
    if (k < 0) changes.push(`${name}: its dimension ${dimension} is gone; it has ${dimensions.join(", ")}`);
    else if (shape[k] !== length) changes.push(`${name}: ${dimension} had ${length} values, and has ${shape[k]}`);
  }
  if (pin.chunks !== undefined && pin.chunks.join() !== chunks.join()) {
    changes.push(`${name}: its chunks were of ${pin.chunks.join(" × ")}, and are of ${chunks.join(" × ")}`);
  }
  return changes;
}

function stepChange({ dataset, step }: DatasetFacts, pinned: number | undefined): string[] {
  if (pinned === undefined || step === pinned) return [];
  return [`${dataset}: a value stood for ${pinned} s, and stands for ${step} s`];
}

/** Degrees by which two edges are the same. */
const SAME_EDGE = 1e-3;

function gridChange({ dataset, extent }: DatasetFacts, pinned: Pinned["grid"]): string[] {
  if (pinned === undefined || extent === undefined) return [];
  const isSame = (one: number | undefined, other: number) => one !== undefined && Math.abs(one - other) <= SAME_EDGE;
  const { spacing, south, north, cells } = extent;
  const changes = [
    ...(cells === pinned.cells ? [] : [`${pinned.cells} cells, and has ${cells}`]),
    ...(isSame(spacing, pinned.spacing) ? [] : [`${pinned.spacing}° from cell to cell, and has ${spacing ?? "none"}`]),
    ...(isSame(south, pinned.south) && isSame(north, pinned.north)
      ? []
      : [`cells from ${pinned.south}° to ${pinned.north}° N, and has ${south}° to ${north}° N`]),
  ];
  return changes.map((change) => `${dataset}: its grid had ${change}`);
}

function periodChanges(datasets: readonly DatasetFacts[], { since, lagDays }: Pinned, now: number): string[] {
  const first = Math.min(...datasets.flatMap((one) => one.first ?? []));
  const last = Math.max(...datasets.flatMap((one) => one.last ?? []));
  const changes: string[] = [];
  if (since !== undefined && !(first <= Date.parse(`${since}T24:00Z`))) {
    changes.push(`it began by ${since}, and begins ${dayOf(first)}`);
  }
  if (lagDays !== undefined && !(last >= now - lagDays * DAY)) {
    changes.push(`it ends ${dayOf(last)}: its updates have stalled, or it is retired`);
  }
  return changes;
}

function dayOf(time: number): string {
  return Number.isFinite(time) ? `on ${new Date(time).toISOString().slice(0, 10)}` : "nowhere";
}

// The newest scan that a satellite's owner has published, by the names of its files.

interface Published {
  readonly name: string;
  /** Start of the scan, Unix ms. */
  readonly time: number;
}

/**
 * @param address where its files are: the public host's, or another one's
 * @param now Unix ms: a file of a later scan is left
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` where there is no file of that name
 */
export async function newestPublished(
  { layout, lagHours, names, example }: EntryFollowed,
  address: string,
  now: number,
  signal: AbortSignal,
): Promise<Published> {
  const isFolder = layout === "folder";
  const folders = isFolder
    ? [address]
    : Array.from({ length: lagHours + 1 }, (_, k) => below(address, hourOf(now - k * HOUR)));
  for (const folder of folders) {
    const files = await listed(folder, { signal, service: isFolder ? "pages" : "bucket" });
    const newest = newestOf(files ?? [], names, now + HOUR);
    if (newest !== undefined) return newest;
  }
  throw unreadable(address, `no file of a name such as ${example} is published there`, "not there");
}

/** "2026/172/12": year, day of the year, hour. */
export function hourOf(time: number): string {
  const date = new Date(time);
  const day = Math.floor((time - Date.UTC(date.getUTCFullYear(), 0, 0)) / DAY);
  return [date.getUTCFullYear(), String(day).padStart(3, "0"), String(date.getUTCHours()).padStart(2, "0")].join("/");
}

function newestOf(files: readonly Listed[], names: RegExp, last: number): Published | undefined {
  const found = files.flatMap(({ name }): Published[] => {
    const digits = names.exec(name)?.[1];
    const time = digits === undefined ? Number.NaN : timeOf(digits);
    return time <= last ? [{ name, time }] : [];
  });
  return found.sort((a, b) => a.time - b.time).at(-1);
}

/** "202606211230", or with the day of the year, seconds and tenths "20261721230204". */
export function timeOf(digits: string): number {
  const part = (from: number, length: number) => Number(digits.slice(from, from + length));
  if (digits.length === 12) return Date.UTC(part(0, 4), part(4, 2) - 1, part(6, 2), part(8, 2), part(10, 2));
  return Date.UTC(part(0, 4), 0, part(4, 3), part(7, 2), part(9, 2), part(11, 2));
}

// The days on which checks against live hosts passed here: a small file of the user's. Nothing fails for want of it.

/** `YYYY-MM-DD` by name. */
export type PassedChecks = ReadonlyMap<SourceName, string>;

/** What cannot be read is as if no check had passed. */
export async function passedChecks(file = checksFile()): Promise<PassedChecks> {
  const days = new Map<SourceName, string>();
  try {
    const json: unknown = JSON.parse(await readFile(file, "utf8"));
    for (const [name, day] of Object.entries(isObject(json) ? json : {})) {
      if (isSourceName(name) && typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day)) days.set(name, day);
    }
  } catch {
    // No check has passed yet, or the file is another's.
  }
  return days;
}

/** Another process that checks at the same moment may win: its check passed, too. @returns why it could not be kept */
export async function keepPassed(
  names: readonly SourceName[],
  now: number,
  file = checksFile(),
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  const day = new Date(now).toISOString().slice(0, 10);
  const days = new Map([...(await passedChecks(file)), ...names.map((name) => [name, day] as const)]);
  const own = draftOf(file);
  try {
    await makeFolder(dirname(file));
    await writeFile(own, `${JSON.stringify(Object.fromEntries(days), null, 2)}\n`, { flag: "wx" });
    await rename(own, file);
    return undefined;
  } catch (cause) {
    await rm(own, { force: true }).catch(() => {});
    return `the day of the check cannot be kept in ${file} (${(cause as NodeJS.ErrnoException).code ?? "unknown"})`;
  }
}

// Keys of accounts, from where their owners' own programs keep them. The Climate Data Store's (cdsapi): the variable CDSAPI_KEY, else
// the line `key:` of the file that CDSAPI_RC names, else of ~/.cdsapirc.

type Environment = { readonly [name: string]: string | undefined };

/** Longer files are no such file. */
const LONGEST_FILE = 64 * 1024;
/** As RFC 6750 has what follows "Bearer". */
const KEY = /^[\w.~+/=-]{8,512}$/;
/** What stands in instructions, copied as it is. */
const INSTRUCTION = /^[<[({]|(?<![a-z])(?:your|personal)(?![a-z])|\s/i;
/** Keys until September 2024 had the user's number before them. */
const OLD_KEY = /^\d+:/;

/**
 * The environment with the key of the entry's account.
 *
 * @param address in place of the entry's host: a mirror may not ask for a key. The file's is for the account's own host, and for a proxy on
 *   this machine
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION` for a key that is missing or cannot be one, which it does not show
 */
export function withKey(entry: CatalogueEntry, environment: Environment, address: string | undefined): Environment {
  const { account } = entry;
  if (account === undefined) return environment;
  const { variable, steps } = account;
  const given = environment[variable]?.trim();
  if (given) return { ...environment, [variable]: checkedKey(given, variable, entry) };
  const isHere = address === undefined || (isRemote(address) && URL.canParse(address) && isOfThisMachine(address));
  const found = isHere ? keyInFile(environment, entry) : undefined;
  if (found !== undefined) return { ...environment, [variable]: found };
  if (address !== undefined) return environment;
  const numbered = steps.map((step, k) => `${k + 1}. ${step}`).join("; ");
  throw wrongIn(`it needs a key of ${account.of}: ${numbered}`);
}

function keyInFile(environment: Environment, entry: CatalogueEntry): string | undefined {
  const file = environment.CDSAPI_RC || join(environment.HOME || homedir(), ".cdsapirc");
  const text = textOf(file, environment.CDSAPI_RC !== undefined && environment.CDSAPI_RC !== "");
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const fields = new Map(
    lines.map((line) => {
      const value = line.slice(line.indexOf(":") + 1).trim();
      return [line.split(":", 1)[0]!.trim(), value.replace(/^(["'])(.*)\1$/, "$2")];
    }),
  );
  const key = fields.get("key");
  if (key) return checkedKey(key, `${file}, line "key:"`, entry);
  throw wrongIn(`${file} must have two lines, "url: …" and "key: …", got no line "key: …"`);
}

/** Undefined for a file that is not there, unless somebody named it. */
function textOf(file: string, isNamed: boolean): string | undefined {
  try {
    // A pipe or a device would never end.
    const found = statSync(file);
    if (!found.isFile() || found.size > LONGEST_FILE) throw wrongIn(`${file} must be a file of two lines`);
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof ArchiveError) throw cause;
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" && !isNamed) return undefined;
    throw wrongIn(`${file} cannot be read (${code})`, { cause });
  }
}

/** What it looks like is said, and never the key itself. */
function checkedKey(key: string, where: string, { account }: CatalogueEntry): string {
  if (OLD_KEY.test(key)) {
    throw wrongIn(
      `${where} has a key of the form NUMBER:KEY, which ended in 2024: ${account!.steps[1]}, and write it without the number`,
    );
  }
  const isInstruction = INSTRUCTION.test(key);
  if (KEY.test(key) && !isInstruction) return key;
  const got = isInstruction ? "a text to be replaced" : `${key.length} characters`;
  throw wrongIn(`${where} must be a key of 8 to 512 letters, digits and hyphens, got ${got}`);
}
