// What bands are fitted and judged on: Buenos Aires learns in 2023 and is judged in 2024; of the Pampas each month is judged in turn.

import { unbiasedHours } from "./bands-prior.mjs";
import { realRuns } from "./real-runs.mjs";

const HOUR = 3_600_000;
export const LEARNT_UNTIL = Date.UTC(2024, 0);

export function monthOf(time) {
  const date = new Date(time);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

/** Parts of two months of the year that is learnt from; all that follows is one. */
function foldOf(time) {
  return time < LEARNT_UNTIL ? Math.floor((monthOf(time) % 12) / 2) : Number.POSITIVE_INFINITY;
}

/** Both stations, with the hours of 2023 from which bands may be fitted. */
export async function stations() {
  const [ba, ar] = await Promise.all(["ba", "ar"].map(realRuns));
  const ofBa = unbiasedHours(ba, foldOf, Number.isFinite).filter(({ hour }) => hour * HOUR < LEARNT_UNTIL);
  return { ba: { ...ba, hours: ofBa }, ar: { ...ar, hours: unbiasedHours(ar, monthOf) } };
}

/** Observations of the times that `isKept`; the others are missing. */
export function observedWhere({ start, interval, columns }, isKept) {
  const ghi = columns.global_horizontal_irradiance.map((value, k) => (isKept(start + k * HOUR) ? value : Number.NaN));
  return { start, interval, columns: { global_horizontal_irradiance: ghi } };
}
