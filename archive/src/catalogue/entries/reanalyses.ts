/** Reanalyses: ERA5 and ERA5-Land of ECMWF, MERRA-2 and CERES of NASA POWER. */
import type { CatalogueEntry, EntryAccount, EntrySource, PinnedArray } from "../entry.js";

// ERA5 and ERA5-Land in ECMWF's stores whose chunks are long in time: a place's years are a few requests.

const HOST = "https://arco.datastores.ecmwf.int";
const KELVIN = ["K"];
const METRES_PER_SECOND = ["m s**-1", "m s-1", "m/s"];
const PASCAL = ["Pa"];
const JOULES = ["J m**-2", "J m-2", "J/m^2"];
const COPERNICUS = "Contains modified Copernicus Climate Change Service information";

function account(licence: string): EntryAccount {
  return {
    of: "the Climate Data Store",
    variable: "CDSAPI_KEY",
    steps: [
      `register at https://cds.climate.copernicus.eu (free) and accept the licence of the data at ${licence}`,
      "copy the key, called Personal Access Token, from https://cds.climate.copernicus.eu/profile",
      "write it to ~/.cdsapirc as two lines, `url: https://cds.climate.copernicus.eu/api` and `key: YOUR-KEY`, or set CDSAPI_KEY",
    ],
  };
}

const BEARER = ["Bearer $", "{CDSAPI_KEY}"].join("");

/** @param at bucket, product and store in it */
function store(id: string, at: string, product: string): EntrySource["described"] {
  return {
    kind: "zarr",
    id,
    product,
    location: `${HOST}/${at}/geoChunked.zarr`,
    headers: { Authorization: BEARER },
  };
}

function pinned(rows: number, columns: number, chunks: readonly number[]) {
  const lengths = { latitude: rows, longitude: columns };
  return (units: readonly string[], isNeeded = false): PinnedArray => ({ units, lengths, chunks, isNeeded });
}

const PRELIMINARY =
  "The newest 2 to 3 months are preliminary (ERA5T); ECMWF replaces them by final values, and its stores do not say which they are.";

const of025 = pinned(721, 1440, [67_584, 4, 4]);

export const ERA5: CatalogueEntry = {
  name: "era5",
  title: "ERA5, hours since 1940, worldwide, 0.25°",
  purposes: ["history"],
  covers: "the whole Earth, cells of 0.25°",
  since: "1940",
  lag: "5 to 6 days",
  cost: "5 requests and at most 6 MB to open, then one request of at most 4.3 MB for each of 7 variables and 7.7 years, which 16 neighbouring cells share",
  licence: "CC-BY-4.0",
  attribution: COPERNICUS,
  account: account("https://cds.climate.copernicus.eu/datasets/reanalysis-era5-single-levels"),
  notes: ["ECMWF calls these stores a beta service with limits of fair use.", PRELIMINARY],
  documented: "2026-11-27",
  references: [
    "ECMWF, Analysis Ready Cloud Optimised (ARCO) data: confluence.ecmwf.int, pageId 659784136",
    "ECMWF, ERA5 hourly time-series data on single levels, product user guide: confluence.ecmwf.int, pageId 505390919",
    "chunks: public programs that read the stores",
  ],
  checked: undefined,
  sources: [
    {
      described: store("era5", "cadl-arco-geo-002/arco/reanalysis_era5_single_levels/sfc", "era5"),
      pinned: {
        arrays: {
          ssrd: of025(JOULES, true),
          fdir: of025(JOULES),
          t2m: of025(KELVIN, true),
          d2m: of025(KELVIN),
          sp: of025(PASCAL),
          u10: of025(METRES_PER_SECOND),
          v10: of025(METRES_PER_SECOND),
        },
        step: 3600,
        since: "1940-01-03",
        lagDays: 9,
        grid: { spacing: 0.25, south: -90, north: 90, cells: 721 * 1440 },
      },
    },
  ],
};

const of01 = pinned(1801, 3600, [33_792, 4, 8]);
const LAND = {
  step: 3600,
  since: "1950-01-03",
  lagDays: 9,
  grid: { spacing: 0.1, south: -90, north: 90, cells: 1801 * 3600 },
};

/** ECMWF has a store for each group of variables. */
function land(
  group: string,
  bucket: string,
  folder: string,
  arrays: Readonly<Record<string, PinnedArray>>,
): EntrySource {
  const at = `${bucket}/arco/reanalysis_era5_land/${folder}`;
  return { described: store(`era5-land-${group}`, at, "era5-land-timeseries"), pinned: { ...LAND, arrays } };
}

export const ERA5_LAND: CatalogueEntry = {
  name: "era5-land",
  title: "ERA5-Land, hours since 1950, land, 0.1°",
  purposes: ["history"],
  covers: "all land, cells of 0.1°",
  since: "1950",
  lag: "5 to 6 days",
  cost: "20 requests and at most 22 MB to open its four stores, then one request of at most 4.3 MB for each of 6 variables and 3.9 years, which 32 neighbouring cells share",
  licence: "CC-BY-4.0",
  attribution: COPERNICUS,
  account: account("https://cds.climate.copernicus.eu/datasets/reanalysis-era5-land"),
  notes: [
    "ECMWF calls these stores a beta service with limits of fair use.",
    PRELIMINARY,
    "Its sums are of single hours, not since midnight as in ERA5-Land's files from the Climate Data Store.",
  ],
  documented: "2026-11-27",
  references: [
    "ECMWF, Analysis Ready Cloud Optimised (ARCO) data: confluence.ecmwf.int, pageId 659784136",
    "ECMWF, ERA5-Land hourly time-series data, product user guide: confluence.ecmwf.int, pageId 529423256",
    "addresses, names and chunks: public programs that read the stores",
  ],
  checked: undefined,
  sources: [
    land("radiation", "cadl-arco-geo-010", "sfc-radiation-heat", { ssrd: of01(JOULES, true) }),
    land("temperature", "cadl-arco-geo-007", "sfc-2m-temperature", {
      t2m: of01(KELVIN, true),
      d2m: of01(KELVIN),
    }),
    land("wind", "cadl-arco-geo-008", "sfc-wind", {
      u10: of01(METRES_PER_SECOND, true),
      v10: of01(METRES_PER_SECOND, true),
    }),
    land("pressure", "cadl-arco-geo-009", "sfc-pressure-precipitation", { sp: of01(PASCAL, true) }),
  ],
};

// NASA POWER in its public bucket: CERES' light in cells of 1°, MERRA-2's air in cells of 0.5° × 0.625°.

const BUCKET = "https://nasa-power.s3.us-west-2.amazonaws.com";

function powerStore(id: string, collection: string) {
  const location = `${BUCKET}/${collection}/temporal/power_${collection}_hourly_temporal_utc.zarr`;
  return { kind: "zarr", id: `nasa-power-${id}`, product: "nasa-power", location };
}

export const NASA_POWER: CatalogueEntry = {
  name: "nasa-power",
  title: "NASA POWER, hours since 2001, worldwide, 1°",
  purposes: ["history"],
  covers: "the whole Earth: light in cells of 1°, air in cells of 0.5° × 0.625°",
  since: "2001 (light), 1981 (air)",
  lag: "5 to 7 days (light), 2 to 3 days (air)",
  cost: "requests and bytes depend on its chunks, which nobody documents: weather check counts what opening it takes",
  licence: "CC-BY-4.0",
  attribution:
    "NASA Langley Research Center POWER Project, funded through the NASA Earth Science Directorate Applied Science Program",
  account: undefined,
  notes: [
    "Cells of 1° are 111 km: where ERA5 or a satellite looks, they are better.",
    "The light's hourly store in UTC is named as the air's is (…_hourly_temporal_utc.zarr). A public program reads another one, whose name ends with _lst.zarr: its hours follow local solar time, so it cannot replace this one.",
  ],
  documented: "2026-11-27",
  references: [
    "NASA POWER in the registry of open data on AWS: names, lags",
    "zarr.dev/blog, NASA POWER and Zarr (2024)",
    "POWER documentation: resolutions of 1° × 1° for solar and 0.5° × 0.625° for meteorological parameters",
  ],
  checked: undefined,
  sources: [
    {
      described: powerStore("light", "syn1deg"),
      pinned: {
        arrays: {
          ALLSKY_SFC_SW_DWN: { isNeeded: true, lengths: { lat: 180, lon: 360 } },
          ALLSKY_SFC_SW_DNI: {},
          ALLSKY_SFC_SW_DIFF: {},
        },
        step: 3600,
        since: "2001-01-03",
        lagDays: 11,
        grid: { spacing: 1, south: -89.5, north: 89.5, cells: 180 * 360 },
      },
    },
    {
      described: powerStore("air", "merra2"),
      pinned: {
        arrays: { T2M: { isNeeded: true, lengths: { lat: 361, lon: 576 } }, WS10M: {}, PS: {} },
        step: 3600,
        since: "1981-01-03",
        lagDays: 6,
        grid: { spacing: 0.625, south: -90, north: 90, cells: 361 * 576 },
      },
    },
  ],
};
