/** The time zone of a place, from time-zone borders and the calendar rules of the JavaScript engine. */
import { HOUR } from "../time/calendar.js";
import { checkPlace } from "./place.js";

/** Both halves of a year after the last known change of a standard time (Kazakhstan and Paraguay, 2024). */
const JANUARY = Date.UTC(2026, 0, 15);
const JULY = Date.UTC(2026, 6, 15);

/**
 * Standard-time offset from UTC in hours (5.75 is possible): the smaller of January's and July's, because clocks are
 * advanced in summer.
 *
 * @param latitude degrees north, −90…90; @param longitude degrees east, −180…180
 * @throws TypeError, RangeError for an invalid place
 * @experimental
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
 * @experimental
 */
export type PlaceZones = (time: "local" | "standard", latitude: number, longitude: number) => string;

/** Loads the time-zone borders. The function throws TypeError, RangeError for an invalid place. @experimental */
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
    import("../time/zone.js"),
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
