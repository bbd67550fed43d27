/** Options of the commands that compute light and power, and the types of what commander gives of them. */
import { POWER_FREQUENCIES } from "../../data/contract/yield/request.js";
import { toCount, toDecimals, toItems, toNumber, toPositive, toSeed, toValue } from "./parse.js";
import { type FlagsOf, type OptionRow, without } from "./rows.js";
import { ACCEPT_DOUBTS, type PlacedOptions, REQUEST, type RequestOptions } from "./shared.js";
import { PLANES, SYSTEM } from "./system.js";

const ARCHIVE_NEEDED = "needs irradiance-archive";
const DECIMALS = "0 to 6, or full (default: 2)";

const OBSERVE_OWN = [
  [
    "--plot <file>",
    "also draw the result there, as SVG: up to 3 days as curves, more as a heat map of day × hour; days, months, years as bars",
  ],
  [
    "--plot-kind <kind>",
    "day = curves, year = heat map of day × hour, months = sums; of frequencies from 1_day on: periods = bars",
    ["day", "year", "months", "periods"],
  ],
  [
    "--plot-parameters <names>",
    "requested parameters to draw: one, or with --plot-kind day several of one unit (default: global irradiance)",
  ],
  ["--plot-date <date>", "local day to draw, such as 2024-06-21; implies --plot-kind day"],
  ["--plot-typical-year", "combine months of the same name (with --plot-kind months)"],
  [
    "--time-zone <zone>",
    "time zone of the result's times and days: local or standard time of the place, a name such as Europe/Zurich, or an offset such as +05:30; " +
      "--start and --end may then be local, such as 2024-06-21 (default: UTC)",
  ],
  ["--archive <file>", `sources of weather (JSON), in place of a weather file; ${ARCHIVE_NEEDED}`],
  ["--response-format <name>", "json or csv (default: csv if --out ends in .csv, else json)"],
  ["--decimals <count>", DECIMALS, toDecimals],
  ["--out <file>", "write the response there instead of to standard output"],
] as const satisfies readonly OptionRow[];

/** What `observe` says more of options that it shares. */
const MORE: { readonly [flags: string]: string } = {
  "--weather <file>": "; or sources by name, such as era5 (irradiance weather list) (required, or --archive)",
  "--frequency <name>":
    "; with 1_day, 1_month or 1_year sums of irradiance in Wh/m² and of PV in Wh/kWp, and means of temperature and snow depth",
};

export const OBSERVE: readonly OptionRow[] = [
  ...REQUEST.map((row: OptionRow): OptionRow => {
    const [flags, text, read, more] = row;
    // Several only of sources, which are asked in their order.
    const own = flags === "--weather <file>" ? ({ several: true } as const) : more;
    return flags in MORE ? [flags, text + MORE[flags], read, own ?? {}] : row;
  }),
  ...OBSERVE_OWN,
];
export type PlotFlags = Pick<ObserveOptions, `plot${string}` & keyof FlagsOf<typeof OBSERVE_OWN>>;
export interface ObserveOptions extends Omit<RequestOptions, "weather">, FlagsOf<typeof OBSERVE_OWN> {
  weather?: readonly string[] | undefined;
  responseFormat?: string | undefined;
  timeZone?: string | undefined;
}

const EXPLAIN_OWN = [
  ["--at <time>", "a time in the interval, ISO 8601 UTC", undefined, { required: true }],
  ["--out <file>", "write the explanation there instead of to standard output"],
] as const satisfies readonly OptionRow[];
export const EXPLAIN: readonly OptionRow[] = [...REQUEST, ...EXPLAIN_OWN];
export type ExplainOptions = RequestOptions & FlagsOf<typeof EXPLAIN_OWN>;

const BULK_OWN = [
  ["--sites <file>", "CSV with lat, lon and, where sites differ, id, surface_tilt, …, altitude, weather"],
  ["--grid <edges,step>", "in place of a list: south,west,north,east,step in degrees"],
  ["--yes", "accept a grid of more than 250,000 sites, or distant sites that share a weather file without a location"],
  [
    "--weather <files...>",
    "one file for all sites, several (each site uses the nearest), {id}.csv, or sources by name, such as era5",
  ],
  ["--archive <file>", `sources of weather (JSON), each site with its own; ${ARCHIVE_NEEDED}`],
  ["--out <file>", "the output file; its extension determines the format", undefined, { required: true }],
  ["--format <name>", "format of the output, if its extension does not determine it", ["parquet", "arrow", "csv"]],
  [
    "--aggregate <period>",
    "rows per period of local standard time instead of per interval",
    ["hourly", "daily", "monthly", "annual"],
  ],
  ["--statistic <name>", "statistic of the aggregates (default: sum)", ["sum", "mean"]],
  ["--float32", "single precision in the file", undefined, { conflicts: "float64" }],
  ["--float64", "double precision in the file (default)"],
  ["--decimals <count>", `CSV: ${DECIMALS}`, toDecimals],
  ["--threads <count>", "computing threads (default: one per core)", toCount],
  ["--gpu", "compute on a GPU (docs/how-to/gpu.md has the supported options and the required packages)"],
  ["--deadline <seconds>", "longest time for one site (default: 60)", toPositive],
  ["--memory-limit <mebibytes>", "heap size of a thread", toCount],
  ["--part-sites <count>", "sites per part (what an interruption can lose) and per Parquet row group", toCount],
  ["--yield", "yields of PV systems: a row for each site, or with --aggregate its months or hours"],
  ["--system <file>", "with --yield: the system of all sites as JSON; columns of the list differ from it"],
  ["--kwp <power>", "with --yield: peak power in kW of sites without one (default: 1)", toPositive],
  ["--typical-year", "with --yield: weather files are typical years (default: what they state)"],
  ["--random-seed <number>", "with --yield: seed of generated years (default: 1)", toSeed],
  ["--resume", "continue an interrupted run from OUT.partial"],
  ["--force", "replace OUT and start over"],
  ...ACCEPT_DOUBTS,
] as const satisfies readonly OptionRow[];
export const BULK: readonly OptionRow[] = [
  ...BULK_OWN,
  ...without(REQUEST, "--weather", "--lat", "--lon", "--endpoint"),
];
export type BulkOptions = Omit<RequestOptions, "weather"> & FlagsOf<typeof BULK_OWN>;

const YIELD_OWN = [
  ["--typical-year", "the file is a typical year of twelve months, not a measured one (default: what the file states)"],
  ["--optimum", "also find the best fixed plane"],
  ["--random-seed <number>", "seed of the generated year: another number draws another year (default: 1)", toSeed],
] as const satisfies readonly OptionRow[];
const YIELD_REST = [
  ...ACCEPT_DOUBTS,
  [
    "--uncertainty <percent>",
    "standard uncertainties in place of the assumed ones, such as irradiance=3,model=2",
    toValue,
  ],
  ["--losses-by-month", "also print what each stage takes in each month"],
  ["--obstacles", "also print what each obstacle of the system's scene takes"],
  ["--series <file>", "write every interval there: power, losses, light, cells; as .csv or .parquet"],
  ["--frequency <name>", "interval of --series (default: 1_hour)"],
  [
    "--load-as <items>",
    "how to read the file of --load, such as column=P,unit=kW,time-zone=Europe/Berlin (default: what the file says)",
    toItems,
  ],
  ["--own-use-plot <file>", "draw there, as SVG, where the load comes from, by month and in a week; with --load"],
  ["--measured <file>", "measured AC power, any table with times: printed beside the model by month and hour"],
  [
    "--measured-as <items>",
    "how to read it, such as column=P_AC,unit=kW,time-zone=Europe/Berlin,label=end (default: what the file says); fill=hold for a history",
    toItems,
  ],
  ["--measured-plot <file>", "draw measured beside modelled power there, as SVG"],
  ["--plot <file>", "draw the months there, as SVG"],
  ["--loss-plot <file>", "draw the losses there, as SVG"],
  [
    "--scene-plot <file>",
    "draw there, as SVG, what stands near: from above, from the sun, and its shade on each plane under the sun's paths",
  ],
  [
    "--scene-time <time>",
    "of the view from the sun, in standard time of the place, such as 2025-02-21T14:30 (default: noon of the shortest day)",
  ],
  ["--out <file>", "write everything there as JSON"],
] as const satisfies readonly OptionRow[];
/** Of `observe`, for commands that have planes and times of their own. */
const OF_PLACES = without(
  REQUEST,
  ...["--weather", "--parameters", "--frequency", "--surface-tilt", "--surface-azimuth", "--tracking-mode"],
  ...["--horizon", "--start", "--end", "--endpoint", "--now", "--sub-steps"],
);
export const YIELD: readonly OptionRow[] = [
  [
    "--weather <files...>",
    "weather files, one after the other in time, or sources by name, such as era5, with --year for the calendar year (default: a generated typical year of the place)",
  ],
  ...PLANES,
  ...SYSTEM,
  ...YIELD_OWN,
  ...OF_PLACES,
  ...YIELD_REST,
];
/** The options of a system's description stand beside them, as they were written. */
export interface YieldFlags
  extends Omit<PlacedOptions, "weather" | "trackingMode" | "frequency">,
    FlagsOf<typeof PLANES>,
    FlagsOf<typeof YIELD_OWN>,
    Omit<FlagsOf<typeof YIELD_REST>, "uncertainty"> {
  weather?: string[] | undefined;
  system?: string | undefined;
  writeSystem?: string | undefined;
  uncertainty?: { readonly [key: string]: number } | undefined;
}

const FORECAST_OWN = [
  [
    "--weather <files...>",
    "the run: a weather file, or sources of forecasts by name, such as open-meteo (irradiance weather list)",
    undefined,
    { required: true },
  ],
  ["--observations <file>", "irradiance measured here in the last hours: corrects the next ones"],
  [
    "--observations-as <items>",
    "how to read it, such as column=Global,unit=kW/m2,time-zone=Europe/Berlin,label=end (default: what the file says); the options of weather files are about the run",
    toItems,
  ],
  [
    "--tuning <files...>",
    "what was learnt here from past runs: of the light, of this system's power by its meter, or both (irradiance-server forecast learn)",
  ],
  ["--now <time>", "when the forecast is made, such as 2024-06-21T10:00Z (default: the clock)"],
  ["--hours <count>", "how far ahead, 1 to 336 (default: 48)", toNumber],
  ["--frequency <name>", "length of the intervals (default: 1_hour)", POWER_FREQUENCIES],
  ["--quantiles <names>", "of power and daily energy, such as p10,p50,p90 (default: p10,p90; none: no bands)"],
  ["--time-zone <zone>", "of times and days: a name, an offset, local, standard or UTC (default: local)"],
] as const satisfies readonly OptionRow[];
export const FORECAST: readonly OptionRow[] = [
  ...FORECAST_OWN,
  ...PLANES,
  ...SYSTEM,
  ...without(OF_PLACES, "--year", "--closure", "--models"),
  ["--plot <file>", "draw the power there, with its band, as SVG"],
  ["--out <file>", "write everything there, as JSON, or the intervals as .csv"],
];
export type ForecastFlags = Omit<YieldFlags, "weather" | "frequency"> & FlagsOf<typeof FORECAST_OWN>;
