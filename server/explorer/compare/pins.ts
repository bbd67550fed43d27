/**
 * Pinned states, and how an address holds them: the first as what differs from the first view of its place, each further one as what
 * differs from the first pin of its kind, so that three tilts of a roof are little more than three numbers:
 * `lat:47.4~lon:8.5~name:Zürich~surface_tilt:15!surface_tilt:30!surface_tilt:45`.
 */
import { partText, readPart } from "../state/address.js";
import { FIRST, firstOf, type State } from "../state/state.js";

/** "yield": of a roof; "series": of what Light and History show. */
export type PinKind = "yield" | "series";

export interface Pin {
  readonly kind: PinKind;
  /** As the user calls it; "" where its name follows from what differs. */
  readonly called: string;
  /** What it pins; everything else is as in the first view. */
  readonly state: State;
}

/** More are no comparison that anybody reads: two places with four tilts each. */
export const MOST_PINS = 8;
/** Characters: a longer address is cut by mail programs. */
export const LONGEST_PINS = 3000;
/** Characters of a name. */
export const LONGEST_NAME = 60;

const OF_A_PLACE = ["lat", "lon", "name", "altitude", "surface_tilt", "surface_azimuth", "tracking_mode"] as const;

/** The parts of a state that its answer rests on, and the place's name. */
const PINNED: { readonly [kind in PinKind]: readonly (keyof State)[] } = {
  yield: [...OF_A_PLACE, "roof_plane", "kwp", "losses", "dc_ac", "roof_weather", "years", "system", "horizon"],
  series: [
    ...OF_A_PLACE,
    "endpoint",
    "start",
    "end",
    "year",
    "monthly_ghi",
    "monthly_temperature",
    "irradiance_unit",
    "frequency",
    "parameters",
    "horizon",
    "more",
  ],
};

export function pinOf(kind: PinKind, state: State, called = ""): Pin {
  const kept = Object.fromEntries(PINNED[kind].map((part) => [part, state[part]]));
  return { kind, called, state: { ...FIRST, ...kept } };
}

/** What to set so that the page shows it. */
export function shownBy({ kind, state }: Pin): Partial<State> {
  return Object.fromEntries(PINNED[kind].map((part) => [part, state[part]]));
}

export function isSamePin(a: Pin, b: Pin): boolean {
  return a.kind === b.kind && PINNED[a.kind].every((part) => String(a.state[part]) === String(b.state[part]));
}

/** Those that are no repetition of one before. */
export function distinct(pins: readonly Pin[]): Pin[] {
  return pins.filter((pin, k) => pins.findIndex((other) => isSamePin(pin, other)) === k);
}

const [BETWEEN_PINS, BETWEEN_PARTS] = ["!", "~"];

export function pinsText(pins: readonly Pin[]): string {
  return pins
    .map((pin) => {
      const base = baseOf(pin, pins);
      const differing = PINNED[pin.kind].filter((part) => String(pin.state[part]) !== String(base[part]));
      const parts = [
        ...(pin.kind === "series" ? [["as", "series"]] : []),
        ...(pin.called === "" ? [] : [["called", pin.called]]),
        ...differing.map((part) => [part, partText(pin.state, part)]),
      ];
      return parts.map(([name, value]) => `${name}:${escaped(value as string)}`).join(BETWEEN_PARTS);
    })
    .join(BETWEEN_PINS);
}

/** @returns the pins that could be read, and what could not be, as it stands in the address */
export function pinsOf(text: string): { readonly pins: readonly Pin[]; readonly unread: readonly string[] } {
  const pins: Pin[] = [];
  const unread: string[] = [];
  // An empty text is no pin; an empty piece of a longer one is a pin like the first view.
  for (const piece of text === "" ? [] : text.split(BETWEEN_PINS)) {
    const pin = pins.length < MOST_PINS ? readPin(piece, pins) : undefined;
    if (pin) pins.push(pin);
    else unread.push(piece);
  }
  return { pins, unread };
}

function readPin(piece: string, before: readonly Pin[]): Pin | undefined {
  const given = new Map<string, string>();
  for (const part of piece === "" ? [] : piece.split(BETWEEN_PARTS)) {
    const colon = part.indexOf(":");
    if (colon < 0) return undefined;
    given.set(part.slice(0, colon), unescaped(part.slice(colon + 1)));
  }
  const kind = given.get("as") ?? "yield";
  if (kind !== "yield" && kind !== "series") return undefined;
  const called = (given.get("called") ?? "").slice(0, LONGEST_NAME);
  given.delete("as");
  given.delete("called");
  const changes: Partial<Record<keyof State, unknown>> = {};
  for (const [name, value] of given) {
    const part = PINNED[kind].find((one) => one === name);
    const read = part && readPart(part, value);
    if (!part || read === undefined) return undefined;
    changes[part] = read;
  }
  const first = before.find((pin) => pin.kind === kind)?.state;
  const base = first ?? firstOf({ ...FIRST, ...(changes as Partial<State>) });
  return pinOf(kind, { ...base, ...(changes as Partial<State>) }, called);
}

/** What a pin is written as the difference from. */
function baseOf(pin: Pin, pins: readonly Pin[]): State {
  const first = pins.find(({ kind }) => kind === pin.kind);
  return first === undefined || first === pin ? firstOf(pin.state) : first.state;
}

function escaped(value: string): string {
  return value.replace(/[%~!]/g, encodeOne);
}

function encodeOne(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function unescaped(value: string): string {
  return value.replace(/%(25|7E|21)/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
