/** A file as a stream, with errors that name it. Node only. */
import { createReadStream } from "node:fs";
import { WeatherError } from "./series.js";

const REASONS: { readonly [code: string]: string } = {
  ENOENT: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
};

/** @throws WeatherError, naming `file`, if it cannot be read */
export async function* chunksOf(path: string, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const error = new WeatherError(`cannot be read: ${REASONS[code ?? ""] ?? code ?? message}`, { file });
    error.cause = cause;
    throw error;
  }
}
