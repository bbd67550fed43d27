/**
 * The products that are known by name: which of their variables is which column, and what its times and values mean. ERA5 and
 * ERA5-Land: ECMWF's documentation of both ("ERA5: data documentation", "ERA5-Land: data documentation"); SARAH-3: CM SAF's
 * product user manual; CAMS: the radiation service's user guide.
 */

import type { WeatherColumn } from "irradiance-engine";
import { HOUR_SECONDS } from "irradiance-engine/shared";
import { ERA5T, type Preliminary, type SourceClass } from "../facts.js";

/**
 * - `mean`: of the interval that the time labels
 * - `sum`: over that interval, as energy
 * - `sum-since-midnight`: energy since 00 UTC; the sum of a day stands at 00 UTC of the next
 * - `sum-since-start`, `mean-since-start`: since the start of a model's run, or of the spell of hours in which it is counted anew
 * - `instant`: at the time itself
 */
export type Meaning = "mean" | "sum" | "sum-since-midnight" | "sum-since-start" | "mean-since-start" | "instant";

/** Those whose value grows from a start: a step's own follows from two of them. */
export function isSinceStart(is: Meaning): boolean {
  return is === "sum-since-start" || is === "mean-since-start";
}

/** Position of a mean's or sum's time in its interval. */
export type TimeLabel = "start" | "center" | "end";

/** A column made from one variable, or from two. */
export interface Rule {
  readonly column: WeatherColumn;
  /** Names of the variable: the first that a store has. */
  readonly names: readonly string[];
  /** Names of the second one, and what is made of both. */
  readonly second?: readonly string[];
  readonly combine?: "length of the vector" | "snow from water and density";
  readonly is: Meaning;
  /** Undefined: the operator has to say. */
  readonly label?: TimeLabel;
  /** In place of the file's. */
  readonly unit?: string;
  /** Seconds of a mean's or sum's interval, where that does not follow from the times: stores with fewer of them keep it. */
  readonly interval?: number;
  /** Hours, from 00 UTC on, after which what counts since the start begins anew. Undefined: it does not. */
  readonly resets?: number;
  /** Hours from the start of the run to the first time; undefined: one step. */
  readonly firstLead?: number;
}

export interface Product {
  readonly dataset: string;
  readonly class: SourceClass;
  readonly licence: string;
  readonly attribution: string | undefined;
  /** There is nothing over the sea: a place on the coast has the nearest cell on land. */
  readonly isLandOnly: boolean;
  readonly preliminary?: Preliminary;
  readonly rules: readonly Rule[];
}

const COPERNICUS = "Contains modified Copernicus Climate Change Service information";

const AIR: readonly Rule[] = [
  { column: "temperature", names: ["t2m", "2m_temperature"], is: "instant" },
  { column: "dew_point_temperature", names: ["d2m", "2m_dewpoint_temperature"], is: "instant" },
  { column: "pressure", names: ["sp", "surface_pressure"], is: "instant" },
  { column: "wind_speed", names: ["si10", "10m_wind_speed"], is: "instant" },
  {
    column: "wind_speed",
    names: ["u10", "10m_u_component_of_wind"],
    second: ["v10", "10m_v_component_of_wind"],
    combine: "length of the vector",
    is: "instant",
  },
];

/** The reanalysis has sums and means of the hour before (the ensemble, of three: those have to be described). */
const ERA5: Product = {
  dataset: "ERA5",
  class: "reanalysis",
  licence: "CC-BY-4.0",
  attribution: COPERNICUS,
  isLandOnly: false,
  preliminary: ERA5T,
  rules: [
    {
      column: "global_horizontal_irradiance",
      names: ["ssrd", "surface_solar_radiation_downwards"],
      is: "sum",
      label: "end",
      interval: HOUR_SECONDS,
    },
    {
      column: "global_horizontal_irradiance",
      names: ["msdwswrf", "avg_sdswrf", "mean_surface_downward_short_wave_radiation_flux"],
      is: "mean",
      label: "end",
      interval: HOUR_SECONDS,
    },
    {
      column: "direct_horizontal_irradiance",
      names: ["fdir", "total_sky_direct_solar_radiation_at_surface"],
      is: "sum",
      label: "end",
      interval: HOUR_SECONDS,
    },
    {
      column: "direct_horizontal_irradiance",
      names: ["msdrswrf", "avg_sdirswrf", "mean_surface_direct_short_wave_radiation_flux"],
      is: "mean",
      label: "end",
      interval: HOUR_SECONDS,
    },
    ...AIR,
    {
      column: "snow_depth",
      names: ["sd", "snow_depth"],
      second: ["rsn", "snow_density"],
      combine: "snow from water and density",
      is: "instant",
    },
    { column: "albedo", names: ["fal", "forecast_albedo"], is: "instant" },
    { column: "precipitable_water", names: ["tcwv", "total_column_water_vapour"], is: "instant" },
  ],
};

const ERA5_LAND: Product = {
  dataset: "ERA5-Land",
  class: "reanalysis",
  licence: "CC-BY-4.0",
  attribution: COPERNICUS,
  isLandOnly: true,
  preliminary: ERA5T,
  rules: [
    {
      column: "global_horizontal_irradiance",
      names: ["ssrd", "surface_solar_radiation_downwards"],
      is: "sum-since-midnight",
      label: "end",
    },
    ...AIR,
    { column: "snow_depth", names: ["sde", "snow_depth"], is: "instant" },
    { column: "albedo", names: ["fal", "forecast_albedo"], is: "instant" },
  ],
};

/** ECMWF's stores for time series: "the accumulation variables are de-accumulated to hourly resolution" (their user guides). */
const ERA5_LAND_TIMESERIES: Product = {
  ...ERA5_LAND,
  rules: ERA5_LAND.rules.map((rule) =>
    rule.is === "sum-since-midnight" ? { ...rule, is: "sum", interval: HOUR_SECONDS } : rule,
  ),
};

const CAMS: Product = {
  dataset: "CAMS radiation",
  class: "satellite",
  licence: "CC-BY-4.0",
  attribution: "Contains modified Copernicus Atmosphere Monitoring Service information",
  isLandOnly: false,
  rules: [
    { column: "global_horizontal_irradiance", names: ["GHI", "ghi"], is: "sum" },
    { column: "direct_horizontal_irradiance", names: ["BHI", "bhi"], is: "sum" },
    { column: "diffuse_horizontal_irradiance", names: ["DHI", "dhi"], is: "sum" },
    { column: "direct_normal_irradiance", names: ["BNI", "bni", "DNI", "dni"], is: "sum" },
  ],
};

const SARAH: Product = {
  dataset: "SARAH",
  class: "satellite",
  licence: "CC-BY-4.0",
  attribution: "EUMETSAT Satellite Application Facility on Climate Monitoring (CM SAF)",
  isLandOnly: false,
  rules: [
    { column: "global_horizontal_irradiance", names: ["SIS"], is: "instant" },
    { column: "direct_horizontal_irradiance", names: ["SID"], is: "instant" },
    { column: "direct_normal_irradiance", names: ["DNI", "SDI"], is: "instant" },
  ],
};

/** NREL's user guide of the NSRDB: values are those of the time itself. */
const NSRDB: Product = {
  dataset: "NSRDB",
  class: "satellite",
  licence: "public domain",
  attribution: "National Solar Radiation Database, National Renewable Energy Laboratory",
  isLandOnly: false,
  rules: [
    { column: "global_horizontal_irradiance", names: ["ghi"], is: "instant" },
    { column: "direct_normal_irradiance", names: ["dni"], is: "instant" },
    { column: "diffuse_horizontal_irradiance", names: ["dhi"], is: "instant" },
    { column: "temperature", names: ["air_temperature"], is: "instant" },
    { column: "dew_point_temperature", names: ["dew_point"], is: "instant" },
    { column: "relative_humidity", names: ["relative_humidity"], is: "instant" },
    { column: "wind_speed", names: ["wind_speed"], is: "instant" },
    { column: "pressure", names: ["surface_pressure"], is: "instant" },
    { column: "albedo", names: ["surface_albedo"], is: "instant" },
    { column: "precipitable_water", names: ["total_precipitable_water"], is: "instant", unit: "cm of water" },
  ],
};

/**
 * From its documentation, never read live: hourly means of CERES SYN1deg and MERRA-2, whose hour is named by its start
 * (power.larc.nasa.gov/docs: temporal hourly API). Units are those that the store names: a power, or the energy of an hour.
 */
const NASA_POWER: Product = {
  dataset: "NASA POWER",
  class: "reanalysis",
  licence: "CC-BY-4.0",
  attribution:
    "NASA Langley Research Center (LaRC) POWER Project, funded through the NASA Earth Science/Applied Science Program",
  isLandOnly: false,
  rules: [
    {
      column: "global_horizontal_irradiance",
      names: ["ALLSKY_SFC_SW_DWN"],
      is: "sum",
      label: "start",
      interval: HOUR_SECONDS,
    },
    {
      column: "direct_normal_irradiance",
      names: ["ALLSKY_SFC_SW_DNI"],
      is: "sum",
      label: "start",
      interval: HOUR_SECONDS,
    },
    {
      column: "diffuse_horizontal_irradiance",
      names: ["ALLSKY_SFC_SW_DIFF"],
      is: "sum",
      label: "start",
      interval: HOUR_SECONDS,
    },
    { column: "temperature", names: ["T2M"], is: "mean", label: "start", interval: HOUR_SECONDS },
    { column: "dew_point_temperature", names: ["T2MDEW"], is: "mean", label: "start", interval: HOUR_SECONDS },
    { column: "wind_speed", names: ["WS10M"], is: "mean", label: "start", interval: HOUR_SECONDS },
    { column: "relative_humidity", names: ["RH2M"], is: "mean", label: "start", interval: HOUR_SECONDS },
    { column: "pressure", names: ["PS"], is: "mean", label: "start", interval: HOUR_SECONDS },
  ],
};

export const PRODUCTS = {
  era5: ERA5,
  "era5-land": ERA5_LAND,
  "era5-land-timeseries": ERA5_LAND_TIMESERIES,
  cams: CAMS,
  sarah: SARAH,
  nsrdb: NSRDB,
  "nasa-power": NASA_POWER,
} as const;

export type ProductName = keyof typeof PRODUCTS;
