/** Room of the accounts file that nothing needs any more goes back to the system, in steps that nobody feels. */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "./database.js";
import type { Writer } from "./writer.js";

const INCREMENTAL = 2;

/** Pages that stay, for the next rows. */
const KEPT = 8;
/** Pages in one transaction: few enough not to be felt. */
const STEP = 64;
/** Until the next look. */
const MOST_STEPS = 16;

export class Room {
  readonly #writer: Writer;
  readonly #free: () => number;
  readonly #shorten: () => void;
  readonly #checkpoint: () => boolean;
  readonly #canShrink: boolean;
  /** Whether the log has pages that the file does not need any more. */
  #isShorter = false;

  constructor(database: Database, writer: Writer) {
    const pragma = (text: string) => database.prepare<object>(`PRAGMA ${text}`);
    const first = (row: object | undefined) => Object.values(row!)[0] as number;
    const [count, log] = [pragma("freelist_count"), pragma("wal_checkpoint(TRUNCATE)")];
    this.#writer = writer;
    this.#free = () => first(count.get());
    this.#shorten = () => database.exec(`PRAGMA incremental_vacuum(${STEP})`);
    this.#checkpoint = () => first(log.all()[0]) === 0;
    this.#canShrink = first(pragma("auto_vacuum").get()) === INCREMENTAL;
  }

  /** Others may write between two steps; the file itself is shorter when the log was written into it. */
  async giveBack(): Promise<void> {
    if (!this.#canShrink) return;
    for (let step = 0; step < MOST_STEPS && this.#free() > KEPT; step++) {
      const since = performance.now();
      await this.#writer.transaction(this.#shorten);
      this.#isShorter = true;
      await pause(performance.now() - since);
    }
    if (this.#isShorter && this.#free() <= KEPT) this.#isShorter = !this.#checkpoint();
  }
}
