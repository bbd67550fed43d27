/** What the packages of this project use of the room. */
export { examineMeter } from "./examine.js";
export { clearDays } from "./picture.js";
export { learningReport, meterPlaceAt, meterRows } from "./report.js";
