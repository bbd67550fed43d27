/** Columns per site, combined from the results of tiles and the host's own values. */
import type { ValueName } from "../../data/contract/observation/parameters.js";
import { COMPUTED } from "../../data/weather/limits.js";
import { type NdArray, viewOf } from "../../foundation/arrays/types.js";
import type { Tile } from "./inputs/batch.js";
import { MISSING } from "./layout.js";
import { type CheckedRequest, HOST_PARAMETERS, SURFACE_PARAMETERS } from "./request.js";
import type { AcceleratorResult } from "./types.js";

export class Collector {
  private readonly request: CheckedRequest;
  private readonly count: number;
  private readonly values: Block;
  /** Numbers of values behind means; null without stretches. */
  private readonly found: Block | null;

  constructor(request: CheckedRequest) {
    const { stretches, parameters, sites } = request;
    this.request = request;
    this.count = stretches?.columns ?? request.count;
    this.values = new Block(parameters, sites.length, this.count);
    this.found = stretches ? new Block(parameters, sites.length, this.count) : null;
    const wanted = parameters.filter((name) => HOST_PARAMETERS.has(name) || SURFACE_PARAMETERS.has(name));
    for (const [site, { tracked }] of sites.entries()) {
      for (const name of wanted) {
        if (HOST_PARAMETERS.has(name) || !tracked) this.put(site, name, this.hostColumn(site, name));
      }
    }
  }

  /** Results of a tile in the device's layout: output after output, site after site, then the numbers of values. */
  take({ from, to }: Tile, values: Float32Array): void {
    const { device } = this.request;
    const length = (to - from) * this.count;
    device.forEach((name, p) => {
      const part = values.subarray(p * length, (p + 1) * length);
      const behind = (device.length + p) * length;
      const found = this.found && values.subarray(behind, behind + length);
      if (name === "rotation") this.turn(from, to, part, found);
      else this.store(from, name, part, found);
    });
  }

  /** All columns of a site, by the engine. */
  takeSite(site: number, columns: { readonly [name in ValueName]?: ArrayLike<number> }): void {
    for (const name of this.request.parameters) this.put(site, name, columns[name]!);
  }

  result(): AcceleratorResult {
    const { start, interval } = this.request;
    const { count, values, found } = this;
    return { start, interval, count, values: values.views(), found: found?.views() ?? null };
  }

  /** Rows of sites from `from` on. */
  private store(from: number, name: ValueName, rows: ArrayLike<number>, found: Float32Array | null): void {
    this.values.put(name, from, rows);
    if (found) this.found!.put(name, from, found);
  }

  /** A column of values per interval; averaged if stretches are requested. */
  private put(site: number, name: ValueName, column: ArrayLike<number>): void {
    const { stretches, count } = this.request;
    if (!stretches) {
      this.store(site, name, column, null);
      return;
    }
    const means = new Float32Array(this.count).fill(Number.NaN);
    const found = new Float32Array(this.count);
    stretches.of(site).forEach((first, k, starts) => {
      let sum = 0;
      for (let j = first; j < (starts[k + 1] ?? count); j++) {
        if (Number.isNaN(column[j]!)) continue;
        sum += column[j]!;
        found[k] = found[k]! + 1;
      }
      if (found[k]! > 0) means[k] = sum / found[k]!;
    });
    this.store(site, name, means, found);
  }

  /** Columns that need no device: states of the weather, angles of a fixed plane. */
  private hostColumn(site: number, name: ValueName): ArrayLike<number> {
    const { weather, sites, count } = this.request;
    const { surfaceTilt, surfaceAzimuth } = sites[site]!;
    if (name === "surface_tilt") return new Float32Array(count).fill(surfaceTilt);
    if (name === "surface_azimuth") return new Float32Array(count).fill(surfaceAzimuth);
    const { columns } = weather.of(site);
    const [column, least, most] =
      name === "temperature"
        ? [columns.temperature, ...COMPUTED.temperature]
        : [columns.snow_depth, ...COMPUTED.snow_depth];
    const given = column ?? new Float64Array(count).fill(MISSING);
    return given.map((value) => (value >= least && value <= most ? value : Number.NaN));
  }

  /** Tilt and azimuth of trackers from their mean rotation. */
  private turn(from: number, to: number, rotation: Float32Array, found: Float32Array | null): void {
    const { parameters, sites } = this.request;
    const { count } = this;
    for (let site = from; site < to; site++) {
      if (!sites[site]!.tracked) continue;
      const [at, end] = [(site - from) * count, (site - from + 1) * count];
      const angles = rotation.subarray(at, end);
      const numbers = found?.subarray(at, end) ?? null;
      if (parameters.includes("surface_tilt")) this.store(site, "surface_tilt", angles.map(tiltOf), numbers);
      if (parameters.includes("surface_azimuth")) this.store(site, "surface_azimuth", angles.map(azimuthOf), numbers);
    }
  }
}

function isFlat(rotation: number): boolean {
  return Math.abs(rotation) < 1e-9;
}

function tiltOf(rotation: number): number {
  return isFlat(rotation) ? 0 : Math.abs(rotation);
}

function azimuthOf(rotation: number): number {
  return isFlat(rotation) || rotation < 0 ? 90 : 270;
}

/** A buffer for all parameters: [parameter, site, time]. */
class Block {
  private readonly names: readonly ValueName[];
  private readonly sites: number;
  private readonly count: number;
  private readonly data: Float32Array;

  /** @throws RangeError for more than one array can hold */
  constructor(names: readonly ValueName[], sites: number, count: number) {
    this.names = names;
    this.sites = sites;
    this.count = count;
    this.data = allocated(names.length, sites, count);
  }

  /** Rows of sites from `from` on. */
  put(name: ValueName, from: number, rows: ArrayLike<number>): void {
    this.data.set(rows, (this.names.indexOf(name) * this.sites + from) * this.count);
  }

  /** An array [site, time] for each parameter. */
  views(): { [name in ValueName]?: NdArray<Float32Array> } {
    const { sites, count } = this;
    const part = (p: number) => this.data.subarray(p * sites * count, (p + 1) * sites * count);
    return Object.fromEntries(this.names.map((name, p) => [name, viewOf(part(p), [sites, count])]));
  }
}

function allocated(parameters: number, sites: number, count: number): Float32Array {
  try {
    return new Float32Array(parameters * sites * count);
  } catch (cause) {
    const size = `${parameters} parameters × ${sites} sites × ${count} values`;
    throw new RangeError(`${size} are more than one array can hold: compute fewer sites at once`, { cause });
  }
}
