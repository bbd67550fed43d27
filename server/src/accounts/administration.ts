/** An operator's actions on accounts: each is one transaction, with its row in the audit of changes. */
import { DAY } from "irradiance-engine/internal/shared";
import { MICRO, type Scope, type UsageRow, utcDay } from "./accounts.js";
import {
  type AccountState,
  checkName,
  demandFreeName,
  type FoundAccount,
  findAccount,
  findLiving,
  type GrantOptions,
  insertGrant,
  Operator,
  SHOWN_NAME,
  stateOf,
} from "./accounts-database.js";
import type { ChargeFigures } from "./books.js";
import { checkKeyText, hashKey, type NewKey, newKey, randomText, type StoredKey } from "./keyring.js";
import type { StoredGrant } from "./ledger.js";
import { checkNote } from "./plans.js";
import { SELECT_USAGE } from "./store.js";

interface AccountRow {
  /** What people see. */
  readonly name: string;
  readonly created: number;
  readonly state: AccountState;
  readonly plan: string | null;
  /** Keys that are neither revoked nor expired. */
  readonly keys: number;
  /** Micro-tokens: all that were granted, and all that were used. */
  readonly granted: number;
  readonly used: number;
  /** Micro-tokens of active grants, less those used. */
  readonly remaining: number;
}

/** A key, without its hash. */
type KeyRow = Omit<StoredKey, "hash">;

/** With the name that rows have of its account. */
type OwnedKey = KeyRow & { readonly owner: string };

/** A row of the audit of charges. Tokens in micro-tokens, duration in ms. */
interface ChargeRow extends ChargeFigures {
  readonly at: number;
  readonly request_id: string;
  readonly endpoint: string;
  readonly tokens: number;
}

/** A row of the audit of operators. */
interface ChangeRow {
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly subject: string;
  readonly detail: string;
}

/** A new key: the one time that its text is known. */
export type MadeKey = { readonly id: string; readonly text: string; readonly expires: number | null };

interface KeyOptions {
  /** Default: all. */
  readonly scope?: Scope | undefined;
  readonly label?: string | undefined;
  readonly expires?: number | undefined;
}

/** The name that people see of a row's account. */
const SHOWN_ACCOUNT = `(SELECT ${SHOWN_NAME} FROM account a WHERE a.name = account) AS account`;

const KEY_COLUMNS = `id, ${SHOWN_ACCOUNT}, label, scope, created, expires, revoked, last_used AS "lastUsed"`;

/** An operator's view of accounts. All methods throw RangeError for invalid arguments. */
export class Administration extends Operator {
  async createAccount(name: string, grant?: GrantOptions): Promise<void> {
    checkName("account", name);
    await this.database.transaction(async () => {
      await demandFreeName(this.database, name);
      await this.database.run("INSERT INTO account (name, created) VALUES (?, ?)", name, this.actor.now);
      await this.note("account created", name, "");
      if (grant) await this.#grant(name, grant);
    });
  }

  /** Id of the new grant. */
  async grantTokens(account: string, grant: GrantOptions): Promise<string> {
    return this.database.transaction(async () => {
      return this.#grant((await findLiving(this.database, account)).name, grant);
    });
  }

  /** Ends a grant now: its tokens are lost unless they are used or held. */
  async endGrant(id: string): Promise<StoredGrant> {
    return this.database.transaction(async () => {
      const grant = await this.database.get<StoredGrant>(
        `SELECT id, ${SHOWN_ACCOUNT}, tokens, used, starts, expires FROM token_grant WHERE id = ?`,
        id,
      );
      if (!grant)
        throw new RangeError(`GRANT must be the id of a grant, got ${JSON.stringify(id)}: "tokens list" shows them`);
      if (grant.expires !== null && grant.expires <= this.actor.now)
        throw new RangeError(`grant ${id} has already ended`);
      const expires = Math.max(this.actor.now, grant.starts);
      await this.database.run("UPDATE token_grant SET expires = ? WHERE id = ?", expires, id);
      await this.note("grant ended", id, `${(grant.tokens - grant.used) / MICRO} tokens not used`);
      return { ...grant, expires };
    });
  }

  async createKey(account: string, options: KeyOptions = {}): Promise<MadeKey> {
    return this.database.transaction(async () => {
      return this.#newKey((await findLiving(this.database, account)).name, options);
    });
  }

  /** Takes a key that exists elsewhere. Its id is made here. */
  async importKey(account: string, text: string, options: KeyOptions = {}): Promise<MadeKey> {
    checkKeyText(text);
    return this.database.transaction(async () => {
      const { name } = await findLiving(this.database, account);
      const hash = hashKey(text).toString("hex");
      const same = await this.database.get<{ id: string }>("SELECT id FROM access_key WHERE hash = ?", hash);
      if (same) throw new RangeError(`the key already exists, with id ${same.id}`);
      return this.#insertKey(name, { id: randomText(8), text }, options, "key imported");
    });
  }

  /** Makes a key in the place of another, which works on for `grace` ms. */
  async rotateKey(
    id: string,
    grace: number,
    options: KeyOptions = {},
  ): Promise<MadeKey & { readonly oldExpires: number }> {
    return this.database.transaction(async () => {
      const old = await this.#liveKey(id);
      const { now } = this.actor;
      const oldExpires = Math.min(now + grace, old.expires ?? Number.POSITIVE_INFINITY);
      const made = await this.#newKey(old.owner, {
        scope: old.scope,
        label: options.label ?? old.label,
        expires: options.expires ?? old.expires ?? undefined,
      });
      await this.database.run("UPDATE access_key SET expires = ? WHERE id = ?", oldExpires, id);
      await this.note("key rotated", id, `to ${made.id}, ends ${new Date(oldExpires).toISOString()}`);
      return { ...made, oldExpires };
    });
  }

  async revokeKey(id: string): Promise<KeyRow> {
    return this.database.transaction(async () => {
      const key = await this.#key(id);
      if (key.revoked !== null) throw new RangeError(`key ${id} was already revoked`);
      await this.database.run("UPDATE access_key SET revoked = ? WHERE id = ?", this.actor.now, id);
      await this.note("key revoked", id, key.owner);
      return key;
    });
  }

  async accounts(): Promise<AccountRow[]> {
    const { now } = this.actor;
    const sql = `SELECT name, ${SHOWN_NAME} AS "shownName", created, plan, suspended, successor, deleted,
      (SELECT count(*) FROM access_key WHERE account = name AND revoked IS NULL AND (expires IS NULL OR expires > ?)) AS keys,
      (SELECT coalesce(sum(tokens), 0) FROM token_grant WHERE account = name) AS granted,
      (SELECT coalesce(sum(used), 0) FROM token_grant WHERE account = name) AS used,
      (SELECT coalesce(sum(tokens - used), 0) FROM token_grant
        WHERE account = name AND starts <= ? AND (expires IS NULL OR expires > ?)) AS remaining
      FROM account ORDER BY ${SHOWN_NAME}`;
    type Row = Omit<AccountRow, "state"> & FoundAccount;
    return (await this.database.all<Row>(sql, now, now, now)).map((row) => {
      const { shownName: name, created, plan, keys, granted, used, remaining } = row;
      return { name, created, state: stateOf(row), plan, keys, granted, used, remaining };
    });
  }

  /** Of all accounts, or of one; oldest first. */
  async keys(account?: string): Promise<KeyRow[]> {
    return this.#listOf<KeyRow>(`SELECT ${KEY_COLUMNS} FROM access_key`, "account, created, id", account);
  }

  /** Of all accounts, or of one; those that end soonest first. */
  async grants(account?: string): Promise<StoredGrant[]> {
    const columns = `id, ${SHOWN_ACCOUNT}, tokens, used, starts, expires`;
    return this.#listOf<StoredGrant>(
      `SELECT ${columns} FROM token_grant`,
      "account, expires IS NULL, expires, starts, id",
      account,
    );
  }

  /** Requests and micro-tokens of the last days, newest first. */
  async usage(account: string, days: number): Promise<UsageRow[]> {
    const name = await this.#demandAccount(account);
    const firstDay = utcDay(this.actor.now - (days - 1) * DAY);
    return this.database.all<UsageRow>(SELECT_USAGE, name, firstDay);
  }

  /** The last charges of an account, oldest first. */
  async charges(account: string, last: number): Promise<ChargeRow[]> {
    const name = await this.#demandAccount(account);
    const sql = `SELECT at, request_id, key_id AS key, endpoint, row_count AS rows, column_count AS columns,
      status, duration, bytes, cut, tokens FROM charge WHERE account = ? ORDER BY at DESC, request_id DESC LIMIT ?`;
    return (await this.database.all<ChargeRow>(sql, name, last)).reverse();
  }

  /** The last changes by operators, oldest first. */
  async changes(last: number): Promise<ChangeRow[]> {
    const shown = (column: string) =>
      `coalesce((SELECT a.shown_name FROM account a WHERE a.name = ${column}), ${column}) AS ${column}`;
    const sql = `SELECT at, actor, action, ${shown("subject")}, ${shown("detail")} FROM admin_action
      ORDER BY at DESC, sequence DESC LIMIT ?`;
    return (await this.database.all<ChangeRow>(sql, last)).reverse();
  }

  /** The name that its rows have. @throws RangeError if there is no account of this name */
  async #demandAccount(name: string): Promise<string> {
    return (await findAccount(this.database, name)).name;
  }

  async #grant(account: string, grant: GrantOptions): Promise<string> {
    const id = await insertGrant(this.database, this.actor, account, grant);
    const { tokens, expires } = grant;
    const end = expires === undefined ? "" : `, ends ${new Date(expires).toISOString()}`;
    await this.note("tokens granted", account, `${tokens / MICRO} tokens, grant ${id}${end}`);
    return id;
  }

  async #newKey(account: string, options: KeyOptions): Promise<MadeKey> {
    return this.#insertKey(account, newKey(), options, "key created");
  }

  async #insertKey(account: string, key: NewKey, options: KeyOptions, action: string): Promise<MadeKey> {
    const { label = "", expires = null, scope = "all" } = options;
    const { now } = this.actor;
    if (expires !== null && expires <= now) {
      throw new RangeError(`expires must be in the future, got ${new Date(expires).toISOString()}`);
    }
    checkNote("label", label);
    const insert =
      "INSERT INTO access_key (id, hash, account, label, created, expires, scope) VALUES (?, ?, ?, ?, ?, ?, ?)";
    await this.database.run(insert, key.id, hashKey(key.text).toString("hex"), account, label, now, expires, scope);
    await this.note(action, key.id, account);
    return { ...key, expires };
  }

  async #key(id: string): Promise<OwnedKey> {
    const sql = `SELECT ${KEY_COLUMNS}, account AS owner FROM access_key WHERE id = ?`;
    const key = await this.database.get<OwnedKey>(sql, id);
    if (!key) throw new RangeError(`KEY must be the id of a key, got ${JSON.stringify(id)}: "keys list" shows them`);
    return key;
  }

  async #liveKey(id: string): Promise<OwnedKey> {
    const key = await this.#key(id);
    if (key.revoked !== null) throw new RangeError(`key ${id} was revoked: create a new one`);
    if (key.expires !== null && key.expires <= this.actor.now)
      throw new RangeError(`key ${id} has expired: create a new one`);
    return key;
  }

  async #listOf<Row>(select: string, order: string, account: string | undefined): Promise<Row[]> {
    if (account === undefined) return this.database.all<Row>(`${select} ORDER BY ${order}`);
    const name = await this.#demandAccount(account);
    return this.database.all<Row>(`${select} WHERE account = ? ORDER BY ${order}`, name);
  }
}
