/** An operator's options for an archive in OM files, checked. */
import type { DiskCache } from "../bytes/disk-cache.js";
import type { SourceClass } from "../facts.js";
import { columnsOf, VARIABLES } from "./columns.js";
import type { OmGrid } from "./grids/grid.js";
import { type KnownModel, MODELS, type OmModel } from "./models.js";

export interface OmOptions {
  /** Name in settings, answers and logs. Default: "om". */
  readonly id?: string | undefined;
  /** Folder or address that contains `data`, `data_run` and `data_spatial`. */
  readonly location: string;
  /** The model's folder below them: "copernicus_era5", "dwd_icon_d2", … */
  readonly model: string;
  /**
   * - `series`: `data/`, past and forecast as long time series: the right layout for a place
   * - `run`: `data_run/`, only the newest complete run
   * - `maps`: `data_spatial/`, the newest run as one file for each time: slow, for runs that exist only in this form
   *
   * Default: `series`.
   */
  readonly layout?: "series" | "run" | "maps" | undefined;
  /** The model's cells. Required unless the model is known. */
  readonly grid?: OmGrid | undefined;
  /** Names of the variables in the archive. Default: the model's. */
  readonly variables?: readonly string[] | undefined;
  /** First day in the archive, `YYYY-MM-DD`. Default: the public archive's first day, or the day of a folder's oldest file. */
  readonly since?: string | undefined;
  /** `land`: the neighbouring land cell closest to the place in height, if heights are known. `nearest`: the nearest cell. Default: `land`. */
  readonly cell?: "land" | "nearest" | undefined;
  /** Name of the data set, its class, licence and attribution; they replace the model's. */
  readonly dataset?: string | undefined;
  readonly class?: Extract<SourceClass, "satellite" | "reanalysis" | "forecast"> | undefined;
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
  /** Addresses, besides the archive's own, to which redirects may lead. */
  readonly allow?: readonly string[] | undefined;
  /** Sent only to the archive's own address, which must be https or on this machine. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bytes of files kept in memory. Default: 64 MiB. */
  readonly cacheBytes?: number | undefined;
  /** ms after which the source checks for newer weather. Default: 60,000. */
  readonly refreshMs?: number | undefined;
  /** Where bytes of remote files are kept between processes. Default: nowhere. */
  readonly disk?: DiskCache | undefined;
  /** Time limit of one attempt of a request, ms. Default: 10,000. */
  readonly timeout?: number | undefined;
}

/** Possible values of the options. */
export const OM_LAYOUTS = ["series", "run", "maps"] as const;
export const OM_CLASSES = ["satellite", "reanalysis", "forecast"] as const;
export const OM_CELLS = ["land", "nearest"] as const;

/** The model with what the options say in its place, or that alone. @throws TypeError or RangeError, naming the option */
export function modelOf(options: OmOptions): OmModel {
  const { model: name, layout = "series", cell = "land" } = options;
  oneOf("layout", layout, OM_LAYOUTS);
  oneOf("cell", cell, OM_CELLS);
  if (options.class !== undefined) oneOf("class", options.class, OM_CLASSES);
  if (typeof name !== "string" || !/^[\w-]+$/.test(name)) {
    throw new TypeError(`model must be the name of a folder, such as "copernicus_era5", got ${JSON.stringify(name)}`);
  }
  const known: KnownModel | undefined = Object.hasOwn(MODELS, name) ? MODELS[name as keyof typeof MODELS] : undefined;
  const of = <T>(option: string, own: T | undefined, its: T | undefined): T => {
    const value = own ?? its;
    if (value !== undefined) return value;
    const why = known === undefined ? ` (known models: ${Object.keys(MODELS).join(", ")})` : "";
    throw new TypeError(`${option} must be given for ${name}${why}`);
  };
  const variables = of("variables", options.variables, known?.variables);
  const unknown = variables.filter((one) => !VARIABLES.includes(one));
  if (unknown.length > 0 || columnsOf(variables).length === 0) {
    throw new RangeError(`variables must be some of ${VARIABLES.join(", ")}, got ${variables.join(", ") || "none"}`);
  }
  const { since } = options;
  if (since !== undefined && Number.isNaN(dayOf(since))) {
    throw new RangeError(`since must be a day such as "2023-12-15", got ${JSON.stringify(since)}`);
  }
  return {
    dataset: of("dataset", options.dataset, known?.dataset),
    class: of("class", options.class, known?.class),
    grid: of("grid", options.grid, known?.grid),
    variables,
    hasYears: known?.hasYears ?? true,
    since: known?.since,
    licence: of("licence", options.licence, known?.licence),
    attribution: options.attribution ?? known?.attribution ?? "Open-Meteo.com",
    ...(known?.preliminary && { preliminary: known.preliminary }),
  };
}

/** Unix ms of a day's start; NaN for anything else. */
export function dayOf(day: string): number {
  return /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00Z`) : Number.NaN;
}

function oneOf(name: string, value: unknown, known: readonly string[]): void {
  if (known.includes(value as string)) return;
  throw new RangeError(`${name} must be one of ${known.join(", ")}, got ${String(value)}`);
}
