/** Options that are the short form of a system's description: each sets the value at one path of it. */
import { type Command, Option } from "commander";
import { PVWATTS_LOSSES } from "../../models/pv/pvwatts-losses.js";
import { CELL_TEMPERATURES, IAM, MODULES, SPECTRA } from "./choices.js";
import { toValue } from "./short-form.js";

export interface SystemOption {
  readonly flags: string;
  /** Of the value in the description, in the library's spelling, as messages name it. */
  readonly path: string;
  readonly description: string;
  /** What is offered behind it. */
  readonly choices?: readonly string[];
  /** A text stays one, even if it looks like a number. */
  readonly isText?: true;
}

/** All but the planes, with which trackers, rows and the rear go. */
export const SYSTEM_OPTIONS: readonly SystemOption[] = [
  {
    flags: "--losses <percent>",
    path: "losses",
    description: `losses before the inverter: one number, or the ones that differ from PVWatts', such as soiling=4,shading=0 (default: 14.08 together: ${manualLosses()})`,
  },
  {
    flags: "--module <kind>",
    path: "module",
    description:
      "the modules: a kind, a name of `irradiance equipment`, or a data sheet as a .json file (default: standard)",
    choices: MODULES,
    isText: true,
  },
  {
    flags: "--gamma <coefficient>",
    path: "gammaPdc",
    description: "temperature coefficient of power, 1/°C, in place of the module's -0.0037",
  },
  {
    flags: "--iam <name>",
    path: "iam",
    description: "model of the reflection at the cover (default: physical)",
    choices: IAM,
  },
  {
    flags: "--cell-temperature <name>",
    path: "cellTemperature",
    description: "model of the cell temperature (default: sapm, open rack)",
    choices: CELL_TEMPERATURES,
  },
  {
    flags: "--spectrum <name>",
    path: "spectrum",
    description: "spectral correction (default: none)",
    choices: SPECTRA,
  },
  {
    flags: "--snow <model>",
    path: "snow",
    description: "snow on the modules: none, marion (from snow depth), or model=townsend,monthly-snowfall=20/15/…",
    choices: ["none", "marion"],
  },
  {
    flags: "--soiling <percent>",
    path: "soiling",
    description: "dirt: twelve monthly percents, kimber (from rain), or model=hsu,pm25=12,pm10=20",
    choices: ["kimber"],
  },
  { flags: "--ageing <rate>", path: "ageing", description: "percent a year, or rate=0.5,first-year=2,years=25" },
  {
    flags: "--dc-ac-ratio <ratio>",
    path: "dcAcRatio",
    description: "rated DC over rated AC power, 0.1 to 10 (default: 1.2)",
  },
  {
    flags: "--inverter <name>",
    path: "inverter.name",
    description: "one inverter that all planes share, by a name of `irradiance equipment --kind inverters`",
    isText: true,
  },
  {
    flags: "--inverter-ac <power>",
    path: "inverter.acPower",
    description: "AC power of one inverter that all planes share, in kW or as 800W",
  },
  {
    flags: "--inverter-efficiency <share>",
    path: "inverterEfficiency",
    description: "nominal efficiency, 0.1 to 1 (default: 0.96)",
  },
  {
    flags: "--cabling <percent>",
    path: "cabling",
    description: "ohmic losses at rated power, such as dc=1.5,ac=0.5",
  },
  {
    flags: "--transformer <percent>",
    path: "transformer",
    description: "its losses at no load and at rated power, such as no-load=0.2,load=0.8",
  },
  {
    flags: "--export-limit <power>",
    path: "exportLimit",
    description: "power that the grid takes at most, in kW or as 7MW",
  },
  {
    flags: "--clipping <kind>",
    path: "clipping",
    description: "at the limits: withinHour (default from 15 minutes on), as minutes would clip, or steps",
    choices: ["steps", "withinHour"],
  },
  {
    flags: "--smoothing <hectares>",
    path: "smoothing",
    description: "area of a plant over which clouds take time to pass, or auto; for weather of at most 5 minutes",
    choices: ["auto"],
  },
];

export function addSystemOptions(command: Command): Command {
  command.option(
    "--system <file>",
    "the whole system as JSON; options in place of its planes are refused, the others replace what it says",
  );
  for (const { flags, description, choices, isText } of SYSTEM_OPTIONS) {
    const option = new Option(flags, description);
    if (choices !== undefined) option.choices(choices);
    // The description is checked as a whole, with better words than commander's.
    command.addOption(option.argParser(isText ? (text: string) => text : toValue));
  }
  return command.option("--write-system <file>", "write the system there as JSON, for --system");
}

/** `--inverter-ac` */
export function longOf({ flags }: Pick<SystemOption, "flags">): string {
  return flags.split(" ", 1)[0]!;
}

/** `inverterAc`, as commander stores it. */
export function storedAs({ flags }: Pick<SystemOption, "flags">): string {
  return new Option(flags).attributeName();
}

function manualLosses(): string {
  return Object.entries(PVWATTS_LOSSES)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}
