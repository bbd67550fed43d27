/** "irradiance-engine/horizon": horizon lines from files, and as files. Uses no Node API. */
export { type HorizonCompass, HorizonError, type HorizonFileOptions, readHorizon } from "./read-horizon.js";
export { HORIZON_FORMATS, type HorizonFormat, writeHorizon } from "./write-horizon.js";
