/** Described sources, opened: each of one kind, or a name of the catalogue that stands for several. */
import { messageOf } from "../errors.js";
import type { WeatherSource } from "../source.js";
import { type Bounds, describedSource } from "./described-source.js";
import { type DescriptionContext, number, object, objectOf, text, wrong, wrongIn } from "./fields.js";
import { CATALOGUE_KIND, type Inside, KINDS, type Kind } from "./kinds.js";

/** A source as it is described, and how messages name it. */
export interface Given {
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
    const read = readSource(one, one.at, opened);
    if (opened.has(read.id)) throw wrongIn(`${where}.id must differ from the others, got ${JSON.stringify(read.id)}`);
    const source = openOne(read, where, at);
    // Some kinds have a name of their own.
    if (opened.has(source.id))
      throw wrongIn(`${where}.id must differ from the others, got ${JSON.stringify(source.id)}`);
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

interface Common {
  readonly id?: string;
  readonly bounds?: Bounds;
  readonly recentDays?: number;
}

interface ReadSource {
  readonly name: string;
  readonly kind: Kind;
  readonly id: string;
  readonly bounds: Bounds | undefined;
  readonly recentDays: number | undefined;
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
  const values: { readonly [key: string]: unknown } = object("", fields, ["kind", ...kind.required] as never).read(
    given,
    where,
    at,
  );
  const { kind: _, id, bounds, recentDays, ...own } = values as { readonly [key: string]: unknown } & Common;
  if (bounds !== undefined && bounds.south > bounds.north) throw wrong(`${where}.bounds`, "south below north", bounds);
  return { name: name as string, kind, id: id ?? freeId(name as string, others), bounds, recentDays, own };
}

function openOne(
  { kind, id, own, bounds, recentDays }: ReadSource,
  where: string,
  { cache }: DescriptionContext,
): WeatherSource {
  try {
    return describedSource(kind.open(own, id, cache), id, { bounds, recentDays });
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
