/** Electrical models: modules, their curves, inverters, whole systems. */

export { batzelis, singlediodeBatzelis } from "./batzelis.js";
export { bishop88, bishop88IFromV, bishop88Mpp, bishop88VFromI, maxPowerPoint } from "./bishop88.js";
export { calcparamsCec, calcparamsDesoto, calcparamsPvsyst } from "./calcparams.js";
export { fitDesoto } from "./fit-desoto.js";
export { huld } from "./huld.js";
export { adr, type SandiaInverter, sandia, sandiaMulti } from "./inverters.js";
export { defaultPv } from "./linear-temperature.js";
export {
  combineLossFactors,
  dcOhmicLosses,
  dcOhmsFromPercent,
  scaleVoltageCurrentPower,
  simpleEfficiency,
} from "./losses.js";
export { pvefficiencyAdr } from "./pvefficiency-adr.js";
export { PVWATTS_LOSSES, pvwatts, pvwattsDc, pvwattsLosses, pvwattsMulti } from "./pvwatts.js";
export { type SapmModule, sapm, sapmEffectiveIrradiance } from "./sapm.js";
export { estimateVoc, iFromV, singlediode, vFromI } from "./single-diode/points.js";
export { cecSystem, huldSystem, pvwattsSystem } from "./systems.js";
