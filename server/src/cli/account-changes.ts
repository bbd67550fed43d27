/** Actions of `accounts` on an account as a whole. */
import { AccountChanges } from "../accounts/account-changes.js";
import { deleteAccount } from "../accounts/deletion.js";
import { LIMIT_NAMES } from "../accounts/limits.js";
import { NO_PLAN, shownLimit } from "../accounts/plans.js";
import { type Action, actorOf, type Call, UsageError, withDatabase } from "./command.js";
import { givenLimits, LIMIT_OPTIONS } from "./limits.js";
import { type Cell, printList, time } from "./output.js";

export const show: Action = { arguments: ["ACCOUNT"], options: { json: undefined }, run: showAccount };
export const set: Action = { arguments: ["ACCOUNT"], options: { plan: "PLAN", ...LIMIT_OPTIONS }, run: setAccount };
export const suspend: Action = { arguments: ["ACCOUNT"], options: { reason: "TEXT" }, run: suspendAccount };
export const resume: Action = { arguments: ["ACCOUNT"], run: resumeAccount };
export const rename: Action = { arguments: ["ACCOUNT", "NEW"], run: renameAccount };
export const deletion: Action = { arguments: ["ACCOUNT"], options: { yes: undefined }, run: endAccount };

/** A row for each figure, with who set it. */
async function showAccount(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const shown = await change(call, (changes) => changes.show(account));
  const { name, shownName, created, state, suspended, plan, ownLimits, planLimits } = shown;
  const about = {
    account: shownName,
    "created as": name,
    created: time(created),
    state,
    suspended: time(suspended),
    plan,
  };
  const rows: { what: string; value: Cell; of: string }[] = [];
  for (const [what, value] of Object.entries(about)) rows.push({ what, value, of: "account" });
  for (const limit of LIMIT_NAMES) {
    const value = ownLimits[limit] ?? planLimits[limit];
    const of = ownLimits[limit] !== undefined ? "account" : value === undefined ? "server" : `plan ${plan}`;
    rows.push({ what: limit, value: value === undefined ? null : shownLimit(limit, value), of });
  }
  printList(call, rows);
}

async function setAccount(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const [limits, plan] = [givenLimits(call), call.option("plan")];
  if (Object.keys(limits).length === 0 && plan === undefined) {
    throw new UsageError("options must say what to change, such as --plan gold or --rate default, got nothing");
  }
  await change(call, (changes) => changes.set(account, { plan: plan === NO_PLAN ? null : plan, limits }));
  call.io.out(`account ${account} changed: servers see it within 5 s`);
}

async function suspendAccount(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  await change(call, (changes) => changes.suspend(account, call.option("reason")));
  call.io.out(`account ${account} suspended: servers refuse its keys within 5 s, and its jobs wait`);
}

async function resumeAccount(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  await change(call, (changes) => changes.resume(account));
  call.io.out(`account ${account} resumed: its keys open within 5 s, and its jobs go on`);
}

async function renameAccount(call: Call): Promise<void> {
  const [account, shown] = call.arguments as [string, string];
  await change(call, (changes) => changes.rename(account, shown));
  call.io.out(`account ${account} renamed to ${shown}`);
}

async function endAccount(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  if (!call.has("yes")) {
    throw new UsageError(`an account is deleted for good, only its books are kept: add --yes to delete ${account}`);
  }
  const { pseudonym } = await withDatabase(call, (database) => deleteAccount(database, account, actorOf(call)));
  call.io.out(
    `account ${account} deleted: its books are kept as ${pseudonym}; a server removes the results of its jobs`,
  );
}

function change<T>(call: Call, work: (changes: AccountChanges) => Promise<T>): Promise<T> {
  return withDatabase(call, (database) => work(new AccountChanges(database, actorOf(call))));
}
