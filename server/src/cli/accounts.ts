/** `accounts` and `plans`: the holders of keys and tokens, and what they share: limits and a price class. */

import { type AccountsPlace, accountsPlace, isDatabase, placeName } from "../accounts/accounts-database.js";
import { deleteAccount } from "../accounts/deletion.js";
import type { CountName, LimitName, Limits } from "../accounts/limits.js";
import { COUNT_NAMES, LIMIT_NAMES, readLimit } from "../accounts/limits.js";
import { AccountChanges, type LimitChanges, NO_PLAN, Plans, shownLimit } from "../accounts/plans.js";
import { pruneCharges } from "../accounts/refunds.js";
import { transferAccounts } from "../accounts/transfer.js";
import {
  acting,
  actorOf,
  administer,
  type Call,
  type Cell,
  command,
  given,
  parseFactor,
  parseTime,
  parseTokens,
  printList,
  time,
  tokens,
  UsageError,
  withDatabase,
} from "./command.js";

const LIMIT_OPTIONS: Readonly<Record<LimitName, string>> = {
  rate: "N",
  running: "N",
  waiting: "N",
  values: "N",
  jobs: "N",
  "job-sites": "N",
  "job-requests": "MIB",
  systems: "N",
  price: "FACTOR",
};
const PLAN_OPTIONS = { ...LIMIT_OPTIONS, note: "TEXT" };
const JSON_OPTION = { json: undefined };

export const accounts = command("accounts", "accounts: the holders of keys and tokens", {
  create: { arguments: ["NAME"], options: { tokens: "N", expires: "TIME" }, run: create },
  list: { arguments: [], options: JSON_OPTION, run: list },
  show: { arguments: ["ACCOUNT"], options: JSON_OPTION, run: show },
  set: { arguments: ["ACCOUNT"], options: { plan: "PLAN", ...LIMIT_OPTIONS }, run: set },
  suspend: {
    arguments: ["ACCOUNT"],
    options: { reason: "TEXT" },
    run: changing(
      (changes, [account], call) => changes.suspend(account!, call.option("reason")),
      ([account]) => `account ${account} suspended: servers refuse its keys within 5 s, and its jobs wait`,
    ),
  },
  resume: {
    arguments: ["ACCOUNT"],
    run: changing(
      (changes, [account]) => changes.resume(account!),
      ([account]) => `account ${account} resumed: its keys open within 5 s, and its jobs go on`,
    ),
  },
  rename: {
    arguments: ["ACCOUNT", "NEW"],
    run: changing(
      (changes, [account, shown]) => changes.rename(account!, shown!),
      ([account, shown]) => `account ${account} renamed to ${shown}`,
    ),
  },
  delete: { arguments: ["ACCOUNT"], options: { yes: undefined }, run: remove },
  prune: { arguments: [], options: { before: "TIME" }, run: prune },
  copy: { arguments: [], options: { from: "FILE", to: "DATABASE" }, run: copy },
});

export const plans = command("plans", "plans: limits and a price class that accounts share", {
  create: { arguments: ["PLAN"], options: PLAN_OPTIONS, run: createPlan },
  set: { arguments: ["PLAN"], options: PLAN_OPTIONS, run: setPlan },
  list: { arguments: [], options: JSON_OPTION, run: listPlans },
  delete: { arguments: ["PLAN"], run: deletePlan },
});

/** An action that says in one line what it has changed. */
function changing(
  work: (changes: AccountChanges, words: readonly string[], call: Call) => Promise<void>,
  text: (words: readonly string[]) => string,
) {
  return async (call: Call): Promise<void> => {
    await acting(call, AccountChanges, (changes) => work(changes, call.arguments, call));
    call.io.out(text(call.arguments));
  };
}

async function create(call: Call): Promise<void> {
  const [name] = call.arguments as [string];
  const micro = given(call, "tokens", parseTokens);
  const expires = given(call, "expires", parseTime);
  if (micro === undefined && expires !== undefined) throw new UsageError("--expires requires --tokens");
  const grant = micro === undefined ? undefined : { tokens: micro, expires };
  await administer(call, (admin) => admin.createAccount(name, grant), true);
  const until = expires === undefined ? "" : ` until ${time(expires)}`;
  call.io.out(`account ${name} created with ${tokens(micro ?? 0)} tokens${until}`);
}

async function list(call: Call): Promise<void> {
  const rows = await administer(call, (admin) => admin.accounts());
  printList(
    call,
    rows.map(({ name, created, state, plan, keys, granted, used, remaining }) => {
      const sums = { granted: tokens(granted), used: tokens(used), remaining: tokens(remaining) };
      return { account: name, created: time(created), state, plan, keys, ...sums };
    }),
  );
}

/** A row for each figure, with who set it. */
async function show(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const shown = await acting(call, AccountChanges, (changes) => changes.show(account));
  const { name, shownName, created, state, suspended, plan, ownLimits, planLimits } = shown;
  const times = { created: time(created), state, suspended: time(suspended) };
  const about: { [what: string]: Cell } = { account: shownName, "created as": name, ...times, plan };
  const rows = Object.entries(about).map(([what, value]) => ({ what, value, of: "account" }));
  for (const limit of LIMIT_NAMES) {
    const value = ownLimits[limit] ?? planLimits[limit];
    const of = ownLimits[limit] !== undefined ? "account" : value === undefined ? "server" : `plan ${plan}`;
    rows.push({ what: limit, value: value === undefined ? null : shownLimit(limit, value), of });
  }
  printList(call, rows);
}

async function set(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  const [limits, plan] = [givenLimits(call), call.option("plan")];
  if (Object.keys(limits).length === 0 && plan === undefined) {
    throw new UsageError("options must say what to change, such as --plan gold or --rate default, got nothing");
  }
  await acting(call, AccountChanges, (changes) =>
    changes.set(account, { plan: plan === NO_PLAN ? null : plan, limits }),
  );
  call.io.out(`account ${account} changed: servers see it within 5 s`);
}

async function remove(call: Call): Promise<void> {
  const [account] = call.arguments as [string];
  if (!call.has("yes")) {
    throw new UsageError(`an account is deleted for good, only its books are kept: add --yes to delete ${account}`);
  }
  const { pseudonym } = await withDatabase(call, (database) => deleteAccount(database, account, actorOf(call)));
  call.io.out(
    `account ${account} deleted: its books are kept as ${pseudonym}; a server removes the results of its jobs`,
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
  const { accounts: count, charges } = await transferAccounts(from, to, actorOf(call));
  call.io.out(`${count} accounts with ${charges} charges copied from ${placeName(from)} to ${placeName(to)}`);
}

function placeOf(call: Call, option: string): AccountsPlace {
  const text = call.option(option);
  if (text) return isDatabase(text) ? accountsPlace(text) : { file: text };
  throw new UsageError(
    `--${option} must name irradiance.db, or a database (postgres://user@host/database), got nothing`,
  );
}

async function createPlan(call: Call): Promise<void> {
  const [name] = call.arguments as [string];
  const limits = givenLimits(call);
  await acting(call, Plans, (all) => all.create(name, limits, call.option("note")), true);
  call.io.out(`plan ${name} created`);
}

async function setPlan(call: Call): Promise<void> {
  const [name] = call.arguments as [string];
  const [limits, note] = [givenLimits(call), call.option("note")];
  if (Object.keys(limits).length === 0 && note === undefined) {
    throw new UsageError("options must say what to change, such as --rate 60 or --price default, got nothing");
  }
  await acting(call, Plans, (all) => all.set(name, limits, note));
  call.io.out(`plan ${name} changed`);
}

async function listPlans(call: Call): Promise<void> {
  const rows = await acting(call, Plans, (all) => all.list());
  printList(
    call,
    rows.map(({ name, created, note, accounts: count, limits }) => {
      return { plan: name, created: time(created), accounts: count, ...limitCells(limits), note };
    }),
  );
}

async function deletePlan(call: Call): Promise<void> {
  const [name] = call.arguments as [string];
  await acting(call, Plans, (all) => all.delete(name));
  call.io.out(`plan ${name} deleted`);
}

/** `default`: as without the limit. @throws UsageError */
function givenLimits(call: Call): LimitChanges {
  const changes = LIMIT_NAMES.flatMap((name) => {
    const value = given(call, name, (shown, text) => (text === "default" ? null : parseLimit(name, shown, text)));
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(changes);
}

function parseLimit(name: LimitName, shown: string, text: string): number {
  if (!COUNT_NAMES.includes(name as CountName)) return parseFactor(shown, text);
  try {
    return readLimit(name as CountName, text, shown);
  } catch (cause) {
    throw new UsageError((cause as Error).message.replace(/^setting "(.*?)"/, "$1"), { cause });
  }
}

/** A column for each; null: not its own. */
function limitCells(limits: Partial<Limits>): Readonly<Record<string, Cell>> {
  return Object.fromEntries(
    LIMIT_NAMES.map((name) => [name, limits[name] === undefined ? null : shownLimit(name, limits[name])]),
  );
}
