/** Executes `irradiance yield`. */
import type { ObservationContext } from "../../index.js";
import { type Optimum, optimumOf, type YieldPlane, yieldOf, yieldSeries } from "../../yield/index.js";
import { UsageError } from "../errors.js";
import { withClosure } from "../examined.js";
import { writeResult } from "../output.js";
import { withPlaceContext } from "../place-context.js";
import { startProgress } from "../progress.js";
import { toContext } from "../request.js";
import { withTerrainContext } from "../terrain-context.js";
import { checkFlags, inOptions } from "./check-flags.js";
import { coordinate } from "./coordinate.js";
import { compared } from "./measured.js";
import type { YieldFlags } from "./rows.js";
import { seriesBytes } from "./series-file.js";
import { generatedPlace, type YieldWeather, yieldWeather } from "./weather.js";
import { checkFiles, write } from "./write.js";

/** Trackers are those of the planes. */
const NO_TRACKER = {
  ...{ axisTilt: undefined, axisAzimuth: undefined, maxAngle: undefined, gcr: undefined, crossAxisTilt: undefined },
  ...{ backtrack: true, dualAxis: undefined },
};

export async function runYield(flags: YieldFlags): Promise<void> {
  await checkFiles(flags);
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
    const seriesOf = (frequency: string | undefined) => yieldSeries(weather.series, system, { ...options, frequency });
    const measured = flags.measured === undefined ? undefined : await compared(flags, found, seriesOf);
    if (flags.series !== undefined)
      await writeResult(seriesBytes(seriesOf(flags.frequency), flags.series), flags.series);
    progress.clear();
    await write(flags, { asked, weather, found, optimum, measured });
  } catch (cause) {
    progress.clear();
    throw inOptions(cause, flags);
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
  { series, typicalYear, horizonInLight, examination, lightSource }: YieldWeather,
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
    lightSource,
    acceptDoubts: flags.acceptDoubts,
    uncertainty: flags.uncertainty,
    context: await withPlaceContext(place, series, closed, flags.quiet),
  };
}
