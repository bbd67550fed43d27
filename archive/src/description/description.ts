/** A description of sources: a JSON file that names an archive's sources, for the server, the command line and programs. */
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Archive, openArchive } from "../archive.js";
import type { SomeLimits } from "../budget.js";
import { ArchiveError, messageOf } from "../errors.js";
import type { WeatherSource } from "../source.js";
import { type Bounds, describedSource } from "./described-source.js";
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
import { CATALOGUE_KIND, KINDS } from "./kinds.js";

/** @experimental */
export interface DescriptionOptions {
  /** Values for `${NAME}` in headers. Default: those of the process. */
  readonly environment?: { readonly [name: string]: string | undefined } | undefined;
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
/** Keys that every source may have, in addition to its kind's. */
export const COMMON = {
  kind: text("kind of the source"),
  id: text("name of the source in answers and logs; default: its kind, numbered from the second one on"),
  bounds: object(
    "bounds in degrees; it is not asked for places outside; if west is larger than east, they cross the date line",
    {
      south: number("southern edge", -90, 90),
      west: number("western edge", -180, 180),
      north: number("northern edge", -90, 90),
      east: number("eastern edge", -180, 180),
    },
    ["south", "west", "north", "east"],
  ),
  recentDays: number("days before now from which on it is asked for the past; forecasts stay whole", 1, 36_525),
};
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
  const opened = new Map<string, WeatherSource>();
  const all = sources.flatMap((given, k) => partsOf(given, `sources[${k}]`, at));
  for (const { given, where, at: own } of all) {
    const source = sourceOf(given, where, own, opened);
    if (opened.has(source.id))
      throw wrongIn(`${where}.id must differ from the others, got ${JSON.stringify(source.id)}`);
    opened.set(source.id, source);
  }
  return {
    kinds: all.map(({ given }) => (given as { readonly kind: string }).kind),
    sources: [...opened.values()],
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
  const { environment = process.env } = options;
  const content = await readFile(file, "utf8").catch((cause) => {
    throw wrongIn(`${file}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? messageOf(cause)})`, { cause });
  });
  try {
    return parseDescription(content, { folder: dirname(resolve(file)), environment });
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

/** A source as it is described, and what it lies in. */
interface Described {
  readonly given: unknown;
  readonly where: string;
  readonly at: DescriptionContext;
}

/** Itself, or the sources that a name of the catalogue stands for. */
function partsOf(given: unknown, where: string, at: DescriptionContext): readonly Described[] {
  if (objectOf(given, where).kind !== CATALOGUE_KIND.name) return [{ given, where, at }];
  const { fields, required } = CATALOGUE_KIND;
  const {
    kind: _,
    name,
    address,
    id,
    ...common
  } = object("", { ...COMMON, ...fields }, ["kind", ...required]).read(given, where, at);
  try {
    return CATALOGUE_KIND.parts({ name: name!, address, id, common }, at.environment).map(
      ({ description, environment }) => ({ given: description, where, at: { ...at, environment } }),
    );
  } catch (cause) {
    throw wrongIn(`${where}: ${messageOf(cause)}`, { cause });
  }
}

function sourceOf(
  given: unknown,
  where: string,
  at: DescriptionContext,
  others: ReadonlyMap<string, WeatherSource>,
): WeatherSource {
  const name = objectOf(given, where).kind;
  const kind = typeof name === "string" && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined) {
    throw wrong(`${where}.kind`, `one of ${[...Object.keys(KINDS), CATALOGUE_KIND.name].join(", ")}`, name);
  }
  const fields = { ...COMMON, ...kind.fields };
  const values: { readonly [key: string]: unknown } = object("", fields, ["kind", ...kind.required] as never).read(
    given,
    where,
    at,
  );
  const {
    kind: _,
    id = freeId(name as string, others),
    bounds,
    recentDays,
    ...own
  } = values as {
    readonly kind: string;
    readonly id?: string;
    readonly bounds?: Bounds;
    readonly recentDays?: number;
  };
  if (bounds !== undefined && bounds.south > bounds.north) throw wrong(`${where}.bounds`, "south below north", bounds);
  try {
    return describedSource(kind.open(own, id), id, { bounds, recentDays });
  } catch (cause) {
    throw wrongIn(`${where}: ${messageOf(cause)}`, { cause });
  }
}

/** zarr, zarr-2, zarr-3, … */
function freeId(name: string, others: ReadonlyMap<string, unknown>): string {
  let id = name;
  for (let k = 2; others.has(id); k++) id = `${name}-${k}`;
  return id;
}
