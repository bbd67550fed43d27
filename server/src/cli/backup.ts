import { placeName } from "../accounts/place.js";
import { backUpAccounts, restoreAccounts } from "../accounts/transfer.js";
import { actorOf, type Call, command, withDatabase } from "./command.js";

export const backup = command("backup", "backup: copies all accounts; the server may run", {
  "": { arguments: ["FILE"], run: copy },
});

export const restore = command("restore", "restore: replaces the accounts by a backup; the server must not run", {
  "": { arguments: ["FILE"], run: putBack },
});

export const check = command("check", "check: verifies that the accounts file is intact and its sums agree", {
  "": { arguments: [], run: examine },
});

async function copy({ arguments: [target], place, io }: Call): Promise<void> {
  await backUpAccounts(place, target!);
  io.out(`${placeName(place)} copied to ${target}`);
}

async function putBack(call: Call): Promise<void> {
  const {
    arguments: [backup],
    place,
    io,
  } = call;
  const aside = await restoreAccounts(place, backup!, actorOf(call));
  io.out(`${placeName(place)} restored from ${backup}${aside ? `; the previous file is kept as ${aside}` : ""}`);
}

async function examine(call: Call): Promise<void> {
  await withDatabase(call, (database) => database.check());
  call.io.out(`${placeName(call.place)} is intact, and its sums agree`);
}
