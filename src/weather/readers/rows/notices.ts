/** Notices shared by readers. */
import type { Notice } from "../../../contract/observation/types.js";

export function gapNotice(gaps: number): Notice[] {
  return gaps === 0 ? [] : [{ code: "gaps", message: `${gaps} rows are absent from the file: taken as missing` }];
}
