/** The commands beside `serve`, by name. Each is loaded when it is called: most need little of what serving needs. */
import type { Command } from "./command.js";

export const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  accounts: async () => (await import("./accounts.js")).accounts,
  plans: async () => (await import("./accounts.js")).plans,
  keys: async () => (await import("./keys.js")).keys,
  tokens: async () => (await import("./keys.js")).tokens,
  usage: async () => (await import("./audit.js")).usage,
  audit: async () => (await import("./audit.js")).audit,
  backup: async () => (await import("./audit.js")).backup,
  restore: async () => (await import("./audit.js")).restore,
  check: async () => (await import("./audit.js")).check,
  archive: async () => (await import("./archive.js")).archive,
  weather: async () => (await import("./weather.js")).weather,
  forecast: async () => (await import("./forecast.js")).forecast,
  bulk: async () => (await import("./bulk.js")).bulk,
  worker: async () => (await import("./worker.js")).worker,
};

/** The output of `irradiance-server --help`. */
export async function helpText(): Promise<string> {
  const { settingRows } = await import("../settings.js");
  const all = await Promise.all(Object.values(COMMANDS).map((load) => load()));
  const commands = all.flatMap(({ usage }) => usage.map((line) => `  ${line}`));
  const settings = settingRows().map(
    ({ flag, variable, fallback, text }) => `  ${flag}  (${variable})\n      ${text}; default: ${fallback}\n`,
  );
  return `irradiance-server: an irradiance and weather service over HTTP

  irradiance-server serve [settings]    serve until SIGTERM or SIGINT (the default)
${commands.join("\n")}

Commands on accounts need --data, a directory or a database. Settings of serve, as flags or environment variables:

${settings.join("")}`;
}
