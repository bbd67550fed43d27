/** Made at the build from the package world-atlas (scripts/explorer/outlines.mjs). */
declare module "virtual:outlines" {
  /**
   * Lines as steps in twentieths of a degree: longitude and latitude of the first point, then from point to point.
   * `land`: closed coasts. `borders`: lines between countries.
   */
  const outlines: { readonly land: readonly (readonly number[])[]; readonly borders: readonly (readonly number[])[] };
  export default outlines;
}
