/** "irradiance-engine/horizon": horizon lines from files. Uses no Node API. */
export { HorizonError } from "./errors.js";
export { type HorizonOptions, type HorizonReading, readHorizon } from "./read-horizon.js";
