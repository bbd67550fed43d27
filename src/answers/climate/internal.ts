/** "irradiance-engine/internal/climate": for the packages of this repository alone; it may change with any commit. */

export { Random } from "../../foundation/statistics/random.js";
export { globalWarming, warmingNotice } from "./generation/extremes.js";
export { GENERATION_ALGORITHM } from "./generation/types.js";
export { SELECTION_ALGORITHM } from "./selection/audit.js";
export { cellOf } from "./synthetic/types.js";
export { SYNTHETIC_ALGORITHM } from "./synthetic/weather.js";
export { worldMonths } from "./world-year.js";
export { climatePeriod, TYPICAL_YEAR } from "./year.js";
