/** The names of `WEATHER_FORMATS`, in their order, for who offers a choice without loading the readers (a test compares the two). */
export const FORMAT_NAMES = [
  "pvgis",
  "json",
  "tmy3",
  "tmy2",
  "epw",
  "psm",
  "sam",
  "midc",
  "surfrad",
  "bsrn",
  "cams",
  "era5",
  "csv",
  "timestamped",
] as const;
