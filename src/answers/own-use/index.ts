/** "irradiance-engine/own-use": what becomes of a system's energy in a house: own use, battery, grid, money. Pure, no packages. @experimental */

export type { Battery, House, PowerSteps, Tariff } from "../../data/system/own-use.js";
export { householdLoad } from "./household.js";
export { type OwnUseOptions, ownUseOf, type SystemPower } from "./own-use.js";
export { ownUseSvg } from "./picture.js";
export { ownUseText } from "./text.js";
export type { OwnUse } from "./types.js";
