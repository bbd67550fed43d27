/** A forecast where there is no run: the last index, and the climatology in its place as time goes by. */

import { shown } from "../text/shown.js";
import { HOUR } from "../time/calendar.js";
import { refuseSeconds } from "../time/seconds.js";
import { checkWeather } from "../weather/checked-series.js";
import type { WeatherSeries } from "../weather/series.js";
import { between } from "./cells.js";
import type { CorrectionOptions } from "./correct.js";
import { DEFAULT_TABLE } from "./default-table.generated.js";
import { bounded } from "./forecast-index.js";
import { observedOn, QUARTER_HOUR, quarterHoursOf } from "./quarter-hours.js";
import { isSeen } from "./sky-state.js";
import { LONGEST_LEAD } from "./table.js";

const STALE = 2 * HOUR;

/** @experimental */
export interface Cliper {
  /**
   * GHI in quarters of an hour: observed values where there are any, NaN in gaps before the last observation, and the forecast up
   * to 6 hours after now.
   */
  readonly series: WeatherSeries;
  /** End of the observation that it starts from, Unix ms; undefined: the climatology alone. */
  readonly observedUntil: number | undefined;
}

/**
 * CLIPER (climatology and persistence): γ·k_last + (1 − γ)·k_climatology times the clear sky, γ the correlation of the index over the lead
 * time; the climatology alone without an observation of the last two hours with the sun above 5°.
 *
 * Source: D. Yang (2019), Standard of reference in operational day-ahead deterministic solar forecasting, Journal of Renewable and
 * Sustainable Energy 11, 053702, doi 10.1063/1.5114985; γ fitted (see the table's evidence).
 *
 * @throws as `correctForecast`
 * @experimental
 */
export function cliper(observations: WeatherSeries, options: CorrectionOptions): Cliper {
  const { now, place, climatology, table = DEFAULT_TABLE } = options;
  refuseSeconds("cliper: now", now);
  if (!Number.isFinite(now)) throw new TypeError(`cliper: now must be Unix ms, got ${shown(now)}`);
  const { start } = checkWeather(observations);
  const quarterHours = quarterHoursOf(
    { start: Math.min(start, now), end: now + LONGEST_LEAD * QUARTER_HOUR },
    place,
    climatology,
  );
  const { ghi } = observedOn(quarterHours, observations, now);
  const { sky, climate } = quarterHours;
  const first = Math.floor((now - quarterHours.start) / QUARTER_HOUR);
  let last = first - 1;
  while (last >= 0 && Number.isNaN(ghi[last]!)) last--;
  const isKnown =
    last >= 0 && now - quarterHours.start - (last + 1) * QUARTER_HOUR <= STALE && isSeen(quarterHours, ghi, last);
  const departure = isKnown ? ghi[last]! / sky.global[last]! - climate[last]! : 0;
  const from = isKnown ? last + 1 : first;
  const light = ghi.map((seen, row) => {
    if (row < from) return seen;
    const weight = between(table.leads, Math.max(1, row - last - 1), (at) => table.persistence[at]!);
    return sky.global[row]! * bounded(climate[row]! + weight * departure);
  });
  const { latitude, longitude, altitude } = place;
  return {
    series: {
      start: quarterHours.start,
      interval: QUARTER_HOUR / 1000,
      columns: { global_horizontal_irradiance: light },
      place: { latitude, longitude, ...(altitude !== undefined && { altitude }) },
    },
    observedUntil: isKnown ? quarterHours.start + (last + 1) * QUARTER_HOUR : undefined,
  };
}
