/** Addresses of elevation tiles: a path or URL with blanks for the degree. */
import { folderOf, locationOf } from "../bytes/location.js";

export interface TilePattern {
  /** As given, for messages. */
  readonly name: string;
  /** What lies above all tiles. */
  readonly folder: string;
  readonly attribution: string | undefined;
  /** The tile whose south-west corner this is, in whole degrees. */
  at(south: number, west: number): string;
}

/** As the licence of the Copernicus DEM wants it. */
const COPERNICUS =
  "elevation: produced using Copernicus WorldDEM-30 © DLR e.V. 2010-2014 and © Airbus Defence and Space GmbH 2014-2018 " +
  "provided under COPERNICUS by the European Union and ESA; all rights reserved";

const BLANKS: { readonly [name: string]: (latitude: string, longitude: string) => string } = {
  name: (latitude, longitude) => `Copernicus_DSM_COG_10_${latitude}_00_${longitude}_00_DEM`,
  name90: (latitude, longitude) => `Copernicus_DSM_COG_30_${latitude}_00_${longitude}_00_DEM`,
  latitude: (latitude) => latitude,
  longitude: (_, longitude) => longitude,
};
/** Whether a text is an address of tiles, not a file or folder: as `openTerrain` tells them apart. @experimental */
export function isTileAddress(text: string): boolean {
  return /^https?:\/\/|\{\w+\}/i.test(text);
}

const BLANK = /\{(\w+)\}/g;
/** The layout of the public buckets of the Copernicus DEM. */
const BUCKET = "/{name}/{name}.tif";

/**
 * @param given `{name}`: GLO-30's name of a tile (`Copernicus_DSM_COG_10_N50_00_E010_00_DEM`), `{name90}`: GLO-90's,
 *   `{latitude}` and `{longitude}`: `N50` and `E010`; without any of them the address of a bucket laid out like GLO-30's
 * @throws TypeError, RangeError for what cannot be one
 */
export function tilePattern(given: string): TilePattern {
  if (typeof given !== "string" || given === "")
    throw new TypeError(`tiles must be an address or a path, got ${given}`);
  const blanks = [...given.matchAll(BLANK)].map(([, name]) => name!);
  const unknown = blanks.find((name) => !Object.hasOwn(BLANKS, name));
  if (unknown !== undefined) {
    const known = Object.keys(BLANKS).map((name) => `{${name}}`);
    throw new RangeError(`tiles may contain ${known.join(", ")}, got {${unknown}} in ${given}`);
  }
  const has = (name: string) => blanks.includes(name);
  if (blanks.length > 0 && !(has("name") || has("name90") || (has("latitude") && has("longitude")))) {
    throw new RangeError(`tiles must contain both {latitude} and {longitude}, or {name}, got ${given}`);
  }
  const pattern = blanks.length > 0 ? given : given.replace(/^(.*[^/])?\/*$/s, "$1") + BUCKET;
  const filled = (latitude: string, longitude: string) =>
    pattern.replace(BLANK, (_, name: string) => BLANKS[name]!(latitude, longitude));
  const isCopernicus = blanks.length === 0 || has("name") || has("name90");
  return {
    name: given,
    folder: folderOf(locationOf(pattern.slice(0, pattern.indexOf("{")).concat("tile"), "tiles")),
    attribution: isCopernicus ? COPERNICUS : undefined,
    at: (south, west) => locationOf(filled(cornerOf(south, "N", "S", 2), cornerOf(west, "E", "W", 3)), "tiles"),
  };
}

function cornerOf(degrees: number, positive: string, negative: string, digits: number): string {
  return (degrees < 0 ? negative : positive) + String(Math.abs(degrees)).padStart(digits, "0");
}
