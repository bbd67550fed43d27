/**
 * What `irradiance bulk` is asked for, read in the same way by a program that has the parts made elsewhere: the options that
 * shape the results, the sites with what is known of their places, and the weather.
 */
import { Command, CommanderError } from "commander";
import type { PartOptions } from "../../bulk/files/index.js";
import type { BulkSite } from "../../bulk/types.js";
import { oneLine, UsageError } from "../errors.js";
import { inFlags } from "../option-names.js";
import { addBulkOptions } from "./command.js";
import { checkElevation, elevationIdentity } from "./elevation.js";
import { gridNotices } from "./grid-size.js";
import type { BulkOptions } from "./options.js";
import { BulkTally } from "./report.js";
import { listOf, type RequestedOptions, sitesOf, toPartOptions, weatherOf } from "./request.js";
import type { SiteArchive } from "./site-archive.js";
import type { BulkWeather } from "./weather.js";

export { openArchiveWeather } from "../archive-weather.js";
export { UsageError } from "../errors.js";
export { elevationIdentity } from "./elevation.js";
export { type BulkProgress, startBulkProgress } from "./progress.js";
export { failureOf, type SentWeather, SiteFiles, siteWithSentWeather } from "./sent-weather.js";
export type { SiteArchive } from "./site-archive.js";
export { siteWithArchive } from "./weather.js";
export { BulkTally };

/** Options of one file on one machine. */
const LOCAL: readonly string[] = [
  "--out",
  "--format",
  "--decimals",
  "--threads",
  "--memory-limit",
  "--gpu",
  "--yield",
  "--system",
  "--kwp",
  "--typical-year",
  "--accept-doubts",
  "--random-seed",
  "--resume",
  "--force",
];

/** What else is to be known of an option where other machines compute. */
const ELSEWHERE: { readonly [option: string]: string } = {
  "--weather": "; they travel to other machines",
  "--dem": "; other machines need their own",
};

/** An option of the program's own. */
export interface OwnOption {
  /** As commander has it, `--queue <address>`. */
  readonly flags: string;
  readonly description: string;
  readonly required?: true | undefined;
}

export interface BulkWords {
  /** The program's own, by name in camel case. */
  readonly own: { readonly [name: string]: string | boolean | undefined };
  /** No notices are wanted. */
  readonly quiet: boolean;
  /**
   * Reads the list, the weather and what is known of places.
   *
   * @throws UsageError, RequestError, WeatherError for a request that cannot be met
   */
  request(): Promise<BulkRequest>;
}

/**
 * @param name of the command, in its help @param own options of the program @returns undefined after the help was printed
 * @throws UsageError for words that are no options
 */
export function parseBulkWords(
  name: string,
  description: string,
  words: readonly string[],
  own: readonly OwnOption[],
): BulkWords | undefined {
  const command = new Command(name).description(description).argument("[sites]", "in place of --sites").exitOverride();
  command.configureOutput({ outputError: () => {} });
  for (const option of own) command[option.required ? "requiredOption" : "option"](option.flags, option.description);
  for (const option of addBulkOptions(new Command()).options) {
    option.description += ELSEWHERE[option.long ?? ""] ?? "";
    if (!LOCAL.includes(option.long ?? "")) command.addOption(option);
  }
  try {
    command.parse([...words], { from: "user" });
  } catch (cause) {
    if (!(cause instanceof CommanderError)) throw cause;
    if (cause.exitCode === 0) return undefined;
    throw new UsageError(localOption(name, cause.message) ?? cause.message.replace(/^error: /, ""), { cause });
  }
  const options = command.opts();
  const [operand] = command.processedArgs as [string | undefined];
  if (operand !== undefined && options.sites !== undefined)
    throw new UsageError(`--sites and ${operand} both name sites: give one of them`);
  const bulk = { ...(options as BulkOptions), sites: operand ?? options.sites };
  return { own: options, quiet: bulk.quiet === true, request: () => readRequest(bulk) };
}

export interface BulkRequest {
  /** Number of sites. */
  readonly total: number;
  /**
   * Each with an id, without its weather. Where it is computed, `siteWithArchive` adds that of an archive; of a site that has a
   * `weather_file` on this machine, `SiteFiles` reads it here, and `siteWithSentWeather` adds it there.
   */
  readonly sites: AsyncIterable<BulkSite>;
  /** Without elevation data, of which each machine has its own. */
  readonly parts: Omit<PartOptions, "terrain">;
  /** `file` is that of this machine. */
  readonly archive: SiteArchive | undefined;
  /** `elevationIdentity` of the data that each machine must have. */
  readonly elevation: string | undefined;
  /** What there is to say of sites, weather and grid before the run. */
  readonly notices: readonly string[];
  /** Where `sites` tells of places while it is read. */
  readonly tally: BulkTally;
}

async function readRequest(options: RequestedOptions): Promise<BulkRequest> {
  await checkElevation(options);
  const list = await listOf(options);
  const size = options.grid === undefined ? [] : gridNotices(list, options);
  const weather = await weatherOf(options, list);
  const tally = new BulkTally();
  const sites = await sitesOf(options, list, weather, (id, note) => tally.addNote(id, note));
  const elevation = options.dem && (await elevationIdentity(options.dem));
  const { terrain: _terrain, identity, ...parts } = await toPartOptions(options, list, weather);
  return {
    total: list.sites,
    sites: namedSites(sites),
    parts: { ...parts, identity: { ...identity, ...(elevation && { elevation }) } },
    archive: weather.archive,
    elevation,
    notices: [
      ...[...(list.notes ?? []), ...size].map((note) => `grid: ${note}`),
      ...weatherNotices(weather),
      ...(list.unused.length > 0 ? [`sites: ignored columns: ${list.unused.join(", ")}`] : []),
    ],
    tally,
  };
}

/** The message of an error of this room as the command line says it: in one line, with options for the names of arguments. */
export function messageInFlags(cause: unknown): string {
  return inFlags(oneLine(cause));
}

/** An option of `irradiance bulk` is no unknown one, though it is not for other machines. */
function localOption(name: string, message: string): string | undefined {
  const [, option = ""] = /unknown option '(--[a-z-]+)/.exec(message) ?? [];
  if (!LOCAL.includes(option)) return undefined;
  return `${option} is an option of irradiance bulk, not of ${name}`;
}

/** A site without an id has its place in the whole list for a name, not that in its part. */
async function* namedSites(sites: AsyncIterable<BulkSite>): AsyncGenerator<BulkSite, void, undefined> {
  let index = 0;
  for await (const { weather: _weather, weather_archive: _archive, ...site } of sites) {
    yield { id: String(index), ...site };
    index++;
  }
}

function weatherNotices({ shared, notes = [] }: BulkWeather): string[] {
  const read = [...(shared?.notices ?? []), ...(shared?.found ?? [])].map(({ message }) => inFlags(message));
  return [...read, ...notes].map((note) => `weather: ${note}`);
}
