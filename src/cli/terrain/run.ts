/** Executes `irradiance horizon` and `irradiance altitude`. */
import { sunPathSvg } from "../../report/index.js";
import type { Terrain, TerrainHorizon } from "../../terrain/index.js";
import { refuseSameFile } from "../files.js";
import { writeResult } from "../output.js";
import { printHorizonNotices, withTerrain } from "./open.js";

export interface PlaceOptions {
  lat: number;
  lon: number;
  dem: string[];
  projection?: string;
  observerHeight?: number;
  range?: number;
  plot?: string;
  out?: string;
}

export async function horizon(options: PlaceOptions): Promise<void> {
  const { observerHeight, range } = options;
  await refuseSameFile({ "--out": options.out, "--plot": options.plot }, { "--dem": options.dem });
  await withTerrain(options, async (terrain) => {
    const line = await terrain.horizon(options.lat, options.lon, {
      ...(observerHeight === undefined ? {} : { observerHeight }),
      ...(range === undefined ? {} : { range }),
    });
    const plot = options.plot === undefined ? undefined : await sunPaths(options, terrain, line);
    await writeResult(`${JSON.stringify({ azimuth: line.azimuth, elevation: line.elevation })}\n`, options.out);
    if (plot !== undefined) await writeResult(plot, options.plot);
    printHorizonNotices(line);
  });
}

async function sunPaths({ lat, lon }: PlaceOptions, terrain: Terrain, line: TerrainHorizon): Promise<string> {
  const { standardTimeOffset } = await import("../../climatology/time-zone.js");
  const timeZone = await standardTimeOffset(lat, lon);
  const altitude = await terrain.altitude(lat, lon);
  return sunPathSvg({ latitude: lat, longitude: lon, altitude, timeZone, horizon: line.profile });
}

export async function altitude(options: PlaceOptions): Promise<void> {
  await refuseSameFile({ "--out": options.out }, { "--dem": options.dem });
  await withTerrain(options, async (terrain) => {
    await writeResult(`${(await terrain.altitude(options.lat, options.lon)).toFixed(1)}\n`, options.out);
  });
}
