/** Results of a bulk run in files. */
export { loadPackage, MissingPackageError } from "../../packages.js";
export { type BulkFileCode, BulkFileError } from "./errors.js";
export type { FormatName } from "./format.js";
export { differenceOf, type RunIdentity } from "./identity.js";
export type { FailedSite, ToldOfSite } from "./journal.js";
export {
  type CountedNote,
  openPartMaker,
  type PartFile,
  type PartMaker,
  type PartOptions,
  type PartPlan,
  type PartSites,
  partLists,
  planParts,
} from "./part-maker.js";
export { type FileRunOptions, type FileRunReport, simulateToFile } from "./run-file.js";
