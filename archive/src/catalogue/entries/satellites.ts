/** Light as satellites see it: scans that their owners publish, which `weather follow` makes folders of, and SARAH's ordered files. */

import { type CatalogueEntry, type EntrySource, scanFolder } from "../entry.js";

const FOLLOW =
  "Its files are fetched as they are published, by irradiance-server weather follow, or by the server that serves them.";

const DWD = { licence: "GeoNutzV", attribution: "Deutscher Wetterdienst" };
const NOAA = { licence: "public domain", attribution: "NOAA" };

/** Files of scans do not name their terms. */
function scansOf(name: string, terms: typeof DWD): EntrySource {
  return { described: { kind: "scans", id: name, location: scanFolder(name), ...terms }, pinned: { step: 600 } };
}

export const DWD_SIS: CatalogueEntry = {
  name: "dwd-sis",
  title: "DWD's global radiation from Meteosat, every 10 minutes, Europe and Africa, 0.025°",
  purposes: ["realtime"],
  covers: "38° S to 65° N, 20° W to 60° E, cells of 0.025°",
  since: "following began (the host keeps a few days, the folder 10 days, or what --keep says)",
  lag: "15 to 30 minutes",
  cost: "144 scans of 13.2 million cells a day, whatever the number of places: before packing 26 MB each with values of two bytes, 53 MB with four (an estimate from the grid); --area keeps less on disk, not on the net",
  ...DWD,
  account: undefined,
  notes: [FOLLOW, "Between nightfall and dawn, and where the sun is low, it has no values."],
  documented: "2026-11-27",
  references: [
    "DWD, open data server: opendata.dwd.de/weather/satellite/radiation/sis/",
    "DWD, product description of satellite-based surface incoming solar radiation (SIS, SID)",
  ],
  checked: undefined,
  sources: [scansOf("dwd-sis", DWD)],
  follows: [
    {
      product: "dwd-sis",
      address: "https://opendata.dwd.de/weather/satellite/radiation/sis/",
      layout: "folder",
      example: "SISin202606211200EAv4.nc",
      names: /^SISin(\d{12})EAv4\.nc(\.bz2)?$/,
      lagHours: 3,
    },
  ],
};

export const GOES: CatalogueEntry = {
  name: "goes",
  title: "NOAA's downward shortwave radiation from GOES-19 and GOES-18, every 10 minutes, the Americas and the Pacific",
  purposes: ["realtime"],
  covers: "the discs of both satellites: 75° W and 137° W, up to some 60° of latitude",
  since: "following began (the folder keeps 10 days, or what --keep says)",
  lag: "15 to 30 minutes",
  cost: "at most 144 scans of 29.4 million cells a day and satellite, whatever the number of places: 59 MB each before compression, and 29 MB of flags (an estimate from the grid); --area keeps less on disk, not on the net",
  ...NOAA,
  account: undefined,
  notes: [FOLLOW, "Between nightfall and dawn, and where the sun is low, it has no values."],
  documented: "2026-11-27",
  references: [
    "NOAA GOES in the registry of open data on AWS",
    "GOES-R Series Product Definition and Users' Guide, volume 5: level 2+ products",
  ],
  checked: undefined,
  sources: [scansOf("goes", NOAA)],
  follows: [19, 18].map((number) => ({
    product: "goes",
    address: `https://noaa-goes${number}.s3.amazonaws.com/ABI-L2-DSRF/`,
    layout: "bucket of hours",
    lagHours: 3,
    example: `OR_ABI-L2-DSRF-M6_G${number}_s20261721200204_e20261721209512_c20261721213000.nc`,
    names: new RegExp(`^OR_ABI-L2-DSRF-M\\d_G${number}_s(\\d{14})_e\\d{14}_c\\d{14}\\.nc$`),
  })),
};

export const SARAH: CatalogueEntry = {
  name: "sarah",
  title: "CM SAF SARAH-3, half-hours since 1983, Europe, Africa and the Atlantic, 0.05°",
  purposes: ["history"],
  covers: "65° S to 65° N, 65° W to 65° E, cells of 0.05°",
  since: "1983",
  lag: "5 days (interim data record)",
  cost: "no requests: the files are yours",
  licence: "CC-BY-4.0",
  attribution: "EUMETSAT Satellite Application Facility on Climate Monitoring (CM SAF)",
  account: undefined,
  notes: [
    'A place is scanned 0 to 12 minutes after the time in the files, from south to north: 10 minutes are added, as for southern Europe; for other places write a description with another "timeShift".',
    'Files that hold maps are slow to read at one place, and more than some days of them are refused: store them again for places, as docs/how-to/archives.md shows under "Store it for places".',
  ],
  documented: "2026-11-27",
  references: ["CM SAF, SARAH-3 product user manual, and its web user interface: wui.cmsaf.eu"],
  checked: undefined,
  sources: [{ described: { kind: "netcdf", id: "sarah", product: "sarah", timeShift: 600 }, pinned: { step: 1800 } }],
  needsFolder:
    "order SIS and SID (instantaneous) at https://wui.cmsaf.eu, which needs a free account, and give the folder of the files: sarah=/folder",
};
