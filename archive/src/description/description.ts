/** A description of sources: a JSON file that names an archive's sources, for the server, the command line and programs. */
import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import type { WeatherColumn } from "irradiance-engine";
import { DAY } from "irradiance-engine/internal/shared";
import { namedSource, unknownSource } from "irradiance-engine/internal/weather";
import { type Archive, openArchive } from "../archive.js";
import type { SomeLimits } from "../budget.js";
import { cacheOf, type WeatherCache } from "../bytes/disk-cache.js";
import { ArchiveError, messageOf, wrongIn } from "../errors.js";
import { type Purpose, plan } from "../plan.js";
import type { ArchiveWeather } from "../reading.js";
import type { Period, Place, WeatherSource } from "../source.js";
import {
  constant,
  type DescriptionContext,
  type Fields,
  type JsonSchema,
  number,
  object,
  objectOf,
  text,
  WHOLE_DESCRIPTION,
  wrong,
} from "./fields.js";
import { CATALOGUE_KIND, KINDS } from "./kinds.js";
import { COMMON, openAll } from "./open-all.js";

export interface DescriptionOptions {
  /** Values for `${NAME}` in headers. Default: those of the process. */
  readonly environment?: { readonly [name: string]: string | undefined } | undefined;
  /** Where bytes of remote sources are kept between processes. Default: "off". */
  readonly cache?: WeatherCache | undefined;
}

/** Options for `openArchive`. */
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
const WHOLE = {
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
  const given = sources.map((one, k) => ({ given: one, where: `sources[${k}]` }));
  return {
    ...openAll(given, at),
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

// The JSON schema of descriptions, from the same fields that read them: archive.schema.json.

/** JSON Schema 2020-12. */
export function descriptionSchema(): JsonSchema {
  const sources = [...Object.entries(KINDS), [CATALOGUE_KIND.name, CATALOGUE_KIND] as const].map(
    ([name, { text, fields, required }]) =>
      object(text, { ...COMMON, ...fields, kind: constant(text, name) } as Fields, ["kind", ...required]).schema,
  );
  const list = { schema: { type: "array", minItems: 1, maxItems: 100, items: { oneOf: sources } } };
  const fields = { ...WHOLE, sources: list } as unknown as Fields;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Description of an archive",
    ...object("sources of weather for irradiance-archive, irradiance-server and irradiance", fields, ["sources"])
      .schema,
  };
}

// Words of a command line as a description: names of the catalogue, live stores and other folders, and weather files.

export interface WordsOptions extends DescriptionOptions {
  /** km: largest distance of a weather file from a place. */
  readonly maxDistanceKm?: number | undefined;
}

/**
 * The sources that words name, in their order: `era5`, `era5=https://mirror.example`, a file, a folder. All files are one source.
 * A file that is named as a source is written `./era5`.
 *
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION` for a word that is neither, with what was likely meant
 * @experimental
 */
export async function describeWords(words: readonly string[], options: WordsOptions = {}): Promise<Description> {
  const { environment = process.env, maxDistanceKm, cache = "off" } = options;
  const found = await Promise.all(words.map(sourceOf));
  const files = found.flatMap(({ kind, location }) => (kind === "files" ? [location] : []));
  const sources = found.flatMap((source, k) => {
    if (source.kind !== "files") return [source];
    const isFirst = found.findIndex(({ kind }) => kind === "files") === k;
    return isFirst ? [{ ...source, location: files, ...(maxDistanceKm !== undefined && { maxDistanceKm }) }] : [];
  });
  const given = sources.map((source) => ({ given: source, where: String(source.name ?? source.kind) }));
  const opened = openAll(given, { folder: process.cwd(), environment, cache: cacheOf(cache) });
  return { ...opened, timeout: undefined, limits: undefined };
}

interface FoundSource {
  readonly kind: string;
  readonly [key: string]: unknown;
}

async function sourceOf(word: string): Promise<FoundSource> {
  const named = namedSource(word);
  if (named !== undefined) {
    const { name, address } = named;
    // Shells leave a tilde behind an equals sign as it is.
    const at = address === undefined ? {} : { address: address.replace(/^~(?=\/)/, homedir()) };
    return { kind: CATALOGUE_KIND.name, name, ...at };
  }
  for (const [kind, { more }] of Object.entries(KINDS)) {
    if (await more?.isAt?.(word)) return { kind, location: word };
  }
  const unknown = unknownSource(word);
  // A path may be made later, and is watched; a bare word that is nothing was mistyped.
  const isThere = async () => (await stat(word).catch(() => undefined)) !== undefined;
  if (unknown !== undefined && !(await isThere())) throw wrongIn(unknown);
  return { kind: "files", location: word };
}

export interface OpenWeatherQuery {
  readonly place: Place;
  readonly period: Period;
  /** Length of the intervals of the answer, seconds. */
  readonly interval: number;
  /** Unix ms: separates history from forecast and decides which run is the newest. */
  readonly now: number;
  /** Default: "history". */
  readonly purpose?: Purpose | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface DescribedWeather {
  /** Notes that apply to all its answers. */
  readonly notes: readonly string[];
  /**
   * The weather of a place and period, with a day around it for models that look at neighbours.
   *
   * @throws ArchiveError as `Archive.read`
   */
  read(query: OpenWeatherQuery): Promise<ArchiveWeather>;
  /** As `Archive.pieceOf`. */
  pieceOf(place: Place): Promise<number | undefined>;
  close(): Promise<void>;
}

const MARGIN = DAY;
const COLUMNS: readonly WeatherColumn[] = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
  "temperature",
];
const SYNTHETIC = "where no other source has irradiance, weather is synthetic, drawn from the climate of the place";
/** What the engine uses where it is there. */
const WELCOME: readonly WeatherColumn[] = [
  "wind_speed",
  "snow_depth",
  "albedo",
  "pressure",
  "dew_point_temperature",
  "relative_humidity",
  "precipitable_water",
  "aerosol_optical_depth",
  "linke_turbidity",
  "precipitation",
  "snowfall",
];

/**
 * Opens the sources that a description names. Synthetic weather is given only where it names a synthetic source, and none that is real
 * has irradiance.
 *
 * @param from path of the JSON file, or a list of words as `describeWords` takes them
 * @param given `cache`: by default the user's
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION`
 * @experimental
 */
export async function openWeather(
  from: string | readonly string[],
  given: DescriptionOptions = {},
): Promise<DescribedWeather> {
  const options = { ...given, cache: given.cache ?? {} };
  const description = await (typeof from === "string" ? readDescription(from, options) : describeWords(from, options));
  const archive = openArchive(description);
  return {
    notes: description.kinds.includes("synthetic") ? [SYNTHETIC] : [],
    async read({ place, period, interval, now, purpose = "history", signal }) {
      const survey = await archive.survey(place, now, { signal });
      const columns = { columns: COLUMNS, welcome: WELCOME };
      const request = { purpose, period, margin: MARGIN, ...columns, interval, synthetic: true };
      return archive.read(plan(survey, request), { signal });
    },
    pieceOf: (place) => archive.pieceOf(place),
    close: () => archive.close(),
  };
}
