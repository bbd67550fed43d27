/** Described sources, opened: each of one kind, or a name of the catalogue that stands for several. */

import { DAY } from "irradiance-engine/internal/shared";
import { messageOf, wrongIn } from "../errors.js";
import { intersect } from "../period.js";
import type { Offer, Place, WeatherSource } from "../source.js";
import { type DescriptionContext, number, object, objectOf, text, wrong } from "./fields.js";
import { CATALOGUE_KIND, type Inside, KINDS, type Kind } from "./kinds.js";

// A source under the name, and within the bounds, that its description gives it.

/** Degrees; a west above the east crosses the date line. */
interface Bounds {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** What a source is asked for. */
interface Reach {
  readonly bounds?: Bounds | undefined;
  /** Days before now from which on it serves the past. */
  readonly recentDays?: number | undefined;
}

/** What else the source can do stays: of files, what is wrong with them. */
export function describedSource(source: WeatherSource, id: string, reach: Reach): WeatherSource {
  const { bounds, recentDays } = reach;
  if (id === source.id && bounds === undefined && recentDays === undefined) return source;
  return {
    ...source,
    id,
    async offer(place, now, options) {
      if (bounds !== undefined && !isWithin(bounds, place)) return [];
      const offers = (await source.offer(place, now, options)).map((offer) => ({ ...offer, source: id }));
      return recentDays === undefined ? offers : offers.flatMap((offer) => recent(offer, now - recentDays * DAY));
    },
    async read(offer, place, period, columns, options) {
      const own: Offer = { ...offer, source: source.id };
      const parts = await source.read(own, place, period, columns, options);
      return parts.map((part) => ({ ...part, provenance: { ...part.provenance, source: id } }));
    },
    pieceOf:
      source.pieceOf &&
      (async (place, signal) =>
        bounds !== undefined && !isWithin(bounds, place) ? undefined : source.pieceOf!(place, signal)),
    runs: source.runs && (async (period) => (await source.runs!(period)).map((run) => describedSource(run, id, reach))),
  };
}

function isWithin({ south, west, north, east }: Bounds, { latitude, longitude }: Place): boolean {
  if (latitude < south || latitude > north) return false;
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
}

/** The part of an offer from a day on; a run is whole or nothing. */
function recent(offer: Offer, since: number): Offer[] {
  const first = Math.floor(since / DAY) * DAY;
  if (offer.run !== undefined || offer.first >= first) return [offer];
  if (offer.last <= first) return [];
  const covers = offer.covers && intersect(offer.covers, [{ start: first, end: offer.last }]);
  if (covers === undefined) return [{ ...offer, first }];
  return covers.length === 0 ? [] : [{ ...offer, first: covers[0]!.start, covers }];
}

/** A source as it is described, and how messages name it. */
interface Given {
  readonly given: unknown;
  readonly where: string;
}

/** Keys that every source may have, in addition to its kind's. */
export const COMMON = {
  kind: text("kind of the source"),
  id: text("name of the source in answers and logs; default: its kind, numbered from the second one on"),
  bounds: object(
    "bounds in degrees; it is not asked for places outside; if west is larger than east, they cross the date line",
    {
      south: number("southern edge", -90, 90),
      west: number("western edge", -180, 180),
      north: number("northern edge", -90, 90),
      east: number("eastern edge", -180, 180),
    },
    ["south", "west", "north", "east"],
  ),
  recentDays: number("days before now from which on it serves the past; forecasts stay whole", 1, 36_525),
};

/** @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION` */
export function openAll(
  sources: readonly Given[],
  at: DescriptionContext,
): { readonly kinds: readonly string[]; readonly sources: readonly WeatherSource[] } {
  const opened = new Map<string, WeatherSource>();
  const kinds: string[] = [];
  for (const one of sources.flatMap((given) => partsOf(given, at))) {
    const { where } = one;
    const checkId = (id: string) => {
      if (opened.has(id)) throw wrongIn(`${where}.id must differ from the others, got ${JSON.stringify(id)}`);
    };
    const read = readSource(one, one.at, opened);
    checkId(read.id);
    const source = openOne(read, where, at);
    // Some kinds have a name of their own.
    checkId(source.id);
    opened.set(source.id, source);
    kinds.push(read.name);
  }
  return { kinds, sources: [...opened.values()] };
}

/** A source, and what its files say of themselves. @throws as `openAll` */
export function sourceAndInside(
  one: Given,
  at: DescriptionContext,
): { readonly source: WeatherSource; inside(signal: AbortSignal): Promise<Inside> } {
  const read = readSource(one, at, new Map());
  const nothing = async (): Promise<Inside> => ({ arrays: [], problems: [] });
  const { inside = nothing } = read.kind.more ?? {};
  return { source: openOne(read, one.where, at), inside: (signal) => inside(read.own, signal) };
}

/** Itself, or the sources that a name of the catalogue stands for. */
function partsOf(
  { given, where }: Given,
  at: DescriptionContext,
): readonly (Given & { readonly at: DescriptionContext })[] {
  if (objectOf(given, where).kind !== CATALOGUE_KIND.name) return [{ given, where, at }];
  const { fields, required } = CATALOGUE_KIND;
  const values = object("", { ...COMMON, ...fields }, ["kind", ...required]).read(given, where, at);
  const { kind: _, name, address, id, ...common } = values;
  try {
    return CATALOGUE_KIND.parts({ name: name!, address, id, common }, at.environment).map(
      ({ description, environment }) => ({ given: description, where, at: { ...at, environment } }),
    );
  } catch (cause) {
    throw wrongIn(`${where}: ${messageOf(cause)}`, { cause });
  }
}

interface Common extends Reach {
  readonly id?: string;
}

interface ReadSource extends Reach {
  readonly name: string;
  readonly kind: Kind;
  readonly id: string;
  /** Those of its kind. */
  readonly own: { readonly [key: string]: unknown };
}

function readSource({ given, where }: Given, at: DescriptionContext, others: ReadonlyMap<string, unknown>): ReadSource {
  const name = objectOf(given, where).kind;
  const kind = typeof name === "string" && Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
  if (kind === undefined) {
    throw wrong(`${where}.kind`, `one of ${[...Object.keys(KINDS), CATALOGUE_KIND.name].join(", ")}`, name);
  }
  const fields = { ...COMMON, ...kind.fields };
  const required = ["kind", ...kind.required] as never;
  const values = object("", fields, required).read(given, where, at) as { readonly [key: string]: unknown } & Common;
  const { kind: _, id, bounds, recentDays, ...own } = values;
  if (bounds !== undefined && bounds.south > bounds.north) throw wrong(`${where}.bounds`, "south below north", bounds);
  return { name: name as string, kind, id: id ?? freeId(name as string, others), bounds, recentDays, own };
}

function openOne({ kind, id, own, ...reach }: ReadSource, where: string, { cache }: DescriptionContext): WeatherSource {
  try {
    return describedSource(kind.open(own, id, cache), id, reach);
  } catch (cause) {
    throw wrongIn(`${where}: ${messageOf(cause)}`, { cause });
  }
}

/** zarr, zarr-2, zarr-3, … */
function freeId(name: string, others: ReadonlyMap<string, unknown>): string {
  let id = name;
  for (let k = 2; others.has(id); k++) id = `${name}-${k}`;
  return id;
}
