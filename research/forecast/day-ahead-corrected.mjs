// The library's correction at every lead, learnt from and applied to real runs as a user would.
import { correctForecast, learnFromPast } from "irradiance-engine/forecast";

const HOUR = 3_600_000;
/** Hours of runs before one that are at hand. */
const KEPT = 96 * HOUR;

export const CORRECTED = { corrected: (taught, cases) => corrected(taught, cases, false) };

function corrected(taught, { place, runs, observations, station }) {
  const times = new Set(taught.map(({ time }) => time));
  const columns = {
    global_horizontal_irradiance: observations.columns.global_horizontal_irradiance.map((value, k) =>
      times.has(observations.start + k * HOUR) ? value : Number.NaN,
    ),
  };
  console.time(station);
  const { dayAhead, table } = learnFromPast(
    { runs, observations: { ...observations, columns } },
    { place, climatology: 0.65 },
  );
  console.timeEnd(station);
  const nothing = (now) => ({ start: now, interval: 3600, columns: { global_horizontal_irradiance: [Number.NaN] } });
  let last;
  return ({ issued, time }) => {
    if (last?.issued !== issued) {
      const k = runs.findIndex((run) => run.issued === issued);
      const earlier = runs.slice(Math.max(0, k - 16), k);
      const options = { now: issued, place, climatology: 0.65, dayAhead, earlier };
      last = { issued, ...correctForecast(runs[k].series, nothing(issued), options) };
    }
    const row = ((time - last.series.start) / HOUR) * 4;
    const light = last.series.columns.global_horizontal_irradiance;
    return (light[row] + light[row + 1] + light[row + 2] + light[row + 3]) / 4;
  };
}
