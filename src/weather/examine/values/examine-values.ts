/** Looks at the values of a series, one look after another: each leaves out the rows that those before it found. */
import type { Findings, SkyRows } from "../types.js";
import { changeFinding } from "./change.js";
import { columnDoubts } from "./columns.js";
import { likelyLight } from "./expected-light.js";
import { sumDays } from "./look.js";
import { lostLight, reportLost } from "./lost.js";
import { nightFinding, nightLight } from "./night.js";
import { scaleFinding } from "./scale.js";

export function examineValues(sky: SkyRows, findings: Findings): void {
  const { columns } = sky.weather;
  const doubts = columnDoubts(sky.weather);
  for (const doubt of doubts) findings.add(doubt);
  // What the light is made of: a wrong unit there leaves nothing to look at.
  const isLight = (column: string | undefined) =>
    columns.global_horizontal_irradiance === undefined || column === "global_horizontal_irradiance";
  if (doubts.some(({ verdict, column }) => verdict === "unusable" && isLight(column))) return;
  if (!sky.light.some((value) => value > 0)) return;

  const lost = lostLight(sky);
  const night = nightLight(sky, lost.lost);
  if (night.isClock) return;
  const likely = likelyLight(sky, lost.lost);
  reportLost(sky, findings, lost, likely);
  const sound = night.offset > 0 ? likely.map((value) => value - night.offset) : likely;
  const days = sumDays(sky, sound);
  for (const finding of [nightFinding(sky, likely, night), changeFinding(sky, days), scaleFinding(sky, days)]) {
    if (finding !== undefined) findings.add(finding);
  }
}
