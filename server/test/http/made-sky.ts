/** Sources made of clear-sky indices: what a run says of a sky, and what is seen of it. */
import type { Offer, Part, WeatherSource } from "irradiance-archive";
import { openClimatology } from "irradiance-engine/climatology";
import { clearSkyOn } from "irradiance-engine/internal/series";

export const QUARTER = 900_000;
export const HOUR = 4 * QUARTER;
const DAY = 24 * HOUR;

export interface Site {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres, of the cell and so of the answer. */
  readonly altitude: number;
}

export const SITE: Site = { latitude: 50, longitude: 10, altitude: 290 };

/** Clear-sky index at a time in Unix ms. */
type Index = (time: number) => number;

export interface MadeSet {
  readonly source: string;
  readonly class: Offer["class"];
  /** Seconds. Default: 900. */
  readonly step?: number;
  readonly first: number;
  readonly last: () => number;
  readonly run?: number;
  readonly index: Index;
  /** °C; none by default. */
  readonly temperature?: (time: number) => number;
  /** Whether the light comes as a beam of this share of the clear one and the rest. */
  readonly beam?: number;
  readonly revision?: () => string;
  /** Thrown by reads. */
  readonly broken?: () => Error | undefined;
}

/** The run of a forecast, from two days ago to four ahead, hourly. */
export function madeRun(now: number, index: Index, more: Partial<MadeSet> = {}): MadeSet {
  const run = Math.floor(now / HOUR) * HOUR - 6 * HOUR;
  const [first, last] = [run - DAY, run + 5 * DAY];
  return { source: "model", class: "forecast", step: 3600, first, last: () => last, run, index, ...more };
}

/** What was seen until then. */
export function madeSeen(last: number | (() => number), index: Index, more: Partial<MadeSet> = {}): MadeSet {
  const end = typeof last === "number" ? () => last : last;
  return { source: "eye", class: "satellite", first: end() - 3 * DAY, last: end, index, ...more };
}

/** The clear sky that the server's answers have at a site. */
export async function clearOf({ latitude, longitude, altitude }: Site, start: number, step: number, count: number) {
  const turbidity = (await openClimatology()).clearTurbidity(latitude, longitude);
  return clearSkyOn({ start, step, count }, { latitude, longitude, altitude }, turbidity);
}

/** A source for each data set: they fail one by one. */
export function madeSources(site: Site, ...sets: readonly MadeSet[]): WeatherSource[] {
  return sets.map((set) => ({
    id: set.source,
    offer: async () => [offerOf(site, set)],
    read: async (offer, _place, period) => {
      const failure = set.broken?.();
      if (failure !== undefined) throw failure;
      const step = offer.interval * 1000;
      const start = Math.max(offer.first, Math.floor(period.start / step) * step);
      const end = Math.min(offer.last, Math.ceil(period.end / step) * step);
      return end > start ? [await partOf(site, set, offer, start, end)] : [];
    },
    close: async () => {},
  }));
}

function offerOf({ latitude, longitude, altitude }: Site, set: MadeSet): Offer {
  const light =
    set.beam === undefined ? [] : (["direct_horizontal_irradiance", "diffuse_horizontal_irradiance"] as const);
  return {
    source: set.source,
    dataset: "made",
    class: set.class,
    columns: ["global_horizontal_irradiance", ...light, ...(set.temperature ? (["temperature"] as const) : [])],
    interval: set.step ?? 900,
    first: set.first,
    last: set.last(),
    revision: set.revision?.() ?? "1",
    run: set.run,
    cell: { latitude, longitude, altitude, distanceKm: 0 },
    licence: "none: made for tests",
    notices: [],
  };
}

async function partOf(site: Site, set: MadeSet, offer: Offer, start: number, end: number): Promise<Part> {
  const fine = Math.min(QUARTER, offer.interval * 1000);
  const rows = (end - start) / fine;
  const clear = await clearOf(site, start, fine, rows);
  const ratio = (offer.interval * 1000) / fine;
  const means = (of: (row: number) => number) =>
    Float64Array.from({ length: rows / ratio }, (_, k) => {
      let sum = 0;
      for (let row = k * ratio; row < (k + 1) * ratio; row++) sum += of(row);
      return sum / ratio;
    });
  const at = (row: number) => start + (row + 0.5) * fine;
  const global = means((row) => clear.global[row]! * set.index(at(row)));
  const direct = means((row) =>
    Math.min(clear.direct[row]! * (set.beam ?? 0), clear.global[row]! * set.index(at(row))),
  );
  const { temperature } = set;
  const series = {
    start,
    interval: offer.interval,
    columns: {
      global_horizontal_irradiance: global,
      ...(set.beam !== undefined && {
        direct_horizontal_irradiance: direct,
        diffuse_horizontal_irradiance: global.map((value, k) => value - direct[k]!),
      }),
      ...(temperature && { temperature: means((row) => temperature(at(row))) }),
    },
  };
  return {
    series,
    provenance: {
      ...{ source: offer.source, dataset: offer.dataset, class: offer.class, columns: offer.columns },
      ...{ start, end, revision: offer.revision, run: offer.run, cell: offer.cell, licence: offer.licence },
      ...{ method: "nearest", corrections: [], synthetic: offer.class === "synthetic" },
    },
  };
}
