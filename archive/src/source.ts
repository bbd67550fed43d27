/** A source of weather: the one interface of every back end, whatever its format. */
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import {
  type Cell,
  type IrradianceColumn,
  isIrradiance,
  type Period,
  type Place,
} from "irradiance-engine/internal/series";
import type { FindingCode } from "irradiance-engine/internal/weather";
import type { ReadOptions } from "./budget.js";
import type { Traffic } from "./bytes/byte-store.js";

// What the cells or stations of a data set cover.

export interface Extent {
  /** Degrees, of the outermost cells' middles. */
  readonly south: number;
  readonly north: number;
  /** −180…180; a west above the east crosses the date line; −180 and 180: all round. */
  readonly west: number;
  readonly east: number;
  readonly cells: number;
  /** Degrees from cell to cell, the larger of both directions; undefined where they have no rows. */
  readonly spacing?: number | undefined;
  /** A cell in the middle of them. */
  readonly middle: { readonly latitude: number; readonly longitude: number };
}

/**
 * West and east of longitudes in any turn.
 *
 * @param first, last of a row, ascending
 * @param isRound whether the first lies beside the last
 */
export function turnedBack(first: number, last: number, isRound: boolean): Pick<Extent, "west" | "east"> {
  if (isRound) return { west: -180, east: 180 };
  const west = first - 360 * Math.floor(first / 360 + 0.5);
  const east = last - 360 * Math.ceil(last / 360 - 0.5);
  return first === last ? { west, east: west } : { west, east };
}

/** Of places anywhere: the narrower of the two ways round that have no place outside. */
export function extentOfPlaces(
  latitudes: ArrayLike<number>,
  longitudes: ArrayLike<number>,
  spacing?: number,
): Extent | undefined {
  const cells = latitudes.length;
  if (cells === 0) return undefined;
  const [south, north] = rangeOf(latitudes, (value) => value);
  const [west, east] = rangeOf(longitudes, (value) => value - 360 * Math.floor(value / 360 + 0.5));
  const [first, last] = rangeOf(longitudes, (value) => value - 360 * Math.floor(value / 360));
  const sides = last - first < east - west ? turnedBack(first, last, false) : { west, east };
  const at = cells >> 1;
  const longitude = longitudes[at]! - 360 * Math.round(longitudes[at]! / 360);
  return { south, north, ...sides, cells, spacing, middle: { latitude: latitudes[at]!, longitude } };
}

/** Without spreading, which has no room for a million cells. */
function rangeOf(values: ArrayLike<number>, by: (value: number) => number): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < values.length; k++) {
    const value = by(values[k]!);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

// What a source has, from metadata alone and for no place in particular: for logs and inspections.

/**
 * How values came about, from the most to the least trusted. A typical year has no date. Later versions may have further classes:
 * treat one that you do not know as `reanalysis`.
 */
export type SourceClass = "measured" | "satellite" | "reanalysis" | "forecast" | "typical" | "synthetic";

export interface ColumnFacts {
  readonly column: WeatherColumn;
  /** What it is made of, and what the times of that mean; undefined where the format knows no names. */
  readonly variable?: string | undefined;
  readonly is?: string | undefined;
  /** Length of what is decoded at once, in each dimension. */
  readonly chunks?: readonly number[] | undefined;
}

export interface DatasetFacts {
  readonly dataset: string;
  readonly class: SourceClass;
  readonly columns: readonly ColumnFacts[];
  /** Length of an interval, seconds. */
  readonly step: number;
  /** Start of the first and end of the last interval, Unix ms; undefined where nothing was written yet. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** Stretches without data, of a day or more. */
  readonly gaps: number;
  readonly extent: Extent | undefined;
}

/** Values of the last days, which their owner may still replace without saying so. */
export interface Preliminary {
  readonly days: number;
  /** "values since 2024-03-21 may be …" */
  readonly why: string;
}

/** Copernicus Climate Change Service, ERA5 documentation, "Data update frequency": final 2 to 3 months behind real time. */
export const ERA5T: Preliminary = {
  days: 92,
  why: "preliminary (ERA5T), which ECMWF replaces by final ones after 2 to 3 months",
};

export interface SourceFacts {
  /** "Zarr store", "weather files". */
  readonly what: string;
  readonly datasets: readonly DatasetFacts[];
  /** What is left out, and why: one sentence each. */
  readonly problems: readonly string[];
}

/** An array of a store or file, whatever it is. */
export interface ListedArray {
  readonly name: string;
  readonly type: string;
  /** Its units, as the file has them. */
  readonly units: string | undefined;
  /** Their names; none where the format has no names for them. */
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  /** What is decoded at once. */
  readonly chunks: readonly number[];
}

export type { Cell, Period, Place };

/** What was found when data were looked at before they were offered. */
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

/** Distance at which a place counts as the station or the cell itself, km: the resolution of four decimals of a degree. */
const SAME_PLACE = 0.02;

/** Where values of an offer came from. @param method default: by the distance from its cell */
export function provenanceFrom(
  { source, dataset, class: kind, revision, run, cell, licence, attribution }: Offer,
  columns: readonly WeatherColumn[],
  { start, end }: Period,
  corrections: readonly string[],
  method: Provenance["method"] = cell.distanceKm <= SAME_PLACE ? "point" : "nearest",
): Provenance {
  const about = { source, dataset, class: kind, columns, start, end, revision, run, cell, method };
  return { ...about, corrections, licence, attribution, synthetic: kind === "synthetic" };
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

// Relations between columns: components of one irradiance, or independent states of the air.

/** Whether global irradiance is given or follows from the given columns. */
export function isWholeSet(columns: readonly WeatherColumn[]): boolean {
  const has = (column: IrradianceColumn) => columns.includes(column);
  const direct = has("direct_normal_irradiance") || has("direct_horizontal_irradiance");
  return has("global_horizontal_irradiance") || (has("diffuse_horizontal_irradiance") && direct);
}

/** The irradiances together, every other column separately. */
export function groupsOf(columns: readonly WeatherColumn[]): WeatherColumn[][] {
  const irradiance = columns.filter(isIrradiance);
  const others = columns.filter((column) => !isIrradiance(column)).map((column) => [column]);
  return irradiance.length > 0 ? [irradiance, ...others] : others;
}

/** Those of the columns that belong to a group: of irradiances the whole set, so that the components are from one source. */
export function inGroup(columns: readonly WeatherColumn[], group: readonly WeatherColumn[]): WeatherColumn[] {
  const needsLight = group.some(isIrradiance);
  return columns.filter((column) => (isIrradiance(column) ? needsLight : group.includes(column)));
}

/** "irradiance", "temperature". */
export function nameOfGroup(group: readonly WeatherColumn[]): string {
  return group.some(isIrradiance) ? "irradiance" : group.join(", ");
}

// Places on the globe: distance and validation.

/** Mean radius of the Earth, km (IUGG). */
const EARTH_RADIUS = 6371.0088;
const DEGREE = Math.PI / 180;

/** Great-circle distance in km (haversine: exact enough for neighbours, right across the date line and at the poles). */
export function distanceKm(a: Place, b: Place): number {
  const dLatitude = (b.latitude - a.latitude) * DEGREE;
  const dLongitude = (b.longitude - a.longitude) * DEGREE;
  const cosines = Math.cos(a.latitude * DEGREE) * Math.cos(b.latitude * DEGREE);
  const h = Math.sin(dLatitude / 2) ** 2 + cosines * Math.sin(dLongitude / 2) ** 2;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** @throws TypeError or RangeError naming the field, the expected and the actual value */
export function checkPlace(place: Place): void {
  if (typeof place !== "object" || place === null) throw new TypeError(`place must be an object, got ${String(place)}`);
  checkField("latitude", place.latitude, -90, 90);
  checkField("longitude", place.longitude, -180, 180);
  if (place.altitude !== undefined) checkField("altitude", place.altitude, -500, 9000);
}

function checkField(name: string, value: unknown, least: number, most: number): void {
  const text = `place.${name} must be a number from ${least} to ${most}, got ${String(value)}`;
  if (typeof value !== "number") throw new TypeError(text);
  if (!(value >= least && value <= most)) throw new RangeError(text);
}
