/** irradiance-server: the service as a library, for programs and tests that start it themselves. */

export type { YearGenerator } from "./answers/climate/year-generator.js";
export { readSettings } from "./read-settings.js";
export { type Settings, SettingsError, settingsWith } from "./settings.js";
export { type RunningServer, type StartOptions, startServer } from "./start.js";
