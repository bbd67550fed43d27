/** Power that was measured, beside the model. */
export {
  type ComparedSum,
  type CompareOptions,
  compareMeasured,
  type LeftOut,
  type MeasuredComparison,
  type ModelledPower,
} from "./compare.js";
export { measuredSvg } from "./plot-svg.js";
export { type MeasuredPower, type PowerReading, type ReadPowerOptions, readPower } from "./read-power.js";
export { ROW_REASONS, type RowReason } from "./rows.js";
export { measuredText } from "./text.js";
