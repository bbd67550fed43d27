/** Options that describe a table of weather and its rows, shared by all commands that read weather. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Duplicates, FileOptions } from "../weather/readers/format.js";
import { FORMAT_NAMES } from "../weather/readers/format-names.js";
import { SHORT_NAMES, TIME_ROLES } from "../weather/readers/options.js";
import { toNumber } from "./numbers.js";

/** As commander gives them. */
export interface TableFlags {
  columns?: { [role: string]: string | number };
  units?: { [column: string]: string };
  dateFormat?: string;
  delimiter?: string;
  decimal?: "point" | "comma";
  weatherTimeZone?: string;
  duplicates?: Duplicates;
  missing?: string[];
}

/** The flags by name, for commands that take a part of another's options. */
export const TABLE_FLAGS = [
  "--columns",
  "--units",
  "--date-format",
  "--delimiter",
  "--decimal",
  "--weather-time-zone",
  "--duplicates",
  "--missing",
] as const;

export function addTableOptions(command: Command): Command {
  const roles = [...Object.keys(SHORT_NAMES), ...TIME_ROLES].join(", ");
  return command
    .option(
      "--columns <role=name...>",
      `columns of a CSV by name or position, such as "ghi=Global [kW/m²]" time=1 (${roles}, …)`,
      toColumn,
    )
    .option("--units <column=unit...>", "units of a CSV, such as ghi=kW/m2 temperature=F", toUnit)
    .option("--date-format <format>", 'DMY, MDY, YMD, or a format such as "DD.MM.YYYY HH:mm" or "%d.%m.%Y %H:%M"')
    .addOption(
      new Option("--delimiter <name>", "separator between the cells of a CSV").choices([
        "comma",
        "semicolon",
        "tab",
        "pipe",
        "space",
      ]),
    )
    .addOption(new Option("--decimal <name>", "decimal sign of a CSV").choices(["point", "comma"]))
    .option(
      "--weather-time-zone <name>",
      "time zone of a CSV, such as UTC, +05:30 or Europe/Berlin (with daylight saving)",
    )
    .addOption(
      new Option(
        "--duplicates <which>",
        "rows of the same time, and files that overlap: refuse (default), or the last counts",
      ).choices(["refuse", "last"]),
    )
    .option("--missing <texts...>", 'texts of a CSV that stand for a missing value, such as "Bad Input"');
}

/** How several weather files are read, before what tables need. */
export function addReadingOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--weather-format <name>", "format of the weather files")
        .choices(["auto", ...FORMAT_NAMES])
        .default("auto"),
    )
    .addOption(
      new Option("--label <mark>", "what the files' time stamps mark (default: what their format says)").choices([
        "start",
        "center",
        "end",
      ]),
    )
    .option(
      "--time-offset <hours>",
      "hours by which the files' clock is ahead of UTC (default: what they state)",
      toNumber,
    );
}

function toColumn(text: string, before: TableFlags["columns"]): TableFlags["columns"] {
  const [role, name] = pair(text, 'role=name, such as "ghi=Global [kW/m²]"');
  return { ...before, [role]: /^[1-9]\d{0,3}$/.test(name) ? Number(name) : name };
}

function toUnit(text: string, before: TableFlags["units"]): TableFlags["units"] {
  const [column, unit] = pair(text, "column=unit, such as ghi=kW/m2");
  return { ...before, [column]: unit };
}

function pair(text: string, expected: string): [string, string] {
  const at = text.indexOf("=");
  if (at > 0 && at < text.length - 1) return [text.slice(0, at).trim(), text.slice(at + 1)];
  throw new InvalidArgumentError(`It must be ${expected}; got "${text}".`);
}

/** The options of `readWeather` among them; the reader checks their values. */
export function tableOptionsOf(flags: TableFlags): FileOptions {
  const { columns, units, dateFormat, delimiter, decimal, weatherTimeZone: zone, duplicates, missing } = flags;
  return {
    ...(columns !== undefined && { columns }),
    ...(units !== undefined && { units }),
    ...(dateFormat !== undefined && { dateFormat }),
    ...(delimiter !== undefined && { delimiter }),
    ...(decimal !== undefined && { decimal }),
    ...(zone !== undefined && { zone }),
    ...(duplicates !== undefined && { duplicates }),
    ...(missing !== undefined && { missing }),
  };
}
