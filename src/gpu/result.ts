/** Columns per site, combined from the results of tiles and the host's own values. */
import type { ValueName } from "../contract/observation/parameters.js";
import { STATE_LIMITS } from "../weather/quality.js";
import type { Tile } from "./inputs/batch.js";
import { MISSING } from "./layout.js";
import { type CheckedRequest, HOST_PARAMETERS, SURFACE_PARAMETERS } from "./request.js";
import type { AcceleratorResult } from "./types.js";

type Columns = { [name in ValueName]?: Float32Array[] };

export class Collector {
  private readonly request: CheckedRequest;
  private readonly count: number;
  private readonly values: Columns = {};
  private readonly found: Columns = {};

  constructor(request: CheckedRequest) {
    this.request = request;
    this.count = request.stretches?.columns ?? request.count;
    const wanted = request.parameters.filter((name) => HOST_PARAMETERS.has(name) || SURFACE_PARAMETERS.has(name));
    for (const [site, { tracked }] of request.sites.entries()) {
      for (const name of wanted) {
        if (HOST_PARAMETERS.has(name) || !tracked) this.put(site, name, this.hostColumn(site, name));
      }
    }
  }

  /** Results of a tile in the device's layout: output after output, site after site, then the numbers of values. */
  take({ from, to }: Tile, values: Float32Array): void {
    const { device, stretches } = this.request;
    const { count } = this;
    const sites = to - from;
    device.forEach((name, p) => {
      for (let k = 0; k < sites; k++) {
        const at = (p * sites + k) * count;
        const column = values.subarray(at, at + count);
        const behind = device.length * sites * count + at;
        const found = stretches ? values.subarray(behind, behind + count) : null;
        if (name === "rotation") this.turn(from + k, column, found);
        else this.store(from + k, name, column, found);
      }
    });
  }

  /** All columns of a site, by the engine. */
  takeSite(site: number, columns: { readonly [name in ValueName]?: ArrayLike<number> }): void {
    for (const name of this.request.parameters) this.put(site, name, columns[name]!);
  }

  result(): AcceleratorResult {
    const { start, interval, stretches } = this.request;
    const { count, values, found } = this;
    return { start, interval, count, values, found: stretches ? found : null };
  }

  private store(site: number, name: ValueName, column: Float32Array, found: Float32Array | null): void {
    (this.values[name] ??= [])[site] = column;
    if (found) (this.found[name] ??= [])[site] = found;
  }

  /** A column of values per interval; averaged if stretches are requested. */
  private put(site: number, name: ValueName, column: ArrayLike<number>): void {
    const { stretches, count } = this.request;
    if (!stretches) {
      this.store(site, name, Float32Array.from(column), null);
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
    const { series, sites, count } = this.request;
    const { columns } = series[series.length === 1 ? 0 : site]!;
    const { surfaceTilt, surfaceAzimuth } = sites[site]!;
    if (name === "surface_tilt") return new Float32Array(count).fill(surfaceTilt);
    if (name === "surface_azimuth") return new Float32Array(count).fill(surfaceAzimuth);
    const [column, least, most] =
      name === "temperature"
        ? [columns.temperature, ...STATE_LIMITS.temperature]
        : [columns.snow_depth, ...STATE_LIMITS.snow_depth];
    const given = column ?? new Float64Array(count).fill(MISSING);
    return given.map((value) => (value >= least && value <= most ? value : Number.NaN));
  }

  /** Tilt and azimuth of a tracker from its mean rotation. */
  private turn(site: number, rotation: Float32Array, found: Float32Array | null): void {
    if (!this.request.sites[site]!.tracked) return;
    const flat = (angle: number) => Math.abs(angle) < 1e-9;
    const { parameters } = this.request;
    if (parameters.includes("surface_tilt")) {
      this.store(
        site,
        "surface_tilt",
        rotation.map((r) => (flat(r) ? 0 : Math.abs(r))),
        found,
      );
    }
    if (parameters.includes("surface_azimuth")) {
      this.store(
        site,
        "surface_azimuth",
        rotation.map((r) => (flat(r) || r < 0 ? 90 : 270)),
        found,
      );
    }
  }
}
