/** The sources of weather that the settings name. */
import {
  ArchiveError,
  type ArchiveOptions,
  filesSource,
  isLiveStore,
  liveSource,
  readDescription,
  sampleSource,
  syntheticSource,
  type WeatherSource,
} from "irradiance-archive";
import { type Settings, SettingsError } from "../settings.js";

/** Options for `openArchive`. */
export interface WeatherSources {
  readonly sources: readonly WeatherSource[];
  readonly timeout?: ArchiveOptions["timeout"];
  readonly limits?: ArchiveOptions["limits"];
}

/**
 * What the operator has, described, in files and in live stores, and behind it weather drawn from the climate, which answers where it
 * may: for the demo key, or for all with `synthetic`. Without anything there is the embedded sample, too: at its place it is what nearest comes to measured.
 */
export async function sourcesOf(settings: Settings): Promise<WeatherSources> {
  const { weather, archive: file } = settings;
  if (weather.length === 0 && file === undefined) return { sources: [sampleSource(), syntheticSource()] };
  const described = file === undefined ? undefined : await readDescription(file).catch(asSettingsError);
  const own = [...(described?.sources ?? []), ...(await storesAndFiles(settings))];
  // A description may have one of its own.
  const isThere = described?.kinds.includes("synthetic");
  const { timeout, limits } = described ?? {};
  return { sources: isThere ? own : [...own, syntheticSource()], timeout, limits };
}

function asSettingsError(cause: unknown): never {
  if (cause instanceof ArchiveError) throw new SettingsError(`setting "archive": ${cause.message}`, { cause });
  throw cause;
}

async function storesAndFiles(settings: Settings): Promise<readonly WeatherSource[]> {
  const { weather } = settings;
  const isLive = await Promise.all(weather.map(isLiveStore));
  const stores = weather.filter((_, k) => isLive[k]);
  const paths = weather.filter((_, k) => !isLive[k]);
  const live = stores.map((folder, k) => liveSource({ folder, id: k === 0 ? "live" : `live-${k + 1}` }));
  const files = paths.length > 0 ? [filesSource({ paths, maxDistanceKm: settings["weather-distance"] })] : [];
  return [...live, ...files];
}
