/** A scan of few cells as an update of a live store: its values, brought from the time of each line to the one in the store. */
import { win32 } from "node:path";
import type { WeatherColumn } from "irradiance-engine";
import { clearSkyAt } from "irradiance-engine/series";
import { readScan } from "../scans/read-scan.js";
import type { Scan, ScanProductName } from "../scans/scan.js";
import type { Place } from "../source.js";
import type { LiveDescription } from "./description.js";
import { MOST_CELLS } from "./netcdf-updates.js";
import type { LiveUpdate } from "./update.js";

/** Below this clear sky (global, W/m²) the ratio to it is meaningless. */
const LOW_SUN = 20;

/** The product of a file, by its name; undefined: it is no scan. */
export function scanProductOf(path: string): ScanProductName | undefined {
  const base = win32.basename(path);
  if (/^OR_ABI-L2-DSR/.test(base)) return "goes";
  return /^(SIS|SID)in\d{12}/.test(base) ? "dwd-sis" : undefined;
}

/** @throws RangeError for a scan of too many cells, and for a store of other times; ArchiveError for what cannot be read */
export async function scanUpdates(
  path: string,
  product: ScanProductName,
  description: LiveDescription,
  now: number,
): Promise<readonly LiveUpdate[]> {
  const { sampling, step, columns } = description;
  const scan = await readScan(path, product, { now });
  const cells = scan.grid.rows * scan.grid.columns;
  if (cells > MOST_CELLS) {
    throw new RangeError(
      `it has ${cells} cells, more than the ${MOST_CELLS} of one update: irradiance-server weather follow ${product} makes a folder of scans`,
    );
  }
  if (sampling !== "instant")
    throw new RangeError("a scan needs a store of instants (--sampling instant), not of means");
  const [found] = Object.entries(scan.columns) as [WeatherColumn, Float32Array][];
  const [column, values] = found!;
  if (!columns.some(({ name }) => name === column)) throw new RangeError(`the store must have the column ${column}`);
  const { start } = scan;
  // Two scans would be of one time, and the later file in place of the nearer.
  if (start % (step * 1000) !== 0) {
    const got = new Date(start).toISOString();
    throw new RangeError(`the time of a scan must be a multiple of the store's step ${step} s, got ${got}`);
  }
  const taken = [...values.keys()].filter(
    (cell) => !Number.isNaN(values[cell]!) && scan.grid.placeOf(cell) !== undefined,
  );
  if (taken.length === 0) return [];
  const places = taken.map((cell): Place => scan.grid.placeOf(cell)!);
  const moved = taken.map((cell, k) => values[cell]! * ratioOf(scan, cell, places[k]!, column, start));
  return [{ places, start, columns: { [column]: moved } }];
}

/** By the clear sky of both times; NaN where the sun is too low in one of them. */
function ratioOf({ lineTimes, grid }: Scan, cell: number, place: Place, column: WeatherColumn, start: number): number {
  const sky = clearSkyAt(Float64Array.of(lineTimes[Math.floor(cell / grid.columns)]!, start), place);
  if (Math.min(sky.global[0]!, sky.global[1]!) < LOW_SUN) return Number.NaN;
  const [own, nominal] = column === "direct_horizontal_irradiance" ? sky.direct : sky.global;
  return nominal! / own!;
}
