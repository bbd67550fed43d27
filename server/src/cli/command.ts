/** A command of actions: arguments in, lines and an exit code out; and its access to its environment, which tests replace. */
import { hostname, userInfo } from "node:os";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { aligned, DAY, HOUR, MINUTE } from "irradiance-engine/internal/shared";
import { MICRO, parseUtcTime, type Scope } from "../accounts/accounts.js";
import { type AccountsDatabase, type AccountsPlace, type Actor, accountsPlace } from "../accounts/accounts-database.js";
import { Administration } from "../accounts/administration.js";
import { WHOLE_PRICE } from "../accounts/limits.js";
import { openAdministered } from "../accounts/transfer.js";
import { parserText } from "../suggestion.js";

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

/** Opens the accounts for an operator in a role, and closes them again. */
export function acting<Role, T>(
  call: Call,
  role: new (database: AccountsDatabase, actor: Actor) => Role,
  work: (role: Role) => Promise<T>,
  create = false,
): Promise<T> {
  return withDatabase(call, (database) => work(new role(database, actorOf(call))), create);
}

export function administer<T>(call: Call, work: (admin: Administration) => Promise<T>, create = false): Promise<T> {
  return acting(call, Administration, work, create);
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

export interface CommandIo {
  /** A line of the result. */
  out(line: string): void;
  /** Text of a long result as it is. Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** A remark or an error, one line. */
  err(line: string): void;
  /** All of standard input. */
  input(): Promise<string>;
  /** The same as it comes, for input of any length. */
  stream(): Readable;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unix ms. */
  readonly now: () => number;
  /** Who is written into the audit. */
  readonly actor: string;
}

export function processIo(): CommandIo {
  process.stdout.on("error", endForGood);
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    write: (text) => new Promise((resolve) => process.stdout.write(text, () => resolve())),
    err: (line) => void process.stderr.write(`${line}\n`),
    input: () => text(process.stdin),
    stream: () => process.stdin,
    env: process.env,
    now: Date.now,
    actor: `${userName()}@${hostname()}`,
  };
}

/** A reader that has seen enough, such as head, is no failure; a disk that is full is one. */
function endForGood({ code }: NodeJS.ErrnoException): void {
  if (code !== "EPIPE") process.stderr.write(`irradiance-server: standard output cannot be written (${code})\n`);
  process.exit(code === "EPIPE" ? 0 : 1);
}

/** A container's user may have no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Of a number with up to six decimals, digit by digit: 0.1 + 0.2 is 0.3 here. NaN: it is something else. */
function millionthsOf(text: string): number {
  const [, whole, decimals = ""] = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? Number.NaN : Number(whole) * MICRO + Number(decimals.padEnd(6, "0"));
}

/** @param form what the text must be */
export function wrong(name: string, form: string, text: string): UsageError {
  return new UsageError(`${name} must be ${form}, got ${JSON.stringify(text)}`);
}

/** An option that must be given. */
export function needed(call: Call, name: string): string {
  const text = call.option(name);
  if (text === undefined) throw new UsageError(`--${name} must be given, got nothing`);
  return text;
}

/** Tokens with up to six decimals, as micro-tokens. */
export function parseTokens(name: string, text: string): number {
  const tokens = millionthsOf(text);
  if (tokens > 0 && tokens <= 1e9 * MICRO) return tokens;
  throw wrong(name, "a number of tokens above 0, at most 1000000000 and with at most 6 decimals", text);
}

/** A factor from 0 to 10 with up to six decimals, in millionths. */
export function parseFactor(name: string, text: string): number {
  const millionths = millionthsOf(text);
  if (millionths <= 10 * WHOLE_PRICE) return millionths;
  throw wrong(name, "a factor from 0 to 10 with at most 6 decimals, such as 0.5", text);
}

/** A date (its beginning) or a time of UTC, as Unix ms. */
export function parseTime(name: string, text: string): number {
  const time = parseUtcTime(text);
  if (!Number.isNaN(time)) return time;
  throw wrong(name, "YYYY-MM-DD or YYYY-MM-DDTHH:MMZ (UTC)", text);
}

const UNITS: Readonly<Record<string, number>> = { d: DAY, h: HOUR, m: MINUTE };

/** 7d, 12h, 30m or 0, in ms; a year at most. */
export function parseDuration(name: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([dhm])$/.exec(text) ?? [];
  const duration = text === "0" ? 0 : Number(count) * UNITS[unit ?? "d"]!;
  if (duration <= 366 * UNITS.d!) return duration;
  throw wrong(name, "0 or a duration such as 7d, 12h or 30m, at most 366d", text);
}

export function parseCount(name: string, text: string): number {
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count > 0) return count;
  throw wrong(name, "a whole number from 1 to 999999", text);
}

export function parseNumber(name: string, text: string): number {
  if (/^\d{1,6}(\.\d{1,6})?$/.test(text)) return Number(text);
  throw wrong(name, "a number such as 5 or 0.1", text);
}

export function parseDegrees(name: string, text: string, most: number): number {
  const degrees = /^-?\d{1,3}(\.\d{1,10})?$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(degrees) <= most) return degrees;
  throw wrong(name, `degrees from -${most} to ${most}`, text);
}

export function parseScope(name: string, text: string): Scope {
  if (text === "all" || text === "read") return text;
  throw wrong(name, "all or read", text);
}

/** An option through its parser; undefined when it was not given. */
export function given<T>(
  call: { option(name: string): string | undefined },
  name: string,
  parse: (name: string, text: string) => T,
): T | undefined {
  const text = call.option(name);
  return text === undefined ? undefined : parse(`--${name}`, text);
}

export type Cell = string | number | null;

/** Micro-tokens as tokens. Doubles tell micro-tokens apart up to 2³³ tokens; the export of the books writes digits. */
export function tokens(micro: number): number {
  return micro / MICRO;
}

export function time(at: number): string;
export function time(at: number | null): string | null;
export function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Prints rows: with --json as one array, else as a table whose head is the rows' names. */
export function printList(call: Call, rows: readonly Readonly<Record<string, Cell>>[]): void {
  if (call.has("json")) call.io.out(JSON.stringify(rows));
  else if (rows.length === 0) call.io.err("nothing to list");
  else for (const line of table(rows)) call.io.out(line);
}

function table(rows: readonly Readonly<Record<string, Cell>>[]): string[] {
  const names = Object.keys(rows[0]!);
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? "-")))];
  return aligned(lines, (k) => rows.every((row) => typeof row[names[k]!] === "number"));
}
