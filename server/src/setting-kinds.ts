/** The kinds of settings: how a value is read from text, and what is said of one that is not right. */
import { isIP } from "node:net";
import { databaseName, isDatabase } from "./accounts/accounts-database.js";
import { isRedisAddress, shownAddress } from "./background/queue/redis.js";

/** Text to value. @throws SettingsError */
type Read<Value> = (text: string, name: string) => Value;

export interface Setting<Value> {
  readonly read: Read<Value>;
  readonly fallback: Value;
  /** The default as shown in help texts, if it is not the text of the value. */
  readonly shown?: string;
  /** What the text must be, in words. */
  readonly form: string;
  readonly text: string;
  /** Makes the setting a list: the flag may be repeated; in a variable this separates the items (colon for paths, comma). */
  readonly separator?: string | RegExp;
  /** A flag without a value. */
  readonly flag?: true;
}

/** An invalid setting: an unknown name or a value of the wrong form. The command line prints its message unchanged. @experimental */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  readonly code = "ERR_SETTINGS";
}

const DECIMAL = /^\d+(\.\d+)?$/;

function refuse(name: string, form: string, text: string): never {
  throw new SettingsError(`setting "${name}" must be ${form}, got ${JSON.stringify(text)}`);
}

/** What a setting is for, and its default in words where that is not the text of the value. */
interface Described<Value> {
  of(text: string, shown?: string): Setting<Value>;
}

export function number(fallback: number, least: number, most: number): Described<number> {
  return counted(fallback, least, most, `a number from ${least} to ${most}`, DECIMAL);
}

export function whole(fallback: number, least: number, most: number): Described<number> {
  return counted(fallback, least, most, `a whole number from ${least} to ${most}`, /^\d+$/);
}

function counted(fallback: number, least: number, most: number, form: string, digits: RegExp): Described<number> {
  const read = (given: string, name: string) => {
    const value = digits.test(given) ? Number(given) : Number.NaN;
    return value >= least && value <= most ? value : refuse(name, form, given);
  };
  return { of: (text, shown) => ({ read, fallback, form, text, ...(shown === undefined ? {} : { shown }) }) };
}

export function choice<const Name extends string>(names: readonly Name[], fallback: Name, text: string): Setting<Name> {
  const form = `one of ${names.join(", ")}`;
  const read = (given: string, name: string) =>
    names.includes(given as Name) ? (given as Name) : refuse(name, form, given);
  return { read, fallback, form, text };
}

export function optional<Value>(
  form: string,
  read: Read<Value>,
  shown: string,
  text: string,
): Setting<Value | undefined> {
  return { read, fallback: undefined, form, shown, text };
}

export function filled(text: string, name: string): string {
  return text.trim() === "" ? refuse(name, "a non-empty text", text) : text;
}

export function list<Item>(
  form: string,
  read: Read<Item>,
  separator: string | RegExp,
  text: string,
): Setting<readonly Item[]> {
  // What never has a comma may be written as its variable is: `--doors solcast,pvgis`.
  const between = separator === "," ? /[\n,]/ : "\n";
  const readAll = (given: string, name: string) => given.split(between).map((item) => read(item, name));
  return { read: readAll, fallback: [], form, shown: "none", text, separator };
}

export function onOff(text: string): Setting<boolean> {
  const read = (given: string, name: string) =>
    given === "true" || given === "false" ? given === "true" : refuse(name, "true or false", given);
  return { read, fallback: false, form: "true or false", text, flag: true };
}

export const FOLDER_OR_DATABASE = "a folder, or postgres://user@host/database";

/** The address of a database may have a password: no message repeats it. */
export function folderOrDatabase(text: string, name: string): string {
  filled(text, name);
  try {
    if (isDatabase(text)) databaseName(text);
    return text;
  } catch (cause) {
    throw new SettingsError(`setting "${name}": ${(cause as Error).message}`, { cause });
  }
}

export const FOLDER_OR_BUCKET = "a folder, or s3://BUCKET/PREFIX";

export function folderOrBucket(text: string, name: string): string {
  const isAddress = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  const isGood = isAddress ? /^s3:\/\/[^/]+/.test(text) : text.trim() !== "";
  return isGood ? text : refuse(name, FOLDER_OR_BUCKET, text);
}

export const ADDRESS_OF_REDIS = "redis://HOST:PORT, or rediss://…";

/** The address of Redis may have a password: no message repeats it. */
export function redisAddress(text: string, name: string): string {
  return isRedisAddress(text) ? text : refuse(name, ADDRESS_OF_REDIS, shownAddress(text));
}

export const TILES = "an address (https://…) with {z}, {x} and {y} in its path";

/** Its host comes into the page's content security policy, so that the rest of it must not: no wildcard, no second directive. */
export function tileAddress(text: string, name: string): string {
  const parts = ["{z}", "{x}", "{y}"];
  const plain = parts.reduce((address, part) => address.replace(part, "0"), text);
  const isPlain = /^[\x21-\x7e]{1,1000}$/.test(text) && !/["'<>\\^`{|}*;,]/.test(plain);
  const url = isPlain && URL.canParse(plain) ? new URL(plain) : undefined;
  const isLocal = url?.protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  const hasParts = parts.every((part) => text.split(part).length === 2 && text.indexOf(part) > text.indexOf("/", 8));
  const isGood = url !== undefined && hasParts && (url.protocol === "https:" || isLocal) && url.username === "";
  return isGood ? text : refuse(name, TILES, text);
}

export const FRAMES = "self, or an origin such as https://home.example.org";

/** A source of the policy's `frame-ancestors`, which it must not leave: an origin has no blank, comma or semicolon. */
export function frameAncestor(text: string, name: string): string {
  if (text === "self") return "'self'";
  const isOrigin = /^https?:\/\/[\w.[\]:-]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
  return isOrigin ? text : refuse(name, FRAMES, text);
}

export const PORTS = "a port, 0 (any that is free) to 65535";

export function port(text: string, name: string): number {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : refuse(name, PORTS, text);
}

/** A colon, but not in `https://`, nor before a port. */
export const BETWEEN_PATHS_AND_ADDRESSES = /:(?!\/\/|\d{1,5}(?:\/|$))/;

export const HOPS = "addresses or networks (127.0.0.1, 10.0.0.0/8, ::1)";

export function hop(text: string, name: string): string {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const good = version > 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most));
  return good ? text : refuse(name, HOPS, text);
}
