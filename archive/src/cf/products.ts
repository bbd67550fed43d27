/** The products that are known by name: which of their variables is which column, and what its times and values mean. */
import type { WeatherColumn } from "irradiance-engine";
import { HOUR_SECONDS } from "irradiance-engine/internal/shared";
import { ERA5T, type Preliminary, type SourceClass } from "../source.js";

/*
 * ERA5 and ERA5-Land: ECMWF's documentation of both ("ERA5: data documentation", "ERA5-Land: data documentation"); SARAH-3: CM SAF's
 * product user manual; CAMS: the radiation service's user guide.
 */

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
  /** W/m² by which rounded means since the start make a step less than nothing. Undefined: what packing does. */
  readonly noise?: number;
}

/** Whole runs of a model, beside one another: start of the run × lead (× member) × place. */
export interface Runs {
  /** Hours from the start of a run to when its archive has it. */
  readonly latency: number;
}

export interface Product {
  readonly dataset: string;
  readonly class: SourceClass;
  readonly licence: string;
  readonly attribution: string | undefined;
  /** There is nothing over the sea: a place on the coast has the nearest cell on land. */
  readonly isLandOnly: boolean;
  readonly preliminary?: Preliminary;
  /** Undefined: one series of times. */
  readonly runs?: Runs;
  /** What a user should know of all of it, one sentence each. */
  readonly notices?: readonly string[];
  readonly rules: readonly Rule[];
}

const GHI = "global_horizontal_irradiance";
const BHI = "direct_horizontal_irradiance";
const DHI = "diffuse_horizontal_irradiance";
const DNI = "direct_normal_irradiance";

const of =
  (is: Meaning) =>
  (column: WeatherColumn, ...names: readonly string[]): Rule => ({ column, names, is });
const [instant, sum] = [of("instant"), of("sum")];
const hourly = (is: "sum" | "mean", label: TimeLabel, column: WeatherColumn, ...names: readonly string[]): Rule => {
  return { column, names, is, label, interval: HOUR_SECONDS };
};

const AIR: readonly Rule[] = [
  instant("temperature", "t2m", "2m_temperature"),
  instant("dew_point_temperature", "d2m", "2m_dewpoint_temperature"),
  instant("pressure", "sp", "surface_pressure"),
  instant("wind_speed", "si10", "10m_wind_speed"),
  {
    ...instant("wind_speed", "u10", "10m_u_component_of_wind"),
    second: ["v10", "10m_v_component_of_wind"],
    combine: "length of the vector",
  },
];

/** The reanalysis has sums and means of the hour before (the ensemble, of three: those have to be described). */
const ERA5: Product = {
  dataset: "ERA5",
  class: "reanalysis",
  licence: "CC-BY-4.0",
  attribution: "Contains modified Copernicus Climate Change Service information",
  isLandOnly: false,
  preliminary: ERA5T,
  rules: [
    hourly("sum", "end", GHI, "ssrd", "surface_solar_radiation_downwards"),
    hourly("mean", "end", GHI, "msdwswrf", "avg_sdswrf", "mean_surface_downward_short_wave_radiation_flux"),
    hourly("sum", "end", BHI, "fdir", "total_sky_direct_solar_radiation_at_surface"),
    hourly("mean", "end", BHI, "msdrswrf", "avg_sdirswrf", "mean_surface_direct_short_wave_radiation_flux"),
    ...AIR,
    {
      ...instant("snow_depth", "sd", "snow_depth"),
      second: ["rsn", "snow_density"],
      combine: "snow from water and density",
    },
    instant("albedo", "fal", "forecast_albedo"),
    instant("precipitable_water", "tcwv", "total_column_water_vapour"),
  ],
};

const ERA5_LAND: Product = {
  ...ERA5,
  dataset: "ERA5-Land",
  isLandOnly: true,
  rules: [
    { ...of("sum-since-midnight")(GHI, "ssrd", "surface_solar_radiation_downwards"), label: "end" },
    ...AIR,
    instant("snow_depth", "sde", "snow_depth"),
    instant("albedo", "fal", "forecast_albedo"),
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
  rules: [sum(GHI, "GHI", "ghi"), sum(BHI, "BHI", "bhi"), sum(DHI, "DHI", "dhi"), sum(DNI, "BNI", "bni", "DNI", "dni")],
};

const SARAH: Product = {
  dataset: "SARAH",
  class: "satellite",
  licence: "CC-BY-4.0",
  attribution: "EUMETSAT Satellite Application Facility on Climate Monitoring (CM SAF)",
  isLandOnly: false,
  rules: [instant(GHI, "SIS"), instant(BHI, "SID"), instant(DNI, "DNI", "SDI")],
};

/** NREL's user guide of the NSRDB: values are those of the time itself. */
const NSRDB: Product = {
  dataset: "NSRDB",
  class: "satellite",
  licence: "public domain",
  attribution: "National Solar Radiation Database, National Renewable Energy Laboratory",
  isLandOnly: false,
  rules: [
    instant(GHI, "ghi"),
    instant(DNI, "dni"),
    instant(DHI, "dhi"),
    instant("temperature", "air_temperature"),
    instant("dew_point_temperature", "dew_point"),
    instant("relative_humidity", "relative_humidity"),
    instant("wind_speed", "wind_speed"),
    instant("pressure", "surface_pressure"),
    instant("albedo", "surface_albedo"),
    { ...instant("precipitable_water", "total_precipitable_water"), unit: "cm of water" },
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
    hourly("sum", "start", GHI, "ALLSKY_SFC_SW_DWN"),
    hourly("sum", "start", DNI, "ALLSKY_SFC_SW_DNI"),
    hourly("sum", "start", DHI, "ALLSKY_SFC_SW_DIFF"),
    hourly("mean", "start", "temperature", "T2M"),
    hourly("mean", "start", "dew_point_temperature", "T2MDEW"),
    hourly("mean", "start", "wind_speed", "WS10M"),
    hourly("mean", "start", "relative_humidity", "RH2M"),
    hourly("mean", "start", "pressure", "PS"),
  ],
};

/*
 * dynamical.org's archives: their names, units and the meaning of their steps are those of the templates that its programs write
 * (github.com/dynamical-org/reformatters, 89bb7eea). Latencies: the schedules of the same programs.
 */

const FLUX = "downward_short_wave_radiation_flux_surface";
/** Of values rounded to 7 bits: the last hour of six is the difference of two that are each 0.4 % off. */
const ROUNDING = 20;
/** Since 00, 06, 12 or 18 UTC. */
const RUNNING: Rule = { column: GHI, names: [FLUX], is: "mean-since-start", resets: 6, noise: ROUNDING };
const OWN_MEAN = (column: WeatherColumn, name: string): Rule => ({ column, names: [name], is: "mean", label: "end" });
const OWN_AIR: readonly Rule[] = [
  instant("temperature", "temperature_2m"),
  {
    ...instant("wind_speed", "wind_u_10m"),
    second: ["wind_v_10m"],
    combine: "length of the vector",
  },
];

/** @param latency hours; undefined: a series of times, of the first hours of past runs */
function dynamical(dataset: string, credit: string, latency: number | undefined, ...light: readonly Rule[]): Product {
  return {
    dataset,
    class: latency === undefined ? "reanalysis" : "forecast",
    licence: "CC-BY-4.0",
    attribution: credit,
    isLandOnly: false,
    ...(latency === undefined ? { notices: [`${dataset}: ${OF_FIRST_HOURS}`] } : { runs: { latency } }),
    rules: [...light, ...OWN_AIR],
  };
}

const OF_FIRST_HOURS = "the past consists of the first hours of its runs; it is not a reanalysis";
const byNoaa = (model: string) =>
  `NOAA NWS NCEP ${model} data processed by dynamical.org from NOAA Open Data Dissemination archives`;
const byEcmwf = (model: string) => `ECMWF ${model} forecast data processed by dynamical.org from ECMWF Open Data`;
const AVERAGED = OWN_MEAN(GHI, FLUX);
const ICON_LIGHT = [
  OWN_MEAN(BHI, "downward_direct_short_wave_radiation_flux_surface"),
  OWN_MEAN(DHI, "downward_diffuse_short_wave_radiation_flux_surface"),
];
/** What HRRR calls visible beam is normal to the sun; at sunrise it has values that no sun has. */
const HRRR_LIGHT = [instant(GHI, FLUX), instant(DNI, "visible_beam_downward_solar_flux_surface")];

export const PRODUCTS = {
  era5: ERA5,
  "era5-land": ERA5_LAND,
  "era5-land-timeseries": ERA5_LAND_TIMESERIES,
  cams: CAMS,
  sarah: SARAH,
  nsrdb: NSRDB,
  "nasa-power": NASA_POWER,
  "dynamical-gfs": dynamical("GFS at dynamical.org", byNoaa("GFS"), 5.65, RUNNING),
  "dynamical-gefs": dynamical("GEFS at dynamical.org", byNoaa("GEFS"), 6.75, RUNNING),
  "dynamical-ifs-ens": dynamical("IFS ENS at dynamical.org", byEcmwf("IFS ENS"), 8.6, AVERAGED),
  "dynamical-aifs": dynamical("AIFS at dynamical.org", byEcmwf("AIFS Single"), 6.25, AVERAGED),
  "dynamical-icon-eu": dynamical(
    "ICON-EU at dynamical.org",
    "DWD ICON-EU data processed by dynamical.org from DWD",
    3.9,
    ...ICON_LIGHT,
  ),
  "dynamical-hrrr": dynamical("HRRR at dynamical.org", byNoaa("HRRR"), 1.9, ...HRRR_LIGHT),
  "dynamical-gfs-analysis": dynamical("GFS analysis at dynamical.org", byNoaa("GFS"), undefined, RUNNING),
  "dynamical-gefs-analysis": dynamical("GEFS analysis at dynamical.org", byNoaa("GEFS"), undefined, RUNNING),
} as const satisfies { readonly [name: string]: Product };

export type ProductName = keyof typeof PRODUCTS;
