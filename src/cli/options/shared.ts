/** Options that several commands take. */
import { FORMAT_NAMES, SHORT_NAMES, TIME_ROLES } from "../../data/weather/readers/format.js";
import { FAMILIES, toColumn, toModels, toNumber, toSubSteps, toTurbidity, toUnit } from "./parse.js";
import type { FlagsOf, OptionRow } from "./rows.js";

const LABELS = ["start", "center", "end"] as const;
const FORMATS = ["auto", ...FORMAT_NAMES];
const ROLES = [...Object.keys(SHORT_NAMES), ...TIME_ROLES].join(", ");

/** A table of weather and its rows. */
export const TABLE = [
  [
    "--columns <role=name...>",
    `columns of a CSV by name or position, such as "ghi=Global [kW/m²]" time=1 (${ROLES}, …)`,
    toColumn,
  ],
  ["--units <column=unit...>", "units of a CSV, such as ghi=kW/m2 temperature=F", toUnit],
  ["--date-format <format>", 'DMY, MDY, YMD, or a format such as "DD.MM.YYYY HH:mm" or "%d.%m.%Y %H:%M"'],
  ["--delimiter <name>", "separator between the cells of a CSV", ["comma", "semicolon", "tab", "pipe", "space"]],
  ["--decimal <name>", "decimal sign of a CSV", ["point", "comma"]],
  ["--weather-time-zone <name>", "time zone of a CSV, such as UTC, +05:30 or Europe/Berlin (with daylight saving)"],
  [
    "--duplicates <which>",
    "rows of the same time, and files that overlap: refuse (default), or the last counts",
    ["refuse", "last"],
  ],
  ["--missing <texts...>", 'texts of a CSV that stand for a missing value, such as "Bad Input"'],
] as const satisfies readonly OptionRow[];

export const DOUBT = [
  ["--trust-clock", "compute although the light of the file says that its clock is wrong"],
  ["--drop-flagged", "leave out light that is flagged as doubtful, as if it were missing"],
] as const satisfies readonly OptionRow[];

export const ACCEPT_DOUBTS = [
  ["--accept-doubts", "count dead, stuck and saturated light for years and P-values, too"],
] as const satisfies readonly OptionRow[];

/** How several weather files are read. */
export const READING = [
  ["--weather-format <name>", "format of the weather files", FORMATS, { default: "auto" }],
  ["--label <mark>", "what the files' time stamps mark (default: what their format says)", LABELS],
  ["--time-offset <hours>", "hours by which the files' clock is ahead of UTC (default: what they state)", toNumber],
] as const satisfies readonly OptionRow[];

export const TRACKER = [
  ["--axis-tilt <degrees>", "tracker: tilt of its axis (default: 0)", toNumber],
  [
    "--axis-azimuth <degrees>",
    "tracker: azimuth towards which its axis slopes down (default: 180 for a level axis)",
    toNumber,
  ],
  ["--max-angle <degrees>", "tracker: largest rotation (default: 45; with --dual-axis largest tilt, 90)", toNumber],
  [
    "--gcr <ratio>",
    "ground coverage ratio: width of the rows over their distance, for backtracking (default: 0.3)",
    toNumber,
  ],
  ["--cross-axis-tilt <degrees>", "tracker: tilt of the ground across the axes (default: 0)", toNumber],
  ["--no-backtrack", "tracker: follow the sun even when rows shade one another"],
  ["--dual-axis", "tracker with two axes, which always faces the sun"],
] as const satisfies readonly OptionRow[];

/** Where the weather is, unless it says so itself. */
export const PLACE = [
  ["--lat <degrees>", "latitude, north positive (default: the weather's place)"],
  ["--lon <degrees>", "longitude, east positive (default: the weather's place)"],
] as const satisfies readonly OptionRow[];

export const QUIET = [["--quiet", "print no notices"]] as const satisfies readonly OptionRow[];

export const TURBIDITY = [
  [
    "--turbidity <values>",
    "Linke turbidity of the clear sky, one number or twelve (default: from the embedded climatology)",
    toTurbidity,
  ],
] as const satisfies readonly OptionRow[];

/** A request for observations. Numbers of the query stay texts: the request parser has the better messages. */
export const REQUEST = [
  ["--weather <file>", "weather file, optionally gzipped; - for standard input", undefined, { required: true }],
  ["--weather-format <name>", "format of the weather file", FORMATS, { default: "auto" }],
  ["--label <mark>", "what the file's time stamps mark (default: what its format says)", LABELS],
  ["--time-offset <hours>", "hours by which the file's times are ahead of UTC, overriding the file", toNumber],
  ["--year <year>", "year to which a typical year is mapped (default: 2023)", toNumber],
  ...TABLE,
  ...DOUBT,
  ...PLACE,
  ["--parameters <names>", "comma-separated parameter names, or all (default: global irradiance and temperature)"],
  ["--frequency <name>", "1_minute, 5_minutes, 10_minutes, 15_minutes, 30_minutes or 1_hour (default: 15_minutes)"],
  ["--surface-tilt <degrees>", "0 = horizontal, 90 = vertical (default: 0)"],
  ["--surface-azimuth <degrees>", "0 = north, 90 = east, 180 = south (default: 0)"],
  ["--tracking-mode <mode>", "none or 1_axis: north–south, ±45°, backtracking (default: none)"],
  ...TRACKER,
  [
    "--horizon <line>",
    "flat, auto (from --horizon-file or --dem), or 360 comma-separated integers (default: auto with one of these, else flat)",
  ],
  ["--horizon-file <file>", "file with the horizon line: PVGIS, PVsyst .hor, pairs of azimuth and elevation, or JSON"],
  [
    "--horizon-zero <side>",
    "where azimuth 0 of the horizon file is, if the file does not state it",
    ["north", "south"],
  ],
  ["--dem <paths...>", "elevation files, folders or the address of tiles, for the horizon line and the altitude"],
  ["--start <time>", "start of the period: ISO 8601 UTC or relative, such as -24hours (default: the weather's)"],
  ["--end <time>", "end of the period, exclusive (default: the weather's)"],
  ["--endpoint <name>", "apply the defaults and the window of an endpoint", ["realtime", "training", "historical"]],
  ["--now <time>", "reference time of relative times (default: the clock)"],
  ["--altitude <metres>", "altitude above sea level (default: the weather's place)", toNumber],
  ["--albedo <share>", "albedo of the ground where the weather has none, 0 to 1", toNumber],
  [
    "--closure <name>",
    "how to reconcile global, direct and diffuse irradiance if all are given (default: keep-global)",
    ["keep-global", "keep-diffuse", "component-sum"],
  ],
  ["--temperature <celsius>", "constant air temperature, for weather without a column of it", toNumber],
  ...TURBIDITY,
  ["--sub-steps <count>", "sub-steps per interval, or auto", toSubSteps],
  ["--models <choices>", `models instead of the defaults, such as transposition=reindl,… (${FAMILIES})`, toModels],
  ...QUIET,
] as const satisfies readonly OptionRow[];

export type TrackerFlags = FlagsOf<typeof TRACKER>;
export type DoubtFlags = { readonly [key in keyof FlagsOf<typeof DOUBT>]: boolean | undefined };

/** With what single commands add. */
export interface RequestOptions extends FlagsOf<typeof REQUEST> {
  responseFormat?: string | undefined;
  timeZone?: string | undefined;
}

/** Those that a command needs which has planes of its own. */
export type PlacedOptions = Omit<RequestOptions, "surfaceTilt" | "surfaceAzimuth">;
