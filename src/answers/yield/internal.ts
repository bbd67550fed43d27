/** "irradiance-engine/internal/yield": for the packages of this repository alone; it may change with any commit. */

export {
  type PowerEndpoint,
  type PowerRequest,
  parsePowerRequest,
  parseYieldRequest,
  type YieldRequest,
} from "../../data/contract/yield/request.js";
export { moduleShade } from "../../data/system/module-shade.js";
export { readDescription } from "../../data/system/resolve.js";
export { yieldCsv, yieldHoursCsv } from "./answer.js";
export { YIELD_COLUMNS } from "./columns.js";
export { localDays } from "./forecast/days.js";
export { isSameSystem, type PowerTuning } from "./forecast/taught.js";
export { isPowerTuning, parsePowerTuning, powerTuningText } from "./forecast/taught-file.js";
export type { PowerPeriod } from "./forecast/types.js";
export { missNotices } from "./uncertainty/budget.js";
export { LIGHT_SOURCES, type LightSource } from "./uncertainty/types.js";
