/** dynamical.org: NOAA's, ECMWF's and DWD's models in public buckets, whole runs beside one another, and two analyses. */
import type { SourceName } from "irradiance-engine/internal/weather";
import type { CatalogueEntry, EntryPurpose, Pinned, PinnedArray } from "../entry.js";

const FLUX = "downward_short_wave_radiation_flux_surface";
/** Older templates have the second. */
const LIGHT = ["W m-2", "W/(m^2)"];
const AIR = { temperature_2m: ["degree_Celsius", "C"], wind_u_10m: ["m s-1", "m/s"], wind_v_10m: ["m s-1", "m/s"] };
const WORLD = { spacing: 0.25, south: -90, north: 90, cells: 721 * 1440 };
const OF_WORLD = { latitude: 721, longitude: 1440 };

type Name = Extract<SourceName, `dynamical-${string}`>;

interface Archive extends Pick<CatalogueEntry, "title" | "covers" | "since" | "lag" | "cost" | "attribution"> {
  /** Model's bucket, and the data set with its version. */
  readonly at: readonly [bucket: string, dataset: string, version: string];
  readonly purposes: readonly EntryPurpose[];
  readonly lengths: Readonly<Record<string, number>>;
  readonly chunks: readonly number[];
  /** Arrays of light; default: global irradiance. */
  readonly light?: readonly string[];
  readonly pinned: Omit<Pinned, "arrays">;
  readonly notes?: readonly string[];
}

function entry(name: Name, archive: Archive): CatalogueEntry {
  const { at, purposes, lengths, chunks, light = [FLUX], pinned, notes = [], ...texts } = archive;
  const [bucket, dataset, version] = at;
  const array = (units: readonly string[], isNeeded = false): PinnedArray => ({ units, lengths, chunks, isNeeded });
  const location = `https://dynamical-${bucket}.s3.us-west-2.amazonaws.com/${dataset}/v${version}.icechunk`;
  const arrays = {
    ...Object.fromEntries(light.map((one) => [one, array(LIGHT, true)])),
    ...Object.fromEntries(Object.entries(AIR).map(([one, units]) => [one, array(units)])),
  };
  return {
    ...{ name, ...texts, purposes, licence: "CC-BY-4.0", account: undefined },
    notes: [
      ...notes,
      "dynamical.org publishes data sets called …-virtual, too: they hold references into GRIB files, and are not read.",
    ],
    documented: "2026-12-01",
    references: [
      "github.com/dynamical-org/dynamical-stac, src/catalog.py: buckets, versions, the region us-west-2",
      `github.com/dynamical-org/reformatters, templates of ${dataset}: arrays, units, chunks, steps`,
      "icechunk.io, specification: how a repository is laid out",
    ],
    checked: undefined,
    sources: [{ described: { kind: "zarr", id: name, product: name, location }, pinned: { ...pinned, arrays } }],
  };
}

const BY_NOAA = "NOAA NWS NCEP, processed by dynamical.org from NOAA Open Data Dissemination archives";
const BY_ECMWF = "ECMWF, processed by dynamical.org from ECMWF Open Data";
const BY_DWD = "DWD, processed by dynamical.org";
const FORECAST = ["forecast"] as const;
const TERMS = "ECMWF's terms of use apply, too: https://apps.ecmwf.int/datasets/licences/general/";
const RUNS = "`forecast learn` reads its past runs, so it can teach on the first day.";
const MEMBERS = "Values are means of the members; `select` in a description chooses one of them.";
const ROUNDED = "Values are rounded to 7 bits; hours follow from running means of six, and are off by 1 % (rms).";
const FIRST_HOURS = "It is made of the first hours of past runs: no reanalysis, and no observation.";

export const DYNAMICAL: { readonly [name in Name]: CatalogueEntry } = {
  "dynamical-gfs": entry("dynamical-gfs", {
    attribution: BY_NOAA,
    title: "GFS, 16 days, worldwide, 0.25°, whole runs since 2021",
    purposes: FORECAST,
    covers: "the whole Earth, cells of 0.25°; hours to 5 days, then 3 hours",
    since: "2021, runs every 6 hours",
    lag: "a run is there 5.7 hours after it began",
    cost: "a run of one place: 2 requests and about 1.2 MB a variable for the first 104 hours, as much again for the rest; 121 × 121 cells share them",
    at: ["noaa-gfs", "noaa-gfs-forecast", "0.2.7"],
    lengths: { lead_time: 209, ...OF_WORLD },
    chunks: [1, 105, 121, 121],
    pinned: { since: "2021-05-31", lagDays: -14, grid: WORLD },
    notes: [RUNS, ROUNDED],
  }),
  "dynamical-gefs": entry("dynamical-gefs", {
    attribution: BY_NOAA,
    title: "GEFS, 31 members, 35 days, worldwide, 0.25°, whole runs since 2020",
    purposes: FORECAST,
    covers: "the whole Earth, cells of 0.25°; 3 hours to 10 days, then 6 hours",
    since: "2020, a run a day",
    lag: "a run is there 6.8 hours after it began, at 00 UTC",
    cost: "a run of one place, all members: 2 requests and about 0.45 MB a variable for the first 189 hours; 17 × 16 cells share them. 120 days of light and temperature, to learn from: some 480 requests, 110 MB",
    at: ["noaa-gefs", "noaa-gefs-forecast-35-day", "0.2.0"],
    lengths: { ensemble_member: 31, lead_time: 181, ...OF_WORLD },
    chunks: [1, 31, 64, 17, 16],
    pinned: { since: "2020-10-31", lagDays: -32, grid: WORLD },
    notes: [RUNS, MEMBERS, ROUNDED],
  }),
  "dynamical-ifs-ens": entry("dynamical-ifs-ens", {
    attribution: BY_ECMWF,
    title: "ECMWF IFS ENS, 51 members, 15 days, worldwide, 0.25°, whole runs since 2024",
    purposes: FORECAST,
    covers: "the whole Earth, cells of 0.25°; 3 hours to 6 days, then 6 hours",
    since: "2024, a run a day",
    lag: "a run is there 8.1 to 8.6 hours after it began, at 00 UTC",
    cost: "a run of one place, all members: 2 requests and about 3.5 MB a variable; 32 × 32 cells share them",
    at: ["ecmwf-ifs-ens", "ecmwf-ifs-ens-forecast-15-day-0-25-degree", "0.1.0"],
    lengths: { lead_time: 85, ensemble_member: 51, ...OF_WORLD },
    chunks: [1, 85, 51, 32, 32],
    pinned: { since: "2024-04-30", lagDays: -12, grid: WORLD },
    notes: [RUNS, MEMBERS, TERMS],
  }),
  "dynamical-aifs": entry("dynamical-aifs", {
    attribution: BY_ECMWF,
    title: "ECMWF AIFS, 15 days, worldwide, 0.25°, whole runs since 2024",
    purposes: FORECAST,
    covers: "the whole Earth, cells of 0.25°; 6 hours",
    since: "2024, runs every 6 hours",
    lag: "a run is there 6.3 hours after it began",
    cost: "a run of one place: 2 requests and about 2.7 MB a variable; 241 × 240 cells share them",
    at: ["ecmwf-aifs-single", "ecmwf-aifs-single-forecast", "0.1.0"],
    lengths: { lead_time: 61, ...OF_WORLD },
    chunks: [1, 61, 241, 240],
    pinned: { step: 21_600, since: "2024-04-30", lagDays: -13, grid: WORLD },
    notes: [RUNS, "Its steps are means of six hours: hours are found from them by the clear sky's course.", TERMS],
  }),
  "dynamical-icon-eu": entry("dynamical-icon-eu", {
    attribution: BY_DWD,
    title: "ICON-EU, 5 days, Europe, 0.06°, whole runs since 2026",
    purposes: FORECAST,
    covers: "Europe, 23.5° W to 62.5° E, 29.5° to 70.5° N, cells of 0.0625°; hours to 78 hours, then 3 hours",
    since: "2026, runs every 6 hours",
    lag: "a run is there 3.9 hours after it began",
    cost: "a run of one place: 2 requests and about 2.4 MB a variable; 219 × 153 cells share them",
    at: ["dwd-icon-eu", "dwd-icon-eu-forecast-5-day", "0.2.0"],
    light: ["downward_direct_short_wave_radiation_flux_surface", "downward_diffuse_short_wave_radiation_flux_surface"],
    lengths: { lead_time: 93, latitude: 657, longitude: 1377 },
    chunks: [1, 93, 219, 153],
    pinned: {
      ...{ since: "2026-02-28", lagDays: -3 },
      grid: { spacing: 0.0625, south: 29.5, north: 70.5, cells: 657 * 1377 },
    },
    notes: [RUNS],
  }),
  "dynamical-hrrr": entry("dynamical-hrrr", {
    attribution: BY_NOAA,
    title: "HRRR, 2 days, the United States, 3 km, whole runs since 2018",
    purposes: FORECAST,
    covers: "the contiguous United States, cells of 3 km; hours",
    since: "2018, runs every 6 hours",
    lag: "a run is there 1.9 hours after it began",
    cost: "a run of one place: 2 requests and about 3.1 MB a variable; 265 × 300 cells share them. To open it, the latitudes and longitudes of 1.9 million cells, 15 MB before compression",
    at: ["noaa-hrrr", "noaa-hrrr-forecast-48-hour", "0.1.0"],
    light: [FLUX, "visible_beam_downward_solar_flux_surface"],
    lengths: { lead_time: 49, y: 1059, x: 1799 },
    chunks: [1, 49, 265, 300],
    pinned: { step: 3600, since: "2018-07-31", lagDays: -1 },
    notes: [RUNS, "Its light is the light at the full hour, not the mean of the hour."],
  }),
  "dynamical-gfs-analysis": entry("dynamical-gfs-analysis", {
    attribution: BY_NOAA,
    title: "GFS analysis, hours since 2021, worldwide, 0.25°",
    purposes: ["history"],
    covers: "the whole Earth, cells of 0.25°",
    since: "2021",
    lag: "4 to 10 hours",
    cost: "one request of about 2.7 MB for each variable and 60 days, which 50 × 50 cells share",
    at: ["noaa-gfs", "noaa-gfs-analysis", "0.1.0"],
    lengths: OF_WORLD,
    chunks: [1440, 50, 50],
    pinned: { step: 3600, since: "2021-05-31", lagDays: 2, grid: WORLD },
    notes: [FIRST_HOURS, ROUNDED],
  }),
  "dynamical-gefs-analysis": entry("dynamical-gefs-analysis", {
    attribution: BY_NOAA,
    title: "GEFS analysis, 3 hours since 2000, worldwide, 0.25°",
    purposes: ["history"],
    covers: "the whole Earth, cells of 0.25°",
    since: "2000",
    lag: "4 to 10 hours",
    cost: "one request of about 1.2 MB for each variable and 180 days, which 32 × 32 cells share",
    at: ["noaa-gefs", "noaa-gefs-analysis", "0.1.2"],
    lengths: OF_WORLD,
    chunks: [1440, 32, 32],
    pinned: { step: 10_800, since: "2000-01-31", lagDays: 2, grid: WORLD },
    notes: [FIRST_HOURS, ROUNDED],
  }),
};
