/** Extra columns per output interval: sun and clear sky behind the values. */
import { acos, atan2, RAD } from "../../math/index.js";
import { kastenYoung } from "../../models/atmosphere/airmass.js";
import { horizonElevationRows, horizonOf } from "../../models/shading/horizon-line.js";
import { STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { DiagnosticName } from "../plan/context.js";
import type { Plan } from "../plan/plan.js";
import { meanRows, sunlitMeanRows } from "./means.js";

const s = STEPS;

type Filler = (plan: Plan, work: Workspace, n: number, out: Float64Array, offset: number) => void;

const REAR = meanOf("rearTilted");

const FILLERS: { readonly [name in DiagnosticName]: Filler } = {
  apparent_zenith: ofMeanSun((sun) => sun.zenith),
  azimuth: ofMeanSun((sun) => sun.azimuth),
  relative_airmass: ofMeanSun((sun) => (sun.sunlit ? kastenYoung(Math.min(sun.zenith, 90)) : Number.NaN)),
  horizon_line(plan, work, n, out, offset) {
    FILLERS.azimuth(plan, work, n, out, offset);
    horizonElevationRows(offset, offset + n, out, horizonOf(plan.horizon ?? new Float64Array(360)), out);
  },
  incidence_angle(_plan, work, n, out, offset) {
    sunlitMeanRows(work.lit, work.placed, s.weight, s.up, s.cosIncidence, Number.NaN, out, offset);
    for (let o = offset; o < offset + n; o++) out[o] = acos(Math.min(Math.max(out[o]!, -1), 1)) * RAD;
  },
  clearness_index(plan, work, n, out, offset) {
    const length = plan.output.step / 1000;
    meanRows(work.lit, work.placed, s.weight, length, s.directHorizontal, s.dhi, out, offset);
    for (let o = 0; o < n; o++) {
      const energy = sumOver(work, o, (i) => s.extraterrestrialNormal[i]! * Math.max(s.up[i]!, 0)); // J/m²
      const extraterrestrial = energy / length;
      out[offset + o] = extraterrestrial > 0 ? out[offset + o]! / extraterrestrial : Number.NaN;
    }
  },
  rear_irradiance(plan, work, n, out, offset) {
    if (plan.steps.rows) REAR(plan, work, n, out, offset);
    else out.fill(0, offset, offset + n);
  },
  clear_sky_dni: meanOf("clearDni"),
  clear_sky_dhi: meanOf("clearDhi"),
  extraterrestrial_normal: perOutput((work, o) => {
    return sumOver(work, o, (i) => s.extraterrestrialNormal[i]!) / sumOver(work, o, () => 1);
  }),
  rotation(plan, work, n, out, offset) {
    if (plan.run.tracker) sunlitMeanRows(work.lit, work.placed, s.weight, s.up, s.rotation, 0, out, offset);
    else out.fill(0, offset, offset + n);
  },
  sunlit_fraction: perOutput((work, o, length) => sunlitTime(work, o) / length),
};

/** Fills the requested extra columns for output intervals [offset, offset + n). */
export function diagnosticRows(
  plan: Plan,
  work: Workspace,
  n: number,
  offset: number,
  extra: { readonly [name: string]: Float64Array },
): void {
  for (const name of plan.settings.extra) FILLERS[name](plan, work, n, extra[name]!, offset);
}

interface MeanSun {
  readonly zenith: number;
  readonly azimuth: number;
  readonly sunlit: boolean;
}

/** A quantity of the mean direction to the sun over the interval. */
function ofMeanSun(value: (sun: MeanSun) => number): Filler {
  return perOutput((work, o) => {
    const east = sumOver(work, o, (i) => s.east[i]!);
    const north = sumOver(work, o, (i) => s.north[i]!);
    const up = sumOver(work, o, (i) => s.up[i]!);
    const azimuth = atan2(east, north) * RAD;
    return value({
      zenith: 90 - atan2(up, Math.sqrt(east * east + north * north)) * RAD,
      azimuth: azimuth < 0 ? azimuth + 360 : azimuth,
      sunlit: sunlitTime(work, o) > 0,
    });
  });
}

/** Mean over the interval, of a column that is 0 at night. */
function meanOf(column: "clearDni" | "clearDhi" | "rearTilted"): Filler {
  return (plan, work, _n, out, offset) => {
    meanRows(work.lit, work.placed, s.weight, plan.output.step / 1000, s[column], null, out, offset);
  };
}

/** A value for each output interval of the block, from its number in the block and its length in seconds. */
function perOutput(value: (work: Workspace, output: number, length: number) => number): Filler {
  return (plan, work, n, out, offset) => {
    for (let o = 0; o < n; o++) out[offset + o] = value(work, o, plan.output.step / 1000);
  };
}

/** Sum over the sub-steps of output interval o, weighted by their seconds. */
function sumOver({ placed: { outputStart } }: Workspace, o: number, value: (step: number) => number): number {
  let sum = 0;
  for (let i = outputStart[o]!; i < outputStart[o + 1]!; i++) sum += value(i) * s.weight[i]!;
  return sum;
}

/** Seconds with the sun above the horizon. */
function sunlitTime(work: Workspace, o: number): number {
  return sumOver(work, o, (i) => (s.up[i]! > 0 ? 1 : 0));
}
