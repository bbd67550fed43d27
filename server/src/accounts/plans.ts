/** Plans: limits and a price class that accounts share. Each change is one transaction, with its row in the audit of changes. */
import {
  type AccountState,
  type AccountsDatabase,
  checkName,
  demandFreeName,
  type FoundAccount,
  findAccount,
  findLiving,
  Operator,
  SHOWN_NAME,
  stateOf,
} from "./accounts-database.js";
import { checkLimit, LIMIT_NAMES, type LimitName, type Limits, WHOLE_PRICE } from "./limits.js";

/** A plan or an account has these of its own; null: as without it. */
export type LimitChanges = { readonly [Name in LimitName]?: number | null };

interface PlanRow {
  readonly name: string;
  readonly created: number;
  readonly note: string;
  readonly accounts: number;
  readonly limits: Partial<Limits>;
}

/** What stands for no plan where an account gets one. */
export const NO_PLAN = "none";

/** Most accounts that an error names. */
const NAMED = 5;

/** An operator's view of plans. All methods throw RangeError for invalid arguments. */
export class Plans extends Operator {
  async create(name: string, limits: LimitChanges = {}, note = ""): Promise<void> {
    checkName("plan", name);
    if (name.toLowerCase() === NO_PLAN) throw new RangeError(`plan must not be ${NO_PLAN}, which stands for no plan`);
    checkNote("note", note);
    await this.database.transaction(async () => {
      const same = await this.database.get("SELECT name FROM plan WHERE lower(name) = lower(?)", name);
      if (same) throw new RangeError(`plan ${JSON.stringify(name)} already exists`);
      const insert = "INSERT INTO plan (name, created, note) VALUES (?, ?, ?)";
      await this.database.run(insert, name, this.actor.now, note);
      await changeLimits(this.database, "plan", name, limits);
      await this.note("plan created", name, limitText(limits));
    });
  }

  /** Seen by all of its accounts. */
  async set(name: string, limits: LimitChanges, note?: string): Promise<void> {
    if (note !== undefined) checkNote("note", note);
    await this.database.transaction(async () => {
      await demandPlan(this.database, name);
      if (note !== undefined) await this.database.run("UPDATE plan SET note = ? WHERE name = ?", note, name);
      await changeLimits(this.database, "plan", name, limits);
      await this.note("plan changed", name, limitText(limits));
    });
  }

  async list(): Promise<PlanRow[]> {
    const sql = `SELECT name, created, note, (SELECT count(*) FROM account WHERE plan = p.name) AS accounts
      FROM plan p ORDER BY name`;
    const plans = await this.database.all<Omit<PlanRow, "limits">>(sql);
    const rows: PlanRow[] = [];
    for (const plan of plans) rows.push({ ...plan, limits: await storedLimits(this.database, "plan", plan.name) });
    return rows;
  }

  async delete(name: string): Promise<void> {
    await this.database.transaction(async () => {
      await demandPlan(this.database, name);
      const sql = `SELECT ${SHOWN_NAME} AS name FROM account WHERE plan = ? ORDER BY name`;
      const users = await this.database.all<{ name: string }>(sql, name);
      if (users.length > 0)
        throw new RangeError(`plan ${name} is in use by ${namesOf(users)}: give them another first`);
      await this.database.run("DELETE FROM plan_limit WHERE plan = ?", name);
      await this.database.run("DELETE FROM plan WHERE name = ?", name);
      await this.note("plan deleted", name, "");
    });
  }
}

/** @throws RangeError if there is no plan of this name */
async function demandPlan(database: AccountsDatabase, name: string): Promise<void> {
  if (await database.get("SELECT name FROM plan WHERE name = ?", name)) return;
  throw new RangeError(`PLAN must be the name of a plan, got ${JSON.stringify(name)}: "plans list" shows them`);
}

/** What a plan or an account has of its own. */
async function storedLimits(
  database: AccountsDatabase,
  owner: "plan" | "account",
  name: string,
): Promise<Partial<Limits>> {
  const sql = `SELECT name, value FROM ${owner}_limit WHERE ${owner} = ?`;
  const rows = await database.all<{ name: LimitName; value: number }>(sql, name);
  return Object.fromEntries(rows.map(({ name: limit, value }) => [limit, value]));
}

/** Goes into a transaction. @throws RangeError for a value out of its bounds */
async function changeLimits(
  database: AccountsDatabase,
  owner: "plan" | "account",
  name: string,
  changes: LimitChanges,
): Promise<void> {
  for (const [limit, value] of entriesOf(changes)) {
    if (value === null) await database.run(`DELETE FROM ${owner}_limit WHERE ${owner} = ? AND name = ?`, name, limit);
    else {
      checkLimit(limit, value);
      const insert = `INSERT INTO ${owner}_limit (${owner}, name, value) VALUES (?, ?, ?)
        ON CONFLICT (${owner}, name) DO UPDATE SET value = excluded.value`;
      await database.run(insert, name, limit, value);
    }
  }
}

/** For the audit: `rate 60, price 0.5`. */
function limitText(changes: LimitChanges): string {
  return entriesOf(changes)
    .map(([name, value]) => `${name} ${value === null ? "default" : shownLimit(name, value)}`)
    .join(", ");
}

/** A factor as people write it. */
export function shownLimit(name: LimitName, value: number): number {
  return name === "price" ? value / WHOLE_PRICE : value;
}

function entriesOf(changes: LimitChanges): [LimitName, number | null][] {
  return LIMIT_NAMES.flatMap((name) => {
    const value = changes[name];
    return value === undefined ? [] : [[name, value] as [LimitName, number | null]];
  });
}

function namesOf(users: readonly { readonly name: string }[]): string {
  const more = users.length > NAMED ? ` and ${users.length - NAMED} more` : "";
  return `${users
    .slice(0, NAMED)
    .map(({ name }) => name)
    .join(", ")}${more}`;
}

/** @throws RangeError */
export function checkNote(what: string, text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would spoil the lists that it is shown in.
  if (text.length <= 100 && !/[\x00-\x1f\x7f]/.test(text)) return;
  throw new RangeError(
    `${what} must have at most 100 characters and no control characters, got ${JSON.stringify(text)}`,
  );
}

interface ShownAccount extends FoundAccount {
  readonly state: AccountState;
  readonly ownLimits: Partial<Limits>;
  readonly planLimits: Partial<Limits>;
}

interface AccountSettings {
  /** null: none. */
  readonly plan?: string | null | undefined;
  readonly limits?: LimitChanges;
}

/** Each change is one transaction, with its row in the audit of changes. All methods throw RangeError for invalid arguments. */
export class AccountChanges extends Operator {
  async show(account: string): Promise<ShownAccount> {
    const found = await findAccount(this.database, account);
    const ownLimits = await storedLimits(this.database, "account", found.name);
    const planLimits = found.plan === null ? {} : await storedLimits(this.database, "plan", found.plan);
    return { ...found, state: stateOf(found), ownLimits, planLimits };
  }

  /** A value of the account wins over its plan's, and the plan's over the server's settings. */
  async set(account: string, { plan, limits = {} }: AccountSettings): Promise<void> {
    await this.#change(account, async ({ name }) => {
      if (plan != null) await demandPlan(this.database, plan);
      if (plan !== undefined) await this.database.run("UPDATE account SET plan = ? WHERE name = ?", plan, name);
      await changeLimits(this.database, "account", name, limits);
      const texts = [plan === undefined ? "" : `plan ${plan ?? "none"}`, limitText(limits)];
      return { action: "account changed", detail: texts.filter((text) => text !== "").join(", ") };
    });
  }

  /** Its keys are refused, and its jobs wait. What runs ends normally, and is charged. */
  async suspend(account: string, reason = ""): Promise<void> {
    checkNote("reason", reason);
    await this.#change(account, async ({ name, suspended }) => {
      if (suspended !== null) throw new RangeError(`account ${account} is already suspended`);
      await this.database.run("UPDATE account SET suspended = ? WHERE name = ?", this.actor.now, name);
      return { action: "account suspended", detail: reason };
    });
  }

  async resume(account: string): Promise<void> {
    await this.#change(account, async ({ name, suspended }) => {
      if (suspended === null) throw new RangeError(`account ${account} is not suspended`);
      await this.database.run("UPDATE account SET suspended = NULL WHERE name = ?", name);
      return { action: "account resumed", detail: "" };
    });
  }

  /**
   * Changes the name that people see: rows, and what runs, refer to the name that the account was created with. Commands take
   * either; names in between are free again.
   */
  async rename(account: string, shown: string): Promise<void> {
    checkName("NEW", shown);
    await this.#change(account, async ({ name, shownName }) => {
      if (shown === shownName) throw new RangeError(`account ${shown} already has this name`);
      await demandFreeName(this.database, shown, name);
      const stored = shown === name ? null : shown;
      await this.database.run("UPDATE account SET shown_name = ? WHERE name = ?", stored, name);
      return { action: "account renamed", detail: `from ${shownName} to ${shown}` };
    });
  }

  async #change(
    account: string,
    change: (found: FoundAccount) => Promise<{ readonly action: string; readonly detail: string }>,
  ): Promise<void> {
    await this.database.transaction(async () => {
      const found = await findLiving(this.database, account);
      const { action, detail } = await change(found);
      await this.note(action, found.name, detail);
    });
  }
}
