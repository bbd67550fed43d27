/** Sun and clear sky at the minutes of a day: what the envelope averages. */
import { airmassRows } from "../../engine/compute-grid/kernels/airmass.js";
import { refractRows } from "../../engine/compute-grid/kernels/refraction.js";
import { standardPressure } from "../../models/atmosphere/pressure.js";
import { esra } from "../../models/clear-sky/esra.js";
import { ineichen } from "../../models/clear-sky/ineichen.js";
import { simplifiedSolis } from "../../models/clear-sky/simplified-solis.js";
import { type SunSite, sunSiteOf, sunVectorRows } from "../../models/solar-position/ephemeris.js";
import { extraterrestrialRows, SOLAR_CONSTANT } from "../../models/solar-position/extraterrestrial.js";
import { REFRACTION_TEMPERATURE } from "../../models/solar-position/refraction.js";
import type { Block, Site, Stage } from "../../models/stage.js";
import { aerosolOfTurbidity, USUAL_WATER } from "../aerosol.js";
import type { ClearSkyName } from "./types.js";

const CLEAR_SKIES: { readonly [name in ClearSkyName]: { readonly stage: Stage<never, unknown> } } = {
  ineichen: ineichen as { readonly stage: Stage<never, unknown> },
  esra: esra as { readonly stage: Stage<never, unknown> },
  solis: simplifiedSolis as { readonly stage: Stage<never, unknown> },
};

/** Instants that are computed at once: the minutes of a day. */
const ROWS = 1440;

/**
 * Clear-sky models give next to nothing to a sun that grazes the horizon all day, where months have light all the same: the
 * envelope is at least this share of the extraterrestrial irradiance.
 */
const LEAST_OF_EXTRATERRESTRIAL = 0.1;

/** Columns of sun and clear sky at up to 1440 instants. */
export class ClearSky {
  /** Unix ms, to be filled in. */
  readonly time = new Float64Array(ROWS);
  /** Sine of the true elevation: there is light where it is above 0. */
  readonly sine = new Float64Array(ROWS);
  /** Extraterrestrial, clear-sky global and clear-sky direct irradiance on level ground, W/m²; 0 in the night. */
  readonly extraterrestrial = new Float64Array(ROWS);
  readonly global = new Float64Array(ROWS);
  readonly direct = new Float64Array(ROWS);

  private readonly site: SunSite;
  private readonly pressure: number;
  private readonly stage: Stage<never, unknown>;
  private readonly prepared: unknown;
  private readonly east = new Float64Array(ROWS);
  private readonly north = new Float64Array(ROWS);
  private readonly distance = new Float64Array(ROWS);
  /** The instants with light, one after the other. */
  private readonly row = new Int32Array(ROWS);
  private readonly lit = {
    time: new Float64Array(ROWS),
    east: new Float64Array(ROWS),
    north: new Float64Array(ROWS),
    up: new Float64Array(ROWS),
    distance: new Float64Array(ROWS),
    relativeAirmass: new Float64Array(ROWS),
    extraterrestrialNormal: new Float64Array(ROWS),
    pressure: new Float64Array(ROWS),
    linkeTurbidity: new Float64Array(ROWS),
    aerosolOpticalDepth: new Float64Array(ROWS),
    precipitableWater: new Float64Array(ROWS),
    clearGhi: new Float64Array(ROWS),
    clearDni: new Float64Array(ROWS),
    clearDhi: new Float64Array(ROWS),
  };

  constructor({ latitude, longitude, altitude }: Site, name: ClearSkyName) {
    this.site = sunSiteOf(latitude, longitude, altitude);
    this.pressure = standardPressure(altitude);
    this.stage = CLEAR_SKIES[name].stage;
    this.prepared = this.stage.prepare({ latitude, longitude, altitude }, {} as never);
    this.lit.pressure.fill(this.pressure);
    this.lit.precipitableWater.fill(USUAL_WATER);
  }

  /** The columns of the instants time[0…n), under a Linke turbidity. */
  compute(n: number, turbidity: number): void {
    const { time, sine, extraterrestrial, global, direct, lit, row } = this;
    sunVectorRows(0, n, time, this.site, this.east, this.north, sine, this.distance);
    let count = 0;
    for (let i = 0; i < n; i++) {
      extraterrestrial[i] = global[i] = direct[i] = 0;
      if (!(sine[i]! > 0)) continue;
      lit.east[count] = this.east[i]!;
      lit.north[count] = this.north[i]!;
      lit.up[count] = sine[i]!;
      lit.distance[count] = this.distance[i]!;
      row[count++] = i;
    }
    this.clearSkyOf(count, turbidity);
    for (let k = 0; k < count; k++) {
      const i = row[k]!;
      const above = lit.extraterrestrialNormal[k]! * sine[i]!;
      extraterrestrial[i] = above;
      global[i] = Math.max(lit.clearGhi[k]!, LEAST_OF_EXTRATERRESTRIAL * above);
      direct[i] = Math.min(lit.clearDni[k]! * lit.up[k]!, global[i]);
    }
  }

  /** As the engine's chain does it, with the apparent sun. */
  private clearSkyOf(count: number, turbidity: number): void {
    const { lit } = this;
    refractRows(0, count, lit.east, lit.north, lit.up, this.pressure / 100, REFRACTION_TEMPERATURE);
    airmassRows(0, count, lit.up, lit.relativeAirmass);
    extraterrestrialRows(0, count, lit.distance, SOLAR_CONSTANT, lit.extraterrestrialNormal);
    lit.linkeTurbidity.fill(turbidity, 0, count);
    lit.aerosolOpticalDepth.fill(aerosolOfTurbidity(turbidity, USUAL_WATER), 0, count);
    const columns = lit as unknown as Block["columns"];
    this.stage.run({ from: 0, to: count, first: 0, last: count, columns, interval: 60 }, this.prepared);
  }
}
