/**
 * What the coordinator itself writes, the manifest above all, is tried again while the output refuses it for want of room, access
 * or connection: hours of work do not end at their last file.
 */

import { PAUSES, type Pause, pausing, untilDone } from "../background/back-off.js";
import { concernsEveryFile } from "../store/errors.js";
import type { Store } from "../store/store.js";
import { unwritable } from "./write-watch.js";

/** Attempts that fail before anybody hears of it: what passes by itself within seconds is no news. */
export const UNREPORTED = 3;

export interface PatienceOptions {
  readonly out: string;
  /** ms until it is given up. */
  readonly wait: number;
  readonly signal: AbortSignal;
  /** Whether the output is still this run's, before each further attempt; throws if it is not. */
  check(): Promise<void>;
  say(line: string): void;
  /** Default: ever longer. */
  readonly pause?: Pause | undefined;
}

export class Patience {
  private readonly options: PatienceOptions;

  constructor(options: PatienceOptions) {
    this.options = options;
  }

  /**
   * @param work may be done again, whole
   * @throws UnwritableError; the signal's reason; at once what concerns a single file, and what is no error of a store
   */
  readonly tries = <T>(work: () => Promise<T>): Promise<T> => {
    const { out, wait, say, signal, check, pause = pausing(PAUSES.output) } = this.options;
    const began = Date.now();
    const attempted = async (attempt: number) => {
      if (attempt > 1) await check();
      const result = await work();
      if (attempt > UNREPORTED) say(`${out}: can be written again`);
      return result;
    };
    const onFailure = (cause: unknown, attempts: number) => {
      if (!concernsEveryFile(cause)) throw cause;
      const waited = Date.now() - began;
      if (waited >= wait) throw unwritable(out, waited, cause.message);
      if (attempts === UNREPORTED) say(`the output cannot be written; trying again: ${cause.message}`);
    };
    return untilDone(attempted, { onFailure, pause, signal });
  };

  /** The store, whose writes are tried again. What cannot be read yet ends a run that has not begun. */
  writing(store: Store): Store {
    return { ...store, write: (name, bytes) => this.tries(() => store.write(name, bytes)) };
  }
}
