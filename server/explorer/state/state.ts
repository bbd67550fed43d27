/** All that a view of the page is made of, and all that its address holds. The key is no part of it. */
import { ENDPOINT_PATHS, type EndpointPath, endpointOf, hasYears } from "./endpoints.js";

/** The rooms of the page, in the order of its header. */
export const ROOMS = ["roof", "light", "sun", "forecast", "history", "data", "account"] as const;
export type RoomName = (typeof ROOMS)[number];
/** How a series is shown. */
export const VIEWS = ["curves", "heat-map", "months", "years", "duration"] as const;
export type ViewName = (typeof VIEWS)[number];
export const LANGUAGES = ["auto", "en", "de"] as const;
export const ROOF_PLANES = ["own", "best"] as const;
export const ROOF_WEATHERS = ["typical", "history"] as const;
/** "local" is the clock of the place, with daylight saving. */
export const ZONES = ["local", "standard", "utc"] as const;
export const UNITS = ["mean", "energy"] as const;
/** What the room Data and code is about: the series of the state, the yield of its roof, or many years in one file. */
export const DATA_SUBJECTS = ["series", "yield", "years"] as const;
export const THEMES = ["auto", "light", "dark"] as const;
export const IRRADIANCE_UNITS = ["W/m2", "kWh/m2/month"] as const;
export const TRACKING = ["none", "1_axis"] as const;

export interface State {
  readonly room: RoomName;
  readonly language: (typeof LANGUAGES)[number];
  /** Degrees, north and east positive. */
  readonly lat: number;
  readonly lon: number;
  /** What people call the place; "" where nobody named it. */
  readonly name: string;
  /** Metres; "" leaves it to the service. */
  readonly altitude: string;
  /** Whether the roof's plane is the given one, or the best fixed one of its place. */
  readonly roof_plane: (typeof ROOF_PLANES)[number];
  /** Peak power, kW. */
  readonly kwp: number;
  /** Per cent before the inverter; "" leaves them to the service. */
  readonly losses: string;
  /** Power of the modules over that of the inverter; "" leaves it to the service. */
  readonly dc_ac: string;
  readonly roof_weather: (typeof ROOF_WEATHERS)[number];
  /** Of single years, "2005-2020"; "" leaves them to the service. */
  readonly years: string;
  /** JSON of a described system, which then stands for plane, power and losses; "" where there is none. */
  readonly system: string;
  readonly endpoint: EndpointPath;
  /** As the service takes them; "" leaves them to it. */
  readonly start: string;
  readonly end: string;
  readonly year: string;
  /** Twelve numbers each, comma-separated, January to December; what is none yet, as it was typed. */
  readonly monthly_ghi: string;
  readonly monthly_temperature: string;
  readonly irradiance_unit: (typeof IRRADIANCE_UNITS)[number];
  readonly frequency: string;
  readonly parameters: readonly string[];
  /** Degrees. */
  readonly surface_tilt: number;
  readonly surface_azimuth: number;
  readonly tracking_mode: (typeof TRACKING)[number];
  /** "flat", "auto", or 360 whole degrees, comma-separated. */
  readonly horizon: string;
  /** Further query parameters, as in an address: `albedo=0.3&random_seed=7`. */
  readonly more: string;
  readonly view: ViewName;
  /** The parameter of the views that show one. */
  readonly column: string;
  /** Of the sun path, YYYY-MM-DD; "" is today. */
  readonly date: string;
  readonly zone: (typeof ZONES)[number];
  readonly units: (typeof UNITS)[number];
  readonly theme: (typeof THEMES)[number];
  /** The times between which curves are shown, "from,to"; "" shows them all. */
  readonly zoom: string;
  /** Parameters whose curves are hidden. */
  readonly hidden: readonly string[];
  /** What was pinned to be compared, as `compare/` writes it. */
  readonly pins: string;
  readonly data: (typeof DATA_SUBJECTS)[number];
}

/** The first view: the place of the embedded sample, which every demo serves. */
export const FIRST: State = {
  room: "roof",
  language: "auto",
  lat: 36.1,
  lon: -79.95,
  name: "",
  altitude: "",
  roof_plane: "own",
  kwp: 8,
  losses: "",
  dc_ac: "",
  roof_weather: "typical",
  years: "",
  system: "",
  endpoint: "observation/realtime",
  start: "",
  end: "",
  year: "",
  monthly_ghi: "",
  monthly_temperature: "",
  irradiance_unit: "W/m2",
  frequency: "15_minutes",
  parameters: ["global_horizontal_irradiance", "global_tilted_irradiance", "temperature"],
  surface_tilt: 30,
  surface_azimuth: 180,
  tracking_mode: "none",
  horizon: "flat",
  more: "",
  view: "curves",
  column: "global_horizontal_irradiance",
  date: "",
  zone: "local",
  units: "mean",
  theme: "auto",
  zoom: "",
  hidden: [],
  pins: "",
  data: "series",
};

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

type Listener = (state: State, before: State) => void;

/** The one state of the page. Listeners hear of every change, in the order in which they came. */
export class Store {
  private readonly listeners: Listener[] = [];
  state: State;

  constructor(first: State) {
    this.state = fitted(first);
  }

  set(changes: Partial<State>): void {
    const before = this.state;
    this.state = fitted({ ...before, ...changes, ...following(before, changes) });
    for (const listener of this.listeners) listener(this.state, before);
  }

  subscribe(listener: Listener): void {
    this.listeners.push(listener);
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

export function isEndpoint(text: string): text is EndpointPath {
  return (ENDPOINT_PATHS as readonly string[]).includes(text);
}
