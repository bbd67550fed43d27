/** The sources of weather that the settings name. */
import {
  ArchiveError,
  type ArchiveOptions,
  describeWords,
  type FilesSource,
  readDescription,
  sampleSource,
  syntheticSource,
  type WeatherCache,
  type WeatherSource,
} from "irradiance-archive";
import { type Settings, SettingsError } from "../settings.js";

const MIB = 1024 * 1024;

/** Options for `openArchive`. */
export interface WeatherSources {
  readonly sources: readonly WeatherSource[];
  readonly timeout?: ArchiveOptions["timeout"];
  readonly limits?: ArchiveOptions["limits"];
}

/**
 * What the operator has, described (`--archive`) and by name, in files and in stores (`--weather`); behind it weather drawn from the climate,
 * which answers where it may: for the demo key, or for all with `synthetic`. Without anything there is the embedded sample, too: at its place
 * it is what comes nearest to measured.
 */
export async function sourcesOf(settings: Settings): Promise<WeatherSources> {
  const { weather, archive: file } = settings;
  if (weather.length === 0 && file === undefined) return { sources: [sampleSource(), syntheticSource()] };
  const cache = cacheOf(settings);
  const described = file === undefined ? undefined : await readDescription(file, { cache }).catch(refusing("archive"));
  const named = await namedBy(settings, cache);
  const own = [...(described?.sources ?? []), ...named];
  // A description may have one of its own.
  const isThere = described?.kinds.includes("synthetic");
  const { timeout, limits } = described ?? {};
  return { sources: isThere ? own : [...own, syntheticSource()], timeout, limits };
}

async function namedBy(
  { weather, "weather-distance": maxDistanceKm }: Settings,
  cache: WeatherCache,
): Promise<readonly WeatherSource[]> {
  if (weather.length === 0) return [];
  const { sources } = await describeWords(weather, { maxDistanceKm, cache }).catch(refusing("weather"));
  const files = sources.find(isFiles);
  const problem = files && (await unusable(files));
  if (problem === undefined) return sources;
  await Promise.all(sources.map((source) => source.close()));
  throw new SettingsError(`setting "weather": ${problem}`);
}

/** A server that reads none of the files that it was given looks well, and answers from elsewhere. Files that are not there yet may come. */
async function unusable(files: FilesSource): Promise<string | undefined> {
  await files.refresh();
  const [first, ...others] = files.problems().filter(({ isMissing }) => !isMissing);
  if (files.count() > 0 || first === undefined) return undefined;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  return `none of these files can be used: ${first.path}: ${first.message}${more}`;
}

export function isFiles(source: WeatherSource): source is FilesSource {
  return "problems" in source;
}

function cacheOf({ "weather-cache": folder, "weather-cache-size": size }: Settings): WeatherCache {
  return folder === "off" ? "off" : { ...(folder !== undefined && { folder }), bytes: size * MIB };
}

function refusing(setting: string): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof ArchiveError) throw new SettingsError(`setting "${setting}": ${cause.message}`, { cause });
    throw cause;
  };
}
