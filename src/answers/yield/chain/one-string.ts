/** One string over several planes: the planes' modules in series, at every sub-step. */
import { SeriesPower } from "../../../data/obstacles/string-power.js";
import type { CheckedPlane } from "../../../data/system/checked.js";
import type { PlaneSteps } from "./plane-steps.js";

interface Member {
  readonly plane: Pick<CheckedPlane, "kwp" | "string">;
  readonly steps: Pick<PlaneSteps, "dc">;
}

/**
 * Takes from the DC power of planes of one string what they lose against trackers of their own.
 *
 * @returns the planes whose power has changed
 */
export function inOneString<Of extends Member>(planes: readonly Of[]): ReadonlySet<Of> {
  const names = new Set(planes.flatMap(({ plane: { string } }) => string ?? []));
  const changed = new Set<Of>();
  for (const name of names) {
    const members = planes.filter(({ plane }) => plane.string === name);
    if (members.length < 2) continue;
    seriesRows(
      members.map(({ steps }) => steps.dc),
      new SeriesPower(members.map(({ plane }) => plane.kwp)),
    );
    for (const member of members) changed.add(member);
  }
  return changed;
}

/** Row kernel: the power of planes in series, in place. */
function seriesRows(columns: readonly Float64Array[], series: SeriesPower): void {
  const powers = new Float64Array(columns.length);
  for (let i = 0; i < columns[0]!.length; i++) {
    for (let k = 0; k < powers.length; k++) powers[k] = columns[k]![i]!;
    const kept = series.kept(powers);
    if (kept < 1) for (const column of columns) column[i]! *= kept;
  }
}
