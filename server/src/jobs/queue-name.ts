/** The queue in which servers and workers meet. */
import { createHash } from "node:crypto";
import type { Settings } from "../settings.js";
import { SOFTWARE } from "../software.js";
import { settledOut } from "../store/open.js";

/** Settings that shape answers of observations, and so lines of jobs. */
const SHAPING = ["compatibility", "synthetic", "horizon-without-terrain", "weather-distance", "window-grace"] as const;

/**
 * Servers and workers meet in a queue of this name only if they write to the same place and are of one version, with the same
 * settings and sources: a worker whose answers would differ never sees a part.
 *
 * @param sources ids, in the order in which they are asked
 */
export function queueName(place: string, settings: Settings, sources: readonly string[]): string {
  const shape = SHAPING.map((name) => settings[name]);
  const kind = [settledOut(place), SOFTWARE, shape, settings.dem.length > 0, sources];
  return createHash("sha256").update(JSON.stringify(kind)).digest("hex").slice(0, 16);
}
