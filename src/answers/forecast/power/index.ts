export { parsePowerTable, powerTableText } from "./file.js";
export { expectedPower, powerQuantiles } from "./forecast.js";
export { learnPower, type PowerLearningOptions } from "./learn.js";
export type { PowerFields, PowerRows } from "./rows.js";
export type { PowerEvidence, PowerRecipe, PowerTable } from "./table.js";
