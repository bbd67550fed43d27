/** Where accounts are: in a folder, or in a PostgreSQL database. */
import { accountsFile } from "./sqlite/file.js";

export type AccountsPlace = { readonly file: string } | { readonly database: string };

/**
 * @param data a folder, or postgres://user@host/database
 * @throws RangeError when it is the address of anything else
 */
export function accountsPlace(data: string): AccountsPlace {
  return isDatabase(data) ? { database: data } : { file: accountsFile(data) };
}

/** @throws RangeError when it is an address, but not one of PostgreSQL: taken for a folder, it would keep its password as a name */
export function isDatabase(data: string): boolean {
  if (/^postgres(ql)?:\/\//i.test(data)) return true;
  if (data.includes("://") || /^postg\w*:/i.test(data)) {
    throw new RangeError(
      `accounts must be in a folder or in postgres://user@host/database, got ${withoutPassword(data)}`,
    );
  }
  return false;
}

/** All between the scheme and the last @, as a password may have any character. */
function withoutPassword(address: string): string {
  return address.replace(/^([^:]*:(?:\/\/)?).*@/s, "$1…@").replace(/\?.*$/s, "?…");
}

/** What messages call it: a path, or host and database. A password is never shown. */
export function placeName(place: AccountsPlace): string {
  return "file" in place ? place.file : databaseName(place.database);
}

/** @throws RangeError that does not repeat the address: it may have a password */
export function databaseName(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const name = decodeURIComponent(url?.pathname.slice(1) ?? "");
  if (url === undefined || name === "" || name.includes("/")) {
    throw new RangeError("the address of the accounts must be postgres://user@host:port/database");
  }
  const host = url.hostname || url.searchParams.get("host") || process.env.PGHOST || "localhost";
  return `${host}${url.port === "" ? "" : `:${url.port}`}/${name}`;
}
