/** What answers are made from, without HTTP. */
import type { Archive } from "irradiance-archive";
import type { Pool } from "irradiance-engine/bulk";
import type { Settings } from "../settings.js";
import type { YearGenerator } from "./climate/year-generator.js";
import type { Compute } from "./compute.js";
import type { KeptRuns } from "./forecast/kept-runs.js";
import type { Tunings } from "./forecast/tunings.js";
import type { Places } from "./places.js";
import type { Products } from "./products.js";

export interface AnswerContext {
  readonly settings: Settings;
  readonly archive: Archive;
  readonly pool: Pool;
  readonly places: Places;
  /** Modules and inverters by name. */
  readonly products: Products;
  /** Weights learnt for forecasts at places. */
  readonly tunings: Tunings;
  /** Runs that the server has kept of places. */
  readonly keptRuns: KeptRuns;
  readonly compute: Compute;
  /** Makes a year from monthly values. */
  readonly generator: YearGenerator;
  readonly software: { readonly version: string; readonly commit: string };
}

/** What decides which data an answer may be made of. */
export interface Rights {
  /** undefined: the demo key. */
  readonly access: object | undefined;
}

/** Who asks, and when. */
export interface Asker {
  readonly caller: Rights;
  /** Arrival, Unix ms. */
  readonly now: number;
}

/** Users of the demo key, who have paid for nothing, may always get synthetic weather. */
export function allowsSynthetic({ settings }: AnswerContext, { access }: Rights): boolean {
  return access === undefined || settings.synthetic;
}
