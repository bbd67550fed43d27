/**
 * One column over time that is no weather, of any table that the reader of tables understands: power of a meter, light on the modules.
 * Delimiter, decimal sign, stamps, zone and label are found, or told by options, as for weather.
 */

import { shown } from "../../../foundation/text/shown.js";
import type { Notice } from "../../contract/observation/types.js";
import { WeatherError } from "../series.js";
import type { FileOptions, Label, ReaderOptions, TableOptions } from "./format.js";
import { findLayout } from "./table/layout.js";
import { columnName } from "./table/names.js";
import { tableRules } from "./table/options.js";
import { EXAMPLE, listed } from "./table/sources.js";
import { openText, type WeatherInput } from "./text.js";
import { timestamped } from "./timestamped.js";

/** Which column it is, and in what. */
export interface WantedColumn {
  /** In words, for messages: "AC power". */
  readonly quantity: string;
  /** Names in lower case, words apart by blanks; the first pattern that fits columns decides. */
  readonly patterns: readonly RegExp[];
  /** Names of other quantities. */
  readonly not: RegExp;
  /** Names that are taken where no other fits. */
  readonly later?: RegExp | undefined;
  /** Units in lower case. */
  readonly units: readonly string[];
  /** Of these, those of a rate, which no counter counts. */
  readonly rates?: readonly string[] | undefined;
  /** Whether it may be far below 0. */
  readonly isSigned?: boolean | undefined;
}

export interface OneColumnOptions
  extends Pick<FileOptions, "file" | "label" | "timeOffset" | "duplicates">,
    Pick<TableOptions, "dateFormat" | "delimiter" | "decimal" | "zone" | "missing"> {
  /** Its name in the file, or its position from 1. Default: by its name. */
  readonly column?: string | number | undefined;
}

export interface OneColumn {
  readonly name: string;
  /** As the file states it, in lower case; undefined: it states none. */
  readonly unit: string | undefined;
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  /** As the file has them; NaN: missing. */
  readonly values: Float64Array;
  /** What its stamps were taken to mark, and hours by which all of them are ahead of UTC, as far as they are alike. */
  readonly label: Label;
  readonly timeOffset: number | undefined;
  readonly notices: readonly Notice[];
}

interface HeldOptions extends Pick<ReaderOptions, "hold"> {
  /** In lower case; default: what the column states. */
  readonly unit?: string | undefined;
}

/** @throws WeatherError for a file that is no such table, naming it and the line; TypeError, RangeError for options */
export async function readOneColumn(
  source: WeatherInput,
  wanted: WantedColumn,
  { column, unit: asked, hold, ...options }: OneColumnOptions & HeldOptions,
): Promise<OneColumn> {
  const text = await openText(source, options.file);
  try {
    const layout = findLayout(text.head, tableRules(options));
    if (layout === undefined) {
      const found = `the file begins with ${shown(text.head.split("\n", 1)[0])}`;
      throw new WeatherError(`no header with a column of time and ${wanted.quantity}: ${found}; ${EXAMPLE}`, {
        file: options.file,
        line: 1,
      });
    }
    const { names, headerLine } = layout;
    const index = indexOf(names, wanted, column, { file: options.file, line: headerLine || 1 });
    const unit = unitOf(names[index]!, wanted.units);
    const isRate = wanted.rates?.includes(asked ?? unit ?? "");
    // The reader of tables knows weather: the column travels as light, in a unit that leaves its numbers alone.
    const role = "global_horizontal_irradiance";
    const read = await timestamped.read(text, {
      ...options,
      hold: hold && { ...hold, isRate },
      isSigned: wanted.isSigned,
      columns: { [role]: index + 1 },
      units: { [role]: "W/m2" },
    });
    const { series, label, timeOffset, notices } = read;
    return {
      ...{ label, timeOffset, unit },
      name: names[index]!,
      start: series.start as number,
      interval: series.interval,
      values: series.columns[role] as Float64Array,
      notices: notices.filter(({ code }) => code !== "columns" && code !== "unread" && code !== "units"),
    };
  } finally {
    await text.close();
  }
}

function indexOf(
  names: readonly string[],
  { quantity, patterns, not, later, units }: WantedColumn,
  column: string | number | undefined,
  where: { file: string | undefined; line: number },
): number {
  const told = `say which with column, one of ${listed(names)}`;
  if (column !== undefined) {
    const index = typeof column === "number" ? column - 1 : names.indexOf(column);
    if (names[index] !== undefined) return index;
    throw new WeatherError(`there is no column ${shown(column)}: ${told}`, where);
  }
  const plain = names.map((name) => columnName(name).plain);
  const isLater = (name: string) => later?.test(name) === true;
  const tries = [
    ...patterns.map((pattern) => (name: string) => !isLater(name) && pattern.test(name)),
    (name: string, k: number) => isLater(name) && (unitOf(names[k]!, units) ?? patterns.find((one) => one.test(name))),
  ];
  for (const fits of tries) {
    const fitting = plain.flatMap((name, k) => (fits(name, k) && !not.test(name) ? [k] : []));
    if (fitting.length === 1) return fitting[0]!;
    if (fitting.length > 1) {
      const list = fitting.map((k) => shown(names[k])).join(", ");
      throw new WeatherError(`${list}: more than one column of ${quantity}: ${told}`, where);
    }
  }
  throw new WeatherError(`no column of ${quantity} by its name: ${told}`, where);
}

/** In brackets, or the last word of the name, or the last two of a quotient. */
function unitOf(name: string, units: readonly string[]): string | undefined {
  const { plain, unit } = columnName(name);
  const words = plain.split(" ");
  return [unit?.toLowerCase() ?? words.slice(-2).join("/"), words.at(-1)!].find((stated) => units.includes(stated));
}
