/** The days on which checks against live hosts passed here: a small file of the user's. Nothing fails for want of it. */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isSourceName, type SourceName } from "irradiance-engine/shared";
import { draftOf, makeFolder } from "irradiance-engine/shared/node";
import { isObject } from "../json.js";
import { checksFile } from "./folders.js";

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
