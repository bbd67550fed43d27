/** Options shared by `observe`, `explain` and, in part, by others; request.ts makes of them what the library takes. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Endpoint } from "../contract/observation/types.js";
import type { ObservationContext } from "../index.js";
import type { Label } from "../weather/readers/format.js";
import { FORMAT_NAMES } from "../weather/readers/format-names.js";
import { addDoubtOptions, type DoubtFlags } from "./examined.js";
import { toNumber } from "./numbers.js";
import { addTableOptions, type TableFlags } from "./table-options.js";
import { addTrackerOptions, type TrackerFlags } from "./tracker-options.js";

/** As commander gives them. Numbers of the query stay texts: the request parser has the better messages. */
export interface RequestOptions extends TableFlags, TrackerFlags, DoubtFlags {
  weather: string;
  weatherFormat: string;
  label?: Label;
  timeOffset?: number;
  year?: number;
  lat?: string;
  lon?: string;
  parameters?: string;
  frequency?: string;
  surfaceTilt?: string;
  surfaceAzimuth?: string;
  trackingMode?: string;
  responseFormat?: string | undefined;
  timeZone?: string;
  horizon?: string;
  horizonFile?: string;
  horizonZero?: "north" | "south";
  dem?: string[];
  start?: string;
  end?: string;
  endpoint?: Endpoint;
  now?: string;
  altitude?: number;
  albedo?: number;
  closure?: NonNullable<ObservationContext["closure"]>;
  temperature?: number;
  turbidity?: number | readonly number[];
  subSteps?: number | "auto";
  models?: ObservationContext["models"];
  quiet?: boolean;
}

/** Those that a command needs which has planes of its own. */
export type PlacedOptions = Omit<RequestOptions, "surfaceTilt" | "surfaceAzimuth">;

export function addRequestOptions(command: Command): Command {
  const formats = ["auto", ...FORMAT_NAMES];
  command
    .requiredOption("--weather <file>", "weather file, optionally gzipped; - for standard input")
    .addOption(new Option("--weather-format <name>", "format of the weather file").choices(formats).default("auto"))
    .addOption(
      new Option("--label <mark>", "what the file's time stamps mark (default: what its format says)").choices([
        "start",
        "center",
        "end",
      ]),
    )
    .option("--time-offset <hours>", "hours by which the file's times are ahead of UTC, overriding the file", toNumber)
    .option("--year <year>", "year to which a typical year is mapped (default: 2023)", toNumber);
  addDoubtOptions(addTableOptions(command))
    .option("--lat <degrees>", "latitude, north positive (default: the weather's place)")
    .option("--lon <degrees>", "longitude, east positive (default: the weather's place)")
    .option(
      "--parameters <names>",
      "comma-separated parameter names, or all (default: global irradiance and temperature)",
    )
    .option(
      "--frequency <name>",
      "1_minute, 5_minutes, 10_minutes, 15_minutes, 30_minutes or 1_hour (default: 15_minutes)",
    )
    .option("--surface-tilt <degrees>", "0 = horizontal, 90 = vertical (default: 0)")
    .option("--surface-azimuth <degrees>", "0 = north, 90 = east, 180 = south (default: 0)")
    .option("--tracking-mode <mode>", "none or 1_axis: north–south, ±45°, backtracking (default: none)");
  return addTrackerOptions(command)
    .option(
      "--horizon <line>",
      "flat, auto (from --horizon-file or --dem), or 360 comma-separated integers (default: auto with one of these, else flat)",
    )
    .option(
      "--horizon-file <file>",
      "file with the horizon line: PVGIS, PVsyst .hor, pairs of azimuth and elevation, or JSON",
    )
    .addOption(
      new Option(
        "--horizon-zero <side>",
        "where azimuth 0 of the horizon file is, if the file does not state it",
      ).choices(["north", "south"]),
    )
    .option(
      "--dem <paths...>",
      "elevation files, folders or the address of tiles, for the horizon line and the altitude",
    )
    .option(
      "--start <time>",
      "start of the period: ISO 8601 UTC or relative, such as -24hours (default: the weather's)",
    )
    .option("--end <time>", "end of the period, exclusive (default: the weather's)")
    .addOption(
      new Option("--endpoint <name>", "apply the defaults and the window of an endpoint").choices([
        "realtime",
        "training",
        "historical",
      ]),
    )
    .option("--now <time>", "reference time of relative times (default: the clock)")
    .option("--altitude <metres>", "altitude above sea level (default: the weather's place)", toNumber)
    .option("--albedo <share>", "albedo of the ground where the weather has none, 0 to 1", toNumber)
    .addOption(
      new Option(
        "--closure <name>",
        "how to reconcile global, direct and diffuse irradiance if all are given (default: keep-global)",
      ).choices(["keep-global", "keep-diffuse", "component-sum"]),
    )
    .option("--temperature <celsius>", "constant air temperature, for weather without a column of it", toNumber)
    .option(
      "--turbidity <values>",
      "Linke turbidity of the clear sky, one number or twelve (default: from the embedded climatology)",
      toTurbidity,
    )
    .option("--sub-steps <count>", "sub-steps per interval, or auto", toSubSteps)
    .option(
      "--models <choices>",
      `models instead of the defaults, such as transposition=reindl,… (${FAMILIES})`,
      toModels,
    )
    .option("--quiet", "print no notices");
}

/** One number, or twelve. */
export function toTurbidity(text: string): number | readonly number[] {
  const values = text.split(",").map(toNumber);
  if (values.length === 1) return values[0]!;
  if (values.length === 12) return values;
  throw new InvalidArgumentError(`It must be one number or twelve with commas between, got ${values.length}.`);
}

function toSubSteps(text: string): number | "auto" {
  return text === "auto" ? text : toNumber(text);
}

type ModelFamily = keyof NonNullable<ObservationContext["models"]>;
const MODEL_FAMILIES: readonly ModelFamily[] = ["clearSky", "decomposition", "transposition", "pv"];
const FAMILIES = MODEL_FAMILIES.join(", ");

/** family=name,…: the engine checks the names. */
function toModels(text: string): NonNullable<ObservationContext["models"]> {
  const models: NonNullable<ObservationContext["models"]> = {};
  for (const choice of text.split(",")) {
    const [family, name, ...rest] = choice.split("=").map((part) => part.trim());
    const known = MODEL_FAMILIES.find((candidate) => candidate === family);
    if (!known || !name || rest.length > 0) {
      throw new InvalidArgumentError(`It must be family=name,… with a family of ${FAMILIES}; got "${choice}".`);
    }
    models[known] = name;
  }
  return models;
}
