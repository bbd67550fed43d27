/** A grid of sites: places at equal steps of latitude and longitude, row by row from the south-west. */
import { createHash } from "node:crypto";
import { UsageError } from "../errors.js";
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
  if (!isGiven || south === undefined || west === undefined || north === undefined || east === undefined) {
    throw new UsageError(`--grid must be ${FORM}, got ${text}`);
  }
  if (!(south >= -90 && north <= 90 && south <= north)) {
    throw new UsageError(`--grid must go from a southern to a northern edge within -90 … 90, got ${south} to ${north}`);
  }
  if (!(Math.abs(west) <= 180 && Math.abs(east) <= 180)) {
    throw new UsageError(`--grid must have edges within -180 … 180 in the west and east, got ${west} to ${east}`);
  }
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
