/** Wind that a PV model puts where the weather has none: a gap in the column would pass unseen, for the power is there. */
import type { Notice } from "../../contract/observation/types.js";
import type { Stage } from "../../models/stage.js";
import type { CheckedWeather } from "../../weather/checked-series.js";
import { COMPUTED } from "../../weather/limits.js";
import { cellsOver, type Lattice } from "../grid/lattice.js";

/**
 * Of a column with gaps in the period. Weather without any wind has no notice: it is what most weather is.
 *
 * @param from Unix ms @param to Unix ms
 */
export function windNotices(
  { name, assumedWind }: Stage,
  { columns, count }: CheckedWeather,
  weather: Lattice,
  from: number,
  to: number,
): Notice[] {
  const wind = columns.wind_speed;
  if (assumedWind === undefined || wind === undefined || !wind.some(isWind)) return [];
  const { first, last } = cellsOver(weather, from, to);
  const rows = wind.subarray(Math.max(0, first), Math.min(count, Math.max(0, last)));
  const missing = rows.reduce((found, value) => (isWind(value) ? found : found + 1), 0);
  if (missing === 0) return [];
  const share = Number(((100 * missing) / rows.length).toPrecision(2));
  const message = `wind_speed has no value in ${share} % of the rows (${missing} of ${rows.length}): ${name} takes ${assumedWind} m/s there`;
  return [{ code: "wind", message }];
}

/** What is out of range is missing, as in the computation. */
function isWind(value: number): boolean {
  const [least, most] = COMPUTED.wind_speed;
  return value >= least && value <= most;
}
