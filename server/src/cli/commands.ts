/** The commands beside `serve`, by name. Each is loaded when it is called: most need little of what serving needs. */
import type { Command } from "./command.js";

export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  accounts: async () => (await import("./accounts.js")).accounts,
  plans: async () => (await import("./plans.js")).plans,
  keys: async () => (await import("./keys.js")).keys,
  tokens: async () => (await import("./tokens.js")).tokens,
  usage: async () => (await import("./usage.js")).usage,
  audit: async () => (await import("./audit.js")).audit,
  backup: async () => (await import("./backup.js")).backup,
  restore: async () => (await import("./backup.js")).restore,
  check: async () => (await import("./backup.js")).check,
  archive: async () => (await import("./archive.js")).archive,
  weather: async () => (await import("./weather.js")).weather,
  forecast: async () => (await import("./forecast.js")).forecast,
  bulk: async () => (await import("./bulk.js")).bulk,
  worker: async () => (await import("./worker.js")).worker,
};
