/** A source of weather: the one interface of every back end, whatever its format. */
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { Cell, Period, Place } from "irradiance-engine/series";
import type { FindingCode } from "irradiance-engine/weather";
import type { ReadOptions } from "./budget.js";
import type { Traffic } from "./bytes/byte-store.js";
import type { Preliminary, SourceClass, SourceFacts } from "./facts.js";

export type { Cell, Period, Place };

/** What was found when data were looked at before they were offered. @experimental */
export interface Doubt {
  readonly code: FindingCode;
  /** What was found, with dates and values, a sentence without its full stop. */
  readonly message: string;
  /** What the operator can do, the same; "": nothing is to be done. */
  readonly remedy: string;
  /** What was measured then is not the sun's light at all: the sensor was dead, stuck or saturated. */
  readonly isLost: boolean;
  /** When the values are in doubt, ascending and disjoint. */
  readonly periods: readonly Period[];
}

/** What a data set has for a place, known from metadata alone: no weather is read for an offer. */
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
  /** Start of the first and end of the last interval, Unix ms; for a typical year those of its nominal year. */
  readonly first: number;
  readonly last: number;
  /** The covered periods, ascending and disjoint, if they do not fill the time between `first` and `last`. */
  readonly covers?: readonly Period[] | undefined;
  /** Changes with the data: it enters cache keys and ETags. */
  readonly revision: string;
  /** When a forecast run began, and when it became available, Unix ms, as far as the source knows. */
  readonly run?: number | undefined;
  readonly available?: number | undefined;
  readonly cell: Cell;
  readonly licence: string;
  readonly attribution?: string | undefined;
  /** What a user should know, one sentence each. */
  readonly notices?: readonly string[] | undefined;
  readonly preliminary?: Preliminary | undefined;
  /** What is in doubt at certain times: an answer from these times says so. */
  readonly doubts?: readonly Doubt[] | undefined;
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
  /** Remarks on its values: what was left out, and what is doubtful. Answers add the source's name. */
  readonly notices?: readonly Notice[] | undefined;
  /** Its values were looked at before they were offered: what is in doubt stands in the offer. */
  readonly isExamined?: boolean | undefined;
}

export interface WeatherSource {
  /** Name in settings, answers and logs: "files", "sample". */
  readonly id: string;
  /**
   * What the source has for a place: one offer for each data set with data there. Metadata only, fast.
   *
   * @param options.signal is aborted when nobody waits for the offers any more: then stop working on them
   */
  offer(place: Place, now: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<readonly Offer[]>;
  /**
   * The columns of an offer over a period, as far as the offer reaches; values outside of it are never invented. A typical year is
   * repeated over any period. Where parts overlap, the later part wins.
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
   * The kept runs that began in a period, in order of time, each as its own source with the same id. The offers of such a source show
   * whether its run is complete. Undefined for sources that have only the newest run, or no runs.
   *
   * @throws ArchiveError if the runs cannot be listed
   */
  readonly runs?: ((period: Period) => Promise<readonly WeatherSource[]>) | undefined;
  /**
   * Opens the source's data. Undefined for sources that are always available.
   *
   * @throws ArchiveError for a source that cannot be opened or has no usable data
   */
  readonly look?: ((signal: AbortSignal) => Promise<SourceFacts>) | undefined;
  /**
   * Number of the piece of its files in which the weather of a place lies: places of one piece cost little more than one of them, if they
   * are read one after the other, and a piece of the next number is close to it. Undefined: outside of the source, which has no such pieces
   * either if it has no such function.
   *
   * @throws ArchiveError for a source that cannot be opened
   */
  readonly pieceOf?: ((place: Place, signal: AbortSignal) => Promise<number | undefined>) | undefined;
  /** Requests to disks and servers so far; undefined if they are not counted. */
  readonly traffic?: (() => Traffic) | undefined;
  close(): Promise<void>;
}
