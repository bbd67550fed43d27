/** Where a user's programs keep what they can fetch again. */
import { homedir } from "node:os";
import { join } from "node:path";

/** `IRRADIANCE_CACHE`, else the folder `irradiance` in `XDG_CACHE_HOME` or `~/.cache`. */
export function cacheFolder(): string {
  const { IRRADIANCE_CACHE: own, XDG_CACHE_HOME: xdg } = process.env;
  return own || join(xdg || join(homedir(), ".cache"), "irradiance");
}
