/** What an operator says of a Zarr store. */
import type { CfOptions } from "../cf/options.js";

export interface ZarrOptions extends CfOptions {
  /** How settings, answers and logs name it. Default: "zarr". */
  readonly id?: string | undefined;
  /** Folder or address of a store, or of a reference file (`.json`). */
  readonly location: string;
  /** Folders and addresses that references and redirects may lead to, beside the store's own. */
  readonly allow?: readonly string[] | undefined;
  /** Sent to the store's own address only, which must be https, or of this machine. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bytes of files, and decoded chunks, kept in memory: each of both. Default: 64 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Time limit of one attempt of a request, ms. Default: 10,000. */
  readonly timeout?: number | undefined;
}
