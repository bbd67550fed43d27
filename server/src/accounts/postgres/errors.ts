/** What goes wrong with a database: it cannot be used at all, it does not answer now, or it is too busy this time. */
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
export function sqlState(cause: unknown): string | undefined {
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
