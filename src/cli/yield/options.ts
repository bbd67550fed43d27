/** Options of `irradiance yield`: where, what weather, which planes, and what is written. */
import { type Command, Option } from "commander";
import { addAcceptDoubts, DOUBT_FLAGS } from "../examined.js";
import { toItems } from "../file-items.js";
import { toNumber, toSeed } from "../numbers.js";
import { addRequestOptions } from "../options.js";
import { TABLE_FLAGS } from "../table-options.js";
import { TRACKER_FLAGS } from "../tracker-options.js";
import { toPlane } from "./planes.js";
import { toValue } from "./short-form.js";
import { addSystemOptions } from "./system-options.js";

/** Options with the same meaning as in `observe`. */
const SHARED = new Set<string>([
  "--weather-format",
  "--label",
  "--time-offset",
  "--year",
  ...TABLE_FLAGS,
  ...DOUBT_FLAGS,
  "--lat",
  "--lon",
  ...TRACKER_FLAGS,
  "--horizon-file",
  "--horizon-zero",
  "--dem",
  "--altitude",
  "--albedo",
  "--closure",
  "--temperature",
  "--turbidity",
  "--models",
  "--quiet",
]);

export function addYieldOptions(command: Command, shared: Command): Command {
  command.option(
    "--weather <files...>",
    "weather files, one after the other in time, or sources by name, such as era5, with --year for the calendar year (default: a generated typical year of the place)",
  );
  addPlaneOptions(command);
  addSystemOptions(command)
    .option(
      "--typical-year",
      "the file is a typical year of twelve months, not a measured one (default: what the file states)",
    )
    .option("--optimum", "also find the best fixed plane")
    .option(
      "--random-seed <number>",
      "seed of the generated year: another number draws another year (default: 1)",
      toSeed,
    );
  addShared(command, shared, SHARED);
  return addAcceptDoubts(command)
    .option(
      "--uncertainty <percent>",
      "standard uncertainties in place of the assumed ones, such as irradiance=3,model=2",
      toValue,
    )
    .option("--losses-by-month", "also print what each stage takes in each month")
    .option("--series <file>", "write every interval there: power, losses, light, cells; as .csv or .parquet")
    .option("--frequency <name>", "interval of --series (default: 1_hour)")
    .option("--measured <file>", "measured AC power, any table with times: printed beside the model by month and hour")
    .option(
      "--measured-as <items>",
      "how to read it, such as column=P_AC,unit=kW,time-zone=Europe/Berlin,label=end (default: what the file says); fill=hold for a history",
      toItems,
    )
    .option("--measured-plot <file>", "draw measured beside modelled power there, as SVG")
    .option("--plot <file>", "draw the months there, as SVG")
    .option("--loss-plot <file>", "draw the losses there, as SVG")
    .option("--out <file>", "write everything there as JSON");
}

/** The plane, or planes. */
export function addPlaneOptions(command: Command): Command {
  const choice = (flags: string, description: string, choices: readonly string[]) =>
    new Option(flags, description).choices(choices);
  return command
    .option("--surface-tilt <degrees>", "0 = horizontal, 90 = vertical (default: the best plane's)", toNumber)
    .option("--surface-azimuth <degrees>", "0 = north, 90 = east, 180 = south (default: the best plane's)", toNumber)
    .option("--kwp <power>", "peak power in kW (default: 1)", toNumber)
    .option(
      "--plane <tilt/azimuth/kwp...>",
      "several planes, each with its own inverter, such as 10/90/4 10/270/4; or tracker/KWP",
      toPlane,
    )
    .addOption(
      choice("--tracking-mode <mode>", "1_axis: a tracker, which the options below describe", ["none", "1_axis"]),
    )
    .option("--rows", "the plane is one of many rows that shade one another; --gcr sets their ground coverage ratio")
    .option(
      "--blocks <count>",
      "bypass-diode sections per module across the row; sets the loss from partial shading; with --rows",
      toNumber,
    )
    .option(
      "--bifacial <factor>",
      "bifaciality factor: efficiency of the rear over the front, 0 to 1; with --rows",
      toNumber,
    );
}

/** Options of another command with the same meaning. */
export function addShared(command: Command, shared: Command, names: ReadonlySet<string>): void {
  for (const option of shared.options) if (names.has(option.long ?? "")) command.addOption(option);
}

/** The options of `observe`, of which some are taken. */
export function observeOptions(bare: Command): Command {
  return addRequestOptions(bare);
}
