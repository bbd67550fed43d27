/** Sets of pins: one state at several tilts, and the same at another place. */
import { FIRST, firstOf, type State } from "../state/state.js";
import { distinct, type Pin, type PinKind, pinOf } from "./pins.js";

export interface OtherPlace {
  readonly lat: number;
  readonly lon: number;
  readonly name: string;
  /** Metres, where it is known. */
  readonly altitude?: number;
}

const [FLAT, UPRIGHT] = [0, 90];

/** "15, 30 45°" as numbers, each once; undefined where one is no tilt. An empty text has none. */
export function tiltsOf(text: string): number[] | undefined {
  const words = text.split(/[\s,;°]+/).filter((word) => word !== "");
  const tilts = words.map(Number);
  const isGood = tilts.every((tilt) => tilt >= FLAT && tilt <= UPRIGHT);
  return isGood ? [...new Set(tilts)] : undefined;
}

/** A fixed plane at each tilt, towards where the state's faces; the state itself where there are no tilts. */
export function withTilts(state: State, tilts: readonly number[]): State[] {
  if (tilts.length === 0) return [state];
  return tilts.map((surface_tilt) => ({
    ...state,
    surface_tilt,
    tracking_mode: "none",
    roof_plane: "own",
    system: "",
  }));
}

/**
 * The same at another place: towards the equator there where the state's plane faces it here; what was known of the first place alone
 * (its altitude, a horizon drawn there) is left out.
 */
export function movedTo(state: State, { lat, lon, name, altitude }: OtherPlace): State {
  const faces = state.surface_azimuth === firstOf(state).surface_azimuth;
  const isDrawn = /^\d/.test(state.horizon);
  return {
    ...state,
    lat,
    lon,
    name,
    altitude: altitude === undefined ? "" : String(altitude),
    surface_azimuth: faces ? firstOf({ ...FIRST, lat }).surface_azimuth : state.surface_azimuth,
    horizon: isDrawn ? "flat" : state.horizon,
  };
}

/** Each tilt at each place: the places' pins one after the other, as they stand beside one another in a table. */
export function setOf(kind: PinKind, state: State, tilts: readonly number[], other: OtherPlace | undefined): Pin[] {
  const places = other ? [state, movedTo(state, other)] : [state];
  return distinct(places.flatMap((place) => withTilts(place, tilts)).map((one) => pinOf(kind, one)));
}
