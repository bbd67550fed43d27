/**
 * Writes what a worker has made. Where nothing can be written now, for want of room, access or connection, the part is kept
 * and tried again, and the coordinator is told: computing it once more would meet the same.
 */
import { hostname } from "node:os";
import type { Redis } from "ioredis";
import { PAUSES, type Pause, pausing, untilDone } from "../background/back-off.js";
import { PassingFailure } from "../background/passing-failure.js";
import { ReturnedPart } from "../background/queue/part-worker.js";
import { concernsEveryFile } from "../store/errors.js";
import type { Store } from "../store/store.js";
import { runKeys } from "./keys.js";
import { entryBytes, entryFile, type PartEntry, type PartSummary, partFile, ROOM, summaryOf } from "./part-entry.js";
import { UNREPORTED } from "./patience.js";

/** Attempts that fail before the part is left to a worker that can write: half a minute. */
const UNSHARED = 7;
/** Seconds until it is reported again. */
const REMEMBERED = 60;

export interface MadePart {
  readonly bytes: Uint8Array;
  readonly entry: Omit<PartEntry, "tag">;
}

/** Other workers write, this one cannot. */
export class UnwritableHereError extends ReturnedPart {}

export interface PartWriterOptions {
  readonly redis: Redis;
  readonly run: string;
  readonly store: Store;
  say(line: string): void;
  /** Default: ever longer. */
  readonly pause?: Pause | undefined;
}

export class PartWriter {
  private readonly options: PartWriterOptions;
  private readonly keys: ReturnType<typeof runKeys>;
  private readonly pause: Pause;
  /** Of this worker. */
  private written = 0;

  constructor(options: PartWriterOptions) {
    this.options = options;
    this.keys = runKeys(options.run);
    this.pause = options.pause ?? pausing(PAUSES.output);
  }

  /**
   * @throws the signal's reason; UnwritableHereError; PassingFailure when the run has ended; StoreError of this part alone
   */
  async write({ bytes, entry }: MadePart, signal: AbortSignal): Promise<PartSummary> {
    const { redis } = this.options;
    const { part } = entry;
    const tag = bytes.length > 0 ? await this.patiently(part, partFile(part), bytes, signal) : undefined;
    const listed = { ...entry, tag };
    await this.patiently(part, entryFile(part), entryBytes(listed), signal);
    this.written++;
    await redis.multi().incr(this.keys.written).expire(this.keys.written, REMEMBERED).exec();
    return summaryOf(listed);
  }

  /** Until as much can be written as a part that was left to others has: that one itself is theirs. */
  async untilRoom({ bytes }: MadePart, signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.pause(UNSHARED, signal);
      try {
        await this.place(ROOM, bytes, signal);
        return await this.options.store.remove([ROOM]);
      } catch (cause) {
        if (!concernsEveryFile(cause)) throw cause;
      }
    }
  }

  private patiently(part: number, name: string, bytes: Uint8Array, signal: AbortSignal) {
    let others = 0;
    const place = async (attempt: number) => {
      const tag = await this.place(name, bytes, signal);
      if (attempt > UNREPORTED) await this.tellWritten(part);
      return tag;
    };
    const onFailure = async (cause: unknown, attempts: number) => {
      if (!concernsEveryFile(cause)) throw cause;
      if (attempts >= UNREPORTED) await this.report(part, cause, attempts === UNREPORTED);
      const before = others;
      others = await this.writtenByOthers();
      if (attempts < UNSHARED || others <= before) return;
      await this.tellWritten(part);
      throw new UnwritableHereError(cause.message, { cause });
    };
    return untilDone(place, { onFailure, pause: this.pause, signal });
  }

  private async place(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<string | undefined> {
    // A run that ended meanwhile may have been followed by another one in the same place.
    if ((await this.options.redis.exists(this.keys.record)) === 0) throw new PassingFailure("the run has ended");
    signal.throwIfAborted();
    return this.options.store.write(name, bytes);
  }

  private async report(part: number, { message }: Error, isFirst: boolean): Promise<void> {
    const { redis, run, say } = this.options;
    if (isFirst) say(`run ${run}: part ${part} is kept until it can be written: ${message}`);
    const { held } = this.keys;
    await redis
      .multi()
      .hset(held, String(part), `${hostname()}: ${message.replace(/(?<!\s)\s*\n\s*/g, " ")}`)
      .expire(held, REMEMBERED)
      .exec();
  }

  private async tellWritten(part: number): Promise<void> {
    await this.options.redis.hdel(this.keys.held, String(part));
  }

  private async writtenByOthers(): Promise<number> {
    return Number(await this.options.redis.get(this.keys.written)) - this.written;
  }
}
