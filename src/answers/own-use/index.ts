/** "irradiance-engine/own-use": what becomes of a system's energy in a house: own use, battery, grid, money. Pure, no packages. @experimental */
export { ownUseOf } from "./own-use.js";
