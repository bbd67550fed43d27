/** A forecast where there is no run: the last index, and the climatology in its place as time goes by. */
import { shown } from "../contract/observation/errors.js";
import type { WeatherSeries } from "../weather/series.js";
import type { CorrectionOptions } from "./correct.js";
import { DEFAULT_TABLE } from "./default-table.generated.js";
import { bounded } from "./forecast-index.js";
import { observedOn, QUARTER, quartersOf } from "./quarters.js";
import { isSeen } from "./sky-state.js";
import { between, LONGEST_LEAD } from "./table.js";

/** ms before now that observations are looked for in. */
const LOOK_BACK = 3 * 3_600_000;
const STALE = 2 * 3_600_000;

export interface Cliper {
  /** GHI in quarters of an hour, from that in which now lies to 6 hours after now. */
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
 */
export function cliper(observations: WeatherSeries, options: CorrectionOptions): Cliper {
  const { now, place, climatology, table = DEFAULT_TABLE } = options;
  if (!Number.isFinite(now)) throw new TypeError(`cliper: now must be Unix ms, got ${shown(now)}`);
  const quarters = quartersOf({ start: now - LOOK_BACK, end: now + LONGEST_LEAD * QUARTER }, place, climatology);
  const { ghi } = observedOn(quarters, observations, now);
  const { sky, climate } = quarters;
  const first = Math.floor((now - quarters.start) / QUARTER);
  let last = first - 1;
  while (last >= 0 && Number.isNaN(ghi[last]!)) last--;
  const isKnown = last >= 0 && now - quarters.start - (last + 1) * QUARTER <= STALE && isSeen(quarters, ghi, last);
  const departure = isKnown ? ghi[last]! / sky.global[last]! - climate[last]! : 0;
  const light = Float64Array.from({ length: quarters.count - first }, (_, k) => {
    const row = first + k;
    const weight = between(table.leads, Math.max(1, row - last - 1), (at) => table.persistence[at]!);
    return sky.global[row]! * bounded(climate[row]! + weight * departure);
  });
  const { latitude, longitude, altitude } = place;
  return {
    series: {
      start: quarters.start + first * QUARTER,
      interval: QUARTER / 1000,
      columns: { global_horizontal_irradiance: light },
      place: { latitude, longitude, ...(altitude !== undefined && { altitude }) },
    },
    observedUntil: isKnown ? quarters.start + (last + 1) * QUARTER : undefined,
  };
}
