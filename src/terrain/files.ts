import { type FileHandle, open, stat } from "node:fs/promises";
import { TerrainError } from "./errors.js";

/** Where the bytes of elevation files come from. */
export interface TerrainReader {
  /**
   * Bytes starting at `offset`.
   *
   * @param short whether fewer are right where the file ends
   * @throws TerrainError if the file cannot be read or ends earlier
   */
  read(file: string, offset: number, length: number, short?: boolean): Promise<Uint8Array<ArrayBuffer>>;
}

/** Handles kept open: enough for the tiles around a place, far below the limits of operating systems. */
const MOST_OPEN = 32;

/** Reads parts of files; the least recently used handles are closed. */
export class FileReader implements TerrainReader {
  readonly #handles = new Map<string, Promise<FileHandle>>();
  readonly #readers = new Map<string, number>();
  #closed = false;

  /**
   * Bytes starting at `offset`.
   *
   * @throws TerrainError if the file cannot be read, or ends earlier (unless `short` allows it), and after `close`
   */
  async read(file: string, offset: number, length: number, short = false): Promise<Uint8Array<ArrayBuffer>> {
    this.#readers.set(file, (this.#readers.get(file) ?? 0) + 1);
    try {
      const handle = await this.#open(file);
      const bytes = new Uint8Array(length);
      const { bytesRead } = await handle.read(bytes, 0, length, offset);
      if (bytesRead < length && !short) {
        throw new TerrainError(`is truncated (needs ${length} bytes at ${offset}, has ${bytesRead})`, file);
      }
      return bytesRead < length ? bytes.slice(0, bytesRead) : bytes;
    } catch (cause) {
      throw cause instanceof TerrainError ? cause : unreadable(file, cause);
    } finally {
      this.#readers.set(file, this.#readers.get(file)! - 1);
      await this.#closeOldest();
    }
  }

  /** @throws TerrainError if there is no such file */
  async size(file: string): Promise<number> {
    const { size } = await stat(file).catch((cause) => {
      throw unreadable(file, cause);
    });
    return size;
  }

  /** Closes for good: later reads fail, so that they do not open files that would never be closed. */
  async close(): Promise<void> {
    this.#closed = true;
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    await Promise.all(handles.map(async (handle) => (await handle).close().catch(() => {})));
  }

  #open(file: string): Promise<FileHandle> {
    if (this.#closed) throw new TerrainError("was closed", file);
    const kept = this.#handles.get(file);
    this.#handles.delete(file);
    const handle = kept ?? open(file, "r");
    this.#handles.set(file, handle);
    handle.catch(() => this.#handles.delete(file));
    return handle;
  }

  async #closeOldest(): Promise<void> {
    if (this.#handles.size <= MOST_OPEN) return;
    for (const [file, handle] of this.#handles) {
      if (this.#readers.get(file)) continue;
      this.#handles.delete(file);
      this.#readers.delete(file);
      await (await handle).close();
      return;
    }
  }
}

export function unreadable(file: string, cause: unknown): TerrainError {
  const { code, message } = cause as NodeJS.ErrnoException;
  return new TerrainError(code === "ENOENT" ? "does not exist" : `cannot be read (${code ?? message})`, file);
}
