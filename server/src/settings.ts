/**
 * Every setting of the server in one table: flag, environment variable, default, validation and description. The table in
 * the operating guide is made from it (`scripts/settings-table.mjs`). A flag overrides its variable; unknown names are errors.
 */

import { BlockList, isIP } from "node:net";
import { availableParallelism } from "node:os";
import { HOUR_SECONDS } from "irradiance-engine/internal/shared";
import {
  ADDRESS_OF_REDIS,
  BETWEEN_PATHS_AND_ADDRESSES,
  choice,
  FOLDER_OR_BUCKET,
  FOLDER_OR_DATABASE,
  FRAMES,
  filled,
  folderOrBucket,
  folderOrDatabase,
  frameAncestor,
  HOPS,
  hop,
  list,
  number,
  onOff,
  optional,
  PORTS,
  port,
  redisAddress,
  type Setting,
  SettingsError,
  TILES,
  tileAddress,
  whole,
} from "./setting-kinds.js";

export { SettingsError } from "./setting-kinds.js";

/** Unless another one is given. */
export const OPERATIONS_PORT = 8081;

/** Interfaces of other services that this one can be asked by: `http/doors/` has each. */
export const DOOR_NAMES = ["solcast", "forecast-solar", "open-meteo", "pvgis"] as const;
export type DoorName = (typeof DOOR_NAMES)[number];
const DOOR = choice(DOOR_NAMES, "solcast", "");

export const SETTINGS = {
  port: { read: port, fallback: 8080, form: PORTS, text: "where the service listens" } as Setting<number>,
  host: {
    read: filled,
    fallback: "127.0.0.1",
    form: "an address or a host name",
    text: "the address it listens on; 0.0.0.0 for all addresses of the machine (use a proxy for TLS)",
  } as Setting<string>,
  "operations-port": {
    read: (text, name) => (text === "off" ? "off" : port(text, name)),
    fallback: undefined,
    shown: `${OPERATIONS_PORT}; none where another program has it`,
    form: `${PORTS}, or off`,
    text: "port of /health/live, /health/ready, /sources and /metrics; must not be reachable by customers",
  } as Setting<number | "off" | undefined>,
  "operations-host": {
    read: filled,
    fallback: "127.0.0.1",
    form: "an address or a host name",
    text: "the address of the operations port",
  } as Setting<string>,
  data: optional(
    FOLDER_OR_DATABASE,
    folderOrDatabase,
    "none: no accounts, only the demo key",
    "where accounts, keys and charges are: a folder (irradiance.db; created if missing), or a PostgreSQL database that several servers may share",
  ),
  weather: list(
    "names, files or folders",
    filled,
    BETWEEN_PATHS_AND_ADDRESSES,
    "public sources by name, such as era5 (irradiance-server weather list), weather files in any format the engine reads, detected by content, and live stores",
  ),
  archive: optional(
    "a file",
    filled,
    "none",
    "description of sources (JSON): Zarr stores, files, live stores and others, in addition to --weather",
  ),
  "weather-cache": optional(
    "a folder, or off",
    filled,
    "the user's cache folder; nothing of servers on this machine",
    "where weather from the net is kept between starts, so that nothing is fetched twice; servers may share it",
  ),
  "weather-cache-size": number(4096, 1, 16_777_216).of("MiB: most that this folder may hold"),
  "forecast-tuning": list(
    "files or folders",
    filled,
    ":",
    "forecast weights learnt for places (irradiance-server forecast learn), used within 2 km of each place",
  ),
  "keep-runs": whole(0, 0, 400).of(
    "days that runs of weather models are kept for places whose forecasts are asked for on 3 days of a week: they teach the forecasts of the place; 0: none are kept",
  ),
  "kept-runs": optional(
    "a folder",
    filled,
    "kept-runs in the folder data",
    "where these runs and what they taught are kept; servers may share it",
  ),
  "keep-places": optional(
    "a file",
    filled,
    "none",
    "further places whose runs are kept: a latitude and a longitude on each line, up to 100",
  ),
  "keep-traffic": number(1000, 1, 1_000_000).of(
    "MB a day that runs of all these places, and the light that teaches, may take from disks and servers; of its past a place takes 200 at most",
  ),
  "keep-meters": optional(
    "a file",
    filled,
    "none",
    "meters whose systems are learnt anew each day: a name, a latitude, a longitude and the meter's file on each line, up to 100; kept-systems/NAME.json in the folder data has each system",
  ),
  "weather-distance": number(5, 0, 100).of("km: largest distance of a weather file from the requested place"),
  dem: list(
    "files, folders or addresses",
    filled,
    BETWEEN_PATHS_AND_ADDRESSES,
    "elevation files (GeoTIFF, .hgt), or the address of a model in one-degree tiles, for altitude and horizon lines",
  ),
  demo: optional(
    "one of off, places, any",
    choice(["off", "places", "any"], "places", "").read,
    "places; off as soon as there is an account",
    "what the free demo key serves: nothing, a list of places, or any place",
  ),
  synthetic: onOff("serve synthetic history and forecasts to account keys, too, where no other data exist"),
  "horizon-without-terrain": choice(
    ["refuse", "flat"],
    "refuse",
    "answer to horizon=auto without elevation data: 400, or a flat line with a notice",
  ),
  compatibility: choice(
    ["none", "pvlib"],
    "none",
    "pvlib: surface angles only with parameters=all, null in columns without data, time_zone as in the time stamps",
  ),
  "frame-ancestors": list(
    FRAMES,
    frameAncestor,
    ",",
    "pages that may show the page and /docs in a frame: self, or origins",
  ),
  "map-tiles": optional(
    TILES,
    tileAddress,
    "none: the page's own map, and no request to another host",
    "pictures for the page's map from a map service that allows it; browsers ask this host for them",
  ),
  "map-attribution": optional(
    "a non-empty text",
    filled,
    "the host of --map-tiles",
    "whom these pictures are owed to, as the map service asks for it; shown on the map",
  ),
  doors: list(
    DOOR.form,
    DOOR.read,
    ",",
    "interfaces of other services that programs written for them may ask this one by: each is below its name, forecast-solar at the root",
  ),
  "climate-time": choice(["local", "utc"], "local", "time stamps of climate years: local standard time, or UTC"),
  "window-grace": number(15, 0, 1440).of("minutes by which a period may extend beyond an endpoint's window"),
  threads: whole(Math.max(1, availableParallelism() - 1), 1, 1024).of(
    "worker threads for large requests and horizon lines",
    "one less than the number of cores",
  ),
  "inline-rows": whole(2000, 0, 1_000_000).of("requests of up to this many rows are computed without a thread"),
  "cold-start": onOff(
    "listen at once: code is compiled and tables are loaded by the first requests that need them; for servers that are started often, as in tests",
  ),
  "max-waiting": whole(100, 0, 1_000_000).of("requests that may wait for a thread; one more gets 503"),
  deadline: number(30, 0.1, HOUR_SECONDS).of("seconds until an answer must be ready; later requests get 504"),
  "max-values": whole(16_000_000, 1, 16_000_000).of("largest number of values (rows × returned columns) in an answer"),
  "max-unsent": whole(256, 1, 65_536).of("MiB of answers not yet received by clients; above it new requests get 503"),
  "batch-requests": whole(100, 1, 1000).of("largest number of requests in one POST /v1/observation/batch"),
  jobs: optional(
    FOLDER_OR_BUCKET,
    folderOrBucket,
    "none: no jobs",
    "where results of jobs (POST /v1/jobs) are kept; servers that share their accounts must share it, too",
  ),
  queue: optional(
    ADDRESS_OF_REDIS,
    redisAddress,
    "none: servers make the parts of jobs themselves",
    "Redis that passes the parts of jobs to irradiance-server worker --jobs, which makes them; this server charges them; an address with a password belongs in the variable",
  ),
  "job-sites": whole(10_000, 1, 25_000).of("largest number of sites in a job"),
  "jobs-living": whole(4, 1, 1000).of("jobs of an account that may live at a time; one more gets 429"),
  "job-requests": whole(32, 8, 65_536).of(
    "total MiB of the requests (bodies) of an account's living jobs; one more gets 429",
  ),
  systems: whole(100, 0, 10_000).of("PV systems that an account may store; one more gets 409"),
  "job-days": number(7, 0.01, 365).of("days that results are kept after the end of their job"),
  rate: whole(600, 1, 1_000_000).of("requests per account and window"),
  "rate-window": whole(60, 1, HOUR_SECONDS).of("length of that window in seconds"),
  running: whole(4, 1, 10_000).of("requests of an account computing at a time"),
  waiting: whole(16, 0, 10_000).of("further requests of an account that may wait; one more gets 429"),
  "bad-keys": whole(30, 1, 1_000_000).of(
    "requests with a bad key per address (IPv6: /64 network) and window; more get 429",
  ),
  "demo-rate": whole(60, 1, 1_000_000).of("requests with the demo key per address and window (IPv6: per /64 network)"),
  "demo-rate-all": whole(1200, 1, 1_000_000).of(
    "requests with the demo key per window from all addresses together; never less than demo-rate",
  ),
  "demo-running": whole(2, 1, 10_000).of("requests with the demo key computing at a time, per address or /64 network"),
  "demo-values": whole(1_000_000, 1, 16_000_000).of("largest number of values in an answer to the demo key"),
  "cost-least": number(0, 0, 1_000_000).of(
    "least tokens that a request costs unless it is free; 0: the list's own prices, pro rata for any period, however short",
  ),
  "cost-realtime": number(1, 0, 1_000_000).of("tokens per observation/realtime request"),
  "cost-year": number(200, 0, 1_000_000).of(
    "tokens per year of observation/training and historical, pro rata, of a yield of history, and per climate/amy request",
  ),
  "cost-climate": number(500, 0, 1_000_000).of(
    "tokens per climate/tmy or climate/import/monthly request, and per yield of a typical year",
  ),
  "cost-forecast-basic": number(1, 0, 1_000_000).of(
    "tokens per forecast/basic request, and per forecast/pv of its weather",
  ),
  "cost-forecast-precision": number(2, 0, 1_000_000).of(
    "tokens per forecast/precision request, and per forecast/pv of its weather",
  ),
  "cost-learn": number(100, 0, 1_000_000).of(
    "tokens per MiB of a meter's file in systems/learn, each that has begun; of a packed file (gzip) ten are counted for one",
  ),
  "trust-proxy": list(HOPS, hop, ",", "trusted proxies: X-Forwarded-For and X-Request-Id are accepted only from them"),
  "keep-alive": number(5, 1, HOUR_SECONDS).of(
    "seconds an idle connection stays open (72 behind a proxy that keeps 60)",
  ),
  "headers-timeout": number(5, 1, 600).of("seconds for the headers of a request to arrive; later 408"),
  "request-timeout": number(15, 1, HOUR_SECONDS).of("seconds for a whole request to arrive; later 408"),
  "stalled-timeout": number(60, 1, HOUR_SECONDS).of(
    "seconds without traffic, beyond the deadline, after which a connection is closed, at the latest after twice this time",
  ),
  "max-connections": whole(8192, 1, 1_000_000).of(
    "simultaneous connections; above it idle ones are closed to make room for new ones",
  ),
  "drain-delay": number(0, 0, HOUR_SECONDS).of(
    "seconds at shutdown during which requests are still accepted while /health/ready is 503, so that load balancers notice",
  ),
  "stop-grace": number(30, 0, HOUR_SECONDS).of(
    "seconds for running requests to finish at shutdown (SIGTERM, SIGINT), after the drain delay",
  ),
  "log-level": choice(
    ["fatal", "error", "warn", "info", "debug", "silent"],
    "info",
    "lowest level that is logged (stderr, JSON lines)",
  ),
} satisfies { readonly [name: string]: Setting<never> | Setting<unknown> };

export type SettingName = keyof typeof SETTINGS;
type ValueOf<Entry> = Entry extends Setting<infer Value> ? Value : never;
/** @experimental */
export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export function variableOf(name: SettingName): string {
  return `IRRADIANCE_${name.replaceAll("-", "_").toUpperCase()}`;
}

/** All settings: those given, the others at their defaults. @throws SettingsError for two that contradict each other @experimental */
export function settingsWith(given: Partial<Settings> = {}): Settings {
  const settings = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, given[name] ?? SETTINGS[name].fallback]),
  ) as Settings;
  const { "headers-timeout": headers, "request-timeout": whole } = settings;
  if (headers > whole) {
    throw new SettingsError(
      `setting "headers-timeout" must not be above "request-timeout" (${whole} s, headers included), got ${headers}`,
    );
  }
  if (settings["map-attribution"] !== undefined && settings["map-tiles"] === undefined) {
    throw new SettingsError('setting "map-attribution" needs "map-tiles", the pictures that it is about');
  }
  const { "keep-runs": days } = settings;
  const idle = (["kept-runs", "keep-places"] as const).find((name) => days === 0 && settings[name] !== undefined);
  if (idle !== undefined) throw new SettingsError(`setting "${idle}" needs "keep-runs", the days that runs are kept`);
  return Object.freeze(settings);
}

/** The trusted proxies as a list to check addresses against. */
export function trustedHops(settings: Settings): BlockList {
  const hops = new BlockList();
  for (const entry of settings["trust-proxy"]) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (bits === undefined) hops.addAddress(address, family);
    else hops.addSubnet(address, Number(bits), family);
  }
  return hops;
}

/** The settings as text, for `--help` and the operating guide. */
export function settingRows() {
  return SETTING_NAMES.map((name) => {
    const { fallback, shown, form, text }: Setting<unknown> = SETTINGS[name];
    return { flag: `--${name}`, variable: variableOf(name), fallback: shown ?? String(fallback), form, text };
  });
}
