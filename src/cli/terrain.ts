/** `irradiance horizon`, `irradiance altitude`: from elevation files. */
import type { Command } from "commander";
import { openTerrain, type Terrain, type TerrainHorizon } from "../terrain/index.js";
import { toNumber } from "./options.js";
import { remark, writeResult } from "./output.js";

interface PlaceOptions {
  lat: number;
  lon: number;
  dem: string[];
  projection?: string;
  observerHeight?: number;
  range?: number;
  out?: string;
}

export function addTerrain(program: Command): void {
  addPlaceOptions(program.command("horizon").description("horizon line of a place from elevation files, as JSON"))
    .option("--observer-height <metres>", "of the eye above the ground (default: 0)", toNumber)
    .option("--range <metres>", "how far to look (default: 50000)", toNumber)
    .action(horizon);
  addPlaceOptions(
    program.command("altitude").description("altitude of a place from elevation files, in metres"),
  ).action(altitude);
}

function addPlaceOptions(command: Command): Command {
  return command
    .requiredOption("--lat <degrees>", "latitude, north positive", toNumber)
    .requiredOption("--lon <degrees>", "longitude, east positive", toNumber)
    .requiredOption("--dem <paths...>", "GeoTIFF or .hgt files, or folders of them")
    .option("--projection <definition>", "proj string in place of what the files say")
    .option("--out <file>", "write the result there instead of to standard output");
}

async function horizon(options: PlaceOptions): Promise<void> {
  const { observerHeight, range } = options;
  await withTerrain(options, async (terrain) => {
    const line = await terrain.horizon(options.lat, options.lon, {
      ...(observerHeight === undefined ? {} : { observerHeight }),
      ...(range === undefined ? {} : { range }),
    });
    await writeResult(`${JSON.stringify({ azimuth: line.azimuth, elevation: line.elevation })}\n`, options.out);
    remarkOnHorizon(line);
  });
}

async function altitude(options: PlaceOptions): Promise<void> {
  await withTerrain(options, async (terrain) => {
    await writeResult(`${(await terrain.altitude(options.lat, options.lon)).toFixed(1)}\n`, options.out);
  });
}

export async function withTerrain(
  { dem, projection }: { dem: string[]; projection?: string },
  use: (terrain: Terrain) => Promise<void>,
): Promise<void> {
  const terrain = await openTerrain(dem, projection === undefined ? {} : { projection });
  try {
    await use(terrain);
  } finally {
    await terrain.close();
  }
}

export function remarkOnHorizon({ notices }: TerrainHorizon): void {
  for (const notice of notices) remark(`terrain: ${notice}`);
}
