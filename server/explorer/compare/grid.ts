/** Pins that are every combination of two things, such as three tilts at two places, as rows and columns. */
import { firstOf } from "../state/state.js";
import { differingOf, type Facet, type Facets, facetsOf } from "./names.js";
import type { Pin } from "./pins.js";

export interface Grid {
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  /** Of the pin, by row and column. */
  readonly at: readonly (readonly number[])[];
}

/** What goes with a place and is no choice of its own: its altitude, and a horizon that was drawn for it. */
const OF_THE_PLACE: readonly Facet[] = ["altitude", "horizon"];

/** Where places differ they are the columns. undefined: no grid of two rows and two columns or more. */
export function gridOf(pins: readonly Pin[]): Grid | undefined {
  const all = pins.map(facetsOf);
  const alike = pins.map((pin, k) => inOneHemisphere(pin, all[k] as Facets));
  const differing = differingOf(alike).filter((facet) => !OF_THE_PLACE.includes(facet));
  const [rowFacet, columnFacet, ...others] = differing;
  if (!rowFacet || !columnFacet || others.length > 0) return undefined;
  const rows = [...new Set(alike.map((facets) => facets[rowFacet]))];
  const columns = [...new Set(alike.map((facets) => facets[columnFacet]))];
  if (rows.length * columns.length !== pins.length) return undefined;
  const at = rows.map((row) =>
    columns.map((column) => alike.findIndex((facets) => facets[rowFacet] === row && facets[columnFacet] === column)),
  );
  if (at.flat().includes(-1)) return undefined;
  return {
    rows: at.map((line) => nameOfRow(line.map((k) => (all[k] as Facets)[rowFacet]))),
    columns: (at[0] as number[]).map((k) => (all[k] as Facets)[columnFacet]),
    at,
  };
}

/** Towards the equator is south in the one hemisphere and north in the other: for a grid it is one direction. */
function inOneHemisphere({ state }: Pin, facets: Facets): Facets {
  const isEquatorward = state.surface_azimuth === firstOf(state).surface_azimuth;
  return isEquatorward ? { ...facets, plane: facets.plane.replace(/[NS]$/, "=") } : facets;
}

/** "30° S", or "30°" where the places of the row lie on both sides of the equator. */
function nameOfRow(names: readonly string[]): string {
  const [first = ""] = names;
  return names.every((name) => name === first) ? first : first.replace(/ \S+$/, "");
}

/** Bars or curves that one picture holds without becoming a thicket. */
export const MOST_OVERLAID = 4;
/** Pictures below one another: of more places the first pins are drawn alone. */
const MOST_PICTURES = 2;

/** Which pins each picture draws: all in one, or where they are too many for one those of each place in one of its own. */
export function picturesOf(pins: readonly Pin[]): number[][] {
  const all = pins.map((_, k) => k);
  const places = byPlace(pins);
  const groups = pins.length <= MOST_OVERLAID || places.length > MOST_PICTURES ? [all] : places;
  return groups.map((group) => group.slice(0, MOST_OVERLAID));
}

/** In the order of the first pin of each place. */
function byPlace(pins: readonly Pin[]): number[][] {
  const groups = new Map<string, number[]>();
  pins.forEach((pin, k) => {
    const { place } = facetsOf(pin);
    const own = groups.get(place);
    if (own) own.push(k);
    else groups.set(place, [k]);
  });
  return [...groups.values()];
}
