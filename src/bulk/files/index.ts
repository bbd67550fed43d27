/** Results of a bulk run in files. */
export { MissingPackageError } from "../../packages.js";
export { type BulkFileCode, BulkFileError } from "./errors.js";
export type { FormatName } from "./format.js";
export { type FileRunOptions, type FileRunReport, simulateToFile } from "./run-file.js";
