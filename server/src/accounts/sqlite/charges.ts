/** Charges as rows: in the audit, in the usage and in the grants that they come from. Goes into a transaction. */
import { tokensByGrant, type UsageSum, usageOf } from "../charge-sums.js";
import { retryOutcome } from "../request-retry.js";
import type { ChargeOutcome, ChargeRecord } from "../store.js";
import { AccountsFileError } from "./file.js";
import type { Statements } from "./statements.js";

export class Charges {
  readonly #file: string;
  readonly #sql: Statements;

  constructor(file: string, sql: Statements) {
    this.#file = file;
    this.#sql = sql;
  }

  /** Those of accounts that were deleted meanwhile go where their books are: the id of a key stays. */
  withBooks(charges: readonly ChargeRecord[]): readonly ChargeRecord[] {
    return charges.map((charge) => {
      if (this.#sql.hasAccount.get(charge.account)) return charge;
      return { ...charge, account: this.#sql.accountOfKey.get(charge.keyId)?.account ?? charge.account };
    });
  }

  write(charges: readonly ChargeRecord[], now: number): ChargeOutcome[] {
    const outcomes = charges.map((charge) => this.#insert(charge, now));
    const paid = charges.filter((_, i) => outcomes[i] === "written");
    for (const [grant, tokens] of tokensByGrant(paid)) this.#take(grant, tokens);
    this.#addUsage(usageOf(paid));
    return outcomes;
  }

  /** Free requests, which have no rows of their own. Of an account that was deleted nobody wants to know them. */
  count(free: readonly UsageSum[]): void {
    const known = free.filter(({ account }) => this.#sql.hasAccount.get(account));
    this.#addUsage(known);
    for (const { account, day, requests, tokens } of known) this.#sql.addUncharged.run(account, day, requests, tokens);
  }

  #addUsage(sums: readonly UsageSum[]): void {
    for (const { account, day, endpoint, requests, tokens } of sums) {
      this.#sql.addUsage.run(account, day, endpoint, requests, tokens);
    }
  }

  #insert(charge: ChargeRecord, now: number): ChargeOutcome {
    const { account, requestId, at, keyId, endpoint, rows, columns, tokens, status, duration, bytes } = charge;
    const { fingerprint } = charge;
    const figures = [endpoint, rows, columns, tokens, status, duration, bytes, fingerprint ?? null];
    const isNew = this.#sql.charge.run(account, requestId, at, keyId, ...figures) === 1;
    return isNew ? "written" : retryOutcome(this.#sql.prior.get(account, requestId)!, fingerprint, now);
  }

  #take(grant: string, tokens: number): void {
    if (this.#sql.take.run(tokens, grant, tokens) === 1) return;
    throw new AccountsFileError(`${this.#file} was changed by hand: grant ${grant} has fewer tokens than are held`);
  }
}
