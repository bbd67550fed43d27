/** What a live store holds: settled when it is made, so that all its segments agree. */
import { DAY_SECONDS } from "irradiance-engine/shared";
import { WEATHER_COLUMNS, type WeatherColumn } from "irradiance-engine/weather";
import type { SourceClass } from "../facts.js";

/** A forecast is a run of a model, not a course that is corrected; typical and synthetic weather does not come in updates. @experimental */
export type LiveClass = Extract<SourceClass, "measured" | "satellite" | "reanalysis">;

/** @experimental */
export interface LiveColumn {
  readonly name: WeatherColumn;
  /** Values are kept as whole multiples of it, from −32,767 to 32,767 of them, in the column's unit. */
  readonly resolution: number;
}

/** @experimental */
export interface LiveDescription {
  readonly dataset: string;
  readonly class: LiveClass;
  /** Length of an interval, seconds. Intervals begin at its multiples, UTC. */
  readonly step: number;
  /** "average": a value is the mean of the interval that begins at its time. "instant": it is that of its time. */
  readonly sampling: "average" | "instant";
  readonly columns: readonly LiveColumn[];
  /** Largest distance of a cell from a place that it serves, km. */
  readonly maxDistanceKm: number;
  /** Days before the newest value that are kept at least; undefined keeps everything. */
  readonly keepDays?: number | undefined;
  readonly licence: string;
  readonly attribution?: string | undefined;
}

/** A description as a caller gives it. @experimental */
export interface LiveStoreOptions {
  /** Name of the data set in answers. */
  readonly dataset: string;
  /** Default: "measured". */
  readonly class?: LiveClass | undefined;
  /** Seconds; divides a day, at least 60. */
  readonly interval: number;
  /** Default: "average". */
  readonly sampling?: "average" | "instant" | undefined;
  /** Names, or names with a resolution other than the default: 0.1 W/m², 0.01 °C, 1 mm of snow, 10 Pa, … */
  readonly columns: readonly (WeatherColumn | LiveColumn)[];
  /** km. Default: 5. */
  readonly maxDistanceKm?: number | undefined;
  /** Days before the newest value that are kept at least. Default: all. */
  readonly keepDays?: number | undefined;
  /** Default: "not stated". */
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
}

/** Finer than instruments and models are, and wide enough for everything between pole and desert. */
const RESOLUTION: { readonly [name in WeatherColumn]: number } = {
  global_horizontal_irradiance: 0.1,
  direct_normal_irradiance: 0.1,
  direct_horizontal_irradiance: 0.1,
  diffuse_horizontal_irradiance: 0.1,
  temperature: 0.01,
  dew_point_temperature: 0.01,
  wind_speed: 0.01,
  snow_depth: 1,
  albedo: 0.0001,
  pressure: 10,
  relative_humidity: 0.01,
  precipitable_water: 0.001,
  aerosol_optical_depth: 0.001,
  linke_turbidity: 0.001,
  precipitation: 0.01,
  snowfall: 0.01,
};

const CLASSES: readonly string[] = ["measured", "satellite", "reanalysis"] satisfies LiveClass[];
const SAMPLINGS: readonly string[] = ["average", "instant"];
/** A month of rows is counted in 16 bits. */
const LEAST_STEP = 60;

/** @throws TypeError or RangeError naming the option, what was expected and what came */
export function describe(options: LiveStoreOptions): LiveDescription {
  const { dataset, interval: step, columns, keepDays, attribution } = options;
  const { class: kind = "measured", sampling = "average", maxDistanceKm = 5, licence = "not stated" } = options;
  check(isText(dataset), "dataset", "a text that is not empty", dataset);
  check(CLASSES.includes(kind), "class", `one of ${CLASSES.join(", ")}`, kind);
  check(SAMPLINGS.includes(sampling), "sampling", `one of ${SAMPLINGS.join(", ")}`, sampling);
  const fits = Number.isInteger(step) && step >= LEAST_STEP && DAY_SECONDS % step === 0;
  check(fits, "interval", `whole seconds from ${LEAST_STEP} that divide a day, such as 900`, step);
  check(maxDistanceKm >= 0 && maxDistanceKm <= 1000, "maxDistanceKm", "0 to 1000 km", maxDistanceKm);
  check(keepDays === undefined || keepDays >= 1, "keepDays", "a number of days from 1", keepDays);
  check(isText(licence), "licence", "a text that is not empty", licence);
  check(attribution === undefined || isText(attribution), "attribution", "a text that is not empty", attribution);
  return {
    dataset,
    class: kind,
    step,
    sampling,
    columns: columnsOf(columns),
    maxDistanceKm,
    keepDays,
    licence,
    attribution,
  };
}

function columnsOf(given: LiveStoreOptions["columns"]): LiveColumn[] {
  check(Array.isArray(given) && given.length > 0, "columns", "a list of at least one weather column", given);
  const columns = given.map((column) => {
    const name = typeof column === "string" ? column : column.name;
    check(WEATHER_COLUMNS.includes(name), "columns", `names among ${WEATHER_COLUMNS.join(", ")}`, name);
    const resolution = typeof column === "string" ? RESOLUTION[name] : column.resolution;
    const isDecimal = resolution > 0 && isWhole(resolution >= 1 ? resolution : 1 / resolution);
    check(isDecimal, `resolution of ${name}`, "a whole number or one part of a whole number, such as 0.1", resolution);
    return { name, resolution };
  });
  const names = columns.map(({ name }) => name);
  check(new Set(names).size === names.length, "columns", "different names", names.join(", "));
  return columns;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** 1 / 0.1 is 10 but for rounding. */
function isWhole(value: number): boolean {
  return value < 1e6 && Math.abs(value - Math.round(value)) < 1e-9 * value;
}

function check(holds: boolean, name: string, expected: string, got: unknown): void {
  if (holds) return;
  const text = `${name} must be ${expected}, got ${typeof got === "string" ? JSON.stringify(got) : String(got)}`;
  throw got === undefined ? new TypeError(text) : new RangeError(text);
}
