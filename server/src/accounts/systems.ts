/** PV systems that accounts store by name: a place and a description, which the store does not look into. */
import { type JobDatabase, rows, type Steps } from "./jobs/steps.js";

export interface StoredSystem {
  readonly account: string;
  readonly name: string;
  /** Unix ms. */
  readonly created: number;
  readonly changed: number;
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** All else, as JSON. */
  readonly description: string;
}

/** `too-many`: the account stores as many as it may; `gone`: it is being deleted. */
export type SystemStorage = "new" | "changed" | "too-many" | "gone";

const COLUMNS = "account, name, created, changed, latitude, longitude, description";
const OF_ACCOUNT = `SELECT ${COLUMNS} FROM stored_system WHERE account = ? ORDER BY name`;
const ONE = `SELECT ${COLUMNS} FROM stored_system WHERE account = ? AND name = ?`;
const LIVING = "SELECT name FROM account WHERE name = ? AND successor IS NULL";
const NUMBER = "SELECT count(*) AS count FROM stored_system WHERE account = ?";
const STORE = `INSERT INTO stored_system (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (account, name) DO UPDATE SET changed = excluded.changed, latitude = excluded.latitude,
    longitude = excluded.longitude, description = excluded.description`;
const REMOVE = "DELETE FROM stored_system WHERE account = ? AND name = ? RETURNING name";

/** All methods throw AccountsUnavailableError while the database does not answer. */
export class StoredSystems {
  readonly #database: Pick<JobDatabase, "read" | "write" | "change">;

  constructor(database: Pick<JobDatabase, "read" | "write" | "change">) {
    this.#database = database;
  }

  /** By name. */
  list(account: string): Promise<readonly StoredSystem[]> {
    return this.#database.read(rows<StoredSystem>(OF_ACCOUNT, account));
  }

  async find(account: string, name: string): Promise<StoredSystem | undefined> {
    return (await this.#database.read(rows<StoredSystem>(ONE, account, name)))[0];
  }

  /** Puts it in the place of the account's system of that name, which keeps its `created`. @param most systems that the account may store */
  store(system: StoredSystem, most: number): Promise<SystemStorage> {
    return this.#database.change(system.account, function* () {
      return { result: yield* storeSystem(system, most) };
    });
  }

  /** Whether it was there. */
  async remove(account: string, name: string): Promise<boolean> {
    return (await this.#database.write(() => rows(REMOVE, account, name))).length > 0;
  }
}

/** Nobody else stores one for the account meanwhile. */
function* storeSystem(system: StoredSystem, most: number): Steps<SystemStorage> {
  const { account, name, created, changed, latitude, longitude, description } = system;
  const isLiving = (yield* rows(LIVING, account)).length > 0;
  if (!isLiving) return "gone";
  const isKnown = (yield* rows(ONE, account, name)).length > 0;
  const [number] = yield* rows<{ readonly count: number }>(NUMBER, account);
  if (!isKnown && number!.count >= most) return "too-many";
  yield* rows(STORE, account, name, created, changed, latitude, longitude, description);
  return isKnown ? "changed" : "new";
}
