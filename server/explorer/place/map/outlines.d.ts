/** Made at the build from the package world-atlas (scripts/explorer/outlines.mjs). */
declare module "virtual:outlines/*" {
  const outlines: import("./lines.js").Outlines;
  export default outlines;
}
