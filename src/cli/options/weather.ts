/** Options of the commands about weather, places and equipment, and the types of what commander gives of them. */
import { PERSISTENCE_RULES, SELECTION_METHODS } from "../../answers/climate/selection/audit.js";
import { MONTHLY_UNITS } from "../../data/contract/climate/monthly-check.js";
import { EXTREME_SCOPES, EXTREMES, FUTURE_SCENARIOS, FUTURE_YEARS } from "../../data/contract/climate/request.js";
import { toItems, toNumber, toRounds, toSeed, toTwelve, toYears } from "./parse.js";
import type { FlagsOf, OptionRow } from "./rows.js";
import { ACCEPT_DOUBTS, DOUBT, PLACE, type PlacedOptions, QUIET, READING, TABLE, TURBIDITY } from "./shared.js";

const CHECK_OWN = [
  ["--meter <file>", "a meter's power or energy, any table with times: looked at as weather is"],
  [
    "--meter-as <items>",
    "how to read it, such as column=P_AC,unit=kW,time-zone=Europe/Berlin,label=end (default: what the file says); fill=hold for a history",
    toItems,
  ],
  ["--html <file>", "also write a page with pictures there; for several files: a folder of pages"],
  ["--json <file>", "also write there, as JSON, what was found"],
  ["--out <file>", "write the text there instead of to standard output"],
] as const satisfies readonly OptionRow[];
export const CHECK: readonly OptionRow[] = [
  ...READING,
  ["--year <year>", "year to which a typical year is mapped (default: 2023)", toNumber],
  ...TABLE,
  ...PLACE,
  ["--altitude <metres>", "altitude above sea level (default: the weather's place)", toNumber],
  ...TURBIDITY,
  ...CHECK_OWN,
  ...QUIET,
];
export type CheckFlags = Omit<PlacedOptions, "weather"> & FlagsOf<typeof CHECK_OWN>;

/** A year as a file. */
const YEAR_FILE = [
  [
    "--format <name>",
    "format of the result (default: from the ending of --out, such as .epw, .json or .tmy3.csv; else csv)",
    ["csv", "json", "epw", "sam", "tmy3"],
  ],
  ["--station <name>", "name of the place, in EPW, SAM and TMY3 files"],
  ["--wind <speed>", "wind speed in m/s, in EPW, SAM and TMY3 files if the year has none (default: 1)", toNumber],
  ["--out <file>", "write the year there instead of to standard output"],
  ["--plot <file>", "also draw the year beside its source there, as SVG: months, days, hours"],
] as const satisfies readonly OptionRow[];
export type YearFileFlags = FlagsOf<typeof YEAR_FILE>;

export const TYPICAL_YEAR = [
  ["--weather <files...>", "weather files of one place, gzip or not, in any order", undefined, { required: true }],
  ...READING,
  ...TABLE,
  ...DOUBT,
  ...ACCEPT_DOUBTS,
  ["--lat <degrees>", "latitude, north positive (default: the weather's place)", toNumber],
  ["--lon <degrees>", "longitude, east positive (default: the weather's place)", toNumber],
  ["--altitude <metres>", "above sea level (default: the weather's place)", toNumber],
  [
    "--utc-offset <hours>",
    "UTC offset of the place's standard time (default: the weather's, else the zone's)",
    toNumber,
  ],
  [
    "--method <name>",
    "how months are compared (default: tmy3)",
    SELECTION_METHODS.filter((method) => method !== "weights"),
  ],
  ["--extreme <level>", "choose a year of this P-value of GHI instead; p90 is a low year", EXTREMES],
  ["--form <name>", "distribution of the yearly GHI (default: student)", ["student", "normal"]],
  ["--plotting <rule>", "plotting positions of the compared distributions (default: step)", ["step", "nrel", "hazen"]],
  ["--persistence <rule>", "rule by which runs of similar days exclude a month (default: manual)", PERSISTENCE_RULES],
  [
    "--join-hours <hours>",
    "hours that are cross-faded on either side of a join (default: 6, with iso15927 8)",
    toNumber,
  ],
  ...YEAR_FILE,
  ["--audit <file>", "write there, as JSON, how each month was chosen"],
  ...QUIET,
] as const satisfies readonly OptionRow[];
export type TypicalYearFlags = FlagsOf<typeof TYPICAL_YEAR>;

/** Seconds of an interval by its name. */
export const GENERATED_STEPS = { "1_hour": 3600, "15_minutes": 900, "1_minute": 60 } as const;

export const GENERATE = [
  [
    "--monthly <file>",
    "file of twelve monthly values: CSV, JSON, or PVGIS MRcalc as JSON (default: the embedded world climatology)",
  ],
  ["--unit <name>", `unit of the irradiance, if the file does not state it: ${MONTHLY_UNITS.join(", ")}`],
  ["--lat <degrees>", "latitude, north positive (default: the file's)", toNumber],
  ["--lon <degrees>", "longitude, east positive (default: the file's)", toNumber],
  ["--altitude <metres>", "above sea level (default: the file's, else a coarse map's)", toNumber],
  ["--utc-offset <hours>", "UTC offset of the place's standard time (default: the file's, else the zone's)", toNumber],
  ["--turbidity <values>", "Linke turbidity, one number or twelve (default: the file's, else a map's)", toTwelve],
  [
    "--random-seed <number>",
    "seed: another number draws another year with the same monthly values (default: 1)",
    toSeed,
  ],
  [
    "--frequency <name>",
    "steps of the year",
    Object.keys(GENERATED_STEPS) as (keyof typeof GENERATED_STEPS)[],
    { default: "1_hour" },
  ],
  ["--year <year>", "year of the time stamps (default: 2005, or the future year)", toNumber],
  ["--daily <law>", "how days are drawn (default: exponential)", ["exponential", "bendt", "aguiar"]],
  ["--hourly <law>", "how hours are drawn (default: table)", ["table", "tag"]],
  ["--clear-sky <model>", "model of the clear sky (default: ineichen)", ["ineichen", "esra", "solis"]],
  ["--extreme <level>", "a year of this P-value of irradiation; p90 is a low year, exceeded in nine of ten", EXTREMES],
  ["--extreme-scope <name>", "whether the year or each month is extreme (default: year)", EXTREME_SCOPES],
  ["--future-scenario <name>", "temperatures of a warmer climate", FUTURE_SCENARIOS],
  ["--future-year <year>", `year of the warmer climate, ${FUTURE_YEARS.least} to ${FUTURE_YEARS.most}`, toNumber],
  ["--data-years <first-last>", "years that the monthly values cover, for --future-year (default: 1995-2014)", toYears],
  ...YEAR_FILE,
  ["--report <file>", "write a report on how the year was drawn there, as JSON"],
  ["--quiet", "print no table and no notices"],
] as const satisfies readonly OptionRow[];
export type GenerateFlags = FlagsOf<typeof GENERATE>;

const VERIFY_OWN = [
  [
    "--forecast <name=file...>",
    "a name that you choose and a CSV with issued_time,start_time,end_time, then global_horizontal_irradiance or ac_power (W), and optionally all of p5,p10,…,p95 or of p1,p2,…,p99; the first forecast is compared with the others",
    undefined,
    { required: true },
  ],
  [
    "--observations <file>",
    "measured irradiance: any weather file with intervals of up to an hour; for power a meter's file, or a CSV with ac_power and, if known, clear_ac_power, the power under a clear sky (W)",
    undefined,
    { required: true },
  ],
] as const satisfies readonly OptionRow[];
const VERIFY_REST = [
  ["--draws <number>", "number of resamples of whole days, for the 95 % limits (default: 200)", toNumber],
  ["--capacity <watts>", "of the system: errors of power in percent of it", toNumber],
  ["--plot <file>", "draw the errors of all methods by lead time there, and the reliability of quantiles, as SVG"],
  ["--out <file>", "write all errors of all methods there, as JSON"],
] as const satisfies readonly OptionRow[];
export const VERIFY: readonly OptionRow[] = [
  ...VERIFY_OWN,
  ...READING,
  ...TABLE,
  ...DOUBT,
  ["--lat <degrees>", "north positive (default: the file's)"],
  ["--lon <degrees>", "east positive (default: the file's)"],
  ["--altitude <metres>", "altitude above sea level (default: the file's, else the embedded map's)", toNumber],
  ...VERIFY_REST,
  ...QUIET,
];
export type VerifyFlags = Omit<PlacedOptions, "weather"> & FlagsOf<typeof VERIFY_OWN> & FlagsOf<typeof VERIFY_REST>;

export const ALTITUDE = [
  ["--lat <degrees>", "latitude, north positive", toNumber, { required: true }],
  ["--lon <degrees>", "longitude, east positive", toNumber, { required: true }],
  [
    "--dem <paths...>",
    "GeoTIFF or .hgt files, folders of them, or the address of one-degree tiles (docs/how-to/horizon.md)",
    undefined,
    { required: true },
  ],
  ["--projection <definition>", "proj string, overriding the files"],
  ["--out <file>", "write the result there instead of to standard output"],
] as const satisfies readonly OptionRow[];
export const HORIZON = [
  ...ALTITUDE,
  ["--observer-height <metres>", "height of the eye above the ground (default: 0)", toNumber],
  ["--range <metres>", "range of the search (default: 50000)", toNumber],
  ["--plot <file>", "also draw the line there, with the sun's paths through the year, as SVG"],
] as const satisfies readonly OptionRow[];
export type HorizonFlags = FlagsOf<typeof HORIZON>;

export const EQUIPMENT = [
  ["--kind <name>", "kind of product", ["cec-modules", "sandia-modules", "inverters"], { default: "cec-modules" }],
  ["--file <file>", "a newer library, as in SAM's folder libraries, in place of the embedded one"],
  ["--most <number>", "most products to list", undefined, { default: "20" }],
  ["--format <name>", "format of the result", ["table", "json"], { default: "table" }],
  ["--out <file>", "write the result there instead of to standard output"],
] as const satisfies readonly OptionRow[];
export type EquipmentFlags = FlagsOf<typeof EQUIPMENT>;

export const DEMO = [["--out <file>", "write the response there"]] as const satisfies readonly OptionRow[];
export const BENCH = [
  ["--rounds <count>", "number of rounds; the median is shown", toRounds, { default: 9 }],
] as const satisfies readonly OptionRow[];
export const WEATHER = [["--json", "print it as JSON"]] as const satisfies readonly OptionRow[];
