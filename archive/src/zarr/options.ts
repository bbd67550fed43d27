/** An operator's options for a Zarr store. */
import type { DiskCache } from "../bytes/disk-cache.js";
import type { CfOptions } from "../cf/options.js";

export interface ZarrOptions extends CfOptions {
  /** Name in settings, answers and logs. Default: "zarr". */
  readonly id?: string | undefined;
  /** Folder or address of a store, or of a reference file (`.json`). */
  readonly location: string;
  /** Folders and addresses, besides the store's own, to which references and redirects may lead. */
  readonly allow?: readonly string[] | undefined;
  /** Sent only to the store's own address, which must be https or on this machine. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Bytes kept in memory, each for files and for decoded chunks. Default: 64 MiB; of decoded chunks for all sources together that do not
   * say how many.
   */
  readonly cacheBytes?: number | undefined;
  /** Where bytes of remote files are kept between processes. Default: nowhere. */
  readonly disk?: DiskCache | undefined;
  /** Time limit of one attempt of a request, ms. Default: 10,000. */
  readonly timeout?: number | undefined;
}
