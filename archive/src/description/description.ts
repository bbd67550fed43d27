/** A description of sources: a JSON file that names an archive's sources, for the server, the command line and programs. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Archive, openArchive } from "../archive.js";
import type { SomeLimits } from "../budget.js";
import { cacheOf, type WeatherCache } from "../bytes/weather-cache.js";
import { ArchiveError, messageOf } from "../errors.js";
import type { WeatherSource } from "../source.js";
import {
  type DescriptionContext,
  number,
  object,
  objectOf,
  text,
  WHOLE_DESCRIPTION,
  wrong,
  wrongIn,
} from "./fields.js";
import { openAll } from "./open-all.js";

/** @experimental */
export interface DescriptionOptions {
  /** Values for `${NAME}` in headers. Default: those of the process. */
  readonly environment?: { readonly [name: string]: string | undefined } | undefined;
  /** Where bytes of remote sources are kept between processes. Default: "off". */
  readonly cache?: WeatherCache | undefined;
}

/** Options for `openArchive`. @experimental */
export interface Description {
  /** Kinds of the sources that it names. */
  readonly kinds: readonly string[];
  readonly sources: readonly WeatherSource[];
  readonly timeout: number | undefined;
  readonly limits: SomeLimits | undefined;
}

const MOST_SOURCES = 100;
const LIMITS = object("limits of one answer", {
  files: number("files opened", 1, 1e6),
  bytes: number("bytes read", 1, 1e12),
  values: number("rows × columns", 1, 1e9),
});
export const WHOLE = {
  $schema: text("address of the schema of this file"),
  timeout: number("seconds for a source to answer", 0.1, 600),
  limits: LIMITS,
};

/**
 * The sources that a description names, not yet opened.
 *
 * @param description JSON text, or the parsed object
 * @param at folder where relative paths begin, and the environment for secrets
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION`, naming the key, the expected and the actual value
 * @experimental
 */
export function parseDescription(description: unknown, at: DescriptionContext): Description {
  const { sources, ...rest } = objectOf(
    typeof description === "string" ? json(description) : description,
    WHOLE_DESCRIPTION,
  );
  if (!Array.isArray(sources) || sources.length === 0 || sources.length > MOST_SOURCES) {
    throw wrong("sources", `a list of 1 to ${MOST_SOURCES} sources`, sources);
  }
  const { timeout, limits } = object("", WHOLE).read(rest, WHOLE_DESCRIPTION, at);
  return {
    ...openAll(
      sources.map((given, k) => ({ given, where: `sources[${k}]` })),
      at,
    ),
    timeout: timeout === undefined ? undefined : timeout * 1000,
    limits,
  };
}

/**
 * Reads a description.
 *
 * @param file path of the JSON file; paths in it begin at its folder
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION`, naming the file and the error in it
 * @experimental
 */
export async function readDescription(file: string, options: DescriptionOptions = {}): Promise<Description> {
  const { environment = process.env, cache = "off" } = options;
  const content = await readFile(file, "utf8").catch((cause) => {
    throw wrongIn(`${file}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? messageOf(cause)})`, { cause });
  });
  try {
    return parseDescription(content, { folder: dirname(resolve(file)), environment, cache: cacheOf(cache) });
  } catch (cause) {
    if (!(cause instanceof ArchiveError)) throw cause;
    throw wrongIn(`${file}: ${cause.message}`, { cause });
  }
}

/** The archive that a description describes. @throws as `readDescription` @experimental */
export async function openDescription(file: string, options?: DescriptionOptions): Promise<Archive> {
  return openArchive(await readDescription(file, options));
}

function json(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw wrongIn(`it is not JSON: ${messageOf(cause)}`, { cause });
  }
}
