import { elevationTiles, isTileAddress } from "irradiance-archive";
import { SettingsError } from "../settings.js";

/**
 * Whom the elevation data are owed to, as their licences want it said. Nothing is read for it.
 *
 * @param dem files, folders and addresses
 * @throws SettingsError for an address that cannot be one
 */
export function elevationAttributions(dem: readonly string[]): string[] {
  return dem.filter(isTileAddress).flatMap((tiles) => attributionOf(tiles) ?? []);
}

function attributionOf(tiles: string): string | undefined {
  try {
    return elevationTiles({ tiles }).attribution;
  } catch (cause) {
    throw new SettingsError(`setting "dem": ${(cause as Error).message}`);
  }
}
