/** The kinds of sources that a description can name: a new one is a line here. */

import { SOURCE_NAMES } from "irradiance-engine/internal/weather";
import type { CacheOf } from "../bytes/disk-cache.js";
import { expanded } from "../catalogue/expand.js";
import { CLASSES, LABELS, MEANINGS } from "../cf/options.js";
import { PRODUCTS, type ProductName } from "../cf/products.js";
import { COLUMN_NAMES } from "../cf/time-axis.js";
import { filesSource } from "../files/files-source.js";
import { liveSource } from "../live/live-source.js";
import { isLiveStore } from "../live/store.js";
import { type NetcdfOptions, netcdfSource } from "../netcdf/netcdf-source.js";
import type { OmGrid } from "../om/grids.js";
import { newestFiles, omSource } from "../om/om-source.js";
import { OM_CELLS, OM_CLASSES, OM_LAYOUTS, type OmOptions } from "../om/options.js";
import { sampleSource } from "../sample/sample-source.js";
import { isScanFolder } from "../scans/store/format.js";
import { scanSource } from "../scans/store/scan-source.js";
import type { ListedArray, WeatherSource } from "../source.js";
import { syntheticSource } from "../synthetic/synthetic-source.js";
import { inspectZarr, type ZarrOptions, zarrSource } from "../zarr/zarr-source.js";
import {
  choice,
  type Fields,
  flag,
  location,
  many,
  map,
  number,
  object,
  oneOf,
  pair,
  secret,
  text,
  type ValuesOf,
} from "./fields.js";

export interface Kind {
  /** What it is, in half a sentence. */
  readonly text: string;
  readonly fields: Fields;
  readonly required: readonly string[];
  /** @param values as the fields read them; @param cache of bytes of remote sources */
  open(values: { readonly [key: string]: unknown }, id: string, cache: CacheOf | undefined): WeatherSource;
  readonly more?: KindOptions | undefined;
}

interface KindOptions {
  /** What its files say of themselves, whatever is made of them. */
  readonly inside?: (values: { readonly [key: string]: unknown }, signal: AbortSignal) => Promise<Inside>;
  /** Whether a folder is one of these: so a path alone names it. */
  readonly isAt?: (path: string) => Promise<boolean>;
}

export interface Inside {
  readonly arrays: readonly ListedArray[];
  readonly problems: readonly string[];
  /** "OM version 3". */
  readonly form?: string | undefined;
}

function kind<Given extends Fields, Key extends keyof Given & string = never>(
  text: string,
  fields: Given,
  required: readonly Key[],
  open: (
    values: ValuesOf<Given> & { readonly [key in Key]: NonNullable<ValuesOf<Given>[key]> },
    id: string,
    cache: CacheOf | undefined,
  ) => WeatherSource,
  more?: KindOptions,
): Kind {
  return { text, fields, required, open: open as Kind["open"], more };
}

const MIB = 1024 * 1024;

function memory(mebibytes: number | undefined): { readonly cacheBytes?: number } {
  return mebibytes === undefined ? {} : { cacheBytes: mebibytes * MIB };
}

/** What the fields let through is what the options take. */
function remote<Options>(open: (options: Options) => WeatherSource) {
  return (
    { cacheMiB, ...values }: { readonly cacheMiB?: number | undefined; readonly location: string },
    id: string,
    cache: CacheOf | undefined,
  ) => open({ ...values, id, disk: cache?.(values.location), ...memory(cacheMiB) } as Options);
}

const mebibytes = number("MiB of the source kept in memory", 0, 65_536);
const dataset = text("name of the data set in answers");
const licence = text("licence of the data");
const attribution = text("attribution that the licence requires");

const variable = object(
  "meaning of a variable",
  {
    column: choice("the weather column that it gives", COLUMN_NAMES),
    is: choice(
      "whether a value is the mean or the sum of an interval, the sum since 00 UTC, the sum or mean since the start of a run, or the value at its time",
      MEANINGS,
    ),
    label: choice("position of a mean's or sum's time in its interval", LABELS),
    unit: text("replaces the file's unit: W m-2, J m-2, K and others"),
    resets: number("hours, from 00 UTC on, after which a sum or mean since the start begins anew", 0, 24),
    firstLead: number("hours from the start of the run to the first time of the store", 0, 10_000),
  },
  ["column", "is"],
);

/** What is said of arrays with names, whatever their files look like. */
const cf = {
  product: choice("the product that it holds, if it is one of these", Object.keys(PRODUCTS) as ProductName[]),
  variables: map("variables by name, in addition to the product's or in place of them", variable),
  dataset,
  class: choice("origin of its values", CLASSES),
  licence,
  attribution,
  label: choice("position of the times of all means and sums in their intervals", LABELS),
  timeShift: number("seconds added to every time", -86_400, 86_400),
  select: map("index in each further dimension", number("index", 0, 1e9)),
  landOnly: flag("use the nearest cell with data where a cell (of the sea) has none"),
  maxDistanceKm: number("km around stations and around cells without a size", 0, 500),
};

const headers = map(
  "headers, sent only to the store's own address, which must be https or on this machine; $NAME in braces is an environment variable",
  secret("value of the header"),
);

const latitude = number("degrees north", -90, 90);
const longitude = number("degrees east", -180, 360);
const radius = number("radius of the sphere, m", 6_000_000, 7_000_000);
const step = (unit: string) => ({
  dx: number(`${unit} from column to column`, 0, 1e7),
  dy: number(`${unit} from row to row`, 0, 1e7),
});
const size = { columns: number("cells from west to east", 1, 1e6), rows: number("cells from south to north", 1, 1e6) };
const position = object("its place", { latitude, longitude }, ["latitude", "longitude"]);

const grid = oneOf<OmGrid>("the cells of a model that the engine does not know", {
  regular: { ...size, west: longitude, south: latitude, ...step("degrees") },
  gaussian: { lines: number("lines between pole and equator of ECMWF's octahedral grid, 1280 for O1280", 1, 100_000) },
  projected: {
    ...size,
    projection: oneOf("the plane of its rows and columns", {
      lambert: { parallels: pair(latitude), longitude, radius },
      stereographic: { pole: choice("latitude of the pole in its centre", [90, -90]), latitude, longitude, radius },
      rotated: { southPole: position },
    }),
    first: position,
    ...step("m (degrees in a rotated grid)"),
  },
});

export const KINDS: { readonly [name: string]: Kind } = {
  zarr: kind(
    "a Zarr or Icechunk store, or a reference file to NetCDF-4 files",
    {
      location: location("folder or address of the store, or of a reference file (.json)"),
      ...cf,
      allow: many(location("places, besides the store's own, to which references and redirects may lead")),
      headers,
      cacheMiB: mebibytes,
    },
    ["location"],
    remote<ZarrOptions>(zarrSource),
    { inside: (values, signal) => inspectZarr(values as unknown as ZarrOptions, { signal }) },
  ),
  om: kind(
    "Open-Meteo's files of one model",
    {
      location: location("folder or address that contains data, data_run and data_spatial"),
      model: text("the model's folder below them, such as copernicus_era5 or dwd_icon_d2"),
      grid,
      layout: choice("long time series, the newest run, or the newest run as maps", OM_LAYOUTS),
      variables: many(text("name of a variable in the archive; the list replaces the model's")),
      since: text("first day in the archive, such as 2023-12-15"),
      cell: choice(
        "the cell used for a place: among its neighbours the one closest in height, or the nearest",
        OM_CELLS,
      ),
      dataset,
      class: choice("origin of its values", OM_CLASSES),
      licence,
      attribution,
      allow: many(location("places, besides the archive's own, to which redirects may lead")),
      headers,
      cacheMiB: mebibytes,
    },
    ["location", "model"],
    remote<OmOptions>(omSource),
    { inside: (values, signal) => newestFiles(values as unknown as OmOptions, signal) },
  ),
  netcdf: kind(
    "NetCDF or HDF5 files on this machine that follow one another in time",
    { location: location("file or folder"), ...cf },
    ["location"],
    (values, id) => netcdfSource({ ...values, id } as NetcdfOptions),
  ),
  files: kind(
    "weather files in any format that the engine reads; changes are noticed",
    {
      location: many(location("file, or folder with its subfolders")),
      maxDistanceKm: number("largest distance of a station from a place, km", 0, 500),
      cacheMiB: mebibytes,
    },
    ["location"],
    ({ location: paths, maxDistanceKm, cacheMiB }) => filesSource({ paths, maxDistanceKm, ...memory(cacheMiB) }),
  ),
  live: kind(
    "a live store (irradiance-server archive create)",
    { location: location("folder of the store"), cacheMiB: mebibytes },
    ["location"],
    ({ location: folder, cacheMiB }, id) => liveSource({ folder, id, ...memory(cacheMiB) }),
    { isAt: isLiveStore },
  ),
  scans: kind(
    "a folder of a satellite's scans (irradiance-server weather follow)",
    { location: location("the folder"), licence, attribution },
    ["location"],
    ({ location: folder, ...values }, id) => scanSource({ folder, id, ...values }),
    { isAt: isScanFolder },
  ),
  sample: kind("the embedded sample, at its place", {}, [], () => sampleSource()),
  synthetic: kind("weather drawn from the embedded climatology, for any place", {}, [], () => syntheticSource()),
};

/** A word for sources that the catalogue describes: each is one of the kinds above. */
export const CATALOGUE_KIND = {
  name: "catalogue",
  text: "a public source by its name, as irradiance weather list shows them",
  fields: {
    name: choice("its name in the catalogue", SOURCE_NAMES),
    address: location("address or folder in place of its public host: a mirror, or files of one's own"),
  },
  required: ["name"],
  parts: expanded,
} as const;
