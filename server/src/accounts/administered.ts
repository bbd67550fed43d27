/** Accounts wherever they are, for the commands of an operator. */
import type { AccountsDatabase } from "./accounts-database.js";
import type { AccountsPlace } from "./place.js";
import { administeredDatabase } from "./postgres/administered.js";
import { administeredFile } from "./sqlite/administered.js";

export interface AdministeredOptions {
  /** Whether a missing file is made. The tables of a database are, always. */
  readonly create?: boolean;
}

export async function openAdministered(
  place: AccountsPlace,
  { create = false }: AdministeredOptions = {},
): Promise<AccountsDatabase> {
  return "file" in place ? administeredFile(place.file, create) : administeredDatabase(place.database);
}
