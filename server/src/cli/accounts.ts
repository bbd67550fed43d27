import { type AccountsPlace, accountsPlace, isDatabase, placeName } from "../accounts/place.js";
import { pruneCharges } from "../accounts/prune.js";
import { transferAccounts } from "../accounts/transfer.js";
import { deletion, rename, resume, set, show, suspend } from "./account-changes.js";
import { actorOf, administer, type Call, command, UsageError, withDatabase } from "./command.js";
import { printList, time, tokens } from "./output.js";
import { given, parseTime, parseTokens } from "./values.js";

export const accounts = command("accounts", "accounts: the holders of keys and tokens", {
  create: { arguments: ["NAME"], options: { tokens: "N", expires: "TIME" }, run: create },
  list: { arguments: [], options: { json: undefined }, run: list },
  show,
  set,
  suspend,
  resume,
  rename,
  delete: deletion,
  prune: { arguments: [], options: { before: "TIME" }, run: prune },
  copy: { arguments: [], options: { from: "FILE", to: "DATABASE" }, run: copy },
});

async function create(call: Call): Promise<void> {
  const [name] = call.arguments as [string];
  const micro = given(call, "tokens", parseTokens);
  const expires = given(call, "expires", parseTime);
  if (micro === undefined && expires !== undefined) throw new UsageError("--expires requires --tokens");
  const grant = micro === undefined ? undefined : { tokens: micro, expires };
  await administer(call, (administration) => administration.createAccount(name, grant), true);
  const until = expires === undefined ? "" : ` until ${time(expires)}`;
  call.io.out(`account ${name} created with ${tokens(micro ?? 0)} tokens${until}`);
}

async function list(call: Call): Promise<void> {
  const rows = await administer(call, (administration) => administration.accounts());
  printList(
    call,
    rows.map(({ name, created, state, plan, keys, granted, used, remaining }) => {
      const sums = { granted: tokens(granted), used: tokens(used), remaining: tokens(remaining) };
      return { account: name, created: time(created), state, plan, keys, ...sums };
    }),
  );
}

/** Old charges into sums by day. */
async function prune(call: Call): Promise<void> {
  const before = given(call, "before", parseTime);
  if (before === undefined)
    throw new UsageError("--before must be a time, got nothing: older charges become daily sums");
  const pruned = await withDatabase(call, (database) => pruneCharges(database, { before, actor: actorOf(call) }));
  call.io.out(`${pruned.charges} charges (${tokens(pruned.tokens)} tokens) before ${time(before)} are now daily sums`);
}

/** From a file to a database, or back. */
async function copy(call: Call): Promise<void> {
  const [from, to] = [placeOf(call, "from"), placeOf(call, "to")];
  const { accounts, charges } = await transferAccounts(from, to, actorOf(call));
  call.io.out(`${accounts} accounts with ${charges} charges copied from ${placeName(from)} to ${placeName(to)}`);
}

function placeOf(call: Call, option: string): AccountsPlace {
  const text = call.option(option);
  if (text) return isDatabase(text) ? accountsPlace(text) : { file: text };
  throw new UsageError(
    `--${option} must name irradiance.db, or a database (postgres://user@host/database), got nothing`,
  );
}
