/** `--measured`: power that was measured, beside the model. */
import { frequencyOf } from "../../contract/observation/period.js";
import { chunksOf } from "../../weather/file-chunks.js";
import { refuseClock, WeatherError } from "../../weather/node.js";
import type { Yield, YieldSeries } from "../../yield/index.js";
import {
  compareMeasured,
  type MeasuredComparison,
  type ReadPowerOptions,
  readPower,
} from "../../yield/measured/index.js";
import { fileItems, inItemsOf } from "../file-items.js";
import { printNotice } from "../output.js";
import type { YieldFlags } from "./rows.js";

/**
 * @param seriesOf the model in intervals of a frequency
 * @throws WeatherError, UsageError for a meter that cannot be read, or whose clock is surely wrong and not trusted
 */
export async function compared(
  { measured: file, measuredAs, trustClock, quiet }: YieldFlags,
  { kwp, place }: Yield,
  seriesOf: (frequency: string | undefined) => YieldSeries,
): Promise<MeasuredComparison> {
  const options = { file: file!, kwp, place, ...fileItems("--measured-as", measuredAs) } as ReadPowerOptions;
  return inItemsOf("--measured-as", place, async (inWords) => {
    const { measured, notices, examination, clockCure } = await readPower(chunksOf(file!, file!), options);
    refuseClock(examination, { trustClock, file });
    if (!quiet) for (const { message } of notices) printNotice(`measured: ${inWords(message)}`);
    const { start, interval, columns, timeZone } = seriesOf(frequencyOf(measured.interval));
    const modelled = { start, interval, ac: columns.ac, light: columns.plane_irradiance };
    const found = compareMeasured(modelled, measured, { kwp, timeZone });
    if (found.clockVerdict !== "unusable" || trustClock) {
      // Before the table, which they are about.
      if (!quiet) for (const { message } of found.notices) printNotice(`measured: ${inWords(message)}`);
      return found;
    }
    const { message } = found.notices.find(({ code }) => code === "clock")!;
    const cure = clockCure(found.clockShift);
    throw new WeatherError(`${message}; ${cure}; if the times are right all the same, pass trustClock`, { file });
  });
}
