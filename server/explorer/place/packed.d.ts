/** Made at the build from GeoNames (scripts/explorer/towns.mjs). */
declare module "virtual:towns/*" {
  const set: import("./towns.js").PackedTowns;
  export default set;
}

/** Made at the build from the package world-atlas (scripts/explorer/outlines.mjs). */
declare module "virtual:outlines/*" {
  const outlines: import("./map/lines.js").Outlines;
  export default outlines;
}
