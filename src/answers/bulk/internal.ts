/** "irradiance-engine/internal/bulk": for the packages of this repository alone; it may change with any commit. */

export { loadPackage } from "../../foundation/packages.js";
export { type AnswerKind, answerTable, observationRows } from "./files/answer-table.js";
export { computeBody, NO_BODY } from "./pool/body.js";
export type { CallOptions, Encoding } from "./pool/types.js";
export { BlockBuilder, type SiteRows, type TableDescription } from "./table.js";
