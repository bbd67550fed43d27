/** What pins are called: by what differs among them, "30° S · Zürich" beside "45° S · Zürich" where both differ somewhere. */
import { coordinatesOf } from "../place/words.js";
import { endpointOf, firstOf, isOfNoYear, type State } from "../state/state.js";
import { plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import type { Pin } from "./pins.js";
import { words } from "./words.js";

/** What a pin is made of for its reader, each a few words. */
type Facet = "plane" | "size" | "losses" | "weather" | "horizon" | "altitude" | "values" | "place";

/** In the order in which a name has them: the place last, as an address has it. */
const FACETS: readonly Facet[] = ["plane", "size", "losses", "weather", "values", "horizon", "altitude", "place"];

type Facets = { readonly [facet in Facet]: string };

export function facetsOf({ kind, state }: Pin): Facets {
  const isYield = kind === "yield";
  return {
    plane: planeText(state, isYield),
    size: isYield ? sizeText(state) : "",
    losses: isYield && state.system === "" ? lossesText(state) : "",
    weather: isYield ? weatherText(state) : seriesText(state),
    values: isYield ? "" : valuesText(state),
    horizon: horizonText(state),
    altitude: state.altitude === "" ? "" : words().altitude(state.altitude),
    place: placeText(state),
  };
}

/** A name for each; what was named by hand keeps its name. */
export function namesOf(pins: readonly Pin[]): string[] {
  const all = pins.map(facetsOf);
  const differing = differingOf(all);
  const shown = differing.length > 0 ? differing : (["plane", "place"] as const);
  const names = pins.map((pin, k) => {
    const facets = all[k] as Facets;
    return (
      pin.called ||
      shown
        .map((facet) => facets[facet])
        .filter(Boolean)
        .join(" · ") ||
      placeText(pin.state)
    );
  });
  // Parts that no facet has, such as what an address adds by hand, differ without a word: a number tells such pins apart.
  return names.map((name, k) => {
    const before = names.slice(0, k).filter((other) => other === name).length;
    return before === 0 ? name : `${name} (${before + 1})`;
  });
}

function differingOf(all: readonly Facets[]): Facet[] {
  return FACETS.filter((facet) => new Set(all.map((facets) => facets[facet])).size > 1);
}

/** What is the same in all of them, in words. */
export function commonOf(pins: readonly Pin[]): string {
  const all = pins.map(facetsOf);
  const [first] = all;
  if (!first) return "";
  const differing = differingOf(all);
  return FACETS.filter((facet) => !differing.includes(facet) && first[facet] !== "")
    .map((facet) => first[facet])
    .join(" · ");
}

function placeText({ name, lat, lon }: Pick<State, "name" | "lat" | "lon">): string {
  return name || coordinatesOf({ lat, lon });
}

/** "30° S"; an azimuth between the points of the compass in degrees, "30° / 172°". */
function planeText(state: State, isYield: boolean): string {
  const t = words();
  if (isYield && state.system !== "") return systemText(state.system);
  if (state.tracking_mode !== "none") return t.tracker;
  if (isYield && state.roof_plane === "best") return t.best;
  const { surface_tilt, surface_azimuth } = state;
  if (surface_tilt === 0) return t.level;
  return planeWords(surface_tilt, surface_azimuth);
}

/** Degrees between the directions that have a name. */
const EIGHTH = 45;

function planeWords(tilt: number, azimuth: number): string {
  const direction = texts().roof.shortDirections[(azimuth % 360) / EIGHTH];
  return `${plain(tilt)}° ${direction ?? `/ ${plain(azimuth)}°`}`;
}

/** A described system by its planes, as far as its JSON can be read: "30° S + 30° N". */
function systemText(system: string): string {
  const t = words();
  try {
    const { planes } = JSON.parse(system) as {
      planes: readonly { surface_tilt?: unknown; surface_azimuth?: unknown }[];
    };
    const each = planes.map(({ surface_tilt, surface_azimuth }) =>
      typeof surface_tilt === "number" && typeof surface_azimuth === "number"
        ? planeWords(surface_tilt, surface_azimuth)
        : t.otherPlane,
    );
    return each.length <= MOST_PLANES ? each.join(" + ") : t.planes(each.length);
  } catch {
    return t.system;
  }
}

const MOST_PLANES = 3;

function sizeText({ kwp, system }: State): string {
  if (system === "") return `${plain(kwp)} kWp`;
  try {
    const { planes } = JSON.parse(system) as { planes: readonly { kwp: number }[] };
    const sum = planes.reduce((all, plane) => all + plane.kwp, 0);
    return Number.isFinite(sum) ? `${plain(Number(sum.toFixed(3)))} kWp` : "";
  } catch {
    return "";
  }
}

function lossesText({ losses, dc_ac }: State): string {
  const t = words();
  const taken = losses === "" ? t.usualLosses : t.losses(plain(Number(losses)));
  return dc_ac === "" ? taken : `${taken}, ${t.dcAc(plain(Number(dc_ac)))}`;
}

function weatherText({ roof_weather, years }: State): string {
  const t = words();
  if (roof_weather === "typical") return t.typical;
  return years === "" ? t.lastYear : years.replace("-", "–");
}

/** The endpoint, its period and its step. */
function seriesText({ endpoint, start, end, year, frequency }: State): string {
  const t = words();
  if (isOfNoYear(endpoint)) return endpoint === "climate/tmy" ? t.typical : t.ownYear;
  if (year !== "") return year;
  const span = [start, end].filter((time) => time !== "").map((time) => time.replace(/T00:00(:00)?Z$/, ""));
  return span.length > 0 ? `${span.join(" – ")}, ${frequency.replace("_", " ")}` : endpointOf(endpoint).name;
}

/** Monthly values of the caller's own tell themselves apart by their sum. */
function valuesText({ endpoint, monthly_ghi, more }: State): string {
  const sum = monthly_ghi.split(",").reduce((all, value) => all + (Number(value) || 0), 0);
  const own = endpoint === "climate/import/monthly" ? [words().monthly(sum)] : [];
  return [...own, ...(more === "" ? [] : [more])].join(", ");
}

function horizonText({ horizon }: State): string {
  const t = words();
  if (horizon === "flat") return t.flat;
  if (horizon === "auto") return t.terrain;
  return t.drawn(Math.max(...horizon.split(",").map(Number)));
}

/** What goes with a place and is no choice of its own: its altitude, and a horizon that was drawn for it. */
const OF_THE_PLACE: readonly Facet[] = ["altitude", "horizon"];

/** Where places differ they are the columns. undefined: no grid of two rows and two columns or more. */
export function gridOf(pins: readonly Pin[]): { rows: string[]; columns: string[]; at: number[][] } | undefined {
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
