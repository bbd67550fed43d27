/** Where parts are written: files of a name, each whole or absent at any moment, for any number of writers. */
export interface Store {
  /** As the user named it. */
  readonly out: string;
  /** Undefined: there is none. */
  read(name: string): Promise<Buffer | undefined>;
  /**
   * Writes or replaces a file; when it returns, the file survives a power cut. One that has these bytes already is left alone.
   *
   * @returns its tag: another one for other bytes, if the store has such
   */
  write(name: string, bytes: Uint8Array): Promise<string | undefined>;
  /** All files whose name begins so. */
  list(beginning: string): AsyncIterable<StoredFile>;
  /** Missing ones are no error. */
  remove(names: readonly string[]): Promise<void>;
  /** Removes all files below a folder's name, which ends with a slash, and the folder. */
  removeAll(folder: string): Promise<void>;
  /** Removes what writers that were killed have left. */
  tidy(): Promise<void>;
  close(): void;
}

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly tag?: string | undefined;
}
