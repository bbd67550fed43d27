/** What the packages of this project use of the room. */
export { examineMeter } from "./examine.js";
export { meterPlaceAt } from "./report.js";
