/** What an operator changes of an account as a whole: its plan and limits, its name, whether its keys open anything. */
import type { AccountsDatabase } from "./accounts-database.js";
import { type Actor, noteAction } from "./admin-action.js";
import {
  type AccountState,
  checkName,
  demandFreeName,
  type FoundAccount,
  findAccount,
  findLiving,
  stateOf,
} from "./found-account.js";
import type { Limits } from "./limits.js";
import { changeLimits, checkNote, demandPlan, type LimitChanges, limitText, storedLimits } from "./plans.js";

export interface ShownAccount extends FoundAccount {
  readonly state: AccountState;
  readonly ownLimits: Partial<Limits>;
  readonly planLimits: Partial<Limits>;
}

export interface AccountSettings {
  /** null: none. */
  readonly plan?: string | null | undefined;
  readonly limits?: LimitChanges;
}

/** Each change is one transaction, with its row in the audit of changes. All methods throw RangeError for invalid arguments. */
export class AccountChanges {
  readonly #database: AccountsDatabase;
  readonly #actor: Actor;

  constructor(database: AccountsDatabase, actor: Actor) {
    this.#database = database;
    this.#actor = actor;
  }

  async show(account: string): Promise<ShownAccount> {
    const found = await findAccount(this.#database, account);
    const ownLimits = await storedLimits(this.#database, "account", found.name);
    const planLimits = found.plan === null ? {} : await storedLimits(this.#database, "plan", found.plan);
    return { ...found, state: stateOf(found), ownLimits, planLimits };
  }

  /** Single values win over those of the plan, which win over the server's settings. */
  async set(account: string, { plan, limits = {} }: AccountSettings): Promise<void> {
    await this.#change(account, async ({ name }) => {
      if (plan != null) await demandPlan(this.#database, plan);
      if (plan !== undefined) await this.#database.run("UPDATE account SET plan = ? WHERE name = ?", plan, name);
      await changeLimits(this.#database, "account", name, limits);
      const texts = [plan === undefined ? "" : `plan ${plan ?? "none"}`, limitText(limits)];
      return { action: "account changed", detail: texts.filter((text) => text !== "").join(", ") };
    });
  }

  /** Its keys are refused, and its jobs wait. What runs ends normally, and is charged. */
  async suspend(account: string, reason = ""): Promise<void> {
    checkNote("reason", reason);
    await this.#change(account, async ({ name, suspended }) => {
      if (suspended !== null) throw new RangeError(`account ${account} is already suspended`);
      await this.#database.run("UPDATE account SET suspended = ? WHERE name = ?", this.#actor.now, name);
      return { action: "account suspended", detail: reason };
    });
  }

  async resume(account: string): Promise<void> {
    await this.#change(account, async ({ name, suspended }) => {
      if (suspended === null) throw new RangeError(`account ${account} is not suspended`);
      await this.#database.run("UPDATE account SET suspended = NULL WHERE name = ?", name);
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
      await demandFreeName(this.#database, shown, name);
      const stored = shown === name ? null : shown;
      await this.#database.run("UPDATE account SET shown_name = ? WHERE name = ?", stored, name);
      return { action: "account renamed", detail: `from ${shownName} to ${shown}` };
    });
  }

  async #change(
    account: string,
    change: (found: FoundAccount) => Promise<{ readonly action: string; readonly detail: string }>,
  ): Promise<void> {
    await this.#database.transaction(async () => {
      const found = await findLiving(this.#database, account);
      const { action, detail } = await change(found);
      await noteAction(this.#database, this.#actor, { action, subject: found.name, detail });
    });
  }
}
