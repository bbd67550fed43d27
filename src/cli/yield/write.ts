/** What `irradiance yield` writes: the table, notices, pictures, series, and measured power beside the model. */
import { openFormat } from "../../answers/bulk/files/formats.js";
import type { PlacedPart, TableColumn } from "../../answers/bulk/table.js";
import { ownUseSummary } from "../../answers/own-use/own-use.js";
import { ownUseSvg } from "../../answers/own-use/picture.js";
import { ownUseText } from "../../answers/own-use/text.js";
import { sunPathSvg } from "../../answers/report/index.js";
import { yieldHoursCsv } from "../../answers/yield/answer.js";
import {
  formatYield,
  lossesSvg,
  monthsSvg,
  type Optimum,
  seriesTable,
  type Yield,
  type YieldSeries,
} from "../../answers/yield/index.js";
import { compareMeasured, type MeasuredComparison, measuredText } from "../../answers/yield/measured/compare.js";
import { type ReadPowerOptions, readPower } from "../../answers/yield/measured/read-power.js";
import { measuredSvg } from "../../answers/yield/pictures.js";
import type { SeriesColumn } from "../../answers/yield/series.js";
import { formatMonthlyLosses, trackerName } from "../../answers/yield/text.js";
import type { LightSource } from "../../answers/yield/uncertainty/types.js";
import { frequencyOf } from "../../data/contract/observation/period.js";
import type { Examination } from "../../data/weather/believe/types.js";
import { chunksOf } from "../../data/weather/file-chunks.js";
import { refuseClock, WeatherError } from "../../data/weather/node.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import { plain } from "../../foundation/text/number.js";
import { HOUR, SECOND } from "../../foundation/time/calendar.js";
import { parseIsoTime } from "../../foundation/time/iso-time.js";
import { offsetText } from "../../foundation/time/zone.js";
import { UsageError } from "../errors.js";
import { fileItems, inItemsOf } from "../file-items.js";
import { inFlags } from "../option-names.js";
import type { YieldFlags } from "../options/power.js";
import { forPeople, printNotice, refuseOtherPictures, refuseSameFile, writeResult } from "../output.js";
import { type AskedSystem, planeJson, systemWords } from "./system.js";

/** Rows of a row group. */
const BLOCK = 1 << 17;

const WRITERS: {
  readonly [ending: string]: (series: YieldSeries) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
} = { csv: yieldHoursCsv, parquet: parquetOf };

/** @throws UsageError for a file of another kind, and for an interval without a file */
function refuseOtherSeries(file: string | undefined, frequency: string | undefined): void {
  if (file === undefined) {
    if (frequency !== undefined) throw new UsageError("--frequency needs --series: it is the interval of that file");
  } else if (!Object.hasOwn(WRITERS, endingOf(file))) {
    throw new UsageError(`--series writes .csv and .parquet: ${file} must end in one of them`);
  }
}

/** @returns the file's bytes, piece by piece */
export function seriesBytes(series: YieldSeries, file: string): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return WRITERS[endingOf(file)]!(series);
}

function endingOf(file: string): string {
  return /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
}

/** Times in UTC and in standard time of the place; units with the columns. */
async function* parquetOf(series: YieldSeries): AsyncGenerator<Uint8Array> {
  const columns = seriesTable(series);
  const times: TableColumn[] = [
    { name: "start_time", type: "timestamp" },
    { name: "local_time", type: "local-timestamp", description: `start, UTC${offsetText(series.timeZone * HOUR)}` },
  ];
  const numbers = columns.map(({ name, unit }): TableColumn => ({ name, unit, type: "float64" }));
  const description = { columns: [...times, ...numbers], metadata: {} };
  const format = await openFormat("parquet", description, {});
  const parts: PlacedPart[] = [];
  let offset = format.head.length;
  yield format.head;
  for (let from = 0; from < series.count; from += BLOCK) {
    const { bytes, index } = format.encode(blockOf(series, columns, from, Math.min(from + BLOCK, series.count)));
    parts.push({ offset, index });
    offset += bytes.length;
    yield bytes;
  }
  yield format.tail(parts, offset);
}

function blockOf(
  { start, interval, timeZone }: YieldSeries,
  columns: readonly SeriesColumn[],
  from: number,
  to: number,
) {
  const utc = Float64Array.from({ length: to - from }, (_, row) => start + (from + row) * interval * SECOND);
  const local = utc.map((time) => time + timeZone * HOUR);
  return { rows: to - from, columns: [utc, local, ...columns.map(({ values }) => values.subarray(from, to))] };
}

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

export interface YieldWeather {
  readonly series: WeatherSeries;
  readonly typicalYear: boolean;
  /** The light is that behind a horizon line, as all files say. */
  readonly horizonInLight: boolean;
  readonly examination?: Examination | undefined;
  readonly lightSource?: LightSource | undefined;
  /** What it is, for a headline. */
  readonly name: string;
  /** The same with how good it is, for a picture. */
  readonly source: string;
}

interface Computed {
  readonly asked: AskedSystem;
  readonly weather: YieldWeather;
  readonly found: Yield;
  readonly optimum: Optimum | undefined;
  readonly measured: MeasuredComparison | undefined;
  /** The line of the place. */
  readonly horizon: ArrayLike<number> | undefined;
}

/** @throws UsageError for a time that is none, or with the sun down */
function scenePicture(
  { sceneTime }: YieldFlags,
  { system }: AskedSystem,
  { place: { latitude, longitude, altitude, timeZone } }: Yield,
  horizon: Computed["horizon"],
): string {
  const time = sceneTime === undefined ? undefined : parseIsoTime(`${sceneTime}Z`) - timeZone * HOUR;
  if (Number.isNaN(time)) throw new UsageError(`--scene-time must be such as 2025-02-21T14:30, got ${sceneTime}`);
  try {
    return sunPathSvg({ latitude, longitude, altitude, timeZone, horizon, system, time });
  } catch (cause) {
    throw new UsageError((cause as Error).message.replace("sunPathSvg: time", "--scene-time"), { cause });
  }
}

/** @throws UsageError for files that are of no use, or used twice */
export async function checkFiles(flags: YieldFlags): Promise<void> {
  const { plot, lossPlot, measured, measuredPlot, ownUsePlot } = flags;
  const pictures = {
    ...{ "--plot": plot, "--loss-plot": lossPlot, "--measured-plot": measuredPlot },
    ...{ "--own-use-plot": ownUsePlot, "--scene-plot": flags.scenePlot },
  };
  await refuseSameFile(
    { "--out": flags.out, "--series": flags.series, "--write-system": flags.writeSystem, ...pictures },
    {
      ...{ "--weather": flags.weather?.filter((file) => file !== "-"), "--measured": measured },
      ...{ "--system": flags.system, "--horizon-file": flags.horizonFile, "--dem": flags.dem },
    },
  );
  refuseOtherSeries(flags.series, flags.frequency);
  refuseOtherPictures(pictures);
  if (flags.sceneTime !== undefined && flags.scenePlot === undefined)
    throw new UsageError("--scene-time needs --scene-plot: it is about that picture");
  const idle = measuredPlot !== undefined ? "--measured-plot" : flags.measuredAs !== undefined ? "--measured-as" : "";
  if (measured === undefined && idle !== "") throw new UsageError(`${idle} needs --measured: it is about that file`);
  if (measured !== undefined && flags.weather === undefined)
    throw new UsageError("--measured needs --weather of the same time: a generated year is not a history");
}

export async function write(
  flags: YieldFlags,
  { asked, weather, found, optimum, measured, horizon }: Computed,
): Promise<void> {
  const { description, wantsBest } = asked;
  if (flags.plot !== undefined) await writeResult(monthsSvg(found, weather.source), flags.plot);
  if (flags.lossPlot !== undefined) await writeResult(lossesSvg(found, weather.source), flags.lossPlot);
  if (flags.ownUsePlot !== undefined) {
    if (found.ownUse === null) throw new UsageError("--own-use-plot needs --load: what the house takes");
    await writeResult(ownUseSvg(found.ownUse), flags.ownUsePlot);
  }
  if (flags.scenePlot !== undefined) await writeResult(scenePicture(flags, asked, found, horizon), flags.scenePlot);
  if (measured && flags.measuredPlot !== undefined) await writeResult(measuredSvg(measured), flags.measuredPlot);
  if (flags.out !== undefined)
    await writeResult(
      jsonOf({ ...found, ownUse: ownUseSummary(found.ownUse), optimum: optimum ?? null }, 1),
      flags.out,
    );
  if (flags.writeSystem !== undefined) {
    const { surfaceTilt, surfaceAzimuth, kwp } = found.planes[0]!;
    const best = wantsBest ? { planes: [planeJson({ surfaceTilt, surfaceAzimuth, kwp })] } : {};
    await writeResult(jsonOf({ ...best, ...description }, 2), flags.writeSystem);
  }
  const tables = [
    `${headline(found, wantsBest)}; weather: ${weather.name}\n`,
    formatYield(found, optimum),
    ...(flags.lossesByMonth ? [formatMonthlyLosses(found)] : []),
    ...(found.ownUse === null ? [] : [ownUseText(found.ownUse)]),
    ...(measured ? [measuredText(measured)] : []),
  ];
  await writeResult(forPeople(tables.join("\n"), process.stdout), undefined);
  if (flags.quiet) return;
  if (optimum && found.annual === null)
    printNotice("note: the best plane is the best for the weather's period, not for a year");
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
