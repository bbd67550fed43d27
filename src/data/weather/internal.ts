/** "irradiance-engine/internal/weather": for the packages of this repository alone; it may change with any commit. */
export { countFlagged, type FindingCode, LOST_CODES, noticeOf, type RowSpan } from "./believe/types.js";
export type { Label } from "./readers/format.js";
export { checkWeather, NotWeatherError } from "./series.js";
export {
  isSourceName,
  type NamedSource,
  namedSource,
  nearestSource,
  SOURCE_NAMES,
  type SourceName,
  unknownSource,
} from "./source-names.js";
