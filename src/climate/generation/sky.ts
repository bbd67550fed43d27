/** The clear sky that the envelope averages: a model by its name, and never next to nothing by day. */

import { cleanSky, DRY_WATER } from "../../models/clear-sky/clearest.js";
import { esra } from "../../models/clear-sky/esra.js";
import { ineichen } from "../../models/clear-sky/ineichen.js";
import { simplifiedSolis } from "../../models/clear-sky/simplified-solis.js";
import type { Site } from "../../models/stage.js";
import { type ClearSkyModel, type SkyRoom, SunAndSky } from "../../sky/sun-and-sky.js";
import { tropicalShare } from "./tropics.js";
import type { ClearSkyName } from "./types.js";

const MODELS: { readonly [name in ClearSkyName]: ClearSkyModel } = {
  ineichen: ineichen as ClearSkyModel,
  esra: esra as ClearSkyModel,
  solis: simplifiedSolis as ClearSkyModel,
};

/** Water that the clear days of the tropics have above that of dry ones elsewhere, cm at sea level. */
const TROPICAL_WATER = 1.5;

/** Instants computed at once: the minutes of a day. */
export const ROWS = 1440;

/**
 * Clear-sky models give next to nothing to a sun that grazes the horizon all day, where months have light all the same: the
 * envelope is at least this share of the extraterrestrial irradiance.
 */
const LEAST_OF_EXTRATERRESTRIAL = 0.1;

export class EnvelopeSky extends SunAndSky {
  /** Clearness index of the clean sky of the place, by the air mass. */
  readonly clean: (airmass: number) => number;

  /** @param rows ROWS, or room for as many that is shared with others */
  constructor(site: Site, name: ClearSkyName, rows: number | SkyRoom = ROWS) {
    super(site, rows, MODELS[name]);
    this.clean = cleanSky(site.altitude, DRY_WATER + TROPICAL_WATER * tropicalShare(site.latitude));
  }

  /** The columns of the first n instants under one Linke turbidity. */
  computeUnder(turbidity: number, n: number): void {
    const { global, direct, extraterrestrial } = this;
    this.turbidity.fill(turbidity, 0, n);
    this.compute(n);
    for (let i = 0; i < n; i++) {
      global[i] = Math.max(global[i]!, LEAST_OF_EXTRATERRESTRIAL * extraterrestrial[i]!);
      direct[i] = Math.min(direct[i]!, global[i]!);
    }
  }
}
