/**
 * Weather for every place on Earth, without a network: drawn from the embedded climatology, an hour by its place and time
 * alone, so that whatever window is asked for holds the same values. It is nobody's history, and says so.
 */
import type { WeatherColumn } from "irradiance-engine";
import { cellOf, SYNTHETIC_ALGORITHM } from "irradiance-engine/climate";
import { ArchiveError } from "../errors.js";
import { distanceKm } from "../place.js";
import type { Offer, Part, Period, Place, Provenance, ReadOptions, WeatherSource } from "../source.js";
import { hoursInPieces } from "./pieces.js";
import { type KnownPlace, openPlaces, type Places } from "./places.js";
import { newestRun, RUN_LENGTH } from "./runs.js";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Where a history without dates begins. */
const HISTORY_START = Date.UTC(1950, 0, 1);
const COLUMNS: readonly WeatherColumn[] = ["global_horizontal_irradiance", "temperature"];
const REVISION = `${SYNTHETIC_ALGORITHM}/1`;

type Use = "history" | "forecast";
const DATASETS: { readonly [use in Use]: string } = {
  history: "weather drawn from the world climatology",
  forecast: "simulated run over weather drawn from the world climatology",
};

/** The embedded climatology as a source of hourly irradiance and temperature for any place, as history and as runs. */
export function syntheticSource(): WeatherSource {
  let opening: Promise<Places> | undefined;
  const places = () => {
    opening ??= openPlaces();
    return opening;
  };
  return {
    id: "synthetic",
    async offer(place, now) {
      const known = (await places()).climateOf(place);
      return (["history", "forecast"] as const).map((use) => offerOf(use, known, place, now));
    },
    async read(offer, place, period, columns, options) {
      const use = (Object.keys(DATASETS) as Use[]).find((one) => DATASETS[one] === offer.dataset);
      if (use === undefined || offer.revision !== REVISION) {
        throw new ArchiveError("ERR_ARCHIVE_CHANGED", `there is no synthetic data set ${offer.dataset}`);
      }
      return readHours(await places(), offer, place, period, columns, options);
    },
    close: async () => {},
  };
}

function offerOf(use: Use, { notice, licence, attribution }: KnownPlace, place: Place, now: number): Offer {
  const run = use === "forecast" ? newestRun(now) : undefined;
  const { latitude, longitude } = cellOf(place.latitude, place.longitude);
  return {
    source: "synthetic",
    dataset: DATASETS[use],
    class: "synthetic",
    columns: COLUMNS,
    step: HOUR / 1000,
    // The interval in which now lies is the last of the history: what is asked for until now is there.
    first: run === undefined ? HISTORY_START : run - DAY,
    last: run === undefined ? (Math.floor(now / HOUR) + 1) * HOUR : run + RUN_LENGTH,
    revision: REVISION,
    run,
    // Without an altitude: nobody measures there.
    cell: { latitude, longitude, distanceKm: distanceKm(place, { latitude, longitude }) },
    licence,
    attribution,
    notices: [notice],
  };
}

async function readHours(
  places: Places,
  offer: Offer,
  place: Place,
  wanted: Period,
  columns: readonly WeatherColumn[],
  { budget, signal }: ReadOptions,
): Promise<Part[]> {
  const period = { start: Math.max(wanted.start, offer.first), end: Math.min(wanted.end, offer.last) };
  if (!(period.start < period.end)) return [];
  budget.take("values", (columns.length * (period.end - period.start)) / HOUR);
  const { start, globalHorizontal, temperature } = await hoursInPieces(
    places.weatherOf(place),
    offer.run,
    period,
    signal,
  );
  const all = { global_horizontal_irradiance: globalHorizontal, temperature };
  const names = (Object.keys(all) as (keyof typeof all)[]).filter((name) => columns.includes(name));
  const series = { start, interval: HOUR / 1000, columns: Object.fromEntries(names.map((name) => [name, all[name]])) };
  const end = start + globalHorizontal.length * HOUR;
  return [{ series, provenance: provenanceOf(offer, names, { start, end }) }];
}

function provenanceOf(offer: Offer, columns: readonly WeatherColumn[], period: Period): Provenance {
  const { source, dataset, revision, run, cell, licence, attribution } = offer;
  return {
    source,
    dataset,
    class: "synthetic",
    columns,
    ...period,
    revision,
    run,
    cell,
    method: "stochastic",
    corrections: run === undefined ? [] : ["errors of a forecast put on"],
    licence,
    attribution,
    synthetic: true,
  };
}
