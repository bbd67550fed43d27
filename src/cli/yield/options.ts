/** Options of `irradiance yield`, and the system made from them. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { PVWATTS_LOSSES } from "../../models/pv/pvwatts-losses.js";
import type { YieldPlane, YieldSystem } from "../../yield/index.js";
import { UsageError } from "../errors.js";
import { addAcceptDoubts, DOUBT_FLAGS } from "../examined.js";
import { toNumber, toSeed } from "../numbers.js";
import { addRequestOptions } from "../options.js";
import { TABLE_FLAGS } from "../table-options.js";
import { TRACKER_FLAGS, trackerFlag } from "../tracker-options.js";
import { CELL_TEMPERATURES, IAM, MODULES, SPECTRA } from "./choices.js";
import { isTracker, turnedPlanes, type YieldFlags } from "./rows.js";

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
  const choice = (flags: string, description: string, choices: readonly string[]) =>
    new Option(flags, description).choices(choices);
  command
    .option(
      "--weather <files...>",
      "weather files, one after the other in time (default: a generated typical year of the place)",
    )
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
    )
    .option(
      "--losses <percent>",
      `losses before the inverter: one number, or the ones that differ from PVWatts', such as soiling=4,shading=0 (default: 14.08 together: ${manualLosses()})`,
      toLosses,
    )
    .option("--dc-ac-ratio <ratio>", "rated DC over rated AC power, 0.1 to 10 (default: 1.2)", toNumber)
    .option("--inverter-efficiency <share>", "nominal efficiency, 0.1 to 1 (default: 0.96)", toNumber)
    .addOption(choice("--module <kind>", "type of module, for the loss with temperature (default: standard)", MODULES))
    .option(
      "--gamma <coefficient>",
      "temperature coefficient of power, 1/°C, in place of the module's -0.0037",
      toNumber,
    )
    .addOption(choice("--iam <name>", "model of the reflection at the cover (default: physical)", IAM))
    .addOption(
      choice(
        "--cell-temperature <name>",
        "model of the cell temperature (default: sapm, open rack)",
        CELL_TEMPERATURES,
      ),
    )
    .addOption(choice("--spectrum <name>", "spectral correction (default: none)", SPECTRA))
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
  for (const option of shared.options) if (SHARED.has(option.long ?? "")) command.addOption(option);
  return addAcceptDoubts(command)
    .option("--plot <file>", "draw the months there, as SVG")
    .option("--loss-plot <file>", "draw the losses there, as SVG")
    .option("--out <file>", "write everything there as JSON");
}

/** The options of `observe`, of which some are taken. */
export function observeOptions(bare: Command): Command {
  return addRequestOptions(bare);
}

function manualLosses(): string {
  return Object.entries(PVWATTS_LOSSES)
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

const PLANE = "It must be tilt/azimuth/kwp, such as 30/180/8, or tracker/kwp";

function toPlane(text: string, before: YieldPlane[] = []): YieldPlane[] {
  const parts = text.split("/");
  if (parts[0] === "tracker" && parts.length === 2)
    return [...before, { trackingMode: "1_axis", kwp: toNumber(parts[1]!) }];
  const [surfaceTilt, surfaceAzimuth, kwp] = parts.map(Number) as [number, number, number];
  if (parts.length !== 3 || parts.some((part) => part.trim() === "" || !Number.isFinite(Number(part)))) {
    throw new InvalidArgumentError(`${PLANE}; got "${text}".`);
  }
  return [...before, { surfaceTilt, surfaceAzimuth, kwp }];
}

function toLosses(text: string): NonNullable<YieldSystem["losses"]> {
  if (!text.includes("=")) return toNumber(text);
  return Object.fromEntries(
    text.split(",").map((part) => {
      const [name = "", value = ""] = part.split("=").map((side) => side.trim());
      return [name, toNumber(value)];
    }),
  );
}

/** All of the system but its planes. */
export function systemOf(flags: YieldFlags): Omit<YieldSystem, "planes"> {
  const { losses, dcAcRatio, inverterEfficiency, module, gamma: gammaPdc, iam, cellTemperature, spectrum } = flags;
  const bifacial = flags.bifacial === undefined ? undefined : { factor: flags.bifacial };
  return { losses, dcAcRatio, inverterEfficiency, module, gammaPdc, iam, cellTemperature, spectrum, bifacial };
}

/** The planes that are given; undefined: the best one is wanted. */
export function planesOf(flags: YieldFlags): readonly YieldPlane[] | undefined {
  return turnedPlanes(flags, plainPlanes(flags));
}

function plainPlanes(flags: YieldFlags): readonly YieldPlane[] | undefined {
  const { plane, surfaceTilt, surfaceAzimuth, kwp } = flags;
  const given = [surfaceTilt, surfaceAzimuth].filter((value) => value !== undefined).length;
  if (plane !== undefined) {
    if (given > 0 || kwp !== undefined) {
      throw new UsageError("--plane describes a whole plane: leave out --surface-tilt, --surface-azimuth and --kwp");
    }
    return plane;
  }
  if (isTracker(flags)) {
    if (flags.trackingMode === "none")
      throw new UsageError(`${trackerFlag(flags)} needs a tracker, not --tracking-mode none`);
    if (given === 0) return [{ trackingMode: "1_axis", kwp }];
    const flag = trackerFlag({ ...flags, gcr: undefined }) ?? "--tracking-mode 1_axis";
    const fixed = surfaceTilt === undefined ? "--surface-azimuth" : "--surface-tilt";
    throw new UsageError(`${flag} describes a tracker, which has no fixed plane: leave out ${fixed}`);
  }
  if (given === 0) return undefined;
  if (surfaceTilt === undefined) throw missing("--surface-tilt", "--surface-azimuth");
  if (surfaceAzimuth === undefined && surfaceTilt > 0) throw missing("--surface-azimuth", "--surface-tilt");
  return [{ surfaceTilt, surfaceAzimuth, kwp }];
}

function missing(flag: string, given: string): UsageError {
  return new UsageError(`${flag} is required with ${given} (without both, the best plane is used)`);
}
