/** Pins as a set: the present state at several tilts, and the same at a second place. */
import { signal } from "@preact/signals";
import { findPlace } from "../place/gazetteer.js";
import { FIRST, firstOf, type State } from "../state/state.js";
import { freshId, h, labelled, type View } from "../view.js";
import { distinct, MOST_PINS, type Pin, type PinKind, pinOf } from "./pins.js";
import { words } from "./words.js";

type FieldName = "tilts" | "other";

/** @param take the tilts and the other place; returns what speaks against them, "" for nothing */
export function setForm(take: (tilts: readonly number[], other: OtherPlace | undefined) => string): View {
  const t = words();
  const id = freshId();
  const typed = { tilts: signal(""), other: signal("") };
  const fault = signal<{ readonly field?: FieldName; readonly text: string }>({ text: "" });
  const complain = (text: string, field?: FieldName) => {
    fault.value = { text, ...(field && { field }) };
    if (field) document.getElementById(`${id}-${field}`)?.focus();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    complain("");
    const asked = tiltsOf(typed.tilts.value);
    if (!asked) return complain(t.tiltsWrong, "tilts");
    const text = typed.other.value.trim();
    const place = text === "" ? undefined : await findPlace(text).catch(() => undefined);
    if (text !== "" && !place) return complain(t.otherWrong(text), "other");
    // Tilts alone with none given would compare nothing with nothing.
    if (asked.length === 0 && !place) return complain(t.tiltsWrong, "tilts");
    if (asked.length * (place ? 2 : 1) > MOST_PINS) return complain(t.tiltsMany(MOST_PINS), "tilts");
    complain(take(asked, place));
  };
  const field = (name: FieldName, label: string, placeholder: string, size: number) =>
    labelled(
      label,
      h("input", {
        ...{ id: `${id}-${name}`, placeholder, size, autocomplete: "off", "aria-describedby": id },
        "aria-invalid": fault.value.field === name ? "true" : undefined,
        value: typed[name].value,
        oninput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => (typed[name].value = currentTarget.value),
      }),
    );
  return () =>
    h(
      "form.set",
      { "aria-label": t.set, onsubmit: submit },
      h(
        "div.row",
        field("tilts", t.tilts, t.tiltsExample, 10),
        field("other", t.otherPlace, t.otherExample, 18),
        h("button.go", { type: "submit" }, t.go),
      ),
      h("p.wrong", { role: "alert", id }, fault.value.text),
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
