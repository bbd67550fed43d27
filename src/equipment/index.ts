/** "irradiance-engine/equipment": modules and inverters by name, with the parameters that the models of `models/pv` take. */
export { openEquipment } from "./open-equipment.js";
export { readEquipment } from "./read-equipment.js";
export type { CecModule, Equipment, EquipmentLibrary, Inverter, SandiaModule } from "./types.js";
