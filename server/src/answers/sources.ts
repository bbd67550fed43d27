/** The sources of weather that the settings name. */
import {
  ArchiveError,
  type ArchiveOptions,
  describeWords,
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
 * What the operator has, described, and by name, in files and in stores (`--weather`), and behind it weather drawn from the climate, which answers where it
 * may: for the demo key, or for all with `synthetic`. Without anything there is the embedded sample, too: at its place it is what nearest comes to measured.
 */
export async function sourcesOf(settings: Settings): Promise<WeatherSources> {
  const { weather, archive: file } = settings;
  if (weather.length === 0 && file === undefined) return { sources: [sampleSource(), syntheticSource()] };
  const described = file === undefined ? undefined : await readDescription(file).catch(refusing("archive"));
  const named = await namedBy(settings);
  const own = [...(described?.sources ?? []), ...named];
  // A description may have one of its own.
  const isThere = described?.kinds.includes("synthetic");
  const { timeout, limits } = described ?? {};
  return { sources: isThere ? own : [...own, syntheticSource()], timeout, limits };
}

async function namedBy({ weather, "weather-distance": maxDistanceKm }: Settings): Promise<readonly WeatherSource[]> {
  if (weather.length === 0) return [];
  return (await describeWords(weather, { maxDistanceKm }).catch(refusing("weather"))).sources;
}

function refusing(setting: string): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof ArchiveError) throw new SettingsError(`setting "${setting}": ${cause.message}`, { cause });
    throw cause;
  };
}
