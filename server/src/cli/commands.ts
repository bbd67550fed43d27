/** The commands beside `serve`, by name. */
import { accounts } from "./accounts.js";
import { archive } from "./archive.js";
import { audit } from "./audit.js";
import { backup, check, restore } from "./backup.js";
import { bulk } from "./bulk.js";
import type { Command } from "./command.js";
import { forecast } from "./forecast.js";
import { keys } from "./keys.js";
import { tokens } from "./tokens.js";
import { usage } from "./usage.js";
import { weather } from "./weather.js";
import { worker } from "./worker.js";

export const COMMANDS: Readonly<Record<string, Command>> = {
  accounts,
  keys,
  tokens,
  usage,
  audit,
  backup,
  restore,
  check,
  archive,
  weather,
  forecast,
  bulk,
  worker,
};
