/**
 * Weather for every place on Earth, without a network: drawn from the embedded climatology, an hour and a minute by its place and
 * time alone, so that whatever window is asked for holds the same values. It is nobody's history, and says so.
 */

import { setImmediate as turn } from "node:timers/promises";
import type { WeatherColumn } from "irradiance-engine";
import { SyntheticWeather } from "irradiance-engine/climate";
import { describeExpectedError, loadWorldClimate, openClimatology } from "irradiance-engine/climatology";
import { cellOf, SYNTHETIC_ALGORITHM } from "irradiance-engine/internal/climate";
import type { ExpectedError, PlaceClimate } from "irradiance-engine/internal/climatology";
import { DAY, HOUR, lruOf, MINUTE } from "irradiance-engine/internal/shared";
import type { ReadOptions } from "../budget.js";
import { ArchiveError } from "../errors.js";
import {
  distanceKm,
  type Offer,
  type Part,
  type Period,
  type Place,
  provenanceFrom,
  type WeatherSource,
} from "../source.js";

// Weather drawn a month at a time, so that a server does other work in between: many years take seconds.

/** Some ms of work; a whole number of intervals of any length. */
const PIECE = 30 * 24 * HOUR;

/** @param run Unix ms of a forecast; undefined: what was. @throws the signal's reason when it is aborted */
async function hoursInPieces(weather: SyntheticWeather, run: number | undefined, period: Period, signal: AbortSignal) {
  const { start, end, count } = wholeIntervals(period, HOUR);
  const globalHorizontal = new Float64Array(count);
  const temperature = new Float64Array(count);
  await inPieces({ start, end }, signal, (from, to) => {
    const piece = run === undefined ? weather.hours(from, to) : weather.forecast(run, from, to);
    globalHorizontal.set(piece.globalHorizontal, (from - start) / HOUR);
    temperature.set(piece.temperature, (from - start) / HOUR);
  });
  return { start, globalHorizontal, temperature };
}

/**
 * Light by the minute, or as means of so many minutes as divide an hour.
 *
 * @param step ms. @throws the signal's reason when it is aborted
 */
async function lightInPieces(weather: SyntheticWeather, step: number, period: Period, signal: AbortSignal) {
  const { start, end, count } = wholeIntervals(period, step);
  const globalHorizontal = new Float64Array(count);
  await inPieces({ start, end }, signal, (from, to) => {
    const minutes = weather.minutes(from, to).globalHorizontal;
    globalHorizontal.set(meansOf(minutes, step / MINUTE), (from - start) / step);
  });
  return { start, globalHorizontal };
}

function wholeIntervals({ start, end }: Period, step: number) {
  const first = Math.floor(start / step);
  const last = Math.ceil(end / step);
  return { start: first * step, end: last * step, count: last - first };
}

async function inPieces({ start, end }: Period, signal: AbortSignal, draw: (from: number, to: number) => void) {
  for (let from = start; ; from += PIECE) {
    const to = Math.min(from + PIECE, end);
    draw(from, to);
    if (to === end) return;
    await turn();
    signal.throwIfAborted();
  }
}

function meansOf(minutes: Float64Array, many: number): Float64Array {
  if (many === 1) return minutes;
  return Float64Array.from({ length: minutes.length / many }, (_, row) => {
    let sum = 0;
    for (let k = row * many; k < (row + 1) * many; k++) sum += minutes[k]!;
    return sum / many;
  });
}

// What is known of places: their climate, what it is worth, and the weather that is drawn from it.

interface KnownPlace {
  readonly notice: string;
  readonly licence: string;
  readonly attribution: string;
}

interface Places {
  climateOf(place: Place): KnownPlace;
  weatherOf(place: Place): SyntheticWeather;
}

/** Places that are kept ready: the weather of one takes 2 ms and 80 kB. */
const MOST = 100;

interface ReadyPlace {
  readonly known: KnownPlace;
  readonly climate: PlaceClimate;
  /** Made when it is asked for. */
  weather?: SyntheticWeather;
}

async function openPlaces(): Promise<Places> {
  const [world, climatology] = await Promise.all([loadWorldClimate(), openClimatology()]);
  const licence = [...new Set(world.sources.map((source) => source.licence))].join("; ");
  const attribution = world.sources.map((source) => source.attribution).join("; ");
  const ready = lruOf<ReadyPlace>(MOST);

  function placeOf({ latitude, longitude, altitude }: Place): ReadyPlace {
    const key = `${latitude},${longitude},${altitude}`;
    const found = ready.get(key);
    if (found !== undefined) return found;
    const climate = world.at(latitude, longitude, { altitude });
    const made = { climate, known: { notice: noticeOf(climate.expectedError), licence, attribution } };
    ready.set(key, made);
    return made;
  }

  return {
    climateOf: (place) => placeOf(place).known,
    weatherOf(place) {
      const { latitude, longitude } = place;
      const ready = placeOf(place);
      const turbidity = Array.from(climatology.linkeTurbidity(latitude, longitude));
      const where = { latitude, longitude, altitude: ready.climate.altitude, turbidity };
      ready.weather ??= new SyntheticWeather(where, ready.climate);
      return ready.weather;
    },
  };
}

function noticeOf(error: ExpectedError): string {
  return `synthetic: drawn from the climate of the place, neither history nor forecast; of that climate, ${describeExpectedError(error)}`;
}

// When simulated runs begin, are there, and end.

const RUN_EVERY = 6 * HOUR;
/** What a model takes from its first observation to its last file. */
const AVAILABLE_AFTER = 4 * HOUR;
/** As far as a forecast may be asked for, and the day in which its newest run may be old. */
const RUN_LENGTH = 15 * 24 * HOUR;

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
  const places = () => (opening ??= openPlaces());
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
  const run = use === "forecast" ? Math.floor((now - AVAILABLE_AFTER) / RUN_EVERY) * RUN_EVERY : undefined;
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
  const corrections = offer.run === undefined ? [] : ["errors of a forecast put on"];
  const provenance = provenanceFrom(offer, names, { start, end }, corrections, "stochastic");
  return { series: { start, interval: step / 1000, columns }, provenance };
}
