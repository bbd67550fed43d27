/** What the embedded maps know of a place, where nobody else says it: the zone, the altitude, the turbidity of clear hours. */
import { openClimatology } from "./climatology.js";
import { standardTimeOffset } from "./time-zone.js";

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
