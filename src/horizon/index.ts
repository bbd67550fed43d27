/** "irradiance-engine/horizon": horizon lines from files, and as files. Uses no Node API. */
export { HorizonError, type HorizonReason } from "./errors.js";
export { type HorizonCompass, type HorizonFileOptions, type HorizonReading, readHorizon } from "./read-horizon.js";
export { HORIZON_FORMATS, type HorizonFormat, writeHorizon } from "./write-horizon.js";
