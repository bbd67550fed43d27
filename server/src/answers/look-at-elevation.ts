/** Asks each address of elevation tiles for one tile at the start: a wrong pattern would be sea or missing land everywhere. */
import { elevationTiles, isTileAddress } from "irradiance-archive";
import type { Logger } from "pino";
import { SettingsError } from "../settings.js";

/** Land, in Germany, of which every model of the Earth has a tile. */
const PROBE = { south: 50, west: 10 };
/** ms for an attempt; one is enough for a warning. */
const PATIENCE = 4_000;

/** @throws SettingsError for an address that cannot be one; nothing is read for it */
export function checkElevation(dem: readonly string[]): void {
  for (const tiles of dem.filter(isTileAddress)) {
    try {
      elevationTiles({ tiles });
    } catch (cause) {
      throw new SettingsError(`setting "dem": ${(cause as Error).message}`);
    }
  }
}

/** A line for each address. Never rejects. */
export async function lookAtElevation(dem: readonly string[], log: Logger): Promise<void> {
  await Promise.all(dem.filter(isTileAddress).map((tiles) => probe(tiles, log)));
}

async function probe(address: string, log: Logger): Promise<void> {
  const tiles = elevationTiles({ tiles: address, cache: false, attempts: 1, timeout: PATIENCE });
  const { south, west } = PROBE;
  try {
    const tile = await tiles.find(south, west);
    if (typeof tile !== "string") log.info({ tiles: tiles.name, tile: tile.file }, "elevation tiles found");
    else {
      const advice =
        "this is right only if the tiles cover another region; otherwise the address or its pattern is wrong";
      log.warn({ tiles: tiles.name }, `no elevation tile at ${south}° N, ${west}° E: ${advice}`);
    }
  } catch (thrown) {
    const cause = (thrown as Error).message;
    log.warn(
      { tiles: tiles.name, cause },
      "elevation tiles cannot be read: until they can, answers that need them are refused",
    );
  } finally {
    await tiles.close();
  }
}
