/**
 * The names of all formats in the order in which "auto" tries them, for who offers a choice without loading the readers, each with what its
 * light comes from, for who says what it is worth. A reader whose name is not here does not compile; a test compares the order.
 */
export const FORMAT_LIGHT = {
  pvgis: "satellite",
  json: "any",
  tmy3: "typical-year",
  tmy2: "typical-year",
  epw: "typical-year",
  mos: "typical-year",
  try: "typical-year",
  psm: "satellite",
  sam: "any",
  midc: "pyranometer",
  surfrad: "pyranometer",
  solrad: "pyranometer",
  uscrn: "pyranometer",
  srml: "pyranometer",
  bsrn: "pyranometer",
  cams: "satellite",
  era5: "reanalysis",
  csv: "any",
  timestamped: "any",
} as const;

export type FormatName = keyof typeof FORMAT_LIGHT;

export const FORMAT_NAMES = Object.keys(FORMAT_LIGHT) as readonly FormatName[];
