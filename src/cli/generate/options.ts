/** Options of `generate`. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type {
  ClearSkyName,
  DailyLawName,
  ExtremeName,
  ExtremeOptions,
  HourlyLawName,
  ScenarioName,
} from "../../climate/index.js";
import { MONTHLY_UNITS } from "../../contract/climate/irradiance-units.js";
import { EXTREME_SCOPES, EXTREMES, FUTURE_SCENARIOS, FUTURE_YEARS } from "../../contract/climate/request.js";
import { UsageError } from "../errors.js";
import { toNumber, toSeed } from "../numbers.js";
import { toTurbidity } from "../options.js";
import { addYearFileOptions, type YearFileFlags } from "../year-file/options.js";

/** Seconds of an interval by its name. */
export const FREQUENCIES = { "1_hour": 3600, "15_minutes": 900, "1_minute": 60 } as const;

export interface GenerateFlags extends YearFileFlags {
  monthly?: string;
  unit?: string;
  lat?: number;
  lon?: number;
  altitude?: number;
  utcOffset?: number;
  turbidity?: readonly number[];
  randomSeed?: number;
  frequency: keyof typeof FREQUENCIES;
  year?: number;
  daily?: DailyLawName;
  hourly?: HourlyLawName;
  clearSky?: ClearSkyName;
  extreme?: ExtremeName;
  extremeScope?: NonNullable<ExtremeOptions["scope"]>;
  futureScenario?: ScenarioName;
  futureYear?: number;
  dataYears?: readonly [first: number, last: number];
  report?: string;
  quiet?: boolean;
}

export function addGenerateOptions(command: Command): Command {
  const choice = (flags: string, description: string, choices: readonly string[]) =>
    new Option(flags, description).choices(choices);
  command
    .option(
      "--monthly <file>",
      "file of twelve monthly values: CSV, JSON, or PVGIS MRcalc as JSON (default: the embedded world climatology)",
    )
    .option("--unit <name>", `unit of the irradiance, if the file does not state it: ${MONTHLY_UNITS.join(", ")}`)
    .option("--lat <degrees>", "latitude, north positive (default: the file's)", toNumber)
    .option("--lon <degrees>", "longitude, east positive (default: the file's)", toNumber)
    .option("--altitude <metres>", "above sea level (default: the file's, else a coarse map's)", toNumber)
    .option(
      "--utc-offset <hours>",
      "UTC offset of the place's standard time (default: the file's, else the zone's)",
      toNumber,
    )
    .option(
      "--turbidity <values>",
      "Linke turbidity, one number or twelve (default: the file's, else a map's)",
      toTwelve,
    )
    .option(
      "--random-seed <number>",
      "seed: another number draws another year with the same monthly values (default: 1)",
      toSeed,
    )
    .addOption(choice("--frequency <name>", "steps of the year", Object.keys(FREQUENCIES)).default("1_hour"))
    .option("--year <year>", "year of the time stamps (default: 2005, or the future year)", toNumber)
    .addOption(choice("--daily <law>", "how days are drawn (default: exponential)", ["exponential", "bendt", "aguiar"]))
    .addOption(choice("--hourly <law>", "how hours are drawn (default: table)", ["table", "tag"]))
    .addOption(
      choice("--clear-sky <model>", "model of the clear sky (default: ineichen)", ["ineichen", "esra", "solis"]),
    )
    .addOption(
      choice(
        "--extreme <level>",
        "a year of this P-value of irradiation; p90 is a low year, exceeded in nine of ten",
        EXTREMES,
      ),
    )
    .addOption(
      choice("--extreme-scope <name>", "whether the year or each month is extreme (default: year)", EXTREME_SCOPES),
    )
    .addOption(choice("--future-scenario <name>", "temperatures of a warmer climate", FUTURE_SCENARIOS))
    .option(
      "--future-year <year>",
      `year of the warmer climate, ${FUTURE_YEARS.least} to ${FUTURE_YEARS.most}`,
      toNumber,
    )
    .option(
      "--data-years <first-last>",
      "years that the monthly values cover, for --future-year (default: 1995-2014)",
      toYears,
    );
  return addYearFileOptions(command)
    .option("--report <file>", "write a report on how the year was drawn there, as JSON")
    .option("--quiet", "print no table and no notices");
}

function toTwelve(text: string): readonly number[] {
  const values = toTurbidity(text);
  return typeof values === "number" ? new Array<number>(12).fill(values) : values;
}

function toYears(text: string): readonly [number, number] {
  const [, first, last] = /^(\d{4})-(\d{4})$/.exec(text.trim()) ?? [];
  if (first !== undefined && last !== undefined && first <= last) return [Number(first), Number(last)];
  throw new InvalidArgumentError("It must be two years such as 1991-2020.");
}

/** Options that mean something only together. */
export function checkTogether(flags: GenerateFlags): void {
  const { monthly, unit, lat, lon, extreme, extremeScope, futureScenario, futureYear, dataYears } = flags;
  if (monthly === undefined && (lat === undefined || lon === undefined)) {
    throw new UsageError(
      "give --monthly FILE with monthly values, or --lat and --lon for values from the embedded world climatology",
    );
  }
  if (unit !== undefined && monthly === undefined)
    throw new UsageError("--unit needs --monthly: it is the unit of a file's irradiance");
  if (extremeScope !== undefined && extreme === undefined) {
    throw new UsageError("--extreme-scope needs --extreme");
  }
  if ((futureScenario === undefined) !== (futureYear === undefined)) {
    throw new UsageError("--future-scenario and --future-year belong together: give both");
  }
  if (dataYears !== undefined && futureYear === undefined) {
    throw new UsageError("--data-years needs --future-year: warming counts from the years of the data");
  }
  if (
    futureYear !== undefined &&
    !(Number.isInteger(futureYear) && futureYear >= FUTURE_YEARS.least && futureYear <= FUTURE_YEARS.most)
  ) {
    throw new UsageError(
      `--future-year must be a year from ${FUTURE_YEARS.least} to ${FUTURE_YEARS.most}, got ${futureYear}`,
    );
  }
}
