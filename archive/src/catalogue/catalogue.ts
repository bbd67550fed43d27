/** The catalogue of public sources: a name for each, in place of a description. */
import { didYouMean, isSourceName, SOURCE_NAMES, type SourceName, shown } from "irradiance-engine/shared";
import { ArchiveError } from "../errors.js";
import { ERA5, ERA5_LAND } from "./entries/era5.js";
import { NASA_POWER } from "./entries/nasa-power.js";
import { OPEN_METEO } from "./entries/open-meteo.js";
import { DWD_SIS, GOES, SARAH } from "./entries/satellites.js";
import type { CatalogueEntry } from "./entry.js";

/** @experimental */
export const CATALOGUE: { readonly [name in SourceName]: CatalogueEntry } = {
  era5: ERA5,
  "era5-land": ERA5_LAND,
  "open-meteo": OPEN_METEO,
  "nasa-power": NASA_POWER,
  "dwd-sis": DWD_SIS,
  goes: GOES,
  sarah: SARAH,
};

/**
 * The entry of a name.
 *
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION` for another name, with the one that was likely meant
 * @experimental
 */
export function catalogueEntry(name: string): CatalogueEntry {
  if (isSourceName(name)) return CATALOGUE[name];
  const hint = typeof name === "string" ? didYouMean(name, SOURCE_NAMES) : "";
  throw new ArchiveError(
    "ERR_ARCHIVE_DESCRIPTION",
    `a source of the catalogue must be one of ${SOURCE_NAMES.join(", ")}, got ${shown(name)}${hint}`,
  );
}
