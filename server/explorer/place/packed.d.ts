/** Made at the build from GeoNames (scripts/explorer/towns.mjs). */
declare module "virtual:towns/*" {
  const set: import("./towns.js").PackedTowns;
  export default set;
}

/** Lines "Europe/Zurich\tZürich\t47.37\t8.55\t430": the largest town of each time zone. */
declare module "virtual:towns/zones" {
  const lines: string;
  export default lines;
}

/** Made at the build from the package world-atlas (scripts/explorer/outlines.mjs). */
declare module "virtual:outlines/*" {
  const outlines: import("./map/view.js").Outlines;
  export default outlines;
}
