/** What a source of weather is: the one interface that every back end has, whatever its format. */
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { Cell, Period, Place } from "irradiance-engine/series";
import type { ReadOptions } from "./budget.js";
import type { Traffic } from "./bytes/byte-store.js";
import type { SourceClass, SourceFacts } from "./facts.js";

export type { Cell, Period, Place };

/** What a data set has for a place, from metadata alone: no weather is read for it. */
export interface Offer {
  /** Id of the source, and the data set in it: a station, a file, a product. Together they name the offer. */
  readonly source: string;
  readonly dataset: string;
  readonly class: SourceClass;
  readonly columns: readonly WeatherColumn[];
  /** Length of an interval in seconds. */
  readonly interval: number;
  /** Other lengths in which the source has the same weather: a plan that wants one sets `interval` to it. */
  readonly intervals?: readonly number[] | undefined;
  /** Start of the first and end of the last interval, Unix ms; of a typical year those of its nominal year. */
  readonly first: number;
  readonly last: number;
  /** What lies between the two where not all of it does: ascending, apart from one another. */
  readonly covers?: readonly Period[] | undefined;
  /** Changes with the data: it enters cache keys and ETags. */
  readonly revision: string;
  /** When a forecast run began, and when it was there, Unix ms, as far as the source knows it. */
  readonly run?: number | undefined;
  readonly available?: number | undefined;
  readonly cell: Cell;
  readonly licence: string;
  readonly attribution?: string | undefined;
  /** What a user should know, one sentence each. */
  readonly notices?: readonly string[] | undefined;
}

/** Where values came from. @experimental */
export interface Provenance {
  readonly source: string;
  readonly dataset: string;
  readonly class: SourceClass;
  readonly columns: readonly WeatherColumn[];
  /** Unix ms. */
  readonly start: number;
  readonly end: number;
  readonly revision: string;
  readonly run?: number | undefined;
  readonly cell: Cell;
  readonly method: "point" | "nearest" | "bilinear_kc" | "stochastic";
  /** What was done to the values, one phrase each. */
  readonly corrections: readonly string[];
  readonly licence: string;
  readonly attribution?: string | undefined;
  readonly synthetic: boolean;
}

/** One sampling, one step, one cell, one data set. */
export interface Part {
  readonly series: WeatherSeries;
  readonly provenance: Provenance;
  /** What is to be known of its values: what was left out, and what is doubtful. Answers add the source to it. */
  readonly notices?: readonly Notice[] | undefined;
}

export interface WeatherSource {
  /** How settings, answers and logs name it: "files", "sample". */
  readonly id: string;
  /**
   * What it has for a place: one offer for each data set, none where it has nothing. Metadata only, fast.
   *
   * @param options.signal is aborted when nobody waits for the offers any more: what is under way for them should end
   */
  offer(place: Place, now: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<readonly Offer[]>;
  /**
   * The columns of an offer over a period, as far as it reaches: nothing outside of it is made up. A typical year is
   * repeated over any period. Where parts overlap, the later one holds.
   *
   * @throws ArchiveError when the data cannot be read or have changed since the offer was made
   */
  read(
    offer: Offer,
    place: Place,
    period: Period,
    columns: readonly WeatherColumn[],
    options: ReadOptions,
  ): Promise<readonly Part[]>;
  /**
   * The runs that it keeps and that began in a period, by their time, each as a source of its own with the same id: whether a run is whole
   * its offers tell. Undefined for sources that have the newest run alone, or none.
   *
   * @throws ArchiveError where they cannot be listed
   */
  readonly runs?: ((period: Period) => Promise<readonly WeatherSource[]>) | undefined;
  /**
   * Opens what there is. Undefined for sources that are always there.
   *
   * @throws ArchiveError for what cannot be opened, or has nothing that can be used
   */
  readonly look?: ((signal: AbortSignal) => Promise<SourceFacts>) | undefined;
  /** What was asked of disks and servers so far; undefined where that is not counted. */
  readonly traffic?: (() => Traffic) | undefined;
  close(): Promise<void>;
}
