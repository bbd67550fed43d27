/** Climatology of a place: monthly turbidity of the atmosphere, altitude, the time zone (from time-zone borders and the calendar rules of the JavaScript engine), and what a context takes of them. */
import { HOUR } from "../../foundation/time/calendar.js";
import { checkPlace, type EmbeddedClimatology } from "./types.js";

/**
 * Loads the embedded grids (640 kB packed) on first use; later calls share them.
 *
 * Turbidity: 1°, a third of a degree at 1,267 steep places, from Remund et al. 2003; altitude: 0.5°, 5′ in 18,556 steep cells.
 * At 1,500 places the mean error against the original 5′ grids is below 0.06 and 30 m, at steep places below 0.08 and 28 m. A
 * point in mountains may be hundreds of metres off the mean of its 9 km: `ground` says how many.
 *
 * @example
 * ```js
 * import { openClimatology } from "irradiance-engine/climatology";
 *
 * const climatology = await openClimatology();
 * console.log(climatology.linkeTurbidity(47.4, 8.5).length); // 12
 * ```
 */
export function openClimatology(): Promise<EmbeddedClimatology> {
  opened ??= import("./embedded.js").then(({ embeddedClimatology }) => embeddedClimatology());
  return opened;
}

let opened: Promise<EmbeddedClimatology> | undefined;

/** Hours, metres, Linke turbidity. */
export interface KnownOfPlace {
  readonly timeZone?: number | undefined;
  readonly altitude?: number | undefined;
  readonly linkeTurbidity?: number | ArrayLike<number> | undefined;
}

/**
 * Adds to a context what neither it nor the weather's place says.
 *
 * @param latitude degrees north, −90…90; @param longitude degrees east, −180…180
 * @param place of the weather
 * @throws TypeError, RangeError for an invalid place
 */
export async function placeContext<Context extends KnownOfPlace>(
  latitude: number,
  longitude: number,
  place: Pick<KnownOfPlace, "timeZone" | "altitude"> = {},
  context: Context,
): Promise<Context> {
  const maps = await openClimatology();
  const known: { -readonly [key in keyof KnownOfPlace]: KnownOfPlace[key] } = {};
  if (context.timeZone === undefined && place.timeZone === undefined) {
    known.timeZone = await standardTimeOffset(latitude, longitude);
  }
  if (context.altitude === undefined && place.altitude === undefined) {
    known.altitude = Math.round(maps.altitude(latitude, longitude));
  }
  const altitude = context.altitude ?? place.altitude ?? known.altitude;
  known.linkeTurbidity = context.linkeTurbidity ?? maps.clearTurbidity(latitude, longitude, { altitude });
  return { ...context, ...known };
}

/** Both halves of a year after the last known change of a standard time (Kazakhstan and Paraguay, 2024). */
const JANUARY = Date.UTC(2026, 0, 15);
const JULY = Date.UTC(2026, 6, 15);

/**
 * Standard-time offset from UTC in hours (5.75 is possible): the smaller of January's and July's, because clocks are
 * advanced in summer.
 *
 * @param latitude degrees north, −90…90; @param longitude degrees east, −180…180
 * @throws TypeError, RangeError for an invalid place
 */
export async function standardTimeOffset(latitude: number, longitude: number): Promise<number> {
  checkPlace("standardTimeOffset", latitude, longitude, 180);
  const { nameAt, standardOf } = await openBorders();
  return standardOf(nameAt(latitude, longitude)) / HOUR;
}

/**
 * What a place calls its time, as the query's `time_zone` has it: "local", its civil time with daylight saving where there is any, is the
 * name of a zone such as "Europe/Zurich" (at sea "Etc/GMT…"); "standard" is the offset of its standard time, such as "+01:00".
 *
 * @param latitude degrees north, −90…90; @param longitude degrees east, −180…180
 */
export type PlaceZones = (time: "local" | "standard", latitude: number, longitude: number) => string;

/** Loads the time-zone borders. The function throws TypeError, RangeError for an invalid place. */
export async function openPlaceZones(): Promise<PlaceZones> {
  const { nameAt, standardOf, offsetText } = await openBorders();
  return (time, latitude, longitude) => {
    checkPlace("time_zone", latitude, longitude, 180);
    const name = nameAt(latitude, longitude);
    return time === "local" ? name : offsetText(standardOf(name));
  };
}

/** Standard times (ms) of the borders' zones that were asked for, of which there are some hundreds. */
const standards = /* @__PURE__ */ new Map<string, number>();

/** Loaded when it is asked for. */
async function openBorders() {
  const [{ default: nameAt }, { zoneNamed, offsetText }] = await Promise.all([
    import("@photostructure/tz-lookup"),
    import("../../foundation/time/zone.js"),
  ]);
  /** In ms. */
  const standardOf = (name: string): number => {
    const known = standards.get(name);
    if (known !== undefined) return known;
    const zone = zoneNamed(name)!;
    const offset = Math.min(zone.spanAt(JANUARY).offset, zone.spanAt(JULY).offset);
    standards.set(name, offset);
    return offset;
  };
  return { nameAt, standardOf, offsetText };
}
