import { backUp, restoreBackup } from "../accounts/backup.js";
import { checkAccounts } from "../accounts/check.js";
import { type Call, command, withDatabase } from "./command.js";

export const backup = command("backup", "backup: copies all accounts; the server may run", {
  "": { arguments: ["FILE"], run: copy },
});

export const restore = command("restore", "restore: replaces the accounts by a backup; the server must not run", {
  "": { arguments: ["FILE"], run: putBack },
});

export const check = command("check", "check: verifies that the accounts file is intact and its sums agree", {
  "": { arguments: [], run: examine },
});

function copy(call: Call): void {
  const [target] = call.arguments as [string];
  withDatabase(call, (database) => backUp(database, target));
  call.io.out(`${call.file} copied to ${target}`);
}

function putBack(call: Call): void {
  const [backup] = call.arguments as [string];
  const aside = restoreBackup(call.file, backup, call.io.now());
  call.io.out(`${call.file} restored from ${backup}${aside ? `; the previous file is kept as ${aside}` : ""}`);
}

function examine(call: Call): void {
  withDatabase(call, (database) => checkAccounts(call.file, database));
  call.io.out(`${call.file} is intact, and its sums agree`);
}
