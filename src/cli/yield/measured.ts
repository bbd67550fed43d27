/** `--measured`: power that was measured, beside the model. */
import { frequencyOf } from "../../contract/observation/period.js";
import { shown } from "../../text/shown.js";
import { chunksOf } from "../../weather/file-chunks.js";
import type { Yield, YieldSeries } from "../../yield/index.js";
import {
  compareMeasured,
  type MeasuredComparison,
  type ReadPowerOptions,
  readPower,
} from "../../yield/measured/index.js";
import { UsageError } from "../errors.js";
import { inFlags } from "../option-names.js";
import { printNotice } from "../output.js";
import type { YieldFlags } from "./rows.js";

/** Keys of `--measured-as`, and the options of the reader. */
const KEYS = {
  ...{ column: "column", unit: "unit", label: "label", time_zone: "zone", time_offset: "timeOffset" },
  ...{ date_format: "dateFormat", delimiter: "delimiter", decimal: "decimal", duplicates: "duplicates" },
} as const satisfies { readonly [key: string]: keyof ReadPowerOptions };

/** @param seriesOf the model in intervals of a frequency */
export async function compared(
  { measured: file, measuredAs = {}, quiet }: YieldFlags,
  { kwp }: Yield,
  seriesOf: (frequency: string | undefined) => YieldSeries,
): Promise<MeasuredComparison> {
  const options = { file: file!, kwp, ...readAs(measuredAs) };
  const { measured, notices } = await readPower(chunksOf(file!, file!), options).catch((cause: Error) => {
    const words = inItems(cause.message);
    throw words === cause.message ? cause : new UsageError(words, { cause });
  });
  if (!quiet) for (const { message } of notices) printNotice(`measured: ${inItems(message)}`);
  const { start, interval, columns, timeZone } = seriesOf(frequencyOf(measured.interval));
  const modelled = { start, interval, ac: columns.ac, light: columns.plane_irradiance };
  return compareMeasured(modelled, measured, { kwp, timeZone });
}

/** A message of the reader, in the items of `--measured-as`. */
function inItems(message: string): string {
  const words = message
    .replace(/\bsay which with column, /, "say which with --measured-as column=NAME, ")
    .replace(/\bpass label\b/, "pass --measured-as label=end or center")
    .replace(/\bpass unit, such as "(\w+)"/, "pass --measured-as unit=$1")
    .replace(/^readPower: option "(\w+)"/, "--measured-as $1");
  return inFlags(words);
}

/** @throws UsageError for a key that the reader does not have */
function readAs(given: unknown): ReadPowerOptions {
  const known = Object.keys(KEYS).map((key) => key.replaceAll("_", "-"));
  const expected = `--measured-as must be items of ${known.join(", ")}, such as unit=kW,time-zone=+01:00`;
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new UsageError(`${expected}, got ${shown(given)}`);
  }
  return Object.fromEntries(
    Object.entries(given).map(([key, value]) => {
      if (!Object.hasOwn(KEYS, key)) throw new UsageError(`${expected}, got ${shown(key)}`);
      return [KEYS[key as keyof typeof KEYS], value];
    }),
  );
}
