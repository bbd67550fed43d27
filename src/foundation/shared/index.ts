/**
 * "irradiance-engine/internal/shared": small tools that irradiance-archive and irradiance-server share with the engine. They may change in any
 * release.
 */
export { type ByPlace, type Latest, type Lru, latestByPlace, latestOf, lruOf } from "../cache/lru.js";
export { KnownSum } from "../statistics/known-sum.js";
export { nearestName } from "../text/nearest-name.js";
export { aligned } from "../text/number.js";
export { shown } from "../text/shown.js";
export {
  DAY,
  DAY_SECONDS,
  HOUR,
  HOUR_SECONDS,
  MINUTE,
  MONTH_DAYS,
  MONTH_NAMES,
  SECOND,
  SHORT_MONTH_NAMES,
} from "../time/calendar.js";
export { minuteText, parseIsoTime } from "../time/iso-time.js";
export { firstMoment, fixedZone, LocalClock, type OffsetSpan, type Zone, zoneNamed } from "../time/zone.js";
