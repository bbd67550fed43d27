/** What the caller knows beyond request and weather, and how it becomes the engine's settings. */

import { parseObservationRequest } from "../../data/contract/observation/request.js";
import type { ObservationQuery, ObservationRequest } from "../../data/contract/observation/types.js";
import { nearestName } from "../../foundation/text/nearest-name.js";
import { shown } from "../../foundation/text/shown.js";
import type { Rows } from "../../physics/models/bifacial/sheds.js";
import { checkShade, isOpen, type ShadeMap } from "../../physics/models/shading/shade-map.js";
import type { ModuleSnow } from "../../physics/models/snow/nrel.js";
import type { Stage } from "../../physics/models/stage.js";
import type { Tracker } from "../../physics/models/tracking/tracker.js";

/** A model as an object (a public model function with a stage), by name (with `registry`), or with options. @experimental */
export type ModelChoice =
  | { readonly stage: Stage }
  | string
  | { readonly model: ModelChoice; readonly options: object };

/** Extra columns per output interval, for people who want to see why. @experimental */
export const DIAGNOSTIC_NAMES = [
  "apparent_zenith", // deg, of the mean direction to the sun over the interval's part with light, or all of it in the night
  "azimuth", // deg, of the same
  "incidence_angle", // deg: acos of the mean cosine over the sunlit part; NaN when the sun is down
  "clearness_index", // mean GHI / mean extraterrestrial horizontal; NaN when the sun is down
  "clear_sky_dni", // W/m²
  "clear_sky_dhi", // W/m²
  "extraterrestrial_normal", // W/m²
  "relative_airmass", // of the mean direction while sunlit; NaN when the sun is down
  "rotation", // deg of the tracker over the sunlit part, west positive; of a dual-axis one its tilt; 0 for a fixed plane
  "sunlit_fraction", // share of the interval with the sun's centre above 0°
  "rear_irradiance", // W/m² on the rear side of rows (context.rows); 0 without
  "horizon_line", // deg, elevation of the horizon line at the mean azimuth
] as const;
export type DiagnosticName = (typeof DIAGNOSTIC_NAMES)[number];

/**
 * Options of a computation. All are optional; units in the names' comments.
 *
 * A value of the wrong kind is a TypeError, one out of range a RangeError, both naming `context.<key>`.
 */
export interface ObservationContext {
  /** The current time, for relative times and endpoint windows: Unix ms, ISO text or Date. There is no hidden clock. */
  now?: number | string | Date | undefined;
  /** Metres above sea level, −500…9000. Default: the weather's place, else 0 with a notice. */
  altitude?: number | undefined;
  /** Standard-time offset from UTC in hours, −12…14 (5.75 is possible). Default: the weather's place, else round(lon/15). */
  timeZone?: number | undefined;
  /** The horizon line of a request's "auto": 360 elevations in degrees, 0 ≤ value < 90, index = azimuth. */
  horizon?: ArrayLike<number> | undefined;
  /** Air temperature in °C for weather without a column of it, −90…60. PV needs one: without it, it is null wherever there is light. */
  temperature?: number | undefined;
  /**
   * Linke turbidity at air mass 2 where the weather has none: one value or 12 months, 1…15. Default 3, with a notice if the answer
   * has the clear sky; `createEngine` and the command line take it from the embedded climatology.
   */
  linkeTurbidity?: number | ArrayLike<number> | undefined;
  /**
   * Ground albedo in front of the plane where the weather has none, 0…1. Default 0.2, rising with snow depth to 0.7. The split of
   * GHI takes the ground all around from the weather alone.
   */
  albedo?: number | undefined;
  /** How three given components are made to close. Default "keep-global": GHI kept, DHI : direct kept. */
  closure?: "keep-global" | "keep-diffuse" | "component-sum" | undefined;
  /** Light from the hidden part of the sky: none (default), or the ground's. */
  hiddenSky?: "dark" | "ground" | undefined;
  /** Course of the clear-sky index, temperature and snow inside a weather interval. Default "smooth". */
  spread?: "smooth" | "step" | undefined;
  /** Share of an output interval that must have weather, 0…1. Default 0.75. */
  minimumCoverage?: number | undefined;
  /**
   * The tracker of a request with `tracking_mode` "1_axis": `tracker({ maxAngle: 60 })` of "irradiance-engine/models/tracking".
   * Default: a horizontal north–south axis that turns by ±45°, with backtracking for a ground cover of 0.3.
   */
  tracker?: Tracker | undefined;
  /**
   * Rows of planes that shade one another, in all values "with shading": `sheds({ gcr: 0.4 })` of "irradiance-engine/models/bifacial".
   * Default: one plane in the open.
   */
  rows?: Rows | undefined;
  /**
   * What stands near the plane, by direction: in all values "with shading" on the plane, and not on the horizontal. Fixed planes without
   * `rows`. The ground in front of the plane stays as bright as the horizon line leaves it.
   */
  shade?: ShadeMap | undefined;
  /** PV options. `step`: "interval" (default for the default formula) or "sub-step" (before averaging). */
  pv?: { step?: "interval" | "sub-step" | undefined } | undefined;
  /**
   * Snow on the modules lowers `pv_production`, from the weather's snow depth: `moduleSnow({ numStrings })` of
   * "irradiance-engine/models/snow". Without it snow only whitens the ground.
   */
  snow?: ModuleSnow | undefined;
  /** Models in place of the default chain. */
  models?:
    | {
        clearSky?: ModelChoice | undefined;
        decomposition?: ModelChoice | undefined;
        transposition?: ModelChoice | undefined;
        pv?: ModelChoice | undefined;
      }
    | undefined;
  /** Models by name: `allModels` of "irradiance-engine/models", or an own collection. */
  registry?: { readonly [name: string]: { readonly stage?: Stage | undefined } } | undefined;
  /** Run the chain on the published models alone, without the faster kernels. */
  exact?: boolean | undefined;
  /**
   * Sub-steps between two edges of the weather and output grids: the number of equal cells, each represented by its middle (1 =
   * mid-interval). Default "auto": two nodes per quarter of an hour, within the part that has light; one up to five minutes.
   * Longer stretches get one per half hour of twilight, two from 8° of elevation on, and three per hour from 20° on.
   */
  subSteps?: number | "auto" | undefined;
  extra?: readonly DiagnosticName[] | undefined;
  /**
   * Seconds after whole intervals of UTC at which the output intervals begin, 0 ≤ value < 3600: 1800 for local hours at
   * UTC+5:30. Default 0. Climate years set it from the time zone.
   */
  gridOffset?: number | undefined;
  /** Decimals of a response, 0…6, or null for full precision. Default 2. */
  decimals?: number | null | undefined;
  /** Values of `meta.version` and `meta.commit`. */
  software?: { version?: string | undefined; commit?: string | undefined } | undefined;
}

/** The context with every default filled in and every value checked. */
export interface Settings {
  readonly altitude: number | undefined;
  readonly timeZone: number | undefined;
  readonly horizon: ArrayLike<number> | undefined;
  readonly temperature: number | undefined;
  readonly linkeTurbidity: readonly number[];
  /** Nobody gave a turbidity: it is the constant. */
  readonly isTurbidityAssumed: boolean;
  readonly albedo: number | undefined;
  readonly closure: "keep-global" | "keep-diffuse" | "component-sum";
  readonly hiddenSky: "dark" | "ground";
  readonly spread: "smooth" | "step";
  readonly minimumCoverage: number;
  /** null: the pipeline's own. */
  readonly tracker: Tracker | null;
  readonly rows: Rows | null;
  /** null: nothing is shaded. */
  readonly shade: ShadeMap | null;
  readonly pvStep: "interval" | "sub-step";
  readonly snow: ModuleSnow | undefined;
  readonly exact: boolean;
  readonly subSteps: number | "auto";
  readonly extra: readonly DiagnosticName[];
  readonly gridOffset: number;
  readonly version: string | undefined;
  readonly commit: string;
}

/**
 * A query and a context read together: the one way from both to the engine's settings, so that what either brings counts in every
 * computation.
 *
 * @throws TypeError, RangeError for the context; RequestError for the query
 */
export function readRequest(
  query: ObservationQuery | ObservationRequest,
  context: ObservationContext = {},
): { readonly request: ObservationRequest; readonly settings: Settings } {
  const settings = checkContext(context);
  return { request: parseObservationRequest(query, context.now === undefined ? {} : { now: context.now }), settings };
}

export function checkContext(context: ObservationContext = {}): Settings {
  if (typeof context !== "object" || context === null) {
    throw new TypeError(`context must be an object, got ${shown(context)}`);
  }
  checkKeys("context", context, KEYS);
  for (const key of ["pv", "models", "registry", "software"] as const) checkKind(key, context[key], "an object");
  checkKeys("context.models", context.models, MODEL_KEYS);
  checkKeys("context.pv", context.pv, { step: true });
  const { linkeTurbidity = DEFAULT_LINKE_TURBIDITY, minimumCoverage = 0.75, software } = context;
  checkKind("exact", context.exact, "true or false");
  checkKind("software.version", software?.version, "a string");
  checkKind("software.commit", software?.commit, "a string");
  return {
    altitude: optionalNumber("altitude", context.altitude, -500, 9000),
    timeZone: optionalNumber("timeZone", context.timeZone, -12, 14),
    horizon: checkHorizon(context.horizon),
    temperature: optionalNumber("temperature", context.temperature, -90, 60),
    linkeTurbidity: checkTurbidity(linkeTurbidity),
    isTurbidityAssumed: context.linkeTurbidity === undefined,
    albedo: optionalNumber("albedo", context.albedo, 0, 1),
    closure: oneOf("closure", context.closure, ["keep-global", "keep-diffuse", "component-sum"]),
    hiddenSky: oneOf("hiddenSky", context.hiddenSky, ["dark", "ground"]),
    spread: oneOf("spread", context.spread, ["smooth", "step"]),
    minimumCoverage: within("minimumCoverage", minimumCoverage, 0, 1),
    tracker: trackerOf(context.tracker),
    rows: made<Rows>("rows", context.rows, "place", "rows from sheds()") ?? null,
    shade: shadeOf(context),
    pvStep: oneOf("pv.step", context.pv?.step, ["interval", "sub-step"]),
    snow: made<ModuleSnow>("snow", context.snow, "loss", "a model from moduleSnow()"),
    exact: context.exact ?? false,
    subSteps: checkSubSteps(context.subSteps ?? "auto"),
    extra: checkExtra(context.extra ?? []),
    gridOffset: whole("gridOffset", context.gridOffset ?? 0, 0, 3599, "a whole number of seconds from 0 to 3599"),
    version: software?.version,
    commit: software?.commit ?? "unknown",
  };
}

/** All keys: a new one of `ObservationContext` is a type error here until it is listed. */
const KEYS: { readonly [key in keyof Required<ObservationContext>]: true } = {
  now: true,
  altitude: true,
  timeZone: true,
  horizon: true,
  temperature: true,
  linkeTurbidity: true,
  albedo: true,
  closure: true,
  hiddenSky: true,
  spread: true,
  minimumCoverage: true,
  tracker: true,
  rows: true,
  shade: true,
  pv: true,
  snow: true,
  models: true,
  registry: true,
  exact: true,
  subSteps: true,
  extra: true,
  gridOffset: true,
  decimals: true,
  software: true,
};

const MODEL_KEYS: { readonly [family in keyof Required<NonNullable<ObservationContext["models"]>>]: true } = {
  clearSky: true,
  decomposition: true,
  transposition: true,
  pv: true,
};

/** @throws RangeError for a key that is none of the known ones: a slip of the pen must not change a result in silence */
function checkKeys(name: string, given: object | undefined, known: { readonly [key: string]: true }): void {
  for (const key in given) {
    if (Object.hasOwn(known, key)) continue;
    const names = Object.keys(known);
    const meant = nearestName(key, names);
    const idea = meant === undefined ? `known are ${names.join(", ")}` : `is ${meant} meant?`;
    throw new RangeError(`${name} has no option ${shown(key)}: ${idea}`);
  }
}

/** Rural to suburban haze; the value users of Linke turbidity fall back on where nothing is known (Remund et al. 2003). */
const DEFAULT_LINKE_TURBIDITY = 3;

/** The error for a value out of range, or of another kind. */
function fault(key: string, expected: string, value: unknown, isKind: boolean): Error {
  const problem = `context.${key} must be ${expected}, got ${shown(value)}`;
  return isKind ? new RangeError(problem) : new TypeError(problem);
}

function within(key: string, value: unknown, least: number, most: number): number {
  const isNumber = typeof value === "number";
  if (isNumber && value >= least && value <= most) return value;
  throw fault(key, `a number from ${least} to ${most}`, value, isNumber);
}

function optionalNumber(key: string, value: unknown, least: number, most: number): number | undefined {
  return value === undefined ? undefined : within(key, value, least, most);
}

function oneOf<Choice extends string>(key: string, value: unknown, choices: readonly [Choice, ...Choice[]]): Choice {
  if (value === undefined) return choices[0];
  if (choices.includes(value as Choice)) return value as Choice;
  throw fault(key, `one of ${choices.map(shown).join(", ")}`, value, typeof value === "string");
}

const KINDS = { "true or false": "boolean", "a string": "string", "an object": "object" };

function checkKind(key: string, value: unknown, kind: keyof typeof KINDS): void {
  if (value !== undefined && (typeof value !== KINDS[kind] || value === null)) throw fault(key, kind, value, false);
}

function checkHorizon(value: unknown): ArrayLike<number> | undefined {
  if (value === undefined) return value;
  const isObject = typeof value === "object" && value !== null;
  const line = value as ArrayLike<number>;
  if (!isObject || line.length !== 360) {
    throw fault("horizon", "360 elevations in degrees (index = azimuth)", value, isObject);
  }
  for (let i = 0; i < 360; i++) {
    const elevation: unknown = line[i];
    const isNumber = typeof elevation === "number";
    if (!isNumber || !(elevation >= 0 && elevation < 90)) {
      throw fault(`horizon[${i}]`, "at least 0 and below 90 degrees", elevation, isNumber);
    }
  }
  return line;
}

function checkTurbidity(value: unknown): readonly number[] {
  const isOne = typeof value === "number";
  const months = isOne ? new Array<number>(12).fill(value) : Array.from((value as ArrayLike<number>) ?? []);
  if (months.length !== 12) {
    throw fault("linkeTurbidity", "one number or 12 monthly ones", value, typeof value === "object" && value !== null);
  }
  for (const month of months) within("linkeTurbidity", month, 1, 15);
  return months;
}

/** A part that the library makes, by a method that every one has. */
function made<Part>(key: string, value: unknown, method: keyof Part, maker: string): Part | undefined {
  if (value === undefined || typeof (value as Part | null)?.[method] === "function") return value as Part | undefined;
  throw fault(key, maker, value, false);
}

function trackerOf(value: unknown): Tracker | null {
  const tracker = made<Tracker>("tracker", value, "turn", "a tracker from tracker()");
  return tracker === undefined || tracker.isDefault ? null : tracker;
}

function shadeOf({ shade: given, rows }: ObservationContext): ShadeMap | null {
  if (given === undefined) return null;
  const shade = checkShade(given, "context.shade");
  if (rows !== undefined) throw new RangeError("context.shade is for planes without rows: leave out context.rows");
  return isOpen(shade) ? null : shade;
}

function checkSubSteps(value: unknown): number | "auto" {
  return value === "auto" ? value : whole("subSteps", value, 1, 3600, '"auto" or a whole number from 1 to 3600');
}

function whole(key: string, value: unknown, least: number, most: number, expected: string): number {
  const isNumber = typeof value === "number";
  if (isNumber && Number.isInteger(value) && value >= least && value <= most) return value;
  throw fault(key, expected, value, isNumber);
}

function checkExtra(value: unknown): readonly DiagnosticName[] {
  if (!Array.isArray(value)) throw fault("extra", "an array of names", value, false);
  for (const name of value) {
    if (DIAGNOSTIC_NAMES.includes(name)) continue;
    throw new RangeError(`context.extra: unknown name ${shown(name)}; known are ${DIAGNOSTIC_NAMES.join(", ")}`);
  }
  return value;
}
