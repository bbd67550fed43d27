/** What is to be said of values that were read: what was left out of them, and whether their light is the sun's. */

import type { Notice } from "irradiance-engine";
import { type JoinedSeries, joinSeries, type TimeGrid } from "irradiance-engine/series";
import type { Part } from "./source.js";
import { doubtAboutLight } from "./sun-check.js";

/** @param parts of one data set */
export function remarksOn(parts: readonly Part[]): Notice[] {
  const own = parts.flatMap(({ notices = [] }) => notices);
  const unknown = parts.filter(({ isExamined, provenance }) => !isExamined && !provenance.synthetic);
  return [...own, ...(unknown.length === 0 ? [] : doubtsOf(unknown))];
}

/** The parts, with what is said of files that were refused though the metadata beside them were granted. */
export function tellingForbidden(parts: readonly Part[], { size }: ReadonlySet<string>): Part[] {
  const files = size === 1 ? "one file is" : `${size} files are`;
  const why = "as object stores answer for files that are not there, if they may not be listed";
  const message = `${files} refused (403) beside granted ones and taken as missing, ${why}`;
  return parts.map((part, k) =>
    k === 0 && size > 0 ? { ...part, notices: [...(part.notices ?? []), { code: "missing", message }] } : part,
  );
}

function doubtsOf(parts: readonly Part[]): Notice[] {
  const { cell } = parts[0]!.provenance;
  return joinSeries(parts.map((part) => part.series)).flatMap(({ grid, columns }): Notice[] => {
    const light = globalOf(columns, grid);
    const doubt = light && doubtAboutLight(light, grid, cell);
    return doubt === undefined ? [] : [{ code: doubt.code, message: `irradiance: ${doubt.message}` }];
  });
}

/** As it is, or the sum of its components. */
function globalOf(columns: JoinedSeries["columns"], { count }: TimeGrid): Float64Array | undefined {
  const direct = columns.get("direct_horizontal_irradiance");
  const diffuse = columns.get("diffuse_horizontal_irradiance");
  const given = columns.get("global_horizontal_irradiance");
  if (given !== undefined || direct === undefined || diffuse === undefined) return given;
  return Float64Array.from({ length: count }, (_, row) => direct[row]! + diffuse[row]!);
}
