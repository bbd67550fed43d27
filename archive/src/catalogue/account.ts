/**
 * Keys of accounts, from where their owners' own programs keep them. The Climate Data Store's (cdsapi): the variable CDSAPI_KEY, else
 * the line `key:` of the file that CDSAPI_RC names, else of ~/.cdsapirc.
 */
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { isOfThisMachine, isRemote } from "../bytes/location.js";
import { ArchiveError } from "../errors.js";
import type { CatalogueEntry } from "./entry.js";

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
  const found = address === undefined || isHere(address) ? keyInFile(environment, entry) : undefined;
  if (found !== undefined) return { ...environment, [variable]: found };
  if (address !== undefined) return environment;
  const numbered = steps.map((step, k) => `${k + 1}. ${step}`).join("; ");
  throw refused(`it needs a key of ${account.of}: ${numbered}`);
}

function isHere(address: string): boolean {
  return isRemote(address) && URL.canParse(address) && isOfThisMachine(address);
}

function keyInFile(environment: Environment, entry: CatalogueEntry): string | undefined {
  const file = environment.CDSAPI_RC || join(environment.HOME || homedir(), ".cdsapirc");
  const text = textOf(file, environment.CDSAPI_RC !== undefined && environment.CDSAPI_RC !== "");
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  const fields = new Map(
    lines.map((line) => [line.split(":", 1)[0]!.trim(), unquoted(line.slice(line.indexOf(":") + 1))]),
  );
  const key = fields.get("key");
  if (key !== undefined && key !== "") return checkedKey(key, `${file}, line "key:"`, entry);
  throw refused(`${file} must have two lines, "url: …" and "key: …", got no line "key: …"`);
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, "$2");
}

/** Undefined for a file that is not there, unless somebody named it. */
function textOf(file: string, isNamed: boolean): string | undefined {
  try {
    // A pipe or a device would never end.
    const found = statSync(file);
    if (!found.isFile() || found.size > LONGEST_FILE) throw refused(`${file} must be a file of two lines`);
    return readFileSync(file, "utf8");
  } catch (cause) {
    if (cause instanceof ArchiveError) throw cause;
    const { code = "unknown" } = cause as NodeJS.ErrnoException;
    if (code === "ENOENT" && !isNamed) return undefined;
    throw refused(`${file} cannot be read (${code})`, cause);
  }
}

/** What it looks like is said, and never the key itself. */
function checkedKey(key: string, where: string, { account }: CatalogueEntry): string {
  if (OLD_KEY.test(key)) {
    throw refused(
      `${where} has a key of the form NUMBER:KEY, which ended in 2024: ${account!.steps[1]}, and write it without the number`,
    );
  }
  const isInstruction = INSTRUCTION.test(key);
  if (KEY.test(key) && !isInstruction) return key;
  const got = isInstruction ? "a text to be replaced" : `${key.length} characters`;
  throw refused(`${where} must be a key of 8 to 512 letters, digits and hyphens, got ${got}`);
}

function refused(message: string, cause?: unknown): ArchiveError {
  return new ArchiveError("ERR_ARCHIVE_DESCRIPTION", message, cause === undefined ? {} : { cause });
}
