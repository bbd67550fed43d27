/** A command of actions: arguments in, lines and an exit code out. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { AccountsDatabase } from "../accounts/accounts-database.js";
import type { Actor } from "../accounts/admin-action.js";
import { openAdministered } from "../accounts/administered.js";
import { Administration } from "../accounts/administration.js";
import { type AccountsPlace, accountsPlace } from "../accounts/place.js";
import { parserText } from "../suggestion.js";
import type { CommandIo } from "./io.js";

/** An error that the caller can correct. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface Command {
  /** One line on its purpose. */
  readonly summary: string;
  /** One line per action. */
  readonly usage: readonly string[];
  /** Resolves to the exit code: 0 done, 1 failed, 2 not to be honoured as it was put. Never rejects. */
  run(args: readonly string[], io: CommandIo): Promise<number>;
}

export interface Action {
  /** Names of the positional arguments; those in brackets may be left out, the last may end with … and be repeated. */
  readonly arguments: readonly string[];
  /** Options beside `--data`, each with the name of its value; without one it is a switch. */
  readonly options?: Readonly<Record<string, string | undefined>>;
  run(call: Call): void | Promise<void>;
}

export interface Call {
  readonly arguments: readonly string[];
  /** Undefined if not given. */
  option(name: string): string | undefined;
  has(name: string): boolean;
  readonly io: CommandIo;
  /** Where the accounts are. @throws UsageError if nobody said */
  readonly place: AccountsPlace;
}

/** What a command works on: accounts are in the directory or database that --data names. */
export type Subject = "accounts" | "weather";

/** @param actions by name; one named "" is the command itself @param details further lines of its help */
export function command(
  name: string,
  summary: string,
  actions: Readonly<Record<string, Action>>,
  subject: Subject = "accounts",
  details: readonly string[] = [],
): Command {
  const usage = Object.entries(actions).map(([action, of]) => usageLine(name, action, of, subject));
  const run = async (args: readonly string[], io: CommandIo) => {
    if (args.some((arg) => arg === "--help" || arg === "-h")) return help(summary, usage, details, io);
    try {
      const single = actions[""];
      const [first = "", ...rest] = args;
      const [action, own] = single ? [single, args] : [findAction(actions, first), rest];
      await action.run(callOf(action, own, io, subject));
      return 0;
    } catch (cause) {
      io.err(`irradiance-server ${name}: ${oneLine(cause)}`);
      return cause instanceof UsageError || cause instanceof RangeError ? 2 : 1;
    }
  };
  return { summary, usage, run };
}

/** Opens the accounts for an operator, and closes them again. */
export function administer<T>(
  call: Call,
  work: (administration: Administration) => Promise<T>,
  create = false,
): Promise<T> {
  return withDatabase(call, (database) => work(new Administration(database, actorOf(call))), create);
}

/** Whom the audit of changes names. */
export function actorOf({ io }: Call): Actor {
  return { name: io.actor, now: io.now() };
}

export async function withDatabase<T>(
  { place }: Call,
  work: (database: AccountsDatabase) => Promise<T>,
  create = false,
): Promise<T> {
  const database = await openAdministered(place, { create });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function findAction(actions: Readonly<Record<string, Action>>, wanted: string): Action {
  const found = Object.hasOwn(actions, wanted) ? actions[wanted] : undefined;
  if (found) return found;
  const came = wanted === "" ? "got nothing" : `got ${JSON.stringify(wanted)}`;
  throw new UsageError(`action must be one of ${Object.keys(actions).join(", ")}, ${came}`);
}

function callOf(action: Action, args: readonly string[], io: CommandIo, subject: Subject): Call {
  const names = subject === "accounts" ? { ...action.options, data: "DIR" } : { ...action.options };
  const { values, positionals } = parse(args, names);
  const least = action.arguments.filter((argument) => !argument.startsWith("[")).length;
  const most = action.arguments.at(-1)?.endsWith("…") ? Number.POSITIVE_INFINITY : action.arguments.length;
  if (positionals.length < least || positionals.length > most) {
    const wanted = action.arguments.join(" ") || "no arguments";
    throw new UsageError(`arguments must be ${wanted}, got ${positionals.join(" ") || "nothing"}`);
  }
  return {
    arguments: positionals,
    option: (name) => values[name] as string | undefined,
    has: (name) => values[name] === true,
    io,
    get place() {
      return accountsPlace(dataOf(values.data as string | undefined, io));
    },
  };
}

function parse(args: readonly string[], names: Readonly<Record<string, string | undefined>>) {
  const options: NonNullable<ParseArgsConfig["options"]> = {};
  for (const [name, value] of Object.entries(names)) options[name] = { type: value ? "string" : "boolean" };
  try {
    const parsed = parseArgs({ args: withNegatives(args), options, allowPositionals: true, tokens: true });
    const given = parsed.tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
    const twice = given.find((name, i) => given.indexOf(name) < i);
    if (twice) throw new UsageError(`--${twice} was given twice`);
    return parsed;
  } catch (cause) {
    if (cause instanceof TypeError) throw new UsageError(parserText(cause.message, Object.keys(names)), { cause });
    throw cause;
  }
}

/** `--lon -80` is a number, not an option. */
function withNegatives(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1);
    if (/^-\d/.test(arg) && before !== undefined && /^--[a-z-]+$/.test(before))
      joined.splice(-1, 1, `${before}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

function dataOf(option: string | undefined, { env }: CommandIo): string {
  const data = option ?? env.IRRADIANCE_DATA;
  if (data) return data;
  const places = "the directory of irradiance.db, or a database (postgres://user@host/database)";
  throw new UsageError(`--data DIR (or IRRADIANCE_DATA) must name ${places}, got nothing`);
}

function usageLine(
  name: string,
  action: string,
  { arguments: wanted, options = {} }: Action,
  subject: Subject,
): string {
  const given = Object.entries(options).map(([option, value]) => `[--${option}${value ? ` ${value}` : ""}]`);
  return ["irradiance-server", name, action, ...wanted, ...given, subject === "accounts" && "--data DIR"]
    .filter(Boolean)
    .join(" ");
}

function help(summary: string, usage: readonly string[], details: readonly string[], io: CommandIo): number {
  io.out(summary);
  for (const line of usage) io.out(`  ${line}`);
  for (const line of details) io.out(line);
  return 0;
}

function oneLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).replace(/(?<!\s)\s*\n\s*/g, " ");
}
