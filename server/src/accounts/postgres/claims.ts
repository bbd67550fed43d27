/** `Idempotency-Key`s of running requests as rows, so that all servers know of them. */
import type { Repeat } from "../accounts.js";
import { GroupCommit } from "../group-commit.js";
import { decide, REPEATS_KEPT, Repeats } from "../repeats.js";
import { SELECT_REPEAT } from "../sql.js";
import type { AskedRepeat, RepeatChange, StoredRepeat } from "../store.js";
import type { Connections } from "./connections.js";
import { DELETE_CLAIMS, FREE_EXPIRED_CLAIMS, INSERT_CLAIM, LIVE_CLAIMS, LOCK_ACCOUNTS, RENEW_CLAIMS } from "./sql.js";

interface LiveClaim {
  readonly fingerprint: string;
  readonly isFree: boolean;
  readonly requestId: string | null;
}

export class Claims {
  readonly #connections: Connections;
  readonly #server: string;
  /** What this server's claims stand for. */
  readonly #repeats = new Repeats();
  /** Ids of the rows of this server, oldest first, by account and key. */
  readonly #rows = new Map<string, string[]>();
  readonly #freed = new GroupCommit<string, undefined>((ids) => this.#free(ids));
  #count = 0;

  constructor(connections: Connections, server: string) {
    this.#connections = connections;
    this.#server = server;
  }

  /** A claim under the same id from outside is of the same request, whose server may have died: it does not count. */
  async ask({ account, key, fingerprint, requestId, now }: AskedRepeat): Promise<Repeat> {
    await this.freed(); // a request that has just ended is no longer running
    this.#connections.refuseWhileDown();
    const id = `${this.#server}-claim-${++this.#count}`;
    const repeat = await this.#connections.transaction(async (query) => {
      await query(LOCK_ACCOUNTS, [account]);
      const [stored] = await query<StoredRepeat>(SELECT_REPEAT, account, key, now - REPEATS_KEPT);
      const claims = await query<LiveClaim>(LIVE_CLAIMS, account, key);
      const live = claims.filter((claim) => requestId === undefined || claim.requestId !== requestId);
      const running = live.find(({ isFree }) => !isFree)?.fingerprint;
      const decided = decide(fingerprint, stored, running, live.filter(({ isFree }) => isFree).length);
      const { kind } = decided;
      if (kind === "new" || kind === "free") {
        await query(INSERT_CLAIM, id, account, key, fingerprint, kind === "free", requestId ?? null);
      }
      return decided;
    });
    this.#repeats.begin(account, key, fingerprint, repeat);
    if (repeat.kind === "new" || repeat.kind === "free") this.#add(claimKey(account, key), id);
    return repeat;
  }

  change(account: string, key: string): RepeatChange | undefined {
    return this.#repeats.change(account, key);
  }

  /** The claim that a charge ends. */
  rowsOf(account: string, change: RepeatChange | undefined): readonly string[] {
    return change === undefined ? [] : (this.#rows.get(claimKey(account, change.key)) ?? []).slice(0, 1);
  }

  end(account: string, key: string): void {
    if (this.#repeats.end(account, key) === undefined) return;
    const id = this.#remove(claimKey(account, key));
    if (id !== undefined) void this.#freed.add(id);
  }

  async renew(): Promise<void> {
    const own = [...this.#rows.values()].flat();
    if (own.length > 0) await this.#connections.all(RENEW_CLAIMS, own);
    await this.#connections.all(FREE_EXPIRED_CLAIMS);
  }

  freed(): Promise<void> {
    return this.#freed.idle();
  }

  /** Ends what is still claimed: this server ends. */
  async close(): Promise<void> {
    const rows = [...this.#rows.values()].flat();
    this.#rows.clear();
    await Promise.all(rows.map((row) => this.#freed.add(row)));
    await this.freed();
  }

  #add(of: string, id: string): void {
    const rows = this.#rows.get(of);
    if (rows) rows.push(id);
    else this.#rows.set(of, [id]);
  }

  #remove(of: string): string | undefined {
    const rows = this.#rows.get(of);
    const id = rows?.shift();
    if (rows?.length === 0) this.#rows.delete(of);
    return id;
  }

  async #free(ids: readonly string[]): Promise<undefined[]> {
    // While it is away nobody waits for that: they end by themselves.
    if (this.#connections.available) await this.#connections.all(DELETE_CLAIMS, ids).catch(() => {});
    return ids.map(() => undefined);
  }
}

function claimKey(account: string, key: string): string {
  return `${account}\n${key}`;
}
