/** The sun and the clear sky of a place at instants, as the engine's chain computes them, without weather. */
import { standardPressure } from "../models/atmosphere/pressure.js";
import { aerosolOfTurbidity, USUAL_WATER } from "../models/atmosphere/turbidity.js";
import { ineichenAltitude } from "../models/clear-sky/ineichen.js";
import { prepareSunSite, type SunSite, sunVectorRows } from "../models/solar-position/ephemeris.js";
import { extraterrestrialRows, SOLAR_CONSTANT } from "../models/solar-position/extraterrestrial.js";
import { REFRACTION_TEMPERATURE } from "../models/solar-position/refraction.js";
import type { Block, Site, Stage } from "../models/stage.js";
import { airmassRows, refractRows } from "./kernels.js";

/** A clear-sky model: `ineichenAltitude`, `esra`, `simplifiedSolis`, … */
export interface ClearSkyModel {
  readonly stage: Stage<never, unknown>;
}

/** The pipeline's default. */
const DEFAULT_MODEL = ineichenAltitude as ClearSkyModel;

/** What the chain's kernels and the models read and write. */
const LIT = [
  "time",
  "east",
  "north",
  "up",
  "distance",
  "relativeAirmass",
  "extraterrestrialNormal",
  "pressure",
  "linkeTurbidity",
  "aerosolOpticalDepth",
  "precipitableWater",
  "clearGhi",
  "clearDni",
  "clearDhi",
] as const;

/** What is computed of each instant. */
const COLUMNS = [
  "time",
  "turbidity",
  "sine",
  "apparentSine",
  "east",
  "north",
  "distance",
  "extraterrestrial",
  "global",
  "direct",
  "diffuse",
  "beam",
] as const;

/** Room for so many instants. Skies of several places may share it: each writes it anew at every computation. */
export interface SkyRoom extends Pick<SunAndSky, (typeof COLUMNS)[number]> {
  /** The instants with light, one after the other. */
  readonly row: Int32Array;
  readonly lit: { readonly [name in (typeof LIT)[number]]: Float64Array };
}

export function skyRoom(rows: number): SkyRoom {
  const named = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, new Float64Array(rows)])) as { [name in Name]: Float64Array };
  return { ...named(COLUMNS), row: new Int32Array(rows), lit: named(LIT) };
}

/** Columns of sun and clear sky at up to `rows` instants. */
export class SunAndSky {
  /** Unix ms, and Linke turbidity: the caller writes both before each computation. */
  readonly time!: Float64Array;
  readonly turbidity!: Float64Array;
  /** Sines of the true elevation, above 0 where there is light, and of the apparent one: the true one in the night. */
  readonly sine!: Float64Array;
  readonly apparentSine!: Float64Array;
  /** Of the unit vector to the true sun, and how far it is in astronomical units. */
  readonly east!: Float64Array;
  readonly north!: Float64Array;
  readonly distance!: Float64Array;
  /** W/m², 0 in the night: on level ground but for `beam`, which is normal to the sun. */
  readonly extraterrestrial!: Float64Array;
  readonly global!: Float64Array;
  readonly direct!: Float64Array;
  readonly diffuse!: Float64Array;
  readonly beam!: Float64Array;

  private readonly site: SunSite;
  private readonly pressure: number;
  private readonly stage: Stage<never, unknown>;
  private readonly prepared: unknown;
  private readonly row!: SkyRoom["row"];
  private readonly lit!: SkyRoom["lit"];

  /** @param rows how many instants at most, or the room that is shared with others */
  constructor({ latitude, longitude, altitude }: Site, rows: number | SkyRoom, model: ClearSkyModel = DEFAULT_MODEL) {
    const room = typeof rows === "number" ? skyRoom(rows) : rows;
    Object.assign(this, room);
    this.site = prepareSunSite(latitude, longitude, altitude);
    this.pressure = standardPressure(altitude);
    this.stage = model.stage;
    this.prepared = this.stage.prepare({ latitude, longitude, altitude }, {} as never);
  }

  /** `sine`, `distance` and `extraterrestrial` of the first n instants alone, the same as `compute` has them. */
  computeSun(n: number): void {
    const { time, sine, distance, extraterrestrial } = this;
    sunVectorRows(0, n, time, this.site, this.east, this.north, sine, distance);
    extraterrestrialRows(0, n, distance, SOLAR_CONSTANT, extraterrestrial);
    for (let i = 0; i < n; i++) extraterrestrial[i] = sine[i]! > 0 ? extraterrestrial[i]! * sine[i]! : 0;
  }

  /** The columns of the first n instants. */
  compute(n: number): void {
    const { time, sine, apparentSine, extraterrestrial, global, direct, diffuse, beam, lit, row } = this;
    sunVectorRows(0, n, time, this.site, this.east, this.north, sine, this.distance);
    const count = this.gatherLit(n);
    this.clearSkyOf(count);
    for (const column of [extraterrestrial, global, direct, diffuse, beam]) column.fill(0, 0, n);
    apparentSine.set(sine.subarray(0, n));
    for (let k = 0; k < count; k++) {
      const i = row[k]!;
      apparentSine[i] = lit.up[k]!;
      extraterrestrial[i] = lit.extraterrestrialNormal[k]! * sine[i]!;
      global[i] = lit.clearGhi[k]!;
      direct[i] = lit.clearDni[k]! * lit.up[k]!;
      diffuse[i] = lit.clearDhi[k]!;
      beam[i] = lit.clearDni[k]!;
    }
  }

  /** Copies the instants with light; returns how many there are. */
  private gatherLit(n: number): number {
    const { sine, lit, row } = this;
    let count = 0;
    for (let i = 0; i < n; i++) {
      if (!(sine[i]! > 0)) continue;
      lit.east[count] = this.east[i]!;
      lit.north[count] = this.north[i]!;
      lit.up[count] = sine[i]!;
      lit.distance[count] = this.distance[i]!;
      lit.linkeTurbidity[count] = this.turbidity[i]!;
      row[count++] = i;
    }
    return count;
  }

  /** As the engine's chain does it, with the apparent sun. */
  private clearSkyOf(count: number): void {
    const { lit } = this;
    lit.pressure.fill(this.pressure, 0, count);
    lit.precipitableWater.fill(USUAL_WATER, 0, count);
    refractRows(0, count, lit.east, lit.north, lit.up, this.pressure / 100, REFRACTION_TEMPERATURE);
    airmassRows(0, count, lit.up, lit.relativeAirmass);
    extraterrestrialRows(0, count, lit.distance, SOLAR_CONSTANT, lit.extraterrestrialNormal);
    if (this.stage.reads.includes("aerosolOpticalDepth" as never)) this.fillAerosol(count);
    const columns = lit as unknown as Block["columns"];
    this.stage.run({ from: 0, to: count, first: 0, last: count, columns, interval: 60 }, this.prepared);
  }

  /** The turbidity changes once a day or a month, not from row to row. */
  private fillAerosol(count: number): void {
    const { linkeTurbidity, aerosolOpticalDepth } = this.lit;
    for (let k = 0; k < count; k++) {
      const isSame = k > 0 && linkeTurbidity[k] === linkeTurbidity[k - 1];
      aerosolOpticalDepth[k] = isSame
        ? aerosolOpticalDepth[k - 1]!
        : aerosolOfTurbidity(linkeTurbidity[k]!, USUAL_WATER);
    }
  }
}
