/** Where log lines go: a file descriptor, written to in groups. A log that cannot be written never stops the service. */
import { write, writeSync } from "node:fs";
import pino from "pino";

/** Bytes that wait at most; what comes beyond is lost, and that is said as soon as there is room again. */
const MOST_WAITING = 4 * 1024 * 1024;
/** ms until a descriptor that takes nothing is tried again. */
const PAUSE = 100;
const STANDARD_ERROR = 2;

export interface Log {
  readonly logger: pino.Logger;
  /** Resolves when all lines are written, or cannot be. */
  close(): Promise<void>;
}

/** @param file a file descriptor (default: standard error) */
export function createLog(level: string, file = STANDARD_ERROR): Log {
  const output = new LogOutput(file);
  // Whatever ends the process: its last words are the ones that count.
  process.once("exit", () => output.writeLast());
  return { logger: pino({ level, base: null }, output), close: () => output.idle() };
}

class LogOutput {
  readonly #file: number;
  #lines = "";
  #lost = 0;
  #writing: Promise<void> | undefined;

  constructor(file: number) {
    this.#file = file;
  }

  write(line: string): void {
    if (this.#lines.length + line.length > MOST_WAITING) this.#lost++;
    else this.#lines += line;
    this.#writing ??= this.#run();
  }

  async idle(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Once, and for better or worse. */
  writeLast(): void {
    try {
      writeSync(this.#file, this.#lines);
    } catch {
      // Nobody is left to log to.
    }
  }

  async #run(): Promise<void> {
    // Lines of one turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#lines !== "") {
      let rest = Buffer.from(this.#lines);
      this.#lines = "";
      while (rest.length > 0) rest = rest.subarray(await this.#written(rest));
      this.#tellLost();
    }
    this.#writing = undefined;
  }

  /** Bytes that are done with: written, or lost as the disk is full or the reader has gone. */
  async #written(bytes: Buffer): Promise<number> {
    const outcome = await new Promise<number | NodeJS.ErrnoException>((resolve) => {
      write(this.#file, bytes, (error, count) => resolve(error ?? count));
    });
    if (typeof outcome === "number") return outcome;
    if (outcome.code === "EAGAIN") {
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      return 0;
    }
    this.#lost += linesIn(bytes);
    return bytes.length;
  }

  #tellLost(): void {
    if (this.#lost === 0 || this.#lines === "") return;
    this.#lines = `${JSON.stringify({ level: pino.levels.values.warn, time: Date.now(), lines: this.#lost, msg: "log lines were lost" })}\n${this.#lines}`;
    this.#lost = 0;
  }
}

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 0x0a) lines++;
  return lines;
}
