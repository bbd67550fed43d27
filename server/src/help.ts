/** The output of `irradiance-server --help`. */
import { COMMANDS } from "./cli/commands.js";
import { settingRows } from "./settings.js";

export async function helpText(): Promise<string> {
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
