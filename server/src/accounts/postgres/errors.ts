/** The package pg, which only servers on PostgreSQL need; and what goes wrong with a database: it cannot be used at all, it does not answer now, or it is too busy this time. */

import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ConnectionOptions } from "node:tls";
import type { default as Pg, PoolClient, PoolConfig } from "pg";
import { AccountsUnavailableError } from "../accounts.js";

/** The database cannot be used. The message names it, without a password, and says what helps. */
export class AccountsDatabaseError extends Error {
  override readonly name = "AccountsDatabaseError";
  readonly code = "ERR_ACCOUNTS_DATABASE";
}

/** Deadlock or serialization failure, lock or statement timeout: another try may do. */
const BUSY = /^(40001|40P01|55P03|57014)$/;
/** Connection, resources, operator's intervention, the system's own errors, a standby that takes no writes, a login refused. */
const DOWN = /^(08|53|57|58|28)|^25006$|^25P03$/;
/** A read-only server, no room, the system's own errors: what is there can be read. */
const UNWRITABLE = /^(25006|53100|58)/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** A certificate that is not believed, in the words of OpenSSL and Node. */
const CERTIFICATE = /CERT|UNABLE_TO_VERIFY|^CRL_|^HOSTNAME_MISMATCH$/;

/** @returns the code of an error that the database itself reported; undefined if it did not come to that */
function sqlState(cause: unknown): string | undefined {
  const { code, severity } = (cause ?? {}) as { readonly code?: unknown; readonly severity?: unknown };
  return severity !== undefined && typeof code === "string" && SQLSTATE.test(code) ? code : undefined;
}

/** Whether the database could not be reached, or does not work: the connection is of no use any more. */
export function isDown(cause: unknown): boolean {
  const state = sqlState(cause);
  return state === undefined ? isOfDriver(cause) : DOWN.test(state) && !BUSY.test(state);
}

/** Whether it answers, and takes nothing that is written. */
export function isUnwritable(cause: unknown): boolean {
  return UNWRITABLE.test(sqlState(cause) ?? "");
}

export function isBusy(cause: unknown): boolean {
  const state = sqlState(cause);
  return state !== undefined && BUSY.test(state);
}

/** Of the system (it has a code such as ECONNREFUSED), or one of the sentences of pg, which have none. */
function isOfDriver(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const { code, syscall } = cause as NodeJS.ErrnoException;
  if (isOfCertificate(cause)) return true;
  if (cause instanceof AggregateError || syscall !== undefined || /^(E[A-Z]+|ERR_(TLS|SSL)\w*)$/.test(code ?? ""))
    return true;
  return /connection|timeout|not queryable/i.test(cause.message) && code === undefined;
}

/** Found at the start it is the operator's to mend; found later (it has expired, say), it may be mended at the other end. */
function isOfCertificate(cause: unknown): boolean {
  const { code, severity } = (cause ?? {}) as { readonly code?: unknown; readonly severity?: unknown };
  return severity === undefined && typeof code === "string" && CERTIFICATE.test(code);
}

/** The error as callers of the accounts know it; any other unchanged. */
export function describedError(name: string, cause: unknown): unknown {
  if (isOfCertificate(cause)) {
    const help =
      "sslrootcert must name the file of its certification authority, and the address must name a host of the certificate";
    return new AccountsUnavailableError(`${name} is not trusted (${reasonOf(cause)}): ${help}`, { cause });
  }
  if (isDown(cause) || isBusy(cause)) {
    return new AccountsUnavailableError(`${name} ${lackOf(cause)}`, { cause });
  }
  return cause;
}

/** What a log line says of it. */
export function lackOf(cause: unknown): string {
  return `${isUnwritable(cause) ? "takes no writes" : "does not answer"} (${reasonOf(cause)})`;
}

function reasonOf(cause: unknown): string {
  const { message, code } = cause as NodeJS.ErrnoException;
  const state = sqlState(cause);
  return `${message || code || "no reason given"}${state === undefined ? "" : `, SQLSTATE ${state}`}`;
}

export type { PoolClient };
export type Driver = typeof Pg;

export async function loadDriver(): Promise<Driver> {
  try {
    return (await import("pg")).default;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw cause;
    throw new AccountsDatabaseError("accounts in PostgreSQL need the package pg: npm install pg", { cause });
  }
}

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums of whole numbers are numbers here; the schema keeps them below 2^53. */
export function numberTypes({ types }: Driver): NonNullable<PoolConfig["types"]> {
  return {
    getTypeParser: (oid: number, format?: "text" | "binary") =>
      oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid as never, format as never),
  } as NonNullable<PoolConfig["types"]>;
}

/** `?` of the statements that SQLite takes, too, as $1, $2, … */
export function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll("?", () => `$${++count}`);
}

/*
 * How a connection is encrypted, by the parameters and variables of libpq, with the meaning that they have there: psql, pg_dump
 * and this server take one address for the same thing. (The driver's own reading differs: its `sslmode=require` verifies.)
 */

/** What the driver is given: an address without parameters of TLS, and these beside it. */
interface Secured {
  readonly connectionString: string;
  /** false: in the clear. */
  readonly ssl: ConnectionOptions | false;
}

const MODES = ["disable", "require", "verify-ca", "verify-full"] as const;
type Mode = (typeof MODES)[number];

/** The parameters with their variables, and the files that libpq takes without either. */
const PARAMETERS = {
  sslmode: { variable: "PGSSLMODE" },
  sslrootcert: { variable: "PGSSLROOTCERT", file: "root.crt" },
  sslcert: { variable: "PGSSLCERT", file: "postgresql.crt" },
  sslkey: { variable: "PGSSLKEY", file: "postgresql.key" },
} as const;
type Parameter = keyof typeof PARAMETERS;

/** `sslrootcert` of this name: the certification authorities that Node knows. */
const SYSTEM = "system";

/**
 * @param url postgres://…
 * @throws AccountsDatabaseError naming the parameter or variable, what was expected and what came
 */
export function secured(url: string, env: NodeJS.ProcessEnv = process.env): Secured {
  const address = new URL(url);
  const given = new TlsParameters(address, env);
  refuseUnknown(address);
  const plain = withoutTls(address, url);
  const mode = modeOf(given);
  if (mode === "disable" || isSocket(address, env)) return { connectionString: plain, ssl: false };
  return { connectionString: plain, ssl: { ...authorities(mode, given), ...ownCertificate(given) } };
}

/** What the address says, else the environment. */
class TlsParameters {
  readonly #address: URL;
  readonly #env: NodeJS.ProcessEnv;

  constructor(address: URL, env: NodeJS.ProcessEnv) {
    this.#address = address;
    this.#env = env;
  }

  text(name: Parameter): string | undefined {
    return this.#address.searchParams.get(name) || this.#env[PARAMETERS[name].variable] || undefined;
  }

  /** What a message calls it. */
  source(name: Parameter): string {
    return this.#address.searchParams.get(name) ? name : PARAMETERS[name].variable;
  }

  /** Path of a file that was named, or is where libpq looks for it. */
  path(name: Exclude<Parameter, "sslmode">): string | undefined {
    const text = this.text(name);
    if (text !== undefined) return text;
    const usual = join(homedir(), ".postgresql", PARAMETERS[name].file);
    return existsSync(usual) ? usual : undefined;
  }

  read(name: Exclude<Parameter, "sslmode">): string | undefined {
    const path = this.path(name);
    if (path === undefined) return undefined;
    try {
      return readFileSync(path, "utf8");
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new AccountsDatabaseError(`${this.source(name)} must be a file that can be read, got ${path} (${code})`, {
        cause,
      });
    }
  }
}

function modeOf(given: TlsParameters): Mode {
  const isSystem = given.text("sslrootcert") === SYSTEM;
  const mode = given.text("sslmode");
  if (mode === undefined) return isSystem ? "verify-full" : "disable";
  if (!MODES.includes(mode as Mode)) {
    const why = /^(allow|prefer)$/.test(mode) ? ": an attacker in between could turn the encryption off" : "";
    throw new AccountsDatabaseError(
      `${given.source("sslmode")} must be one of ${MODES.join(", ")}, got ${JSON.stringify(mode)}${why}`,
    );
  }
  if (isSystem && mode !== "verify-full") {
    throw new AccountsDatabaseError(
      `with sslrootcert=system, ${given.source("sslmode")} must be verify-full, got ${mode}`,
    );
  }
  return mode as Mode;
}

/** Whom to trust. `require` believes any certificate, unless there is a file of authorities: then it is `verify-ca`. */
function authorities(mode: Mode, given: TlsParameters): ConnectionOptions {
  if (given.text("sslrootcert") === SYSTEM) return {};
  const ca = given.read("sslrootcert");
  if (ca === undefined) {
    if (mode === "require") return { rejectUnauthorized: false };
    throw new AccountsDatabaseError(
      `sslmode=${mode} needs sslrootcert: the file of the certification authority, or "${SYSTEM}" for the authorities that Node trusts`,
    );
  }
  return mode === "verify-full" ? { ca } : { ca, checkServerIdentity: () => undefined };
}

function ownCertificate(given: TlsParameters): ConnectionOptions {
  const [cert, key] = [given.read("sslcert"), given.read("sslkey")];
  if ((cert === undefined) !== (key === undefined)) {
    throw new AccountsDatabaseError("sslcert and sslkey must be given together: a certificate and its key");
  }
  return cert === undefined ? {} : { cert, key };
}

/** A parameter that is passed over in silence would leave a connection less safe than it looks. */
function refuseUnknown({ searchParams }: URL): void {
  for (const name of searchParams.keys()) {
    if (!/^(ssl|channel_binding|uselibpqcompat$)/.test(name) || Object.hasOwn(PARAMETERS, name)) continue;
    const known = Object.keys(PARAMETERS).join(", ");
    throw new AccountsDatabaseError(`the TLS parameter must be one of ${known}, got ${name}`);
  }
}

function withoutTls(address: URL, url: string): string {
  const names = Object.keys(PARAMETERS).filter((name) => address.searchParams.has(name));
  if (names.length === 0) return url;
  const plain = new URL(address);
  for (const name of names) plain.searchParams.delete(name);
  return plain.href;
}

/** Within one machine libpq does not encrypt. */
function isSocket({ hostname, searchParams }: URL, env: NodeJS.ProcessEnv): boolean {
  const host = searchParams.get("host") || decodeURIComponent(hostname) || env.PGHOST || "";
  return host.startsWith("/");
}
