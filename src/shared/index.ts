/**
 * "irradiance-engine/shared": small tools that irradiance-archive and irradiance-server share with the engine. They may change in any
 * release.
 */
export { type ByPlace, type Latest, latestByPlace, latestOf } from "../cache/latest.js";
export { type Lru, lruOf } from "../cache/lru.js";
export { KnownSum } from "../statistics/known-sum.js";
export { aligned } from "../text/aligned.js";
export { didYouMean, nearestName } from "../text/nearest-name.js";
export { shown } from "../text/shown.js";
export {
  DAY,
  DAY_SECONDS,
  HOUR,
  HOUR_SECONDS,
  MINUTE,
  MONTH_NAMES,
  SECOND,
  SHORT_MONTH_NAMES,
} from "../time/calendar.js";
export { firstMoment, fixedZone, LocalClock, type OffsetSpan, type Zone, zoneNamed } from "../time/zone.js";
export {
  isSourceName,
  type NamedSource,
  namedSource,
  SOURCE_NAMES,
  type SourceName,
  unknownSource,
} from "../weather/source-names.js";
