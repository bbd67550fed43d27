/** The sources of weather that the settings name. */
import {
  filesSource,
  isLiveStore,
  liveSource,
  sampleSource,
  syntheticSource,
  type WeatherSource,
} from "irradiance-archive";
import type { Settings } from "../settings.js";

/**
 * What the operator has, files and live stores, and behind it weather drawn from the climate, which answers where it may: for the demo key, or for all
 * with `synthetic`. Without anything there is the embedded sample, too: at its place it is what nearest comes to measured.
 */
export async function sourcesOf(settings: Settings): Promise<readonly WeatherSource[]> {
  const { weather } = settings;
  if (weather.length === 0) return [sampleSource(), syntheticSource()];
  const isLive = await Promise.all(weather.map(isLiveStore));
  const stores = weather.filter((_, k) => isLive[k]);
  const paths = weather.filter((_, k) => !isLive[k]);
  const live = stores.map((folder, k) => liveSource({ folder, id: k === 0 ? "live" : `live-${k + 1}` }));
  const files = paths.length > 0 ? [filesSource({ paths, maxDistanceKm: settings["weather-distance"] })] : [];
  return [...live, ...files, syntheticSource()];
}
