/** The list of sites of a run: what reads it and what uses its rows share this. */

/** A row of the list: its cells by column, empty ones left out. */
export interface SiteRow {
  readonly [column: string]: string;
}

export interface SiteList {
  /** The file, or the option that stands in its place. */
  readonly path: string;
  readonly sites: number;
  /** Another one for another list. */
  readonly sha256: string;
  readonly columns: readonly string[];
  /** Ignored columns. */
  readonly unused: readonly string[];
  /** Degrees of longitude that the sites without a weather file of their own are apart. */
  readonly span: number;
  /** What is to be known of it. */
  readonly notes?: readonly string[];
  /** Its rows describe PV systems, too. */
  readonly ofYields?: boolean;
  /** Reads the list again. */
  rows(): AsyncIterable<SiteRow>;
}
