/** Executes `irradiance yield`. */
import type { ObservationContext } from "../../index.js";
import {
  formatMonthlyLosses,
  formatYield,
  lossesSvg,
  monthsSvg,
  type Optimum,
  optimumOf,
  trackerName,
  type Yield,
  type YieldPlane,
  yieldOf,
  yieldSeries,
} from "../../yield/index.js";
import { UsageError } from "../errors.js";
import { withClosure } from "../examined.js";
import { refuseOtherPictures, refuseSameFile } from "../files.js";
import { inFlags } from "../option-names.js";
import { printNotice, writeResult } from "../output.js";
import { withPlaceContext } from "../place-context.js";
import { startProgress } from "../progress.js";
import { toContext } from "../request.js";
import { withTerrainContext } from "../terrain-context.js";
import { type AskedSystem, checkFlags } from "./check-flags.js";
import { planeJson } from "./description.js";
import type { YieldFlags } from "./rows.js";
import { refuseOtherSeries, seriesBytes } from "./series-file.js";
import { coordinate, generatedPlace, type YieldWeather, yieldWeather } from "./weather.js";

/** Trackers are those of the planes. */
const NO_TRACKER = {
  ...{ axisTilt: undefined, axisAzimuth: undefined, maxAngle: undefined, gcr: undefined, crossAxisTilt: undefined },
  ...{ backtrack: true, dualAxis: undefined },
};

export async function runYield(flags: YieldFlags): Promise<void> {
  const files = flags.weather?.filter((file) => file !== "-");
  await refuseSameFile(
    {
      ...{ "--out": flags.out, "--series": flags.series, "--write-system": flags.writeSystem },
      ...{ "--plot": flags.plot, "--loss-plot": flags.lossPlot },
    },
    { "--system": flags.system, "--weather": files, "--horizon-file": flags.horizonFile, "--dem": flags.dem },
  );
  refuseOtherSeries(flags.series, flags.frequency);
  refuseOtherPictures({ "--plot": flags.plot, "--loss-plot": flags.lossPlot });
  const asked = await checkFlags(flags);
  const progress = startProgress(flags.quiet);
  try {
    const given = await toContext({ ...flags, ...NO_TRACKER, weather: "" });
    // A generated year is that of the altitude, which --dem may know.
    const context = flags.weather === undefined ? await terrainContext(flags, generatedPlace(flags), given) : given;
    const altitude = flags.altitude ?? context.altitude;
    const weather = await yieldWeather({ ...flags, ...(altitude !== undefined && { altitude }) }, progress);
    const options = await optionsOf(flags, weather, context);
    progress.show("computing");
    const { wantsBest } = asked;
    const optimum = wantsBest || flags.optimum ? optimumOf(weather.series, asked.system, options) : undefined;
    const system = wantsBest ? { ...asked.system, planes: [bestPlane(optimum!, flags.kwp)] } : asked.system;
    const found = yieldOf(weather.series, system, options);
    if (flags.series !== undefined) {
      const series = yieldSeries(weather.series, system, { ...options, frequency: flags.frequency });
      await writeResult(seriesBytes(series, flags.series), flags.series);
    }
    progress.clear();
    await write(flags, asked, weather, found, optimum);
  } catch (cause) {
    progress.clear();
    throw cause;
  }
}

function terrainContext(flags: YieldFlags, place: { lat: number; lon: number }, context: ObservationContext) {
  return withTerrainContext({ ...flags, weather: "" }, place, context);
}

function bestPlane({ surfaceTilt, surfaceAzimuth }: Optimum, kwp: number | undefined): YieldPlane {
  return { surfaceTilt, surfaceAzimuth, kwp };
}

async function optionsOf(
  flags: YieldFlags,
  { series, typicalYear, horizonInLight, examination }: YieldWeather,
  context: ObservationContext,
) {
  const latitude = coordinate("--lat", flags.lat, 90) ?? series.place?.latitude;
  const longitude = coordinate("--lon", flags.lon, 180) ?? series.place?.longitude;
  if (latitude === undefined || longitude === undefined) {
    const missing = latitude === undefined ? "--lat" : "--lon";
    throw new UsageError(`${missing} is required: the weather file does not state its location`);
  }
  const place = { lat: latitude, lon: longitude };
  const withTerrain = flags.weather === undefined ? context : await terrainContext(flags, place, context);
  const closed = withClosure(withTerrain, examination, flags.quiet);
  return {
    latitude,
    longitude,
    typicalYear,
    horizonInLight,
    examination,
    acceptDoubts: flags.acceptDoubts,
    context: await withPlaceContext(place, series, closed, flags.quiet),
  };
}

async function write(
  flags: YieldFlags,
  { description, wantsBest }: AskedSystem,
  weather: YieldWeather,
  found: Yield,
  optimum: Optimum | undefined,
) {
  const { place, kwp, planes } = found;
  const chosen = wantsBest ? " (the best fixed plane)" : "";
  const [first] = planes as [Yield["planes"][number]];
  const plane =
    planes.length > 1
      ? `${planes.length} planes`
      : first.trackingMode === "none"
        ? `tilt ${first.surfaceTilt}°, azimuth ${first.surfaceAzimuth}°${chosen}`
        : trackerName(first);
  const head = `${kwp} kWp, ${plane}, at ${place.latitude}, ${place.longitude}, ${Math.round(place.altitude)} m; weather: ${weather.name}`;
  if (flags.plot !== undefined) await writeResult(monthsSvg(found, weather.source), flags.plot);
  if (flags.lossPlot !== undefined) await writeResult(lossesSvg(found, weather.source), flags.lossPlot);
  if (flags.out !== undefined) {
    await writeResult(`${JSON.stringify({ ...found, optimum: optimum ?? null }, null, 1)}\n`, flags.out);
  }
  if (flags.writeSystem !== undefined) {
    const best = wantsBest ? { planes: [planeJson(bestPlane(optimum!, kwp))] } : {};
    await writeResult(`${JSON.stringify({ ...best, ...description }, null, 2)}\n`, flags.writeSystem);
  }
  const byMonth = flags.lossesByMonth ? `\n${formatMonthlyLosses(found)}` : "";
  await writeResult(`${head}\n\n${formatYield(found, optimum)}${byMonth}`, undefined);
  if (optimum && found.annual === null && !flags.quiet) {
    printNotice("note: the best plane is the best for the weather's period, not for a year");
  }
  if (!flags.quiet) for (const { message } of found.notices) printNotice(`note: ${inFlags(message)}`);
}
