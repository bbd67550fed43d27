/** Open-Meteo's public bucket: ERA5 for the past, and the newest run of the finest model that looks at a place. */
import type { CatalogueEntry, EntrySource } from "../entry.js";

const BUCKET = "https://openmeteo.s3.amazonaws.com";
/** Days before now that the first hours of past runs serve: until ERA5 has them. */
const RECENT_DAYS = 10;

/** @param lagDays by which the end of its data may be behind the clock: a forecast that has not been updated ends soon */
function model(folder: string, step: number, lagDays: number, recentDays: number | undefined): EntrySource {
  return {
    described: {
      kind: "om",
      id: `open-meteo-${folder.replaceAll("_", "-")}`,
      model: folder,
      location: BUCKET,
      ...(recentDays !== undefined && { recentDays }),
    },
    pinned: { form: "OM version 3", step, lagDays },
  };
}

function runs(folder: string, step: number): EntrySource {
  return model(folder, step, 0, RECENT_DAYS);
}

export const OPEN_METEO: CatalogueEntry = {
  name: "open-meteo",
  title: "Open-Meteo's open data: ERA5 since 1940, and the newest runs of weather models, worldwide",
  purposes: ["history", "realtime", "forecast"],
  covers: "the whole Earth: cells of 9 km (IFS), 2 to 7 km in Europe and the United States",
  since: "1940 (ERA5), the newest 10 days from runs of forecast models",
  lag: "ERA5: 5 to 6 days; runs: 2 to 8 hours",
  cost: "40 to 90 requests of 64 KiB to open, the more models look at a place; then about 2 requests for each variable and year of ERA5, and 2 for each variable of a run",
  licence: "CC-BY-4.0",
  attribution: "Open-Meteo.com, and each model's own, which answers name",
  account: undefined,
  notes: [
    "The newest days are the first hours of forecast runs: answers say so.",
    "Runs are read as Open-Meteo joins them: during an update of some minutes values may come from two runs, which answers say.",
  ],
  documented: "2026-11-27",
  references: [
    "open-meteo/open-data, README: layout of the bucket, models, first days, licence",
    "open-meteo/open-meteo, description of its models: grids and steps",
  ],
  checked: undefined,
  sources: [
    model("copernicus_era5", 3600, 9, undefined),
    runs("dwd_icon_d2_15min", 900),
    runs("dwd_icon_d2", 3600),
    runs("ncep_hrrr_conus_15min", 900),
    runs("dwd_icon_eu", 3600),
    runs("ecmwf_ifs", 3600),
    runs("dwd_icon", 3600),
    runs("ncep_gfs013", 3600),
  ],
};
