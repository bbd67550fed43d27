/** All that a view of the page is made of, and all that its address holds. The key is no part of it. */
import { signal } from "@preact/signals";
import { PARAMETERS } from "irradiance-engine";
import { CLIMATE_PARAMETERS } from "irradiance-engine/internal/contract";
import { outOfRuns } from "./lists.js";

/** What changes, and who hears of it: listeners, in the order in which they came, and the views that have read it. */
export class Observable<Told extends readonly unknown[] = []> {
  private readonly listeners: ((...told: Told) => void)[] = [];
  private readonly turn = signal(0);

  /** Called by what a view reads: the view is then drawn anew after each change. */
  protected read<Value>(value: Value): Value {
    void this.turn.value;
    return value;
  }

  onChange(listener: (...told: Told) => void): void {
    this.listeners.push(listener);
  }

  protected tell(...told: Told): void {
    this.turn.value = this.turn.peek() + 1;
    for (const listener of this.listeners) listener(...told);
  }
}

/** Shows what there is now, and again after each change. */
export function follow(show: () => void, ...sources: readonly { onChange(listener: () => void): void }[]): void {
  for (const source of sources) source.onChange(show);
  show();
}

export interface SeriesEndpoint {
  readonly name: string;
  /** "span": start and end; "year": a calendar year; "none": a year of its own; "months": one of the caller's monthly values, by POST. */
  readonly period: "span" | "year" | "none" | "months";
  /** What the server takes when start or end is left out; "" where they must be given. */
  readonly start: string;
  readonly end: string;
  /** The first is the default. */
  readonly frequencies: readonly string[];
  readonly parameters: readonly string[];
}

const OBSERVED = Object.keys(PARAMETERS);
const OF_CLIMATE = Object.keys(CLIMATE_PARAMETERS);
const FINE = ["15_minutes", "1_hour", "1_minute"];
const OF_A_WEEK = [...FINE, "5_minutes", "10_minutes", "30_minutes", "1_day"];
const OF_YEARS = [...OF_A_WEEK, "1_month", "1_year"];
const YEARLY = { start: "", end: "", frequencies: ["1_hour", "1_minute"], parameters: OF_CLIMATE } as const;

export const ENDPOINTS = {
  "observation/realtime": span("Observation: the past 7 days", "-24hours", "now", OF_A_WEEK),
  "observation/training": span("Observation: this year and the two before", "-365days", "-7days", OF_YEARS),
  "observation/historical": span("Observation: from 2020 on", "", "", OF_YEARS),
  "forecast/basic": span("Forecast: days, hourly", "now", "+72hours", ["1_hour"]),
  "forecast/precision": span("Forecast: hours, fine steps", "now", "+24hours", [...FINE, "30_minutes"]),
  "climate/tmy": { name: "Climate: a typical year", period: "none", ...YEARLY },
  "climate/amy": { name: "Climate: a single year", period: "year", ...YEARLY },
  "climate/import/monthly": { name: "Climate: from monthly values", period: "months", ...YEARLY },
} as const satisfies { readonly [path: string]: SeriesEndpoint };

export type EndpointPath = keyof typeof ENDPOINTS;
export const ENDPOINT_PATHS = Object.keys(ENDPOINTS) as EndpointPath[];

export function endpointOf(path: EndpointPath): SeriesEndpoint {
  return ENDPOINTS[path];
}

/** Whether it is asked by POST, with monthly values in the body. */
export function isPosted(path: EndpointPath): boolean {
  return endpointOf(path).period === "months";
}

/** Whether it is of a typical year: its dates are of no calendar year. */
export function isOfNoYear(path: EndpointPath): boolean {
  return ["none", "months"].includes(endpointOf(path).period);
}

/** Whether it has observations of years. */
export function hasYears(path: EndpointPath): boolean {
  return path === "observation/historical" || path === "observation/training";
}

/** Whether its year is one of the standard time of the place. */
export function isOfStandardTime(path: EndpointPath): boolean {
  return path.startsWith("climate/");
}

/** Whether intervals are those of a calendar, and so of a zone. */
export function isOfCalendar(frequency: string): boolean {
  return /_(day|month|year)$/.test(frequency);
}

export function isForecast(path: EndpointPath): boolean {
  return path.startsWith("forecast/");
}

function span(name: string, start: string, end: string, frequencies: readonly string[]): SeriesEndpoint {
  return { name, period: "span", start, end, frequencies, parameters: OBSERVED };
}

/** The rooms of the page, in the order of its header. */
export const ROOMS = ["roof", "light", "sun", "forecast", "history", "meter", "data", "account"] as const;
export type RoomName = (typeof ROOMS)[number];
export const LANGUAGES = ["auto", "en", "de", "fr", "es", "it"] as const;
/** "local" is the clock of the place, with daylight saving. */
export const ZONES = ["local", "standard", "utc"] as const;
export const UNITS = ["mean", "energy"] as const;
/** What the room Data and code is about: the series of the state, the yield of its roof, or many years in one file. */
export const DATA_SUBJECTS = ["series", "yield", "years"] as const;

/** One part of a state. */
interface Part<Value> {
  /** In the first view. */
  readonly first: Value;
  /** How an address is read; undefined: the part is left as it is at first. Whether a value is right, the service says. */
  read(text: string): Value | undefined;
}

function oneOf<const Value extends string>(values: readonly Value[], first: NoInfer<Value>): Part<Value> {
  return { first, read: (text) => values.find((value) => value === text) };
}

function number(first: number, least: number, most: number) {
  const read = (text: string) => {
    const value = Number(text);
    return text.trim() !== "" && value >= least && value <= most ? value : undefined;
  };
  return { first, least, most, read };
}

/** A number as a text; "" leaves it to the service. */
function numberOrNone(least: number, most: number) {
  const { read } = number(0, least, most);
  return { first: "", least, most, read: (text: string) => (read(text) === undefined ? undefined : text) };
}

function text(isRight: (text: string) => boolean = () => true, first = ""): Part<string> {
  return { first, read: (given) => (isRight(given) ? given : undefined) };
}

function list(first: readonly string[], isKnown: (name: string) => boolean): Part<readonly string[]> {
  const read = (given: string) => {
    const found = given.split(",").filter(isKnown);
    return found.length > 0 ? found : undefined;
  };
  return { first, read };
}

const FREQUENCIES = [...new Set(ENDPOINT_PATHS.flatMap((path) => endpointOf(path).frequencies))];
export const KNOWN_PARAMETERS: ReadonlySet<string> = new Set(
  ENDPOINT_PATHS.flatMap((path) => endpointOf(path).parameters),
);
const isTime = (time: string) => !Number.isNaN(Date.parse(time));

/** Whether it is JSON of an object; what stands in it, the service checks. */
function isSystem(given: string): boolean {
  try {
    return given === "" || /^\s*\{/.test(JSON.stringify(JSON.parse(given)));
  } catch {
    return false;
  }
}

/** The parts, in the order in which an address has them. The place of the first view is that of the embedded sample, which every demo serves. */
export const PARTS = {
  room: oneOf(ROOMS, "roof"),
  language: oneOf(LANGUAGES, "auto"),
  /** Degrees, north and east positive. */
  lat: number(36.1, -90, 90),
  lon: number(-79.95, -180, 180),
  /** What people call the place; "" where nobody named it. */
  name: text(),
  /** Metres. */
  altitude: numberOrNone(-500, 9000),
  /** Whether the roof's plane is the given one, or the best fixed one of its place. */
  roof_plane: oneOf(["own", "best"], "own"),
  /** Peak power, kW. */
  kwp: number(8, 0.001, 1e9),
  /** Per cent before the inverter. */
  losses: numberOrNone(0, 100),
  /** Power of the modules over that of the inverter. */
  dc_ac: numberOrNone(0.1, 10),
  /** How the size is typed and shown; the state has it in kW. */
  size_in: oneOf(["kwp", "m2", "modules"], "kwp"),
  /** The house: kWh a year, money of a kWh, of one fed in, of the whole system, kWh of a battery. */
  house: numberOrNone(1, 1e8),
  tariff: numberOrNone(-1e5, 1e5),
  feed_in: numberOrNone(-1e5, 1e5),
  cost: numberOrNone(0, 1e12),
  battery: numberOrNone(0, 1e6),
  /** Name or sign of the money. */
  currency: text((given) => given.length <= 5),
  roof_weather: oneOf(["typical", "history"], "typical"),
  /** Of single years, "2005-2020"; "" leaves them to the service. */
  years: text((given) => /^\d{4}-\d{4}$/.test(given)),
  /** JSON of a described system, which then stands for plane, power and losses; "" where there is none. */
  system: text(isSystem),
  endpoint: oneOf(ENDPOINT_PATHS, "observation/realtime"),
  /** As the service takes them; "" leaves them to it. */
  start: text(),
  end: text(),
  year: text(),
  /** Twelve numbers each, comma-separated, January to December; what is none yet, as it was typed. */
  monthly_ghi: text(),
  monthly_temperature: text(),
  irradiance_unit: oneOf(["W/m2", "kWh/m2/month"], "W/m2"),
  frequency: text((given) => FREQUENCIES.includes(given), "15_minutes"),
  parameters: list(["global_horizontal_irradiance", "global_tilted_irradiance", "temperature"], (name) =>
    KNOWN_PARAMETERS.has(name),
  ),
  /** Degrees. */
  surface_tilt: number(30, 0, 90),
  surface_azimuth: number(180, 0, 360),
  tracking_mode: oneOf(["none", "1_axis"], "none"),
  /** "flat", "auto", or 360 whole degrees, comma-separated. */
  horizon: {
    first: "flat" as string,
    read(given: string) {
      const line = outOfRuns(given);
      return line === "auto" || /^\d+(,\d+){359}$/.test(line) ? line : undefined;
    },
  },
  /** Further query parameters, as in an address: `albedo=0.3&random_seed=7`. */
  more: text(),
  /** How a series is shown. */
  view: oneOf(["curves", "heat-map", "months", "years", "duration"], "curves"),
  /** The parameter of the views that show one. */
  column: text((given) => KNOWN_PARAMETERS.has(given), "global_horizontal_irradiance"),
  /** Of the sun path, YYYY-MM-DD; "" is today. */
  date: text((given) => /^\d{4}-\d\d-\d\d$/.test(given) && isTime(given)),
  zone: oneOf(ZONES, "local"),
  units: oneOf(UNITS, "mean"),
  theme: oneOf(["auto", "light", "dark"], "auto"),
  /** The times between which curves are shown, "from,to"; "" shows them all. */
  zoom: text((given) => given.split(",").filter(isTime).length === 2),
  /** Parameters whose curves are hidden. */
  hidden: list([], (name) => /^[a-z][a-z0-9_]*$/.test(name)),
  /** What was pinned to be compared, as `compare/` writes it. */
  pins: text(),
  data: oneOf(DATA_SUBJECTS, "series"),
  /** What stands on the report besides: for whom, what and by whom it is, and a note. */
  client: text(),
  project: text(),
  author: text(),
  note: text(),
  /** The map, and the colours of its land. */
  map: oneOf(["closed", "plain", "yield", "light"], "closed"),
} as const satisfies { readonly [name: string]: Part<unknown> };

export type State = { readonly [Name in keyof typeof PARTS]: (typeof PARTS)[Name]["first"] };
export type ViewName = State["view"];

/** The first view. */
export const FIRST = Object.fromEntries(Object.entries(PARTS).map(([name, { first }]) => [name, first])) as State;

/** The first view of a place and a horizon: its plane faces the equator, and it shows the light that the horizon leaves. */
export function firstOf({ lat, horizon }: Pick<State, "lat" | "horizon">): State {
  const { column } = FIRST;
  return { ...FIRST, surface_azimuth: equatorward(lat), column: horizon === "flat" ? column : column + SHADED };
}

function equatorward(lat: number): number {
  return lat < 0 ? 0 : 180;
}

export const SHADED = "_with_shading";

/** The parameters to ask for, in the endpoint's order: behind a horizon also what the chosen ones are with its shading. */
export function askedParameters({ endpoint, parameters, horizon }: State): string[] {
  const shaded = horizon === "flat" ? [] : parameters.map((name) => name + SHADED);
  return endpointOf(endpoint).parameters.filter((name) => parameters.includes(name) || shaded.includes(name));
}

/** The endpoints of the rooms that have some of their own; the first is the room's default. */
export const ROOM_ENDPOINTS: { readonly [Room in RoomName]?: readonly EndpointPath[] } = {
  light: ["climate/tmy", "observation/realtime", "climate/amy", "climate/import/monthly"],
  history: ["observation/historical", "observation/training"],
  forecast: ["forecast/basic", "forecast/precision"],
};

/** The room in which an endpoint is at home. */
export function roomOf(endpoint: EndpointPath): RoomName {
  return ROOMS.find((room) => ROOM_ENDPOINTS[room]?.includes(endpoint)) ?? "data";
}

/** The endpoint of the room: its own, or the room's first one. */
function endpointIn({ room, endpoint }: State): EndpointPath {
  const own = ROOM_ENDPOINTS[room];
  return !own || own.includes(endpoint) ? endpoint : (own[0] as EndpointPath);
}

/** What of a state its room and its endpoint can take: the frequency, the parameters and the period that they have. */
export function fitted(given: State): State {
  const state = { ...given, endpoint: endpointIn(given) };
  const { frequencies, parameters, period } = endpointOf(state.endpoint);
  const kept = state.parameters.filter((name) => parameters.includes(name));
  const chosen = kept.length > 0 ? kept : ["global_horizontal_irradiance"];
  const asked = askedParameters({ ...state, parameters: chosen });
  const plain = state.column.replace(SHADED, "");
  return {
    ...state,
    frequency: frequencies.includes(state.frequency) ? state.frequency : (frequencies[0] as string),
    parameters: chosen,
    column: [state.column, plain].find((name) => asked.includes(name)) ?? (chosen[0] as string),
    ...periodIn(state),
    year: period === "year" ? state.year : "",
  };
}

/** ms: the newest values of history are some days old. */
const LATE = 10 * 86_400_000;

/** Where start and end must be given and neither is, the last whole year. */
function periodIn({ endpoint, start, end }: State): Pick<State, "start" | "end"> {
  const { period, start: first } = endpointOf(endpoint);
  if (period !== "span") return { start: "", end: "" };
  if (first !== "" || start !== "" || end !== "") return { start, end };
  const year = new Date(Date.now() - LATE).getUTCFullYear();
  return { start: `${year - 1}-01-01`, end: `${year}-01-01` };
}

/** The one state of the page. Listeners hear of every change, with the state before it. */
export class Store extends Observable<[state: State, before: State]> {
  private now: State;

  constructor(first: State) {
    super();
    this.now = fitted(first);
  }

  get state(): State {
    return this.read(this.now);
  }

  set(changes: Partial<State>): void {
    const before = this.now;
    this.now = fitted({ ...before, ...changes, ...following(before, changes) });
    this.tell(this.now, before);
  }

  /** Shows the state now, and again after each change. */
  follow(show: (state: State) => void): void {
    this.onChange(show);
    show(this.now);
  }
}

const PERIOD = ["endpoint", "start", "end", "year"] as const;

/**
 * Changes that follow from others: a plane that faces the equator keeps doing so, an angle that is set makes the roof's plane one's own,
 * and a new horizon's shading is shown.
 */
function following(before: State, changes: Partial<State>): Partial<State> {
  const { lat, horizon } = { ...before, ...changes };
  const isOwn = changes.roof_plane === undefined && ("surface_tilt" in changes || "surface_azimuth" in changes);
  const turns = changes.surface_azimuth === undefined && before.surface_azimuth === equatorward(before.lat);
  // Of another period all is shown.
  const leaves = changes.zoom === undefined && PERIOD.some((name) => (changes[name] ?? before[name]) !== before[name]);
  const shades = changes.column === undefined && before.horizon === "flat" && horizon !== "flat";
  // A first look at years is one at their days: finer steps of them are half a megabyte that nobody sees.
  const endpoint = endpointIn({ ...before, ...changes });
  const opens = changes.frequency === undefined && hasYears(endpoint) && !hasYears(before.endpoint);
  return {
    ...(opens && { frequency: "1_day" }),
    ...(isOwn && { roof_plane: "own" as const }),
    ...(turns && { surface_azimuth: equatorward(lat) }),
    ...(leaves && { zoom: "" }),
    ...(shades && { column: before.column + SHADED }),
  };
}
