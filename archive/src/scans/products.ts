/** The satellites' products: how their files are named, what is in them, and how their scans run. */
import { win32 } from "node:path";
import type { WeatherColumn } from "irradiance-engine";
import { MINUTE } from "irradiance-engine/internal/shared";
import { unusable } from "../bytes/location.js";
import { type GeostationaryView, isGeostationary, viewOf } from "../cf/geostationary.js";
import type { GridDefinition } from "./grid.js";
import {
  arrayOf,
  coordinateOf,
  evenly,
  type ScanArray,
  type ScanFile,
  type ScanProduct,
  type ScanProductName,
  type Sweep,
  timesOf,
} from "./scan-file.js";

/** What a file says of its scan, before any of its values is read. */
export interface ScanFacts {
  readonly satellite: string;
  readonly definition: GridDefinition;
  /** Seen from where, for the angles of rows of equal latitude. */
  readonly view: GeostationaryView;
  readonly sweep: Sweep;
  readonly column: WeatherColumn;
  readonly values: ScanArray;
  /** Flags of each value, if the file has them. */
  readonly flags: ScanArray | undefined;
  readonly dataset: string;
  readonly notices: readonly string[];
}

interface ProductReader extends ScanProduct {
  facts(file: ScanFile, signal: AbortSignal): Promise<ScanFacts>;
}

/**
 * NOAA, downward shortwave radiation of the Enterprise algorithm, full disc (GOES-R Product Definition and Users' Guide, volume 5;
 * I. Laszlo, H. Liu, H.-Y. Kim, R. T. Pinker, "Shortwave radiation budget", ATBD 2020). Flag 0 is good; 1 is degraded or invalid: sun
 * or satellite lower than 20°, a doubtful cloud mask, a value out of 0…1500 W/m². By night values are missing, under flag 0.
 */
const GOES: ProductReader = {
  name: "goes",
  step: 600,
  names: /^OR_ABI-L2-DSRF-M\d_G\d\d_s\d{14}_e\d{14}_c\d{14}\.nc(\.bz2)?$/,
  licence: "public domain",
  attribution: "NOAA",
  async facts(file, signal) {
    const { attributes, name } = file;
    const product = "GOES's downward shortwave radiation (ABI-L2-DSRF)";
    const values = arrayOf(file, ["DSR"], product);
    const platform = /^G(\d\d)$/.exec(String(attributes.platform_ID ?? ""));
    if (platform === null) {
      const got = JSON.stringify(attributes.platform_ID) ?? "nothing";
      throw unusable(name, `its platform_ID must be a satellite such as "G19", got ${got}`);
    }
    const mapping = arrayOf(file, [String(values.attributes.grid_mapping ?? "goes_imager_projection")], product);
    if (!isGeostationary(mapping.attributes))
      throw unusable(name, `${mapping.path} must be a geostationary grid mapping`);
    const view = viewOf(mapping.attributes, `${name}: ${mapping.path}`);
    const [y, x] = await Promise.all(
      ["y", "x"].map((axis) => coordinateOf(arrayOf(file, [axis], product), file, signal)),
    );
    const [down, across] = [evenly(y!, "y", file), evenly(x!, "x", file)];
    const bounds = await timesOf(withUnits(arrayOf(file, ["time_bounds"], product), file), file, signal);
    const [begin = Number.NaN, end = Number.NaN] = bounds;
    checkGoesName(name, platform[0], begin);
    const flags = arrayOf(file, ["DQF"], product);
    return {
      satellite: `GOES-${platform[1]}`,
      definition: {
        type: "geostationary",
        rows: y!.length,
        columns: x!.length,
        view,
        first: { x: across.first, y: down.first },
        step: { x: across.step, y: down.step },
      },
      view,
      // North to south, in any file.
      sweep: { begin, end, first: Math.max(y![0]!, y!.at(-1)!), last: Math.min(y![0]!, y!.at(-1)!) },
      column: "global_horizontal_irradiance",
      values,
      flags,
      dataset: `GOES-${platform[1]} ABI DSR`,
      notices: [],
    };
  },
};

/** The bounds of a coordinate have its units (CF 1.11, section 7.1). */
function withUnits(bounds: ScanArray, { arrays }: ScanFile): ScanArray {
  if (bounds.attributes.units !== undefined) return bounds;
  return { ...bounds, attributes: arrays.get("t")?.attributes ?? {} };
}

type Numbers = [number, number, number, number, number, number];

function checkGoesName(name: string, platform: string, begin: number): void {
  const named = /ABI-L2-(\w+)-M\d_(G\d\d)_s(\d{4})(\d{3})(\d\d)(\d\d)(\d\d)(\d)/.exec(name);
  if (named === null) return;
  const [year, day, hour, minute, second, tenths] = named.slice(3, 9).map(Number) as Numbers;
  if (named[1] !== "DSRF") throw unusable(name, `by its name it is ABI-L2-${named[1]}, and must be ABI-L2-DSRF`);
  if (named[2] !== platform) throw unusable(name, `by its name it is of ${named[2]}, and in it stands ${platform}`);
  checkStart(name, Date.UTC(year, 0, day, hour, minute, second, 100 * tenths), begin);
}

/**
 * DWD, SIS and SID of Meteosat for Europe and Africa, version 4 (opendata.dwd.de/weather/satellite/radiation). The stamp is the start
 * of a scan of 10 minutes from south to north. Neither the files nor the description of the product say when a line was seen: it is
 * taken from the angle under which Meteosat at 0° sees it, over a disc of 17.8° in 9.5 minutes (EUMETSAT, "MTG FCI L1 Product User
 * Guide": 5568 lines of 55.9 µrad, scanned from south to north).
 */
const DWD_SIS: ProductReader = {
  name: "dwd-sis",
  step: 600,
  names: /^(SIS|SID)in\d{12}EAv4\.nc(\.bz2)?$/,
  licence: "GeoNutzV",
  attribution: "Deutscher Wetterdienst",
  async facts(file, signal) {
    const { name } = file;
    const product = "DWD's SIS or SID";
    const named = dwdNameOf(name);
    const values = arrayOf(file, named === undefined ? ["SIS", "SID"] : [named.variable], product);
    const latitudes = await coordinateOf(arrayOf(file, ["lat", "latitude"], product), file, signal);
    const longitudes = await coordinateOf(arrayOf(file, ["lon", "longitude"], product), file, signal);
    const [down, across] = [evenly(latitudes, "latitudes", file), evenly(longitudes, "longitudes", file)];
    checkRange(latitudes, 90, "latitudes", file);
    checkRange(longitudes, 360, "longitudes", file);
    const times = await timesOf(arrayOf(file, ["time"], product), file, signal);
    if (times.length !== 1) throw unusable(name, `it must hold one scan, got ${times.length} times`);
    const start = times[0]!;
    if (start % (10 * MINUTE) !== 0) {
      throw unusable(name, `its scan must begin at a multiple of 10 minutes, got ${new Date(start).toISOString()}`);
    }
    checkStart(name, named?.start, start);
    return {
      satellite: "Meteosat",
      definition: {
        type: "regular",
        rows: latitudes.length,
        columns: longitudes.length,
        first: { latitude: down.first, longitude: across.first },
        step: { latitude: down.step, longitude: across.step },
      },
      view: METEOSAT,
      sweep: { begin: start, end: start + SWEEP, first: -DISC / 2, last: DISC / 2 },
      column: values.path === "SIS" ? "global_horizontal_irradiance" : "direct_horizontal_irradiance",
      values,
      flags: undefined,
      dataset: "DWD SIS v4",
      notices: [
        "the time of each line is not in the files: it is taken from a sweep from south to north in 9.5 minutes",
      ],
    };
  },
};

/** ms for the whole disc, and its height in radians. */
const SWEEP = 570_000;
const DISC = 5568 * 55.887e-6;
/** Of the Meteosat satellites, WGS 84 (EUMETSAT, "MTG FCI L1 Product User Guide"). */
const METEOSAT: GeostationaryView = {
  height: 35_786_400,
  semiMajor: 6_378_137,
  semiMinor: 6_356_752.314_245,
  longitude: 0,
  sweep: "y",
};

/** What a name says; undefined: nothing. @throws ArchiveError for the name of another product of DWD */
function dwdNameOf(name: string): { readonly variable: string; readonly start: number } | undefined {
  const base = win32.basename(name);
  const parts = /^(SIS|SID)in(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)EAv4\.nc/.exec(base);
  if (parts !== null) {
    const [year, month, day, hour, minute] = parts.slice(2, 7).map(Number) as Numbers;
    return { variable: parts[1]!, start: Date.UTC(year, month - 1, day, hour, minute) };
  }
  if (/^(SIS|SID|CAL)[a-z]*\d{8}/.test(base)) {
    throw unusable(name, "by its name it is another product of DWD: SISin…EAv4.nc and SIDin…EAv4.nc are read");
  }
  return undefined;
}

/** ms by which the beginning in a name may differ from the one in the file: names have tenths of a second. */
const ROUNDED = 1000;

function checkStart(name: string, stamped: number | undefined, start: number): void {
  if (stamped === undefined || Math.abs(stamped - start) <= ROUNDED) return;
  const text = (time: number) => (Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : "no time");
  throw unusable(name, `by its name its scan began at ${text(stamped)}, and in it stands ${text(start)}`);
}

function checkRange(values: Float64Array, most: number, what: string, { name }: ScanFile): void {
  if (values.every((value) => Math.abs(value) <= most)) return;
  throw unusable(name, `its ${what} must lie between −${most} and ${most}°`);
}

export const SCAN_PRODUCTS: Readonly<Record<ScanProductName, ProductReader>> = { "dwd-sis": DWD_SIS, goes: GOES };
