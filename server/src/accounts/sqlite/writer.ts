/** Transactions of a server on its file. They wait for the command line, which may write all the while. */
import { setTimeout as delay } from "node:timers/promises";
import { type Database, SQLITE, sqliteCode } from "./database.js";
import { AccountsFileError, explain, statIfThere } from "./file.js";

/** For how long a commit is tried again while the command line writes, and how often. ms */
const BUSY_PATIENCE = 5_000;
const BUSY_PAUSE = 10;

export class Writer {
  readonly #file: string;
  readonly #inode: number;
  readonly #database: Database;
  #works = true;

  constructor(file: string, database: Database) {
    this.#file = file;
    this.#inode = statIfThere(file)!.ino;
    this.#database = database;
  }

  /** Whether the last transaction reached the disk: false when that is full, or the file is lost. */
  get works(): boolean {
    return this.#works;
  }

  /** Data written to a file without a name are lost. */
  refuseMoved(): void {
    if (statIfThere(this.#file)?.ino === this.#inode) return;
    this.#works = false;
    throw new AccountsFileError(`${this.#file} was moved or replaced while the server was running: restart the server`);
  }

  /** @param written called with the result as soon as it is on disk, before anything else happens in this process */
  async transaction<T>(work: () => T, written: (result: T) => void = () => {}): Promise<T> {
    this.refuseMoved();
    const latest = performance.now() + BUSY_PATIENCE;
    for (;;) {
      const result = this.#tried(work, latest);
      if (result !== BUSY) {
        written(result);
        return result;
      }
      await delay(BUSY_PAUSE);
    }
  }

  #tried<T>(work: () => T, latest: number): T | typeof BUSY {
    try {
      const result = this.#database.transaction(work);
      this.#works = true;
      return result;
    } catch (cause) {
      const code = sqliteCode(cause);
      if (code === SQLITE.BUSY && performance.now() <= latest) return BUSY;
      if (code !== undefined) this.#works = false; // what the work itself refused says nothing of the file
      throw explain(this.#file, cause);
    }
  }
}

const BUSY = Symbol("busy");
