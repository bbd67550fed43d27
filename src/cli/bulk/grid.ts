/** A grid of sites: places at equal steps of latitude and longitude, row by row from the south-west. */
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { PARAMETERS } from "../../index.js";
import { UsageError } from "../errors.js";
import type { BulkOptions } from "../options/power.js";
import { formatDuration } from "./report.js";
import type { SiteList, SiteRow } from "./site-list.js";

/** Degrees are written without the rounding error of their sum: to 0.1 mm. */
const DIGITS = 9;
/** A last row or column that rounding puts beyond the edge is one all the same. */
const SLACK = 1e-6;
const FORM = "south,west,north,east,step in degrees, such as 45,5,48,11,0.25 (or a step for each: …,0.25,0.5)";

interface SiteGrid {
  readonly south: number;
  readonly west: number;
  /** As they were asked for; in the east it may pass 180. */
  readonly north: number;
  readonly east: number;
  readonly rows: number;
  readonly columns: number;
  readonly latitudeStep: number;
  readonly longitudeStep: number;
}

/**
 * The sites of `--grid`; edges with a place on them are inside. An eastern edge below the western one lies beyond the date line.
 *
 * @throws UsageError for a text of another form, edges that are no places, and steps that are not above 0
 */
export function gridSites(text: string): SiteList {
  const grid = parsed(text);
  const { rows, columns } = grid;
  return {
    path: "--grid",
    sites: rows * columns,
    sha256: createHash("sha256")
      .update(`grid ${JSON.stringify(grid)}`)
      .digest("hex"),
    columns: ["id", "lat", "lon"],
    unused: [],
    span: (columns - 1) * grid.longitudeStep,
    notes: edgeNotes(grid),
    rows: () => placesOf(grid),
  };
}

function parsed(text: string): SiteGrid {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [south, west, north, east, latitudeStep, longitudeStep = latitudeStep] = numbers as number[];
  const isGiven = numbers.every(Number.isFinite) && (numbers.length === 5 || numbers.length === 6);
  if (!isGiven || south === undefined || west === undefined || north === undefined || east === undefined)
    throw new UsageError(`--grid must be ${FORM}, got ${text}`);
  if (!(south >= -90 && north <= 90 && south <= north))
    throw new UsageError(`--grid must go from a southern to a northern edge within -90 … 90, got ${south} to ${north}`);
  if (!(Math.abs(west) <= 180 && Math.abs(east) <= 180))
    throw new UsageError(`--grid must have edges within -180 … 180 in the west and east, got ${west} to ${east}`);
  if (!(latitudeStep! > 0 && longitudeStep! > 0)) throw new UsageError(`--grid must have steps above 0, got ${text}`);
  const end = east < west ? east + 360 : east;
  const count = (length: number, step: number) => Math.floor(length / step + SLACK) + 1;
  return {
    ...{ south, west, north, east: end, latitudeStep: latitudeStep!, longitudeStep: longitudeStep! },
    rows: count(north - south, latitudeStep!),
    columns: count(end - west, longitudeStep!),
  };
}

/** Edges that the step does not reach. */
function edgeNotes({ south, west, north, east, rows, columns, latitudeStep, longitudeStep }: SiteGrid): string[] {
  const edges = [
    ["northern", "row", south + (rows - 1) * latitudeStep, north, latitudeStep],
    ["eastern", "column", west + (columns - 1) * longitudeStep, east, longitudeStep],
  ] as const;
  return edges.flatMap(([side, line, last, edge, step]) =>
    edge - last <= SLACK * step
      ? []
      : [
          `the last ${line} is at ${inRange(last)}, not at the ${side} edge ${inRange(edge)}: the step ${step} does not reach it`,
        ],
  );
}

function inRange(angle: number): number {
  return degrees(angle > 180 ? angle - 360 : angle);
}

async function* placesOf(grid: SiteGrid): AsyncGenerator<SiteRow, void, undefined> {
  for (let row = 0; row < grid.rows; row++) {
    const lat = degrees(grid.south + row * grid.latitudeStep);
    for (let column = 0; column < grid.columns; column++) {
      const lon = inRange(degrees(grid.west + column * grid.longitudeStep));
      yield { id: `${lat}_${lon}`, lat: String(lat), lon: String(lon) };
    }
  }
}

function degrees(value: number): number {
  return Number(value.toFixed(DIGITS));
}

/** A slip of the step asks for as many; a grid of 0.1° over Europe does not. */
const MOST_SITES = 250_000;
/** Fewer are done before anybody reads of it. */
const NOTABLE_SITES = 1000;
/** Of hours, by a thread of an ordinary machine (bench/performance.md): only the order of magnitude is meant. */
const SITE_YEARS_PER_SECOND = 60;
const GIGABYTE = 1e9;

const HOURS = 8760;
/** Rows of a year and hours of work, by frequency. */
const STEPS: { readonly [frequency: string]: number } = { "1_hour": 1, "15_minutes": 4, "1_minute": 60 };
const ROWS: { readonly [period: string]: number } = { annual: 1, monthly: 12, daily: 365, hourly: HOURS };

/**
 * @returns what to say of the grid before it is begun
 * @throws UsageError for more sites than anybody means, unless `--yes` says so
 */
export function gridNotices({ sites }: SiteList, options: Omit<BulkOptions, "out">): string[] {
  const estimate = `${sites.toLocaleString("en-US")} sites, for each year of weather ${estimateOf(sites, options)}`;
  if (sites > MOST_SITES && !options.yes)
    throw new UsageError(`--grid has ${estimate}: --yes starts it anyway; a wider step gives fewer sites`);
  return sites < NOTABLE_SITES ? [] : [estimate];
}

function estimateOf(
  sites: number,
  { aggregate, frequency = "15_minutes", parameters, threads, float32 }: Omit<BulkOptions, "out">,
) {
  const steps = STEPS[frequency] ?? 1;
  const workers = threads ?? availableParallelism();
  const seconds = (sites * steps) / (SITE_YEARS_PER_SECOND * workers);
  const columns =
    parameters === undefined ? 2 : parameters === "all" ? Object.keys(PARAMETERS).length : parameters.split(",").length;
  const rows = aggregate === undefined ? HOURS * steps : ROWS[aggregate]!;
  const bytes = sites * rows * columns * (float32 ? 4 : 8);
  const size = bytes < 0.1 * GIGABYTE ? "less than 0.1 GB" : `about ${(bytes / GIGABYTE).toPrecision(2)} GB`;
  return `about ${formatDuration(seconds)} on ${workers} threads and ${size}`;
}
