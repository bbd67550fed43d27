/** What `irradiance-server --help` prints. */
import { settingRows } from "./settings.js";

const COMMANDS = `irradiance-server: an irradiance and weather service over HTTP

  irradiance-server serve [settings]        serve until SIGTERM or SIGINT (the default)
  irradiance-server accounts create NAME    an account; see also: accounts list
  irradiance-server tokens grant NAME N     tokens for an account
  irradiance-server keys create NAME        a key for an account: shown once
  irradiance-server keys list|rotate|revoke
  irradiance-server usage NAME
  irradiance-server audit
  irradiance-server backup FILE             a copy of the accounts, also while a server runs

All but serve need --data DIR. Settings of serve, as flag or environment variable:
`;

export function helpText(): string {
  const rows = settingRows().map(
    ({ flag, variable, fallback, text }) => `  ${flag}  (${variable})\n      ${text}; default: ${fallback}\n`,
  );
  return `${COMMANDS}\n${rows.join("")}`;
}
