/**
 * The engine's embedded sample as a source at its own place: something to try everything on before there is weather.
 *
 * It is a typical year. Only as such it is served as what it is; as the history of a date or as a forecast it is
 * synthetic, and says so.
 */

import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { repeatYear } from "irradiance-engine/internal/series";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { loadSample } from "irradiance-engine/weather";
import type { ReadOptions } from "../budget.js";
import { ArchiveError } from "../errors.js";
import {
  distanceKm,
  type Offer,
  type Part,
  type Period,
  type Place,
  provenanceFrom,
  type SourceClass,
  type WeatherSource,
} from "../source.js";

/** Degrees around the place within which the sample is served. */
const REACH = 0.01;
/** The sample's place and data, as the engine describes them. */
const STATION = { latitude: 36.1, longitude: -79.95, altitude: 273 };
const REVISION = "1";
const DATASET = "TMY3 723170 Greensboro";
/** As if a model ran this often and reached this far. */
const RUN_EVERY = 6 * HOUR;
const RUN_LENGTH = 15 * DAY;
/** Where a history without dates begins. */
const HISTORY_START = Date.UTC(1950, 0, 1);

/** The three ways in which the sample is served. */
type Use = "history" | "forecast" | "typical year";
const USES: readonly Use[] = ["history", "forecast", "typical year"];

const NOTICE =
  "synthetic: a typical year of Greensboro, North Carolina, mapped to these dates; neither history nor forecast";

export function sampleSource(): WeatherSource {
  let loading: Promise<WeatherSeries> | undefined;
  const load = () => (loading ??= loadSample());
  return {
    id: "sample",
    async offer(place, now) {
      if (!isAtStation(place)) return [];
      const series = await load();
      return USES.map((use) => offerOf(use, series, place, now));
    },
    async read(offer, _place, period, columns, options) {
      if (offer.revision !== REVISION || !USES.some((use) => offer.dataset === datasetOf(use))) {
        throw new ArchiveError("ERR_ARCHIVE_CHANGED", `the sample has no data set ${offer.dataset}`);
      }
      return readSample(await load(), offer, period, columns, options);
    },
    close: async () => {},
  };
}

function isAtStation({ latitude, longitude }: Place): boolean {
  // Decimals of degrees are not exact: half a millionth is given.
  const reach = REACH + 5e-7;
  return Math.abs(latitude - STATION.latitude) <= reach && Math.abs(longitude - STATION.longitude) <= reach;
}

function datasetOf(use: Use): string {
  return use === "typical year" ? DATASET : `${DATASET}, as ${use}`;
}

function offerOf(use: Use, series: WeatherSeries, place: Place, now: number): Offer {
  const start = series.start as number;
  const count = series.columns.global_horizontal_irradiance!.length;
  const run = Math.floor(now / RUN_EVERY) * RUN_EVERY;
  // The interval in which now lies is the last of the history: what is asked for until now is there.
  const times = {
    history: [HISTORY_START, (Math.floor(now / HOUR) + 1) * HOUR],
    forecast: [run - DAY, Math.ceil((now + RUN_LENGTH) / HOUR) * HOUR],
    "typical year": [start, start + count * series.interval * 1000],
  } as const;
  const [first, last] = times[use];
  const source: SourceClass = use === "typical year" ? "typical" : "synthetic";
  return {
    source: "sample",
    dataset: datasetOf(use),
    class: source,
    columns: Object.keys(series.columns) as WeatherColumn[],
    interval: series.interval,
    first,
    last,
    revision: REVISION,
    run: use === "forecast" ? run : undefined,
    cell: { ...STATION, distanceKm: distanceKm(place, STATION) },
    licence: "public domain",
    attribution: "NREL National Solar Radiation Data Base 1991-2005, TMY3",
    notices: use === "typical year" ? [] : [NOTICE],
  };
}

function readSample(
  series: WeatherSeries,
  offer: Offer,
  wanted: Period,
  columns: readonly WeatherColumn[],
  { budget }: ReadOptions,
): Part[] {
  const isTypical = offer.class === "typical";
  const period = isTypical
    ? wanted
    : { start: Math.max(wanted.start, offer.first), end: Math.min(wanted.end, offer.last) };
  if (!(period.start < period.end)) return [];
  budget.take("values", (columns.length * (period.end - period.start)) / HOUR);
  const year = repeatYear({ ...series, start: series.start as number }, period, columns);
  const names = Object.keys(year.columns) as WeatherColumn[];
  const corrections = isTypical ? ["repeated by the day of the year"] : ["a typical year mapped to these dates"];
  const method = offer.cell.distanceKm === 0 ? "point" : "nearest";
  return [{ series: year, provenance: provenanceFrom(offer, names, period, corrections, method) }];
}
