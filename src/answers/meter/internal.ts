/** What the packages of this project use of the room. */
export { examineMeter } from "./examine.js";
export { meterPlaceAt, meterRows } from "./report.js";
