/**
 * Writes items in groups: one sync of the disk for all that came in while the last one ran. A group is written as soon as no
 * more comes in, and at the latest some ms after its first item. A commit costs the same for one item as for many: among
 * many clients an item waits for the others, a lone one never does.
 */
import { setTimeout as pause } from "node:timers/promises";

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (cause: unknown) => void;
}

/** ms that the first item of a group waits at most for others. */
const LONGEST_WAIT = 5;
/** ms to wait for further charges if the previous group had several. */
const COMPANY_WAIT = 2;

export class GroupCommit<Item, Result> {
  readonly #write: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Waiting<Item, Result>[] = [];
  #running: Promise<void> | undefined;
  #hadCompany = false;

  /** @param write resolves to one result for each item when all are on disk; when it rejects, so do all of them */
  constructor(write: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#write = write;
  }

  /** Whether anything is waiting or being written. */
  get busy(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when the item is on disk. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when nothing is waiting any more. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** One group after the other: never two transactions at once. */
  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      const group = this.#waiting;
      this.#waiting = [];
      this.#hadCompany = group.length > 1;
      await this.#writeGroup(group);
    }
    this.#running = undefined;
  }

  /** Lets the event loop turn until a turn brings nothing new: requests that are read in the same turn share a group. */
  async #gather(): Promise<void> {
    const latest = performance.now() + LONGEST_WAIT;
    if (this.#hadCompany) await pause(COMPANY_WAIT);
    let before: number;
    do {
      before = this.#waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#waiting.length > before && performance.now() < latest);
  }

  async #writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#write(group.map(({ item }) => item));
      for (const [i, { resolve }] of group.entries()) resolve(results[i]!);
    } catch (cause) {
      for (const { reject } of group) reject(cause);
    }
  }
}
