/** Weather of the rows that have ended: of the one in progress nothing was observed as a whole, whatever a source has. */
import type { Archive } from "irradiance-archive";
import type { WeatherSeries } from "irradiance-engine";
import { needsOf } from "./needs.js";
import { Refusal } from "./refusal.js";
import type { FindSeries, SeriesWeather } from "./series.js";
import { findWeather } from "./weather.js";
import { wireTime } from "./wire.js";

/** @param ended Unix ms */
export function endedFinder(archive: Archive, ended: number): FindSeries {
  return async (query, _ground, signal) => {
    const isOpen = ended < query.period.end && needsOf(query.parameters).length > 0;
    if (isOpen && ended <= query.period.start) {
      const last = `none of its intervals has ended; the last interval before it ended at ${wireTime(ended)}`;
      throw new Refusal("not yet", `no observation for this period yet: ${last}`);
    }
    const found = await findWeather(archive, query, signal);
    if (!isOpen) return found;
    const { passing, revision } = found;
    return { passing, revision: [revision, ended], read: async (reading) => until(await found.read(reading), ended) };
  };
}

function until(weather: SeriesWeather, ended: number): SeriesWeather {
  const what = weather.provenance.some(({ synthetic }) => synthetic) ? "values" : "observations";
  const message = `no ${what} after ${wireTime(ended)} yet: an interval gets its value once it has ended`;
  return {
    ...weather,
    series: cutSeries(weather.series, ended),
    notices: [...weather.notices, { code: "not-ended", message, facts: { until: wireTime(ended) } }],
  };
}

function cutSeries(series: WeatherSeries, ended: number): WeatherSeries {
  const { start, interval, columns } = series;
  const known = Math.floor((ended - (start as number)) / (interval * 1000));
  const cut = Object.entries(columns).map(([name, values = []]) => [
    name,
    Float64Array.from(values, (value, k) => (k < known ? (value ?? Number.NaN) : Number.NaN)),
  ]);
  return { ...series, columns: Object.fromEntries(cut) };
}
