/** Executes `irradiance verify`. */
import { readFile } from "node:fs/promises";
import { openClimatology } from "../../climatology/climatology.js";
import {
  type ForecastPairs,
  formatVerification,
  referenceForecasts,
  verificationSvg,
  verifyForecast,
} from "../../forecast/index.js";
import { readWeather } from "../../weather/node.js";
import { UsageError } from "../errors.js";
import { refuseOtherPictures, refuseSameFile } from "../files.js";
import { printWeatherNotices } from "../notices.js";
import { printNotice, writeResult } from "../output.js";
import { tableOptionsOf } from "../table-options.js";
import type { VerifyFlags } from "./command.js";
import { type ForecastFile, readForecasts } from "./forecast-file.js";

export async function runVerify(flags: VerifyFlags): Promise<void> {
  const named = flags.forecast.map(nameAndFile);
  const files = named.map(({ file }) => file);
  await refuseSameFile(
    { "--out": flags.out, "--plot": flags.plot },
    { "--forecast": files, "--observations": flags.observations },
  );
  refuseOtherPictures({ "--plot": flags.plot });
  const forecasts: { name: string; rows: ForecastFile }[] = [];
  for (const { name, file } of named) forecasts.push({ name, rows: readForecasts(await textOf(file), file) });
  const label = flags.label === undefined ? {} : { label: flags.label };
  const reading = await readWeather(flags.observations, { ...tableOptionsOf(flags), ...label });
  const { series } = reading;
  const place = await placeOf(flags, series.place);
  if (!flags.quiet) printWeatherNotices(flags.observations, reading);
  const pairs = pairsOf(forecasts, (times) => referenceForecasts(series, times, place));
  const found = verifyForecast(pairs, { draws: flags.draws, timeZone: place.longitude / 15 });
  if (flags.plot !== undefined) await writeResult(verificationSvg(found), flags.plot);
  if (flags.out !== undefined) await writeResult(`${JSON.stringify(found, null, 1)}\n`, flags.out);
  await writeResult(formatVerification(found), undefined);
  if (!flags.quiet) {
    printNotice("note: climatology and CLIPER know the whole record, the time forecast included: strong references");
  }
}

function nameAndFile(text: string): { name: string; file: string } {
  const at = text.indexOf("=");
  const [name, file] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (name === "" || file === "")
    throw new UsageError(`--forecast must be NAME=FILE, such as ours=ours.csv; got "${text}"`);
  if (REFERENCES.includes(name))
    throw new UsageError(`--forecast ${name}: this is the name of a reference; give another`);
  return { name, file };
}

const REFERENCES: readonly string[] = ["persistence", "smartPersistence", "climatology", "cliper"];

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`--forecast ${file}: cannot be read (${cause.code})`, { cause });
  });
}

async function placeOf(
  { lat, lon, altitude }: VerifyFlags,
  known: { readonly latitude: number; readonly longitude: number; readonly altitude?: number | undefined } | undefined,
) {
  const [latitude, longitude] = [lat ?? known?.latitude, lon ?? known?.longitude];
  if (latitude === undefined || longitude === undefined) {
    const missing = latitude === undefined ? "--lat" : "--lon";
    throw new UsageError(`${missing} is required: the file of observations does not state its location`);
  }
  const maps = await openClimatology();
  return {
    latitude,
    longitude,
    altitude: altitude ?? known?.altitude ?? Math.round(maps.altitude(latitude, longitude)),
    linkeTurbidity: maps.clearTurbidity(latitude, longitude),
  };
}

/** The rows of the first forecast, with those of the others for the same times and all references. */
function pairsOf(
  forecasts: readonly { readonly name: string; readonly rows: ForecastFile }[],
  referencesOf: (times: {
    issued: readonly number[];
    lead: readonly number[];
    interval: number;
  }) => ReturnType<typeof referenceForecasts>,
): ForecastPairs {
  const first = forecasts[0]!.rows;
  const interval = ((first.end[0] ?? 0) - (first.start[0] ?? 0)) / 1000;
  const other = first.end.findIndex((end, k) => (end - first.start[k]!) / 1000 !== interval);
  if (first.end.length === 0 || other >= 0) {
    throw new UsageError(
      "--forecast: all times must be of one length, whole quarters of an hour, and there must be one",
    );
  }
  const lead = first.end.map((end, k) => (end - first.issued[k]!) / 1000);
  const { observed, clear, ...references } = referencesOf({ issued: first.issued, lead, interval });
  const methods = forecasts.map(({ name, rows }): [string, readonly number[]] => [name, matched(rows, first)]);
  return {
    issued: first.issued,
    lead,
    observed,
    clear,
    forecasts: { ...Object.fromEntries(methods), ...references },
    quantiles: first.quantiles,
  };
}

/** Values for the same times of issue and ends; NaN where there is none. */
function matched(rows: ForecastFile, first: ForecastFile): readonly number[] {
  if (rows === first) return first.ghi;
  const known = new Map(rows.ghi.map((value, k) => [`${rows.issued[k]} ${rows.start[k]} ${rows.end[k]}`, value]));
  return first.end.map((end, k) => known.get(`${first.issued[k]} ${first.start[k]} ${end}`) ?? Number.NaN);
}
