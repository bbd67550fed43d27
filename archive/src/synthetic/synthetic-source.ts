/**
 * Weather for every place on Earth, without a network: drawn from the embedded climatology, an hour and a minute by its place and
 * time alone, so that whatever window is asked for holds the same values. It is nobody's history, and says so.
 */

import type { WeatherColumn } from "irradiance-engine";
import { cellOf, SYNTHETIC_ALGORITHM } from "irradiance-engine/climate";
import { DAY, HOUR } from "irradiance-engine/shared";
import type { ReadOptions } from "../budget.js";
import { ArchiveError } from "../errors.js";
import { distanceKm } from "../place.js";
import type { Offer, Part, Period, Place, Provenance, WeatherSource } from "../source.js";
import { hoursInPieces, lightInPieces } from "./pieces.js";
import { type KnownPlace, openPlaces, type Places } from "./places.js";
import { newestRun, RUN_LENGTH } from "./runs.js";

/** Where a history without dates begins. */
const HISTORY_START = Date.UTC(1950, 0, 1);
const GHI = "global_horizontal_irradiance";
const COLUMNS: readonly WeatherColumn[] = [GHI, "temperature"];
/** Seconds in which the light of the history can be had, too; a run of a model has hours. */
const FINER = [60, 900];
const REVISION = `${SYNTHETIC_ALGORITHM}/1`;

type Use = "history" | "forecast";
const DATASETS: { readonly [use in Use]: string } = {
  history: "weather drawn from the world climatology",
  forecast: "simulated run over weather drawn from the world climatology",
};

/**
 * The embedded climatology as a source of irradiance and temperature for any place, as history and as runs, in hours; of the
 * history also minutes and quarters of an hour, which have the hours' means: {@link PlanOptions.step}.
 * @experimental
 */
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
      return readParts(await places(), offer, place, period, columns, options);
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
    interval: HOUR / 1000,
    ...(run === undefined ? { intervals: FINER } : {}),
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

async function readParts(
  places: Places,
  offer: Offer,
  place: Place,
  wanted: Period,
  columns: readonly WeatherColumn[],
  { budget, signal }: ReadOptions,
): Promise<Part[]> {
  const period = { start: Math.max(wanted.start, offer.first), end: Math.min(wanted.end, offer.last) };
  if (!(period.start < period.end)) return [];
  const step = offer.interval * 1000;
  budget.take("values", (columns.length * (period.end - period.start)) / step);
  const weather = places.weatherOf(place);
  const hourly = COLUMNS.filter((name) => columns.includes(name) && (step === HOUR || name !== GHI));
  const parts: Part[] = [];
  if (hourly.length > 0) {
    // The air between two hours has one in front of the first and one behind the last.
    const around = step < HOUR ? { start: period.start - HOUR, end: period.end + HOUR } : period;
    const { start, globalHorizontal, temperature } = await hoursInPieces(weather, offer.run, around, signal);
    const light = hourly.includes(GHI) ? { [GHI]: globalHorizontal } : {};
    const air = hourly.includes("temperature") ? { temperature } : {};
    parts.push(partOf(offer, start, HOUR, { ...light, ...air }));
  }
  if (step < HOUR && columns.includes(GHI)) {
    // After the hours, whose days are those of the minutes.
    const { start, globalHorizontal } = await lightInPieces(weather, step, period, signal);
    parts.unshift(partOf(offer, start, step, { [GHI]: globalHorizontal }));
  }
  return parts;
}

/** @param step ms */
function partOf(offer: Offer, start: number, step: number, columns: { [name in WeatherColumn]?: Float64Array }): Part {
  const names = Object.keys(columns) as WeatherColumn[];
  const end = start + columns[names[0]!]!.length * step;
  return {
    series: { start, interval: step / 1000, columns },
    provenance: provenanceOf(offer, names, { start, end }),
  };
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
