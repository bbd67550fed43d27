/** Pins as a set: the present state at several tilts, and the same at a second place. */
import { freshId, h } from "../dom.js";
import { findPlace } from "../place/gazetteer.js";
import { FIRST, firstOf, type State } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { distinct, MOST_PINS, type Pin, type PinKind, pinOf } from "./pins.js";

/** @param take the tilts and the other place; returns what speaks against them, "" for nothing */
export function setForm(take: (tilts: readonly number[], other: OtherPlace | undefined) => string): HTMLElement {
  const words = texts().compare;
  const problem = h("p.wrong", { role: "alert", id: freshId() });
  const field = (label: string, example: string, size: number) => {
    const input = h("input", {
      id: freshId(),
      placeholder: example,
      autocomplete: "off",
      size,
      "aria-describedby": problem.id,
    });
    return { input, element: h("div.field", h("label", { for: input.id }, label), input) };
  };
  const tilts = field(words.tilts, words.tiltsExample, 10);
  const other = field(words.otherPlace, words.otherExample, 18);
  const complain = (input: HTMLInputElement | undefined, text: string) => {
    for (const one of [tilts.input, other.input]) {
      if (one === input) one.setAttribute("aria-invalid", "true");
      else one.removeAttribute("aria-invalid");
    }
    problem.textContent = text;
    input?.focus();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    complain(undefined, "");
    const asked = tiltsOf(tilts.input.value);
    if (!asked) return complain(tilts.input, words.tiltsWrong);
    const text = other.input.value.trim();
    const place = text === "" ? undefined : await findPlace(text).catch(() => undefined);
    if (text !== "" && !place) return complain(other.input, words.otherWrong(text));
    // Tilts alone with none given would compare nothing with nothing.
    if (asked.length === 0 && !place) return complain(tilts.input, words.tiltsWrong);
    if (asked.length * (place ? 2 : 1) > MOST_PINS) return complain(tilts.input, words.tiltsMany(MOST_PINS));
    complain(undefined, take(asked, place));
  };
  return h(
    "form.set",
    { "aria-label": words.set, onsubmit: submit },
    h("div.row", tilts.element, other.element, h("button.go", { type: "submit" }, words.go)),
    problem,
  );
}

interface OtherPlace {
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
function withTilts(state: State, tilts: readonly number[]): State[] {
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
