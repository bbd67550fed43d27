/** An operator's options for variables, times and places, checked; and the products that are known by name. */
import type { WeatherColumn } from "irradiance-engine";
import { HOUR_SECONDS } from "irradiance-engine/internal/shared";
import { ERA5T, type Preliminary, type SourceClass } from "../source.js";
import { COLUMN_NAMES } from "./time-axis.js";

/** A variable of a store as a column. */
export interface OwnVariable {
  readonly column: WeatherColumn;
  /** Meaning of a value: the mean or the sum of an interval, a sum since 00 UTC, either since the start of a run, or the value at its time. */
  readonly is: Meaning;
  /** Position of a mean's or sum's time in its interval. */
  readonly label?: TimeLabel | undefined;
  /** Replaces the file's unit: "W m-2", "J m-2", "K", … */
  readonly unit?: string | undefined;
  /** Of what counts since the start of a run: hours, from 00 UTC on, after which it begins anew (GFS: 6). Default: it does not. */
  readonly resets?: number | undefined;
  /** Of the same: hours from the start of the run to the first time of the store. Default: one step; 0 if the store has the start itself. */
  readonly firstLead?: number | undefined;
}

export interface CfOptions {
  /** The product that it holds, if it is one of these. */
  readonly product?: ProductName | undefined;
  /** Variables by name, in addition to the product's or in place of them. */
  readonly variables?: Readonly<Record<string, OwnVariable>> | undefined;
  /** Name of the data set, its class, licence and attribution; they replace the product's. */
  readonly dataset?: string | undefined;
  readonly class?: SourceClass | undefined;
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
  /** Label of all means and sums; it replaces the product's. */
  readonly label?: TimeLabel | undefined;
  /** Seconds added to every time: a satellite scans a place some minutes after the time in the file. Default: 0. */
  readonly timeShift?: number | undefined;
  /** Index in each further dimension, such as `{ number: 0 }`. */
  readonly select?: Readonly<Record<string, number>> | undefined;
  /** Whether a cell without data (of the sea) is replaced by its nearest neighbour with data. Default: the product's. */
  readonly landOnly?: boolean | undefined;
  /** km around stations and around cells without a size. Default: 25. */
  readonly maxDistanceKm?: number | undefined;
  /** ms after which the metadata are read again. Default: 60,000. */
  readonly refreshMs?: number | undefined;
}

/** Possible classes of a store. */
export const CLASSES: readonly SourceClass[] = ["measured", "satellite", "reanalysis"];

/** The product as changed by the options, or the options alone. */
export function productOf(options: CfOptions): Product {
  const { product, variables, dataset, class: kind, licence, attribution, landOnly } = options;
  if (kind !== undefined && !CLASSES.includes(kind)) {
    throw new RangeError(`class must be one of ${CLASSES.join(", ")}, got ${String(kind)}`);
  }
  if (product !== undefined && !Object.hasOwn(PRODUCTS, product)) {
    throw new RangeError(`product must be one of ${Object.keys(PRODUCTS).join(", ")}, got ${String(product)}`);
  }
  const known: Product | undefined = product && PRODUCTS[product];
  if (known === undefined && variables === undefined) {
    throw new TypeError(`product or variables must be given: product is one of ${Object.keys(PRODUCTS).join(", ")}`);
  }
  const of = <T>(name: string, own: T | undefined, its: T | undefined): T => {
    const value = own ?? its;
    if (value !== undefined) return value;
    throw new TypeError(`${name} must be given for a store without a known product`);
  };
  return {
    dataset: of("dataset", dataset, known?.dataset),
    class: of("class", kind, known?.class),
    licence: of("licence", licence, known?.licence),
    attribution: attribution ?? known?.attribution,
    isLandOnly: landOnly ?? known?.isLandOnly ?? false,
    ...(known?.preliminary && { preliminary: known.preliminary }),
    rules: known?.rules ?? [],
  };
}

/** The rules of the operator, then those of the product. */
export function rulesOf(options: CfOptions): Rule[] {
  const { variables = {}, label } = options;
  const own = Object.entries(variables).map(([name, variable]): Rule => {
    checkVariable(name, variable, label);
    const { column, is, unit, resets, firstLead } = variable;
    const since = { ...(resets !== undefined && { resets }), ...(firstLead !== undefined && { firstLead }) };
    const said = {
      ...(variable.label !== undefined && { label: variable.label }),
      ...(unit !== undefined && { unit }),
    };
    return { column, names: [name], is, ...said, ...since };
  });
  return [...own, ...productOf(options).rules];
}

export const MEANINGS: readonly Meaning[] = [
  "mean",
  "sum",
  "sum-since-midnight",
  "sum-since-start",
  "mean-since-start",
  "instant",
];
export const LABELS: readonly TimeLabel[] = ["start", "center", "end"];

/** Hours, which have to divide a day: spells begin at 00 UTC. */
const MOST_RESETS = 24;

function checkVariable(name: string, variable: OwnVariable, all: TimeLabel | undefined): void {
  const { column, is, label, resets, firstLead } = variable;
  const check = (key: string, value: unknown, known: readonly string[]) => {
    if (known.includes(value as string)) return;
    throw new RangeError(`variables.${name}.${key} must be one of ${known.join(", ")}, got ${String(value)}`);
  };
  check("column", column, COLUMN_NAMES);
  check("is", is, MEANINGS);
  if (!isSinceStart(is)) {
    if (is !== "instant") check("label", label ?? all, LABELS);
    const [extra] = Object.entries({ resets, firstLead }).flatMap(([key, value]) => (value === undefined ? [] : [key]));
    if (extra === undefined) return;
    throw new RangeError(`variables.${name}.${extra} is for sum-since-start and mean-since-start, got it with ${is}`);
  }
  if (label !== undefined) check("label", label, ["end"]);
  if (resets !== undefined && !(resets > 0 && Number.isInteger(MOST_RESETS / resets))) {
    throw new RangeError(`variables.${name}.resets must be hours that divide a day, such as 6, got ${resets}`);
  }
  if (firstLead !== undefined && !(firstLead >= 0)) {
    throw new RangeError(`variables.${name}.firstLead must be 0 hours or more, got ${firstLead}`);
  }
}

/*
 * The products that are known by name: which of their variables is which column, and what its times and values mean. ERA5 and
 * ERA5-Land: ECMWF's documentation of both ("ERA5: data documentation", "ERA5-Land: data documentation"); SARAH-3: CM SAF's
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
