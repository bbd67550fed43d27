/** Executes `irradiance horizon` and `irradiance altitude`. */
import { sunPathSvg } from "../answers/report/index.js";
import type { Terrain, TerrainHorizon } from "../data/terrain/index.js";
import { given } from "../foundation/text/shown.js";
import type { HorizonFlags } from "./options/weather.js";
import { refuseSameFile, writeResult } from "./output.js";
import { printHorizonNotices, withTerrain } from "./place-context.js";

export async function horizon(options: HorizonFlags): Promise<void> {
  const { observerHeight, range } = options;
  await refuseSameFile({ "--out": options.out, "--plot": options.plot }, { "--dem": options.dem });
  await withTerrain(options, async (terrain) => {
    const line = await terrain.horizon(options.lat, options.lon, { ...given({ observerHeight, range }) });
    const plot = options.plot === undefined ? undefined : await sunPaths(options, terrain, line);
    await writeResult(`${JSON.stringify({ azimuth: line.azimuth, elevation: line.elevation })}\n`, options.out);
    if (plot !== undefined) await writeResult(plot, options.plot);
    printHorizonNotices(line);
  });
}

async function sunPaths({ lat, lon }: HorizonFlags, terrain: Terrain, line: TerrainHorizon): Promise<string> {
  const { standardTimeOffset } = await import("../data/climatology/climatology.js");
  const timeZone = await standardTimeOffset(lat, lon);
  const altitude = await terrain.altitude(lat, lon);
  return sunPathSvg({ latitude: lat, longitude: lon, altitude, timeZone, horizon: line.profile });
}

export async function altitude(options: HorizonFlags): Promise<void> {
  await refuseSameFile({ "--out": options.out }, { "--dem": options.dem });
  await withTerrain(options, async (terrain) => {
    await writeResult(`${(await terrain.altitude(options.lat, options.lon)).toFixed(1)}\n`, options.out);
  });
}
