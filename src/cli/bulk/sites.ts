/** The list of sites of `irradiance bulk`: a CSV file with a row per site, read twice and never held. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { parse } from "fast-csv";
import type { BulkSite } from "../../answers/bulk/types.js";
import type { WeatherPlace } from "../../data/weather/series.js";
import { UsageError } from "../errors.js";
import { DistinctNames, type SiteList, type SiteRow } from "./site-list.js";
import { siteOfYield } from "./yields.js";

/** Columns that are keys of a query: their texts go to the request parser, which has the better messages. */
const QUERY_COLUMNS = [
  "lat",
  "lon",
  "surface_tilt",
  "surface_azimuth",
  "tracking_mode",
  "horizon",
  "start",
  "end",
] as const;
/** Columns of numbers, and the site properties they become. */
const NUMBER_COLUMNS = {
  altitude: "altitude",
  time_zone: "timeZone",
  linke_turbidity: "linkeTurbidity",
  albedo: "albedo",
} as const;
/** Columns with a meaning. */
const KNOWN: readonly string[] = ["id", "weather", ...QUERY_COLUMNS, ...Object.keys(NUMBER_COLUMNS)];
/** In place of surface_tilt and surface_azimuth, in lists of PV systems. */
const PLANE_COLUMNS: readonly string[] = ["tilt", "azimuth"];

/**
 * Reads the whole list once, before anything is computed.
 * @param ofSystem further columns with a meaning, in a list of PV systems
 * @throws UsageError for an invalid list: missing or repeated columns, rows of another length, repeated ids
 */
export async function surveySites(path: string, ofSystem: readonly string[] = []): Promise<SiteList> {
  const hash = createHash("sha256");
  const names = new DistinctNames();
  let sites = 0;
  let columns: readonly string[] = [];
  const span = new Span();
  for await (const { header, cells } of rowsOf(path, (chunk) => hash.update(chunk))) {
    if (columns.length === 0) checkPlaneColumns(path, header, ofSystem);
    columns = header;
    const at = header.indexOf("id");
    if (!cells[header.indexOf("weather")]) span.add(Number(cells[header.indexOf("lon")] || Number.NaN));
    sites++;
    if (at < 0) continue;
    const id = cells[at]!;
    if (id === "") throw new UsageError(`${path}: site ${sites} has no id`);
    if (!names.add(id)) throw new UsageError(`${path}: site ${sites} has the same id as another one, "${id}"`);
  }
  if (sites === 0) throw new UsageError(`${path}: no sites; expected a header line and one row per site`);
  const known = ofSystem.length === 0 ? KNOWN : [...KNOWN, ...PLANE_COLUMNS, ...ofSystem];
  const unused = columns.filter((name) => !known.includes(name));
  const ofYields = ofSystem.length > 0;
  const rows = () => filledCells(path);
  return { path, sites, sha256: hash.digest("hex"), columns, unused, span: span.width, ofYields, rows };
}

/** Of longitudes, also across the date line. */
class Span {
  private least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  private most = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  /** An invalid one is rejected later. */
  add(longitude: number): void {
    if (Number.isNaN(longitude)) return;
    for (const [k, angle] of [longitude, (longitude + 360) % 360].entries()) {
      this.least[k] = Math.min(this.least[k]!, angle);
      this.most[k] = Math.max(this.most[k]!, angle);
    }
  }

  get width(): number {
    return Math.max(0, Math.min(...this.most.map((east, k) => east - this.least[k]!)));
  }
}

async function* filledCells(path: string): AsyncGenerator<SiteRow, void, undefined> {
  for await (const { header, cells } of rowsOf(path))
    yield Object.fromEntries(header.flatMap((name, i) => (cells[i] === "" ? [] : [[name, cells[i]!]])));
}

/** The sites in the list's order, each with its row. */
export async function* readSites(list: SiteList): AsyncGenerator<{ site: BulkSite; row: SiteRow }, void, undefined> {
  for await (const row of list.rows()) {
    const site = siteOf(row);
    yield { site: list.ofYields ? await siteOfYield(site, row, list) : site, row };
  }
}

function siteOf(row: SiteRow): BulkSite {
  const site: { [key: string]: unknown } = {};
  if (row.id !== undefined) site.id = row.id;
  for (const name of QUERY_COLUMNS) if (row[name] !== undefined) site[name] = row[name];
  for (const [column, key] of Object.entries(NUMBER_COLUMNS))
    if (row[column] !== undefined) site[key] = Number(row[column]);
  // An empty place is rejected when its turn comes, like any other invalid one.
  return { lat: "", lon: "", ...site };
}

/** Undefined for an invalid place, which is rejected later; a height that is none is left out. */
export function placeOf({ lat, lon, altitude }: BulkSite): WeatherPlace | undefined {
  const [latitude, longitude, height] = [Number(lat || Number.NaN), Number(lon || Number.NaN), Number(altitude)];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  return height >= -500 && height <= 9000 ? { latitude, longitude, altitude: height } : { latitude, longitude };
}

interface Row {
  readonly header: readonly string[];
  readonly cells: readonly string[];
}

/** Bytes: a horizon of 360 values has 2 KiB. With every piece of the file the parser begins a row that has no end anew. */
const LONGEST_ROW = 512 * 1024;

function endless(path: string, rows: number): UsageError {
  return new UsageError(
    `${path}: a row after site ${rows} has more than ${LONGEST_ROW / 1024} KiB: is a quote not closed?`,
  );
}

async function* rowsOf(path: string, onChunk?: (chunk: Uint8Array) => void): AsyncGenerator<Row, void, undefined> {
  const input = createReadStream(path);
  let pending = 0;
  input.on("data", (chunk) => {
    onChunk?.(chunk as Uint8Array);
    pending += chunk.length;
    if (pending > LONGEST_ROW) input.destroy(endless(path, rows));
  });
  const parser = parse<string[], string[]>({ headers: false, trim: true, ignoreEmpty: true, comment: "#" });
  parser.transform((cells: string[]) => {
    pending = 0;
    return cells;
  });
  // An error of either ends the iteration below with it.
  pipeline(input, parser, () => {});
  let header: readonly string[] | undefined;
  let rows = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (header === undefined) {
        header = checkedHeader(path, cells);
        continue;
      }
      rows++;
      if (cells.length !== header.length)
        throw new UsageError(`${path}: site ${rows} has ${cells.length} cells, the header has ${header.length}`);
      yield { header, cells };
    }
  } catch (cause) {
    throw readable(path, cause);
  }
}

function readable(path: string, cause: unknown): unknown {
  if (cause instanceof UsageError) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code !== undefined) return new Error(`${path}: cannot be read (${code})`, { cause });
  return new UsageError(`${path}: is not a CSV file (${message})`, { cause });
}

function checkedHeader(path: string, cells: readonly string[]): readonly string[] {
  const missing = ["lat", "lon"].filter((name) => !cells.includes(name));
  if (missing.length > 0)
    throw new UsageError(`${path}: no column ${missing.join(", ")}; expected a header with ${KNOWN.join(", ")}`);
  const twice = cells.find((name, i) => cells.indexOf(name) !== i);
  if (twice !== undefined) throw new UsageError(`${path}: two columns are named "${twice}"`);
  return cells;
}

/** @throws UsageError for a plane's column that would be ignored, or that is there twice */
function checkPlaneColumns(path: string, header: readonly string[], ofSystem: readonly string[]): void {
  for (const name of PLANE_COLUMNS) {
    const meant = `surface_${name}`;
    const isTwice = header.includes(meant);
    if (!header.includes(name) || isTwice !== ofSystem.length > 0) continue;
    throw new UsageError(
      isTwice
        ? `${path}: the columns "${name}" and "${meant}" are the same: leave one out`
        : `${path}: the column "${name}" would be ignored: is ${meant} meant?`,
    );
  }
}
