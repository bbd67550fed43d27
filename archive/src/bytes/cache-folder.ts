/** Where a user's programs keep what they can fetch again. */
import { homedir } from "node:os";
import { join } from "node:path";

/** The folder `irradiance` in `XDG_CACHE_HOME`, else in `~/.cache`. */
export function cacheFolder(): string {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "irradiance");
}
