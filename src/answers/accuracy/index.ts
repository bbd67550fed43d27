/** "irradiance-engine/accuracy": errors that this project has measured, and which of them apply. Nothing else loads it. */
export { type AccuracyAnswer, type AccuracyQuery, accuracyOf } from "./accuracy-of.js";
