/** `irradiance horizon`, `irradiance altitude`: from elevation files. */
import type { Command } from "commander";
import { sunPathSvg } from "../report/index.js";
import type { Terrain, TerrainHorizon } from "../terrain/index.js";
import { refuseSameFile } from "./files.js";
import { toNumber } from "./numbers.js";
import { printNotice, writeResult } from "./output.js";

interface PlaceOptions {
  lat: number;
  lon: number;
  dem: string[];
  projection?: string;
  observerHeight?: number;
  range?: number;
  plot?: string;
  out?: string;
}

export function addTerrain(program: Command): void {
  addPlaceOptions(program.command("horizon").description("horizon line of a place from elevation data, as JSON"))
    .option("--observer-height <metres>", "height of the eye above the ground (default: 0)", toNumber)
    .option("--range <metres>", "range of the search (default: 50000)", toNumber)
    .option("--plot <file>", "also draw the line there, with the sun's paths of the year, as SVG")
    .action(horizon);
  addPlaceOptions(program.command("altitude").description("altitude of a place from elevation data, in metres")).action(
    altitude,
  );
}

function addPlaceOptions(command: Command): Command {
  return command
    .requiredOption("--lat <degrees>", "latitude, north positive", toNumber)
    .requiredOption("--lon <degrees>", "longitude, east positive", toNumber)
    .requiredOption(
      "--dem <paths...>",
      "GeoTIFF or .hgt files, folders of them, or the address of one-degree tiles (docs/terrain.md)",
    )
    .option("--projection <definition>", "proj string, overriding the files")
    .option("--out <file>", "write the result there instead of to standard output");
}

async function horizon(options: PlaceOptions): Promise<void> {
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
  const { standardTimeOffset } = await import("../climatology/time-zone.js");
  const timeZone = await standardTimeOffset(lat, lon);
  const altitude = await terrain.altitude(lat, lon);
  return sunPathSvg({ latitude: lat, longitude: lon, altitude, timeZone, horizon: line.profile });
}

async function altitude(options: PlaceOptions): Promise<void> {
  await refuseSameFile({ "--out": options.out }, { "--dem": options.dem });
  await withTerrain(options, async (terrain) => {
    await writeResult(`${(await terrain.altitude(options.lat, options.lon)).toFixed(1)}\n`, options.out);
  });
}

export async function withTerrain(
  { dem, projection }: { dem: string[]; projection?: string },
  use: (terrain: Terrain) => Promise<void>,
): Promise<void> {
  const { openTerrain } = await import("../terrain/index.js");
  const terrain = await openTerrain(dem, projection === undefined ? {} : { projection });
  try {
    await use(terrain);
  } finally {
    await terrain.close();
  }
}

export function printHorizonNotices({ notices }: TerrainHorizon): void {
  for (const notice of notices) printNotice(`terrain: ${notice}`);
}
