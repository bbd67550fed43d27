/** Where a user's programs keep what they collected: not to be fetched again, so no cache. */
import { homedir } from "node:os";
import { join } from "node:path";

function dataFolder(): string {
  return join(process.env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "irradiance");
}

/** The scans of a satellite's product. */
export function scanFolder(name: string): string {
  return join(dataFolder(), "scans", name);
}

/** Days on which `weather check` passed, here. */
export function checksFile(): string {
  return join(dataFolder(), "weather-checks.json");
}
