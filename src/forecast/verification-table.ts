/** A verification as text. */
import { aligned } from "../report/aligned.js";
import type { Verification, VerifiedGroup } from "./verify.js";

/** @returns a table of errors and skill, and of the spread if there is one; W/m² */
export function formatVerification({ rows, left, days, groups }: Verification): string {
  const errors = groups.flatMap((group) =>
    group.errors.map(({ method, mbe, rmse, mae, skill, limits }, k) => [
      k === 0 ? nameOf(group) : "",
      k === 0 ? String(group.rows) : "",
      method,
      mbe.toFixed(1),
      rmse.toFixed(1),
      mae.toFixed(1),
      skill === null ? "" : skillText(skill),
      limits === null ? "" : limits.every(isTelling) ? limits.map(percent).join(" … ") : "—",
    ]),
  );
  const head = ["rows of", "n", "method", "MBE", "RMSE", "MAE", "skill of the first", "95 % limits"];
  const about = `${rows} rows of ${days} days, on which all methods have a value${left > 0 ? `; ${left} left out` : ""}; W/m²\n\n`;
  return `${about}${aligned([head, ...errors]).join("\n")}\n${spreadText(groups)}`;
}

function spreadText(groups: readonly VerifiedGroup[]): string {
  const rows = groups.flatMap((group) => {
    if (group.spread === null) return [];
    const { coverage, width, crps } = group.spread;
    return [[nameOf(group), percent(coverage), width.toFixed(0), crps.toFixed(1)]];
  });
  if (rows.length === 0) return "";
  return `\n${aligned([["rows of", "p10–p90 holds", "width", "CRPS"], ...rows]).join("\n")}\n`;
}

/** "all", "1 h", "15 min", "overcast". */
export function nameOf({ lead, sky }: Pick<VerifiedGroup, "lead" | "sky">): string {
  if (lead === null) return sky ?? "all";
  return lead < 3600 ? `${lead / 60} min` : `${Number((lead / 3600).toFixed(2))} h`;
}

/** Beside a forecast without errors, or next to none, a skill is minus infinity or a number that says nothing. */
function isTelling(skill: number): boolean {
  return skill > LEAST_SKILL;
}

/** An error a hundred times that of the reference. */
const LEAST_SKILL = -99;

function skillText(skill: number): string {
  return isTelling(skill) ? percent(skill) : "—";
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1).replace("-", "−")} %`;
}
