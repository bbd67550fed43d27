/** Electrical models: modules, their curves, inverters, whole systems. */
export { type AdrInverter, type AdrOptions, adr } from "./adr.js";
export { type BatzelisOptions, batzelis, type CurvePoints, singlediodeBatzelis } from "./batzelis.js";
export type { BifacialOptions } from "./bifacial.js";
export {
  type Bishop88Gradients,
  type Bishop88Options,
  type Bishop88Points,
  bishop88,
  bishop88IFromV,
  bishop88Mpp,
  bishop88VFromI,
  maxPowerPoint,
  VOLTAGE_BUILTIN,
} from "./bishop88.js";
export {
  type CalcparamsCecOptions,
  type CalcparamsDesotoOptions,
  calcparamsCec,
  calcparamsDesoto,
  type SingleDiodeParameters,
} from "./calcparams-desoto.js";
export { type CalcparamsPvsystOptions, calcparamsPvsyst } from "./calcparams-pvsyst.js";
export { type CecSystemOptions, cecSystem } from "./cec-system.js";
export {
  combineLossFactors,
  dcOhmicLosses,
  dcOhmsFromPercent,
  type ScaledPoint,
  scaleVoltageCurrentPower,
} from "./dc-losses.js";
export { type FitDesotoOptions, fitDesoto } from "./fit-desoto.js";
export { HULD_COEFFICIENTS, type HuldOptions, huld } from "./huld.js";
export { type HuldSystemOptions, huldSystem } from "./huld-system.js";
export { defaultPv } from "./linear-temperature.js";
export { type PvefficiencyAdrOptions, pvefficiencyAdr } from "./pvefficiency-adr.js";
export { type PvwattsDcOptions, pvwattsDc } from "./pvwatts.js";
export { type PvwattsOptions, pvwatts, pvwattsMulti } from "./pvwatts-inverter.js";
export { PVWATTS_LOSSES, type PvwattsLoss, pvwattsLosses } from "./pvwatts-losses.js";
export { PVWATTS_MODULES, type PvwattsSystemOptions, pvwattsSystem } from "./pvwatts-system.js";
export { type SandiaInverter, sandia, sandiaMulti } from "./sandia.js";
export { type SapmModule, type SapmOptions, sapm } from "./sapm.js";
export { type SapmOpticalModule, sapmEffectiveIrradiance } from "./sapm-effective-irradiance.js";
export {
  estimateVoc,
  iFromV,
  type SingleDiodeInputs,
  type SingleDiodePoint,
  singlediode,
  vFromI,
} from "./single-diode/points.js";
export type { SystemInputs, SystemOptions } from "./system.js";
export { SYSTEM_CELL_TEMPERATURE } from "./system-cells.js";
export { SYSTEM_IAM } from "./system-iam.js";
export type { SpectrumOptions } from "./system-spectra.js";
export { type SimpleEfficiencyOptions, simpleEfficiency } from "./transformer.js";
