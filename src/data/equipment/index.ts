/** "irradiance-engine/equipment": modules and inverters by name, with the parameters that the models of `models/pv` take. */
export { openEquipment, readEquipment } from "./library.js";
export type { Equipment, EquipmentLibrary } from "./types.js";
