/** Elevation files of `--dem`, opened for as long as they are used. */
import type { Terrain, TerrainHorizon } from "../../terrain/index.js";
import { printNotice } from "../output.js";

export async function withTerrain(
  { dem, projection }: { dem: string[]; projection?: string },
  use: (terrain: Terrain) => Promise<void>,
): Promise<void> {
  const { openTerrain } = await import("../../terrain/index.js");
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
