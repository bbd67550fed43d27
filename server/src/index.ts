/** irradiance-server: the service as a library, for programs and tests that start it themselves. */
export type { Accounts } from "./accounts/accounts.js";
export { openAccounts } from "./accounts/open.js";
export type { GeneratedSeries, YearGenerator } from "./answers/climate/year-generator.js";
export { readSettings, type Settings, SettingsError, settingsWith } from "./settings.js";
export { type RunningServer, type StartOptions, startServer } from "./start.js";
