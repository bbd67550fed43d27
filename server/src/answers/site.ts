/**
 * Where an answer is computed for: the height of a place, the same for all answers (from elevation files, else the weather station's own,
 * else the embedded map's); its horizon, where `horizon=auto` is a line from elevation data, a flat one with a notice, or an error; and both
 * as the chain of a system needs them.
 */
import type { Archive, Offer } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import type { Pool } from "irradiance-engine/bulk";
import type { CallOptions } from "irradiance-engine/internal/bulk";
import { isIrradiance } from "irradiance-engine/internal/series";
import { lruOf } from "irradiance-engine/internal/shared";
import { hasNames, type PvSystem } from "irradiance-engine/system";
import type { Settings } from "../settings.js";
import type { YearGenerator } from "./climate/year-generator.js";
import type { KeptRuns } from "./forecast/kept-runs.js";
import type { Tunings } from "./forecast/tunings.js";
import { ATTRIBUTION, type Compute, type ComputeContext, type PlaceData, type Places } from "./places.js";
import { asRefusal, Refusal } from "./refusal.js";

/*
 * Modules and inverters by name, looked up in a thread before anything is held or computed: a name that no list has costs some milliseconds,
 * for the names that are like it, and the second time nothing.
 */

interface Known {
  /** Why it is refused. */
  readonly message: string | undefined;
  readonly size: number;
}

/** Characters of names and messages. */
const MOST = 1_000_000;

export class Products {
  readonly #pool: Pool;
  readonly #known = lruOf<Known>(MOST, ({ size }) => size);

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @throws Refusal for a name that no list has, and for a scene that cannot be */
  async check(system: PvSystem, call: CallOptions): Promise<void> {
    const { module, inverter, inverters, scene } = system;
    if (!hasNames(system) && scene === undefined) return;
    const names = JSON.stringify(scene === undefined ? [module, inverter, inverters] : system);
    const message = (this.#known.get(names) ?? (await this.#found(system, names, call))).message;
    if (message !== undefined) throw new Refusal("request", message, { parameter: "system" });
  }

  async #found(system: PvSystem, names: string, call: CallOptions): Promise<Known> {
    const message = await this.#pool.resolve(system, call).then(
      () => undefined,
      (cause: unknown) => refusalOf(cause),
    );
    const known = { message, size: names.length + (message?.length ?? 0) };
    this.#known.set(names, known);
    return known;
  }
}

/** @throws what is no fault of the system */
function refusalOf(cause: unknown): string {
  try {
    return asRefusal(cause);
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.kind === "request") return thrown.message;
    throw thrown;
  }
}

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

/** The surroundings of a place, with the height of the station that its history comes from. @param now Unix ms @throws as `Places.surroundings` */
export async function groundOf(
  { places, archive }: Pick<AnswerContext, "places" | "archive">,
  { lat, lon }: { readonly lat: number; readonly lon: number },
  now: number,
  signal?: AbortSignal,
): Promise<PlaceData> {
  const ground = await places.surroundings(lat, lon);
  if (ground.altitudeFrom === "terrain") return ground;
  const { offers } = await archive.survey({ latitude: lat, longitude: lon }, now, { signal });
  return withStation(ground, stationOf(offers)?.cell.altitude);
}

/** @param altitude metres */
export function withStation(ground: PlaceData, altitude: number | undefined): PlaceData {
  const isBetter = altitude !== undefined && ground.altitudeFrom !== "terrain";
  return isBetter ? { ...ground, altitude, altitudeFrom: "station" } : ground;
}

/** As history prefers them; what is drawn from a climate has no height of its own. */
const RANKS: { readonly [kind in Offer["class"]]?: number } = {
  ...{ measured: 0, satellite: 0, reanalysis: 1, typical: 2, forecast: 3 },
};

function stationOf(offers: readonly Offer[]): Offer | undefined {
  return offers
    .filter(({ class: kind, columns }) => RANKS[kind] !== undefined && columns.some(isIrradiance))
    .sort((a, b) => RANKS[a.class]! - RANKS[b.class]! || a.cell.distanceKm - b.cell.distanceKm)[0];
}

export interface SiteAltitude {
  /** Metres. */
  readonly altitude: number;
  /** Of the clear sky there, January to December. */
  readonly clearTurbidity: readonly number[];
  readonly notices: readonly Notice[];
}

export function siteAltitude(ground: PlaceData): SiteAltitude {
  const { altitude, altitudeFrom, remarks } = ground;
  const message = `altitude ${altitude} m comes from a coarse map; it can be far off in mountains`;
  return {
    altitude,
    clearTurbidity: ground.clearTurbidity(altitude),
    notices:
      altitudeFrom === "grid"
        ? [{ code: "altitude", message, facts: { altitude } }]
        : altitudeFrom === "terrain"
          ? remarks.filter(({ code }) => code !== ATTRIBUTION)
          : [],
  };
}

export interface HorizonChoice {
  /** Replaces "auto" in the request if there is no line. */
  readonly kind: "as given" | "terrain" | "flat";
  /** The rule for a place that the elevation data do not cover. */
  readonly otherwise: "flat" | "refuse";
}

/** Not that nothing is in the way: that nobody knows. */
const FLAT: Notice = {
  code: "horizon-unknown",
  message:
    "there is no elevation data for this place, so its horizon is unknown: the horizon is flat in this answer, and hills may take light from it",
};

/** @throws Refusal */
export function chosenHorizon({ places, settings }: AnswerContext, horizon: unknown, rights: Rights): HorizonChoice {
  const otherwise = rights.access === undefined ? "flat" : settings["horizon-without-terrain"];
  if (horizon !== "auto") return { kind: "as given", otherwise };
  if (places.terrain) return { kind: "terrain", otherwise };
  if (otherwise === "refuse") throw noTerrain();
  return { kind: "flat", otherwise };
}

function noTerrain(): Refusal {
  const message =
    'parameter "horizon": auto needs elevation data, which this server does not have for this place; send flat or 360 elevations ' +
    "(the operator can add files with --dem, or allow a flat line with --horizon-without-terrain flat)";
  return new Refusal("request", message, { parameter: "horizon" });
}

export interface HorizonData {
  /** As `context.horizon`; undefined: the request's own, or flat. */
  readonly profile: Float64Array | undefined;
  readonly notices: readonly Notice[];
}

/**
 * The line of a place.
 *
 * @throws Refusal where the elevation data do not cover it and a flat line is not allowed; TerrainError
 */
export async function horizonLine(
  { places }: AnswerContext,
  choice: HorizonChoice,
  lat: number,
  lon: number,
): Promise<HorizonData> {
  if (choice.kind === "flat") return { profile: undefined, notices: [FLAT] };
  if (choice.kind === "as given") return { profile: undefined, notices: [] };
  try {
    const { profile, remarks } = await places.horizon(lat, lon);
    return { profile, notices: remarks };
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== "ERR_TERRAIN_NO_DATA") throw cause;
    if (choice.otherwise === "refuse") throw noTerrain();
    return { profile: undefined, notices: [FLAT] };
  }
}

/** What a query says of it. */
export interface SystemPlace {
  readonly lat: number;
  readonly lon: number;
  /** Metres. */
  readonly altitude: "auto" | number;
  readonly horizon: "flat" | "auto" | readonly number[];
}

export interface SystemSite {
  readonly context: Pick<ComputeContext, "altitude" | "linkeTurbidity" | "timeZone" | "horizon">;
  /** On the horizon line and the altitude. */
  readonly notices: readonly Notice[];
}

export function systemSite(
  { altitude: asked, horizon }: Pick<SystemPlace, "altitude" | "horizon">,
  ground: PlaceData,
  line: HorizonData,
): SystemSite {
  const { altitude, clearTurbidity, notices } =
    asked === "auto"
      ? siteAltitude(ground)
      : { altitude: asked, clearTurbidity: ground.clearTurbidity(asked), notices: [] };
  const profile = line.profile ?? (typeof horizon === "object" ? horizon : undefined);
  return {
    context: {
      ...{ altitude, linkeTurbidity: clearTurbidity, timeZone: ground.timeZone },
      ...(profile && { horizon: profile }),
    },
    notices: [...line.notices, ...notices],
  };
}
