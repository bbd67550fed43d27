/** A grant of tokens, on its way into an account: bought, given, or of charges that were refunded. */
import { MICRO } from "./accounts.js";
import type { AccountsDatabase } from "./accounts-database.js";
import type { Actor } from "./admin-action.js";
import { randomText } from "./key-text.js";

export interface GrantOptions {
  /** Micro-tokens. */
  readonly tokens: number;
  /** Unix ms (default: now). */
  readonly starts?: number | undefined;
  /** Unix ms (default: it never ends). */
  readonly expires?: number | undefined;
}

/** Most micro-tokens of an account, over all of its grants: sums stay exact. */
const MOST_GRANTED = 9e9 * MICRO;

/**
 * Goes into the transaction of whatever it is given for.
 *
 * @returns the id of the grant
 * @throws RangeError for an end before its start, and for more tokens than an account can have
 */
export async function insertGrant(
  database: AccountsDatabase,
  { now }: Actor,
  account: string,
  { tokens, starts = now, expires }: GrantOptions,
): Promise<string> {
  if (expires !== undefined && expires <= Math.max(starts, now)) {
    throw new RangeError(`expires must be after the start and in the future, got ${new Date(expires).toISOString()}`);
  }
  const sql = "SELECT coalesce(sum(tokens), 0) AS granted FROM token_grant WHERE account = ?";
  const { granted } = (await database.get<{ granted: number }>(sql, account))!;
  if (granted + tokens > MOST_GRANTED) {
    const most = `an account can have at most ${MOST_GRANTED / MICRO} granted tokens`;
    throw new RangeError(`tokens: ${most}, ${account} has ${granted / MICRO}, got ${tokens / MICRO} more`);
  }
  const id = randomText(8);
  const insert = "INSERT INTO token_grant (id, account, tokens, used, starts, expires) VALUES (?, ?, ?, 0, ?, ?)";
  await database.run(insert, id, account, tokens, starts, expires ?? null);
  return id;
}
