/** What `irradiance yield` writes: the table, notices, pictures, and files for other programs. */

import { plain } from "../../text/number.js";
import {
  formatMonthlyLosses,
  formatYield,
  lossesSvg,
  monthsSvg,
  type Optimum,
  trackerName,
  type Yield,
} from "../../yield/index.js";
import { type MeasuredComparison, measuredSvg, measuredText } from "../../yield/measured/index.js";
import { UsageError } from "../errors.js";
import { refuseOtherPictures, refuseSameFile } from "../files.js";
import { inFlags } from "../option-names.js";
import { forPeople, printNotice, writeResult } from "../output.js";
import { type AskedSystem, systemWords } from "./check-flags.js";
import { planeJson } from "./description.js";
import type { YieldFlags } from "./rows.js";
import { refuseOtherSeries } from "./series-file.js";
import type { YieldWeather } from "./yield-weather.js";

interface Computed {
  readonly asked: AskedSystem;
  readonly weather: YieldWeather;
  readonly found: Yield;
  readonly optimum: Optimum | undefined;
  readonly measured: MeasuredComparison | undefined;
}

/** @throws UsageError for files that are of no use, or used twice */
export async function checkFiles(flags: YieldFlags): Promise<void> {
  const { plot, lossPlot, measured, measuredPlot } = flags;
  const pictures = { "--plot": plot, "--loss-plot": lossPlot, "--measured-plot": measuredPlot };
  await refuseSameFile(
    { "--out": flags.out, "--series": flags.series, "--write-system": flags.writeSystem, ...pictures },
    {
      ...{ "--weather": flags.weather?.filter((file) => file !== "-"), "--measured": measured },
      ...{ "--system": flags.system, "--horizon-file": flags.horizonFile, "--dem": flags.dem },
    },
  );
  refuseOtherSeries(flags.series, flags.frequency);
  refuseOtherPictures(pictures);
  const idle = measuredPlot !== undefined ? "--measured-plot" : flags.measuredAs !== undefined ? "--measured-as" : "";
  if (measured === undefined && idle !== "") throw new UsageError(`${idle} needs --measured: it is about that file`);
  if (measured !== undefined && flags.weather === undefined) {
    throw new UsageError("--measured needs --weather of the same time: a generated year is not a history");
  }
}

export async function write(flags: YieldFlags, { asked, weather, found, optimum, measured }: Computed): Promise<void> {
  const { description, wantsBest } = asked;
  if (flags.plot !== undefined) await writeResult(monthsSvg(found, weather.source), flags.plot);
  if (flags.lossPlot !== undefined) await writeResult(lossesSvg(found, weather.source), flags.lossPlot);
  if (measured && flags.measuredPlot !== undefined) await writeResult(measuredSvg(measured), flags.measuredPlot);
  if (flags.out !== undefined) await writeResult(jsonOf({ ...found, optimum: optimum ?? null }, 1), flags.out);
  if (flags.writeSystem !== undefined) {
    const { surfaceTilt, surfaceAzimuth, kwp } = found.planes[0]!;
    const best = wantsBest ? { planes: [planeJson({ surfaceTilt, surfaceAzimuth, kwp })] } : {};
    await writeResult(jsonOf({ ...best, ...description }, 2), flags.writeSystem);
  }
  const tables = [
    `${headline(found, wantsBest)}; weather: ${weather.name}\n`,
    formatYield(found, optimum),
    ...(flags.lossesByMonth ? [formatMonthlyLosses(found)] : []),
    ...(measured ? [measuredText(measured)] : []),
  ];
  await writeResult(forPeople(tables.join("\n"), process.stdout), undefined);
  if (flags.quiet) return;
  if (optimum && found.annual === null) {
    printNotice("note: the best plane is the best for the weather's period, not for a year");
  }
  for (const { message } of found.notices) printNotice(`note: ${inFlags(systemWords(message, flags))}`);
}

function jsonOf(value: object, indent: number): string {
  return `${JSON.stringify(value, null, indent)}\n`;
}

function headline({ place, kwp, planes }: Yield, isBest: boolean): string {
  const [first] = planes as [Yield["planes"][number]];
  const plane =
    planes.length > 1
      ? `${planes.length} planes`
      : first.trackingMode === "none"
        ? `tilt ${first.surfaceTilt}°, azimuth ${first.surfaceAzimuth}°${isBest ? " (the best fixed plane)" : ""}`
        : trackerName(first);
  return `${plain(kwp)} kWp, ${plane}, at ${place.latitude}, ${place.longitude}, ${Math.round(place.altitude)} m`;
}
