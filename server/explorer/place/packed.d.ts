/** Made at the build from GeoNames (scripts/explorer/towns.mjs). */
declare module "virtual:towns/*" {
  const set: import("./towns.js").PackedTowns;
  export default set;
}
