/** What pins are called: by what differs among them, "30° S · Zürich" beside "45° S · Zürich" where both differ somewhere. */
import { coordinatesOf } from "../place/words.js";
import { endpointOf, isOfNoYear } from "../state/endpoints.js";
import type { State } from "../state/state.js";
import { plain } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import type { Pin } from "./pins.js";

/** What a pin is made of for its reader, each a few words. */
export type Facet = "plane" | "size" | "losses" | "weather" | "horizon" | "altitude" | "values" | "place";

/** In the order in which a name has them: the place last, as an address has it. */
const FACETS: readonly Facet[] = ["plane", "size", "losses", "weather", "values", "horizon", "altitude", "place"];

export type Facets = { readonly [facet in Facet]: string };

export function facetsOf({ kind, state }: Pin): Facets {
  const isYield = kind === "yield";
  return {
    plane: planeText(state, isYield),
    size: isYield ? sizeText(state) : "",
    losses: isYield && state.system === "" ? lossesText(state) : "",
    weather: isYield ? weatherText(state) : seriesText(state),
    values: isYield ? "" : valuesText(state),
    horizon: horizonText(state),
    altitude: state.altitude === "" ? "" : texts().compare.altitude(state.altitude),
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

export function differingOf(all: readonly Facets[]): Facet[] {
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

export function placeText({ name, lat, lon }: Pick<State, "name" | "lat" | "lon">): string {
  return name || coordinatesOf({ lat, lon });
}

/** "30° S"; an azimuth between the points of the compass in degrees, "30° / 172°". */
export function planeText(state: State, isYield: boolean): string {
  const words = texts().compare;
  if (isYield && state.system !== "") return systemText(state.system);
  if (state.tracking_mode !== "none") return words.tracker;
  if (isYield && state.roof_plane === "best") return words.best;
  const { surface_tilt, surface_azimuth } = state;
  if (surface_tilt === 0) return words.level;
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
  const words = texts().compare;
  try {
    const { planes } = JSON.parse(system) as {
      planes: readonly { surface_tilt?: unknown; surface_azimuth?: unknown }[];
    };
    const each = planes.map(({ surface_tilt, surface_azimuth }) =>
      typeof surface_tilt === "number" && typeof surface_azimuth === "number"
        ? planeWords(surface_tilt, surface_azimuth)
        : words.otherPlane,
    );
    return each.length <= MOST_PLANES ? each.join(" + ") : words.planes(each.length);
  } catch {
    return words.system;
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
  const words = texts().compare;
  const taken = losses === "" ? words.usualLosses : words.losses(plain(Number(losses)));
  return dc_ac === "" ? taken : `${taken}, ${words.dcAc(plain(Number(dc_ac)))}`;
}

function weatherText({ roof_weather, years }: State): string {
  const words = texts().compare;
  if (roof_weather === "typical") return words.typical;
  return years === "" ? words.lastYear : years.replace("-", "–");
}

/** The endpoint, its period and its step. */
function seriesText({ endpoint, start, end, year, frequency }: State): string {
  const words = texts().compare;
  if (isOfNoYear(endpoint)) return endpoint === "climate/tmy" ? words.typical : words.ownYear;
  if (year !== "") return year;
  const span = [start, end].filter((time) => time !== "").map((time) => time.replace(/T00:00(:00)?Z$/, ""));
  return span.length > 0 ? `${span.join(" – ")}, ${frequency.replace("_", " ")}` : endpointOf(endpoint).name;
}

/** Monthly values of the caller's own tell themselves apart by their sum. */
function valuesText({ endpoint, monthly_ghi, more }: State): string {
  const sum = monthly_ghi.split(",").reduce((all, value) => all + (Number(value) || 0), 0);
  const own = endpoint === "climate/import/monthly" ? [texts().compare.monthly(sum)] : [];
  return [...own, ...(more === "" ? [] : [more])].join(", ");
}

function horizonText({ horizon }: State): string {
  const words = texts().compare;
  if (horizon === "flat") return words.flat;
  if (horizon === "auto") return words.terrain;
  return words.drawn(Math.max(...horizon.split(",").map(Number)));
}
