/** The file of a meter as it comes in: in shared memory, so that a thread reads it without a copy, and never more than there is room for. */
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { MOST_METER_BYTES } from "../answers/learnt-system.js";
import type { Unsent } from "./connections.js";
import { bodyTooLarge, HttpError, RETRY_WHEN_FULL, tooMany } from "./errors.js";

/** Of all files that are being sent or learnt from. */
export const MOST_METERS_BYTES = 4 * MOST_METER_BYTES;

const MIB = 1_048_576;
const FULL = "the server is full: too many files of meters are being sent or learnt from; try again later";

/**
 * Passes the file on; its memory is free for others when the work is done.
 *
 * @throws HttpError 413, 415, 503; 499 when the client leaves
 */
export async function withMeterBody<Result>(
  { body: stream, headers }: FastifyRequest,
  room: Unsent,
  work: (file: Uint8Array) => Promise<Result>,
): Promise<Result> {
  if (/^\s*multipart\//i.test(headers["content-type"] ?? ""))
    throw new HttpError("unsupported_media_type", "the body must be the meter's file itself, not a form that has it");
  // The system gives memory when it is written to.
  const memory = new Uint8Array(new SharedArrayBuffer(Number(headers["content-length"] ?? MOST_METER_BYTES)));
  const taken: (() => void)[] = [];
  let bytes = 0;
  try {
    for await (const chunk of chunksOf(stream as Readable | undefined)) {
      if (bytes + chunk.length > MOST_METER_BYTES) throw bodyTooLarge();
      memory.set(chunk, bytes);
      bytes += chunk.length;
      while (taken.length * MIB < bytes) {
        if (room.full) throw tooMany("server_full", FULL, RETRY_WHEN_FULL);
        taken.push(room.take(MIB));
      }
    }
    return await work(memory.subarray(0, bytes));
  } finally {
    for (const free of taken) free();
  }
}

/** What nobody wants is read and forgotten: whoever still sends would lose the refusal with the connection. @throws HttpError 499 */
async function* chunksOf(stream: Readable | undefined): AsyncGenerator<Uint8Array> {
  try {
    if (stream !== undefined) yield* stream.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw new HttpError("client_gone", "the client closed the connection", { cause });
  } finally {
    stream?.resume();
  }
}
