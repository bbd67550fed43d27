/** How bytes of a file are fetched: from a disk or over HTTP. Each knows one version of a file from another. */

/** Bytes [offset, offset + length), the last `tail` bytes, or all of them, if they are at most `whole`. */
export type ByteRange =
  | { readonly offset: number; readonly length: number }
  | { readonly tail: number }
  | { readonly whole: number };

export interface Fetched {
  readonly bytes: Uint8Array;
  /** Position of the first of them in the file. */
  readonly offset: number;
  /** Of the whole file. */
  readonly size: number;
  /** ETag, or what a file system knows of a change. */
  readonly version: string;
}

export interface Transport {
  /**
   * Bytes of a file, fewer than asked for where it ends; undefined if there is no such file.
   *
   * @param version what the file must still be
   * @throws ArchiveError `ERR_ARCHIVE_CHANGED` if it is another by now; `ERR_ARCHIVE_UNREADABLE`, `ERR_ARCHIVE_TIMEOUT`
   */
  fetch(
    location: string,
    range: ByteRange,
    version: string | undefined,
    signal: AbortSignal,
  ): Promise<Fetched | undefined>;
  /** Whether a file is still that version. */
  isStill(location: string, version: string, signal: AbortSignal): Promise<boolean>;
}
