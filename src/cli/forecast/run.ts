/** Executes `irradiance forecast`. */
import { openPlaceZones } from "../../climatology/index.js";
import { withPlaceZone } from "../../contract/index.js";
import type { ObservationContext } from "../../index.js";
import { fixedZone, zoneNamed } from "../../time/zone.js";
import {
  forecastPower,
  formatPower,
  localDays,
  type PowerForecast,
  powerAnswer,
  powerCsv,
  powerSvg,
} from "../../yield/index.js";
import { UsageError } from "../errors.js";
import { refuseOtherPictures, refuseSameFile } from "../files.js";
import { inFlags } from "../option-names.js";
import { printNotice, writeResult } from "../output.js";
import { withPlaceContext } from "../place-context.js";
import { startProgress } from "../progress.js";
import { toContext } from "../request.js";
import { withTerrainContext } from "../terrain-context.js";
import { checkFlags, inOptions, systemWords } from "../yield/check-flags.js";
import { coordinate } from "../yield/coordinate.js";
import { type AskedForecast, checkForecast, type ForecastFlags } from "./flags.js";
import { correctedRun, type RunWeather, runWeather } from "./weather.js";

/** Trackers are those of the planes. */
const NO_TRACKER = {
  ...{ axisTilt: undefined, axisAzimuth: undefined, maxAngle: undefined, gcr: undefined, crossAxisTilt: undefined },
  ...{ backtrack: true, dualAxis: undefined },
};

export async function runForecast(flags: ForecastFlags): Promise<void> {
  const { weather, observations, tuning, system: described, plot, out, quiet } = flags;
  const read = { "--weather": weather, "--observations": observations, "--tuning": tuning, "--system": described };
  await refuseSameFile({ "--plot": plot, "--out": out }, read);
  refuseOtherPictures({ "--plot": plot });
  const asked = checkForecast(flags);
  const { system, wantsBest } = await checkFlags(flags);
  if (wantsBest) {
    throw new UsageError(
      "give the plane: --surface-tilt, --surface-azimuth and --kwp, several --plane, or --system FILE",
    );
  }
  const progress = startProgress(quiet);
  try {
    const run = await runWeather(flags, daysAround(await zoneOf(flags, undefined), asked), asked.now, progress);
    const context = await contextOf(flags, run);
    const { corrected, spread } = await correctedRun(run, flags, context.altitude!, asked.now);
    progress.clear();
    const found = forecastPower(corrected.correction.method === "none" ? run.series : corrected.series, system, {
      ...{ latitude: run.latitude, longitude: run.longitude, context },
      ...{ now: asked.now, frequency: flags.frequency ?? "1_hour", timeZone: await zoneOf(flags, run) },
      period: { start: asked.now, end: asked.end },
      bands: asked.quantiles.length === 0 ? undefined : { names: asked.quantiles, corrected, spread },
    });
    await write(flags, run, found);
    if (quiet) return;
    const { method, reason } = corrected.correction;
    if (reason !== undefined && observations !== undefined)
      printNotice(`note: not corrected by observations: ${reason}`);
    if (method === "none") printNotice("note: the run is as it came: --observations and --tuning correct it");
    for (const { message } of [...corrected.notices, ...found.notices]) {
      printNotice(`note: ${inFlags(systemWords(message, flags))}`);
    }
  } catch (cause) {
    progress.clear();
    throw inOptions(cause, flags);
  }
}

/** The zone of times and days; before the run is read that of the options, which may not know the place. */
async function zoneOf({ timeZone = "local", lat, lon }: ForecastFlags, run: RunWeather | undefined): Promise<string> {
  const latitude = run?.latitude ?? coordinate("--lat", lat, 90);
  const longitude = run?.longitude ?? coordinate("--lon", lon, 180);
  if (latitude === undefined || longitude === undefined) return "UTC";
  const zoneAt = await openPlaceZones();
  const { time_zone: zone } = withPlaceZone({ lat: latitude, lon: longitude, time_zone: timeZone }, zoneAt);
  if (zoneNamed(zone) !== undefined) return zone;
  throw new UsageError(
    `--time-zone must be a name such as Europe/Zurich, an offset such as +05:30, or UTC, got "${zone}"`,
  );
}

/** Whole days: the energy of today is that of all of it. */
function daysAround(zone: string, { now, end }: AskedForecast) {
  const days = localDays({ start: now, end }, zoneNamed(zone) ?? fixedZone(0));
  return { start: days[0]!.start, end: days.at(-1)!.end };
}

async function contextOf(
  flags: ForecastFlags,
  { series, latitude, longitude }: RunWeather,
): Promise<ObservationContext> {
  const place = { lat: latitude, lon: longitude };
  const files = { ...flags, weather: "" };
  const given = await withTerrainContext(files, place, await toContext({ ...files, ...NO_TRACKER }));
  return withPlaceContext(place, series, given, flags.quiet);
}

async function write({ plot, out }: ForecastFlags, { name }: RunWeather, found: PowerForecast): Promise<void> {
  if (plot !== undefined) await writeResult(powerSvg(found, name), plot);
  if (out !== undefined) {
    const text = () => `${JSON.stringify(powerAnswer(found), null, 1)}\n`;
    await writeResult(/\.csv$/i.test(out) ? powerCsv(found) : text(), out);
  }
  await writeResult(formatPower(found), undefined);
}
