/**
 * The models of Open-Meteo's archive that have irradiance or temperature: their grids, variables and first days. Grids and step
 * lengths: Open-Meteo's description of its models; first days and licences: the README of its open data; HRRR's projection: NOAA,
 * GRIB2 grid definition of the HRRR.
 */
import { ERA5T, type Preliminary, type SourceClass } from "../facts.js";
import type { OmGrid, RegularGrid } from "./grids/grid.js";

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
export type KnownModel = Omit<OmModel, "licence"> & { readonly licence: string | undefined };

function regular(columns: number, rows: number, south: number, west: number, dx: number, dy = dx): RegularGrid {
  return { type: "regular", columns, rows, south, west, dx, dy };
}

const AIR = ["temperature_2m", "snow_depth"] as const;
const SPLIT = ["direct_radiation", "diffuse_radiation"] as const;
const GLOBAL_025 = regular(1440, 721, -90, -180, 0.25);
const LICENCE = "CC-BY-4.0";
const COPERNICUS = "Contains modified Copernicus Climate Change Service information; Open-Meteo.com";

function forecast(
  dataset: string,
  by: string,
  grid: OmGrid,
  variables: readonly string[],
  since = "2023-12-15",
  hasYears = false,
): OmModel {
  const attribution = `${by}; Open-Meteo.com`;
  return { dataset, class: "forecast", grid, variables, hasYears, since, licence: LICENCE, attribution };
}

function satellite(
  dataset: string,
  by: string,
  grid: OmGrid,
  variables: readonly string[],
  hasYears = false,
): KnownModel {
  const attribution = `${by}; Open-Meteo.com`;
  return { dataset, class: "satellite", grid, variables, hasYears, since: undefined, licence: undefined, attribution };
}

const D2 = regular(1215, 746, 43.18, -3.94, 0.02);
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
    variables: [
      "shortwave_radiation",
      "direct_radiation",
      "temperature_2m",
      "dew_point_2m",
      "wind_u_component_10m",
      "wind_v_component_10m",
    ],
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
  ecmwf_ifs: forecast(
    "ECMWF IFS 9 km",
    "ECMWF",
    { type: "gaussian", lines: 1280 },
    ["shortwave_radiation", "direct_radiation", "temperature_2m"],
    "2017-01-01",
    true,
  ),
  ecmwf_ifs025: forecast(
    "ECMWF IFS 0.25°",
    "ECMWF",
    GLOBAL_025,
    ["shortwave_radiation", "temperature_2m"],
    "2024-02-03",
  ),
  dwd_icon: forecast("ICON", "DWD", regular(2879, 1441, -90, -180, 0.125), [...SPLIT, ...AIR]),
  dwd_icon_eu: forecast("ICON-EU", "DWD", regular(1377, 657, 29.5, -23.5, 0.0625), [...SPLIT, ...AIR]),
  dwd_icon_d2: forecast("ICON-D2", "DWD", D2, [...SPLIT, ...AIR]),
  dwd_icon_d2_15min: forecast("ICON-D2, quarters of an hour", "DWD", D2, SPLIT),
  // What GFS calls diffuse is of visible light alone.
  ncep_gfs013: forecast("GFS 0.11°", "NOAA NCEP", regular(3072, 1536, -89.9121, -180, 0.1171875, 0.11714935), [
    "shortwave_radiation",
    ...AIR,
  ]),
  ncep_hrrr_conus_15min: forecast(
    "HRRR, quarters of an hour",
    "NOAA NCEP",
    {
      type: "projected",
      projection: { type: "lambert", parallels: [38.5, 38.5], longitude: -97.5, radius: 6_371_229 },
      columns: 1799,
      rows: 1059,
      first: { latitude: 21.138123, longitude: -122.719528 },
      dx: 3000,
      dy: 3000,
    },
    ["shortwave_radiation", "diffuse_radiation", "temperature_2m"],
  ),
  // Without light, as all of AROME at Open-Meteo is.
  meteofrance_arome_france_hd_15min: forecast(
    "AROME France HD, quarters of an hour",
    "Météo-France",
    regular(2801, 1791, 37.5, -12, 0.01),
    ["temperature_2m"],
  ),
  eumetsat_sarah3_30min: satellite(
    "SARAH-3 (Open-Meteo)",
    CM_SAF,
    regular(2600, 2600, -65, -65, 0.05),
    ["shortwave_radiation", "direct_radiation"],
    true,
  ),
  eumetsat_lsa_saf_msg_15min: satellite("LSA SAF, Meteosat", LSA_SAF, regular(3201, 3201, -80, -80, 0.05), [
    "shortwave_radiation",
    "direct_radiation",
  ]),
  eumetsat_lsa_saf_iodc_15min: satellite("LSA SAF, Meteosat IODC", LSA_SAF, regular(3201, 3201, -80, -40, 0.05), [
    "shortwave_radiation",
    "direct_radiation",
  ]),
  jma_jaxa_himawari_10min: satellite(
    "Himawari",
    JMA,
    regular(2401, 2401, -60, 80, 0.05),
    ["shortwave_radiation"],
    true,
  ),
  jma_jaxa_himawari_70e_10min: satellite("Himawari, from 70° E", JMA, regular(2801, 2401, -60, 70, 0.05), [
    "shortwave_radiation",
  ]),
  jma_jaxa_mtg_fci_10min: satellite("MTG FCI (JAXA)", JAXA, regular(2801, 2401, -60, -70, 0.05), [
    "shortwave_radiation",
  ]),
  dwd_sis_europe_africa_v4: satellite("DWD SIS, Europe and Africa", "DWD", regular(3201, 4121, -38, -20, 0.025), [
    "shortwave_radiation",
    "direct_radiation",
  ]),
} as const satisfies { readonly [folder: string]: KnownModel };
