// Starts the server as the options of Home Assistant say, in this process, which then gets the signals. At the first start it makes an
// account with a key.
//   node start.mjs MAIN DATA CONFIG [USER]     the server's main.js; the app's folder, with options.json; the folder that people see; the
// number of the user that the server runs as, where this one is root
import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ACCOUNT = "home";
/** Far more than a house can use: 2 for each question. */
const TOKENS = "1000000000";

const [main, data, config] = process.argv.slice(2, 5).map((path) => resolve(path));
const user = process.argv[5] === undefined ? undefined : Number(process.argv[5]);
// Only root may read them.
const {
  weather = [],
  doors = [],
  log_level: level = "info",
} = JSON.parse(readFileSync(join(data, "options.json"), "utf8"));
const accounts = join(data, "accounts");
const shown = join(config, "key.txt");

for (const folder of [accounts, join(data, "cache")]) {
  mkdirSync(folder, { recursive: true });
  if (user !== undefined) chownSync(folder, user, user);
}
const key = existsSync(shown) ? undefined : madeKey();
if (user !== undefined) {
  process.setgroups([user]);
  process.setgid(user);
  process.setuid(user);
}
console.error(
  key === undefined ? `The key is in ${shown}` : `The key of this server, also in ${shown}, is\n\n    ${key}\n`,
);
const each = (name, values) => values.flatMap((value) => [name, value]);
process.env.XDG_CACHE_HOME = join(data, "cache");
process.argv = [
  ...[process.execPath, main, "serve", "--host", "0.0.0.0", "--data", accounts],
  ...[...each("--weather", weather), ...each("--doors", doors)],
  ...["--frame-ancestors", "self", "--log-level", level],
];
await import(pathToFileURL(main).href);

/** The file comes last and at once, so that a start that broke off makes another key. */
function madeKey() {
  const command = (...words) =>
    execFileSync(process.execPath, [main, ...words, "--data", accounts], {
      encoding: "utf8",
      ...(user !== undefined && { uid: user, gid: user }),
    }).trim();
  const known = existsSync(join(accounts, "irradiance.db")) ? JSON.parse(command("accounts", "list", "--json")) : [];
  if (!known.some(({ name }) => name === ACCOUNT)) command("accounts", "create", ACCOUNT, "--tokens", TOKENS);
  const made = command("keys", "create", ACCOUNT, "--label", "app");
  mkdirSync(config, { recursive: true });
  writeFileSync(`${shown}.draft`, `${made}\n`, { mode: 0o600 });
  renameSync(`${shown}.draft`, shown);
  return made;
}
