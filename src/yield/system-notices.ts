/** What a careful user would doubt of a system alone, and what its description leaves out. */
import type { Notice } from "../contract/observation/types.js";
import type { CheckedPlane, CheckedSystem } from "../system/checked.js";
import { peakEfficiency } from "../system/inverter-rows.js";
import { inOtherUnit } from "../system/power.js";
import { plain } from "../text/number.js";

export function systemNotices(system: CheckedSystem): Notice[] {
  return [...doubts(system), ...sharedInverters(system), ...rowsOfTrackers(system.planes)];
}

/** Of sums of powers. */
const ROUNDING = 1e-9;
/** Of what the inverters give; a limit below it leaves next to nothing. */
const LEAST_LIMIT = 0.01;

function doubts({ losses, inverters, exportLimit }: CheckedSystem): Notice[] {
  const messages: string[] = [];
  const small = losses > 0 && losses < 1;
  const fraction = { message: `the losses are ${losses} percent: was a fraction of 1 meant?`, facts: { losses } };
  const peak = Math.max(...inverters.map(peakEfficiency));
  if (peak > 1 + ROUNDING) {
    const percent = (100 * peak).toFixed(1);
    messages.push(`an inverter has an efficiency of ${percent} % at a part of its loads: are its parameters right?`);
  }
  const rated = inverters.reduce((sum, { acPower }) => sum + acPower, 0);
  if (exportLimit !== undefined) {
    const named = `system.exportLimit, ${plain(exportLimit)} kW, is`;
    const given = `what the inverters give, ${Number(rated.toPrecision(6))} kW`;
    if (exportLimit > rated * (1 + ROUNDING)) messages.push(`${named} above ${given}: it takes nothing`);
    const idea = exportLimit < rated * LEAST_LIMIT ? inOtherUnit(exportLimit, rated / 10, 10 * rated) : "";
    if (idea !== "") messages.push(`${named} next to nothing beside ${given}${idea}`);
  }
  const others = messages.map((message) => ({ message }));
  return [...(small ? [fraction] : []), ...others].map((doubt) => ({ code: "doubtful", ...doubt }));
}

function sharedInverters({ planes }: CheckedSystem): Notice[] {
  const isShared = planes.some((plane, k) =>
    planes.slice(0, k).some((other) => other.inverter === plane.inverter && facing(other) !== facing(plane)),
  );
  if (!isShared) return [];
  const message =
    "each plane of a shared inverter is computed with its own maximum power point tracker (MPPT): one string over two planes gives less";
  return [{ code: "mppt", message }];
}

function facing({ trackingMode, surfaceTilt, surfaceAzimuth }: CheckedPlane): string {
  if (trackingMode !== "none") return trackingMode;
  return surfaceTilt === 0 ? "flat" : `${surfaceTilt}/${surfaceAzimuth % 360}`;
}

/** Of trackers that are described without the rows they stand in. */
function rowsOfTrackers(planes: readonly CheckedPlane[]): Notice[] {
  const k = planes.findIndex(({ trackingMode, rows }) => trackingMode !== "none" && rows === undefined);
  if (k < 0) return [];
  const { mode, axisTilt = 0, crossAxisTilt = 0 } = planes[k]!.tracker ?? {};
  const canHaveRows = mode !== "dual-axis" && axisTilt === 0 && crossAxisTilt === 0;
  const way = canHaveRows
    ? `system.planes[${k}].rows has them`
    : "rows are modelled for level axes only, and losses.shading can stand for them";
  return [{ code: "rows", message: `the light that rows of trackers take from one another is not counted: ${way}` }];
}
