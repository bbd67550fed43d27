export { defaultPv, defaultPvRows } from "./linear-temperature.js";
export { type PvwattsDcOptions, pvwattsDc, pvwattsDcRows } from "./pvwatts.js";
