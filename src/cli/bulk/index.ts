/** What `irradiance-server bulk` shares with `irradiance bulk`: the list of sites, the progress, and how a command ends. */
export { exitCode, UsageError, untilSignal } from "../errors.js";
export { startBulkProgress } from "./report.js";
export { surveySites } from "./sites.js";
