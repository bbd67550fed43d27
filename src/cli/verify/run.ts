/** Executes `irradiance verify`. */
import { readFile } from "node:fs/promises";
import { openClimatology } from "../../climatology/climatology.js";
import {
  formatVerification,
  referenceForecasts,
  type Verification,
  verificationSvg,
  verifyForecast,
} from "../../forecast/index.js";
import type { WeatherSeries } from "../../weather/series.js";
import { UsageError } from "../errors.js";
import { refuseOtherPictures, refuseSameFile } from "../files.js";
import { printWeatherNotices } from "../notices.js";
import type { PlacedOptions } from "../options.js";
import { printNotice, writeResult } from "../output.js";
import { startProgress } from "../progress.js";
import { believedWeather } from "../request.js";
import { coordinate } from "../yield/coordinate.js";
import { readForecasts } from "./forecast-file.js";
import { refuseWrongLight } from "./look.js";
import { leftOut, type NamedForecast, pairsOf, printLeft, refuseNothing, spanOf, timesOf } from "./pairs.js";

export interface VerifyFlags extends Omit<PlacedOptions, "weather"> {
  readonly forecast: string[];
  readonly observations: string;
  readonly draws?: number;
  readonly plot?: string;
  readonly out?: string;
}

export async function runVerify(flags: VerifyFlags): Promise<void> {
  const named = flags.forecast.map(nameAndFile);
  const files = named.map(({ file }) => file);
  await refuseSameFile(
    { "--out": flags.out, "--plot": flags.plot },
    { "--forecast": files, "--observations": flags.observations },
  );
  refuseOtherPictures({ "--plot": flags.plot });
  const forecasts: NamedForecast[] = [];
  for (const { name, file } of named) forecasts.push({ name, file, rows: readForecasts(await textOf(file), file) });
  const times = timesOf(forecasts[0]!);
  const progress = startProgress(flags.quiet);
  const reading = await believedWeather({ ...flags, weather: flags.observations }, progress).finally(progress.clear);
  const { series } = reading;
  const place = await placeOf(flags, series.place);
  for (const forecast of forecasts) await refuseWrongLight(forecast, place, flags);
  if (!flags.quiet) {
    printWeatherNotices(flags.observations, reading);
    printIgnored(forecasts);
  }
  const pairs = pairsOf(forecasts, times, referenceForecasts(series, times, place));
  const left = leftOut(pairs, forecasts);
  refuseNothing(left, pairs.observed.length, spansOf(forecasts, flags.observations, series));
  const found = verifyForecast(pairs, { draws: flags.draws, timeZone: place.longitude / 15 });
  refusePictureOfOne(flags.plot, found);
  if (flags.plot !== undefined) await writeResult(verificationSvg(found), flags.plot);
  if (flags.out !== undefined) await writeResult(`${JSON.stringify(found, null, 1)}\n`, flags.out);
  await writeResult(formatVerification(found), undefined);
  if (!flags.quiet) {
    printLeft(left);
    printNotice(
      "note: climatology and CLIPER are fitted to the whole record, including the forecast times: they are strong references",
    );
  }
}

/** Of each file what stands in it and takes no part. */
function printIgnored(forecasts: readonly NamedForecast[]): void {
  forecasts.forEach(({ file, rows: { ignored, quantiles } }, k) => {
    for (const text of ignored) printNotice(`note: ${file}: ${text}`);
    if (k > 0 && quantiles !== undefined) {
      printNotice(`note: ${file}: its quantiles are ignored: only the first forecast's are judged`);
    }
  });
}

function spansOf(
  forecasts: readonly NamedForecast[],
  observations: string,
  { start, interval, columns }: WeatherSeries,
) {
  const count = Object.values(columns)[0]?.length ?? 0;
  const from = new Date(start).getTime();
  return {
    ...Object.fromEntries(forecasts.map(({ file, rows }) => [file, spanOf(rows)])),
    [observations]: { from, to: from + count * interval * 1000 },
  };
}

function refusePictureOfOne(plot: string | undefined, { groups }: Verification): void {
  if (plot === undefined || groups.filter(({ lead }) => lead !== null).length > 1) return;
  throw new UsageError(
    "--plot draws errors by lead time and needs two or more lead times: all rows that can be judged have the same one",
  );
}

function nameAndFile(text: string): { name: string; file: string } {
  const at = text.indexOf("=");
  const [name, file] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  if (name === "" || file === "")
    throw new UsageError(`--forecast must be NAME=FILE, such as ours=ours.csv; got "${text}"`);
  if (REFERENCES.includes(name)) throw new UsageError(`--forecast ${name}: a reference has this name; give another`);
  return { name, file };
}

const REFERENCES: readonly string[] = ["persistence", "smartPersistence", "climatology", "cliper"];

async function textOf(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`--forecast ${file}: cannot be read (${cause.code})`, { cause });
  });
}

async function placeOf(
  { altitude, ...flags }: VerifyFlags,
  known: { readonly latitude: number; readonly longitude: number; readonly altitude?: number | undefined } | undefined,
) {
  const latitude = coordinate("--lat", flags.lat, 90) ?? known?.latitude;
  const longitude = coordinate("--lon", flags.lon, 180) ?? known?.longitude;
  if (latitude === undefined || longitude === undefined) {
    const missing = latitude === undefined ? "--lat" : "--lon";
    throw new UsageError(`${missing} is required: the file of observations does not state its location`);
  }
  const maps = await openClimatology();
  const height = altitude ?? known?.altitude ?? Math.round(maps.altitude(latitude, longitude));
  const linkeTurbidity = maps.clearTurbidity(latitude, longitude, { altitude: height });
  return { latitude, longitude, altitude: height, linkeTurbidity };
}
