/** The identity of a run, as far as its results depend on it: an unfinished run is resumed only by the same one. */
import { createHash, type Hash } from "node:crypto";
import type { GriddedWeather } from "../../../data/weather/gridded.js";
import type { WeatherSeries } from "../../../data/weather/series.js";
import { isNdArray, rowOf, rowsOf } from "../../../foundation/arrays/rows.js";
import { VERSION } from "../../../foundation/version.js";
import type { SimulationOptions, SimulationWeather } from "../types.js";

export interface IdentifiedOptions extends SimulationOptions {
  readonly decimals?: number | null | undefined;
  readonly identity?: { readonly [key: string]: string | number } | undefined;
}

/** By option; as JSON has it. */
type RunIdentity = { readonly [key: string]: unknown };

/** Plain JSON; threads, limits and the deadline are excluded, because results do not depend on them. */
export function identityOf(options: IdentifiedOptions): RunIdentity {
  const { parameters, frequency, start, end, query, context, aggregate, precision, surface, decimals } = options;
  const { accelerator, terrain, yields } = options;
  return {
    version: VERSION,
    parameters,
    frequency,
    start,
    end,
    query,
    context,
    aggregate,
    precision,
    surface,
    decimals,
    accelerator: accelerator && `${accelerator.form} on ${accelerator.adapter}`,
    terrain,
    // What was found in the weather follows from it.
    yields: yields && { ...yields, examination: undefined },
    weather: weatherIdentity(options.weather),
    ...named(options.identity),
  };
}

/** The caller's own keys, under names that no option has. */
function named(identity: IdentifiedOptions["identity"] = {}): { readonly [key: string]: unknown } {
  return Object.fromEntries(Object.entries(identity).map(([key, value]) => [`identity.${key}`, value]));
}

function weatherIdentity(weather: SimulationWeather | undefined): string | undefined {
  if (weather === undefined) return undefined;
  if (typeof weather === "function") return "a function";
  if ("module" in weather) return `${weather.export ?? "default"} of ${weather.module}`;
  return valuesHash(weather);
}

/** Arrays are hashed by their values: the same result is due from any layout of them. */
function valuesHash({ columns, ...rest }: WeatherSeries | GriddedWeather): string {
  const hash = createHash("sha256").update(JSON.stringify(rest));
  for (const [name, values] of Object.entries(columns)) {
    hash.update(name);
    if (isNdArray(values)) {
      hash.update(JSON.stringify(values.shape));
      for (let row = 0; row < rowsOf(values); row++) updateWith(hash, rowOf(values, row));
    } else if (values) updateWith(hash, values);
  }
  return hash.digest("hex");
}

function updateWith(hash: Hash, values: ArrayLike<number | null | undefined>): void {
  const numbers = Float64Array.from(values, (value) => (Number.isNaN(value ?? Number.NaN) ? Number.NaN : value!));
  hash.update(new Uint8Array(numbers.buffer));
}

/** What two runs do not agree in, in words; undefined: they are the same. */
export function differenceOf(then: RunIdentity, now: RunIdentity): string | undefined {
  const plain: RunIdentity = JSON.parse(JSON.stringify(now));
  const keys = [...new Set([...Object.keys(then), ...Object.keys(plain)])];
  const other = keys.filter((key) => JSON.stringify(then[key]) !== JSON.stringify(plain[key]));
  if (other.length === 0) return undefined;
  return other.map((key) => inWords(key, then[key], plain[key])).join("; ");
}

/** Hashes of a list tell nobody what to look for. */
function inWords(key: string, then: unknown, now: unknown): string {
  if (key === "identity.sites") return `the list of sites differs (SHA-256 ${asJson(now)}, was ${asJson(then)})`;
  return `${key} was ${asJson(then)}, is ${asJson(now)}`;
}

const LONGEST_SHOWN = 80;

function asJson(value: unknown): string {
  const text = value === undefined ? "not given" : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
