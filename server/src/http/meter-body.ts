/** The file of a meter as it comes in: in pieces of shared memory, so that a thread reads it without a copy, and never more of it than there is room for. */
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { Unsent } from "./connections.js";
import { bodyTooLarge, HttpError, RETRY_WHEN_FULL, tooMany } from "./errors.js";

const MIB = 1_048_576;
/** Of a file as it is sent: three years of minutes, or with gzip ten. */
export const MOST_METER_BYTES = 32 * MIB;
/** Of all files that are being sent or learnt from. */
export const MOST_METERS_BYTES = 4 * MOST_METER_BYTES;
const PIECE = MIB;

export interface MeterBody {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
  /** The memory is free for others. */
  release(): void;
}

/** @throws HttpError 413, 415, 503; 499 when the client leaves */
export async function meterBody({ body: stream, headers }: FastifyRequest, room: Unsent): Promise<MeterBody> {
  if (/^\s*multipart\//i.test(headers["content-type"] ?? ""))
    throw new HttpError("unsupported_media_type", "the body must be the meter's file itself, not a form that has it");
  const pieces = new Pieces(room);
  if (stream === undefined) return pieces;
  const payload = stream as Readable;
  try {
    // One that is too large is read to its end and forgotten: whoever still sends loses the refusal with the connection.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) pieces.add(chunk);
    return pieces;
  } catch (cause) {
    pieces.release();
    payload.resume();
    if (cause instanceof HttpError) throw cause;
    throw new HttpError("client_gone", "the client closed the connection", { cause });
  }
}

class Pieces implements MeterBody {
  readonly #room: Unsent;
  readonly #taken: (() => void)[] = [];
  #full: Uint8Array[] = [];
  #last: Uint8Array = new Uint8Array();
  /** Bytes of the last piece. */
  #used = 0;
  bytes = 0;

  constructor(room: Unsent) {
    this.#room = room;
  }

  get pieces(): readonly Uint8Array[] {
    return [...this.#full, this.#last.subarray(0, this.#used)];
  }

  /** @throws HttpError 413, 503 */
  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.bytes > MOST_METER_BYTES) throw bodyTooLarge();
    for (let at = 0; at < chunk.length; ) {
      if (this.#used === this.#last.length) this.#grow();
      const some = chunk.subarray(at, at + this.#last.length - this.#used);
      this.#last.set(some, this.#used);
      this.#used += some.length;
      at += some.length;
    }
  }

  #grow(): void {
    if (this.#room.full) throw tooMany("server_full", FULL, RETRY_WHEN_FULL);
    this.#taken.push(this.#room.take(PIECE));
    if (this.#used > 0) this.#full.push(this.#last);
    this.#last = new Uint8Array(new SharedArrayBuffer(PIECE));
    this.#used = 0;
  }

  release(): void {
    for (const free of this.#taken.splice(0)) free();
    this.#full = [];
    this.#last = new Uint8Array();
    this.#used = 0;
  }
}

const FULL = "the server is full: too many files of meters are being sent or learnt from; try again later";
