/** Progress of a long run, on one line of standard error that is erased in the end; only on a terminal. */

/** Shortest time in ms between two changes. */
const PACE = 100;
const MEGABYTE = 1e6;
const WIPE = "\r\u001b[K";

/** Destination of the line: the used part of `process.stderr`. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

export interface Progress {
  /** Replaces the text of the line. A computation cannot be interrupted: it announces itself before. */
  show(text: string): void;
  /** Erases the line. */
  clear(): void;
  /** The same chunks, with the amount read, of `total` bytes if known. */
  follow(name: string, chunks: AsyncIterable<Uint8Array>, total?: number): AsyncIterable<Uint8Array>;
}

/** A line on `stream`; nothing at all if `quiet` or if the stream is a file or a pipe. */
export function startProgress(quiet = false, stream: ProgressStream = process.stderr): Progress {
  if (quiet || !stream.isTTY) return { show: () => {}, clear: () => {}, follow: (_, chunks) => chunks };
  const show = (text: string) => {
    stream.write(`${WIPE}${text} …`);
  };
  return {
    show,
    clear: () => {
      stream.write(WIPE);
    },
    async *follow(name, chunks, total) {
      let read = 0;
      let shown = Number.NEGATIVE_INFINITY;
      for await (const chunk of chunks) {
        read += chunk.length;
        const now = performance.now();
        if (now - shown >= PACE) {
          shown = now;
          show(`reading ${name}: ${amount(read, total)}`);
        }
        yield chunk;
      }
    },
  };
}

function amount(read: number, total: number | undefined): string {
  const megabytes = `${(read / MEGABYTE).toFixed(1)} MB`;
  return total ? `${Math.floor((100 * read) / total)} % (${megabytes})` : megabytes;
}
