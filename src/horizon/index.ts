/** "irradiance-engine/horizon": horizon lines from files. Uses no Node API. */
export { HorizonError } from "./errors.js";
export { type HorizonFileOptions, type HorizonReading, readHorizon } from "./read-horizon.js";
