/** NASA POWER in its public bucket: CERES' light in cells of 1°, MERRA-2's air in cells of 0.5° × 0.625°. */
import type { CatalogueEntry } from "../entry.js";

const BUCKET = "https://nasa-power.s3.us-west-2.amazonaws.com";

function store(id: string, collection: string) {
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
      described: store("light", "syn1deg"),
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
      described: store("air", "merra2"),
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
