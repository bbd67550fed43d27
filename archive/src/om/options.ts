/** An operator's options for an archive in OM files, checked. */
import type { DiskCache } from "../bytes/disk-cache.js";
import { ERA5T, type Preliminary, type SourceClass } from "../source.js";
import type { OmGrid, RegularGrid } from "./grids.js";
import { columnsOf, VARIABLES } from "./variables.js";

// The models of Open-Meteo's archive that have irradiance or temperature: their grids, variables and first days. Grids and step
// lengths: Open-Meteo's description of its models; first days and licences: the README of its open data; HRRR's projection: NOAA,
// GRIB2 grid definition of the HRRR.

export interface OmModel {
  readonly dataset: string;
  readonly class: Extract<SourceClass, "satellite" | "reanalysis" | "forecast">;
  readonly grid: OmGrid;
  /** Names of the variables that are read. */
  readonly variables: readonly string[];
  /** Whether whole years have files of their own. */
  readonly hasYears: boolean;
  /** First day in the public archive; undefined for models that are not in it. */
  readonly since: string | undefined;
  readonly licence: string;
  readonly attribution: string;
  readonly preliminary?: Preliminary;
}

/** A model that is in the folders of those who run Open-Meteo's downloader only: under which terms, they know. */
type KnownModel = Omit<OmModel, "licence"> & { readonly licence: string | undefined };

function regular(columns: number, rows: number, south: number, west: number, dx: number, dy = dx): RegularGrid {
  return { type: "regular", columns, rows, south, west, dx, dy };
}

const AIR = ["temperature_2m", "snow_depth"] as const;
const SPLIT = ["direct_radiation", "diffuse_radiation"] as const;
const GLOBAL = ["shortwave_radiation"] as const;
const LIGHT = [...GLOBAL, "direct_radiation"] as const;
const GLOBAL_025 = regular(1440, 721, -90, -180, 0.25);
const LICENCE = "CC-BY-4.0";
const COPERNICUS = "Contains modified Copernicus Climate Change Service information; Open-Meteo.com";

type Names = readonly string[];

function forecast(dataset: string, by: string, grid: OmGrid, variables: Names, since = "2023-12-15", hasYears = false) {
  const attribution = `${by}; Open-Meteo.com`;
  return { dataset, class: "forecast", grid, variables, hasYears, since, licence: LICENCE, attribution } as const;
}

function satellite(dataset: string, by: string, grid: OmGrid, variables: Names, hasYears = false): KnownModel {
  const attribution = `${by}; Open-Meteo.com`;
  return { dataset, class: "satellite", grid, variables, hasYears, since: undefined, licence: undefined, attribution };
}

const D2 = regular(1215, 746, 43.18, -3.94, 0.02);
const DWD_SIS = regular(3201, 4121, -38, -20, 0.025);
const GFS = regular(3072, 1536, -89.9121, -180, 0.1171875, 0.11714935);
const AROME = regular(2801, 1791, 37.5, -12, 0.01);
const IFS: OmGrid = { type: "gaussian", lines: 1280 };
const HRRR: OmGrid = {
  type: "projected",
  projection: { type: "lambert", parallels: [38.5, 38.5], longitude: -97.5, radius: 6_371_229 },
  columns: 1799,
  rows: 1059,
  first: { latitude: 21.138123, longitude: -122.719528 },
  dx: 3000,
  dy: 3000,
};
const HRRR_VARIABLES = ["shortwave_radiation", "diffuse_radiation", "temperature_2m"];
const CM_SAF = "EUMETSAT Satellite Application Facility on Climate Monitoring (CM SAF)";
const LSA_SAF = "EUMETSAT Satellite Application Facility on Land Surface Analysis (LSA SAF)";
const JAXA = "EUMETSAT and JAXA";
const JMA = "Japan Meteorological Agency and JAXA";

/** By the name of the folder. */
export const MODELS = {
  copernicus_era5: {
    dataset: "ERA5 (Open-Meteo)",
    class: "reanalysis",
    grid: GLOBAL_025,
    variables: [...LIGHT, "temperature_2m", "dew_point_2m", "wind_u_component_10m", "wind_v_component_10m"],
    hasYears: true,
    since: "1940-01-01",
    preliminary: ERA5T,
    licence: LICENCE,
    attribution: COPERNICUS,
  },
  copernicus_era5_land: {
    dataset: "ERA5-Land (Open-Meteo)",
    class: "reanalysis",
    grid: regular(3600, 1801, -90, -180, 0.1),
    variables: ["temperature_2m", "dew_point_2m", "snow_depth"],
    hasYears: true,
    since: "1950-01-01",
    preliminary: ERA5T,
    licence: LICENCE,
    attribution: COPERNICUS,
  },
  // Since October 2025 four runs a day of up to 15 days, written into the files that the past is in.
  ecmwf_ifs: forecast("ECMWF IFS 9 km", "ECMWF", IFS, [...LIGHT, "temperature_2m"], "2017-01-01", true),
  ecmwf_ifs025: forecast("ECMWF IFS 0.25°", "ECMWF", GLOBAL_025, [...GLOBAL, "temperature_2m"], "2024-02-03"),
  dwd_icon: forecast("ICON", "DWD", regular(2879, 1441, -90, -180, 0.125), [...SPLIT, ...AIR]),
  dwd_icon_eu: forecast("ICON-EU", "DWD", regular(1377, 657, 29.5, -23.5, 0.0625), [...SPLIT, ...AIR]),
  dwd_icon_d2: forecast("ICON-D2", "DWD", D2, [...SPLIT, ...AIR]),
  dwd_icon_d2_15min: forecast("ICON-D2, quarters of an hour", "DWD", D2, SPLIT),
  // What GFS calls diffuse is of visible light alone.
  ncep_gfs013: forecast("GFS 0.11°", "NOAA NCEP", GFS, [...GLOBAL, ...AIR]),
  ncep_hrrr_conus_15min: forecast("HRRR, quarters of an hour", "NOAA NCEP", HRRR, HRRR_VARIABLES),
  // Without light, as all of AROME at Open-Meteo is.
  meteofrance_arome_france_hd_15min: forecast("AROME France HD, quarters of an hour", "Météo-France", AROME, [
    "temperature_2m",
  ]),
  eumetsat_sarah3_30min: satellite("SARAH-3 (Open-Meteo)", CM_SAF, regular(2600, 2600, -65, -65, 0.05), LIGHT, true),
  eumetsat_lsa_saf_msg_15min: satellite("LSA SAF, Meteosat", LSA_SAF, regular(3201, 3201, -80, -80, 0.05), LIGHT),
  eumetsat_lsa_saf_iodc_15min: satellite("LSA SAF, Meteosat IODC", LSA_SAF, regular(3201, 3201, -80, -40, 0.05), LIGHT),
  jma_jaxa_himawari_10min: satellite("Himawari", JMA, regular(2401, 2401, -60, 80, 0.05), GLOBAL, true),
  jma_jaxa_himawari_70e_10min: satellite("Himawari, from 70° E", JMA, regular(2801, 2401, -60, 70, 0.05), GLOBAL),
  jma_jaxa_mtg_fci_10min: satellite("MTG FCI (JAXA)", JAXA, regular(2801, 2401, -60, -70, 0.05), GLOBAL),
  dwd_sis_europe_africa_v4: satellite("DWD SIS, Europe and Africa", "DWD", DWD_SIS, LIGHT),
} as const satisfies { readonly [folder: string]: KnownModel };

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
