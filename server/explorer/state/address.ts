/** The state in the address, after `#`: a view can be sent to a colleague. Only what differs from the first view stands there. */
import {
  FIRST,
  firstOf,
  IRRADIANCE_UNITS,
  isEndpoint,
  type State,
  THEMES,
  TRACKING,
  UNITS,
  VIEWS,
  ZONES,
} from "./state.js";

type Reader = (text: string) => unknown;

function number(least: number, most: number): Reader {
  return (text) => {
    const value = Number(text);
    return text.trim() !== "" && value >= least && value <= most ? value : undefined;
  };
}

function oneOf(values: readonly string[]): Reader {
  return (text) => (values.includes(text) ? text : undefined);
}

const text: Reader = (given) => given;
const NAME = /^[a-z][a-z0-9_]*$/;

/** How each part is read; undefined: it is left as it is at first. Whether a value is right, the service says. */
const READERS: { readonly [Name in keyof State]: Reader } = {
  lat: number(-90, 90),
  lon: number(-180, 180),
  endpoint: (given) => (isEndpoint(given) ? given : undefined),
  start: text,
  end: text,
  year: text,
  monthly_ghi: text,
  monthly_temperature: text,
  irradiance_unit: oneOf(IRRADIANCE_UNITS),
  frequency: text,
  parameters: (given) => {
    const names = given.split(",").filter((name) => NAME.test(name));
    return names.length > 0 ? names : undefined;
  },
  surface_tilt: number(0, 90),
  surface_azimuth: number(0, 360),
  tracking_mode: oneOf(TRACKING),
  horizon: (given) => (given === "auto" || /^\d+(,\d+){359}$/.test(given) ? given : undefined),
  more: text,
  view: oneOf(VIEWS),
  column: (given) => (NAME.test(given) ? given : undefined),
  date: (given) => (/^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : undefined),
  zone: oneOf(ZONES),
  units: oneOf(UNITS),
  theme: oneOf(THEMES),
};

const NAMES = Object.keys(READERS) as (keyof State)[];

/** The state that an address names. What it does not name, or what cannot be, is as in the first view. */
export function stateOf(hash: string): State {
  const given = partsOf(hash);
  const read = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = given.get(name);
      const found = value === null || (isOfPlace(name) && lacksPlace(hash)) ? undefined : READERS[name](value);
      return found === undefined ? [] : [[name, found]];
    }),
  );
  return { ...firstOf({ ...FIRST, ...read }), ...read };
}

/** Whether an address names a place that cannot be read: half of one is a place that nobody asked for. */
export function lacksPlace(hash: string): boolean {
  return [...partsOf(hash)].some(([name, value]) => isOfPlace(name) && READERS[name](value) === undefined);
}

function isOfPlace(name: string): name is "lat" | "lon" {
  return name === "lat" || name === "lon";
}

function partsOf(hash: string): URLSearchParams {
  return new URLSearchParams(hash.replace(/^#/, ""));
}

/** What an address says that is no part of a state: the view is not the one that was sent. Unknown names alone, as their values may be keys. */
export function unreadOf(hash: string): string[] {
  return [...partsOf(hash)].flatMap(([name, value]) => {
    if (!Object.hasOwn(READERS, name)) return [name];
    const isRead = READERS[name as keyof State](value) !== undefined || value === String(FIRST[name as keyof State]);
    return isRead && !(isOfPlace(name) && lacksPlace(hash)) ? [] : [`${name}=${value}`];
  });
}

/** `#…`, or "" for the first view. */
export function hashOf(state: State): string {
  const first = firstOf(state);
  const parts = NAMES.filter((name) => String(state[name]) !== String(first[name])).map(
    (name) => `${name}=${readable(String(state[name]))}`,
  );
  return parts.length > 0 ? `#${parts.join("&")}` : "";
}

/** Percent-encoded, but for commas, colons and slashes, which people read. */
export function readable(value: string): string {
  return encodeURIComponent(value).replace(/%(2C|3A|2F)/g, (code) => decodeURIComponent(code));
}
