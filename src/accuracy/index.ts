/** "irradiance-engine/accuracy": errors that this project has measured, and which of them apply. Loaded by nothing else. */
export {
  ACCURACY_SOURCES,
  type AccuracyAnswer,
  type AccuracyQuery,
  type AccuracyResolution,
  type AccuracyRow,
  type AccuracySource,
  type AccuracyStatistic,
  accuracyOf,
} from "./accuracy-of.js";
export { ACCURACY_ROWS } from "./table.generated.js";
